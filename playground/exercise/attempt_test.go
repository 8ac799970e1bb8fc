package exercise_test

import (
	"askback/playground/exercise"
	"askback/playground/host"
)

// intent is an intent, as "action key=value …".
func intent(action string, args ...string) host.Intent {
	in := host.Intent{Action: action, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		in.Args[args[i]] = args[i+1]
	}
	return in
}

var _ = exercise.Drive
