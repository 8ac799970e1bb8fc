package exercise

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// A stopped clock stands still but for what pass adds. It says [graderTime] at
// first.
type stopped struct{ passed atomic.Int64 }

func (s *stopped) now() time.Time { return graderTime.Add(time.Duration(s.passed.Load())) }

func (s *stopped) pass(d time.Duration) { s.passed.Add(int64(d)) }

func checkPass(_ *proof, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	if d, err := time.ParseDuration(args[0]); err != nil || d <= 0 {
		return fmt.Errorf("%q is no time that can pass: write it as 90s, 20m or 2h", args[0])
	}
	return nil
}

func doPass(r *run, args []string) error {
	d, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	if r.driver.place.Pass == nil {
		return errors.New("the clock of this server cannot be moved") // Grade does not come here
	}
	r.driver.place.Pass(d)
	return nil
}
