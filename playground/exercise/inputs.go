package exercise

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"askback/playground/host"
)

// An Input is something that a learner did and that has to be done again for the
// same to come of it. Actions are those of [host.Intent], in an exercise of kind
// drive, and those of [Attempt.Handle].
type Input struct {
	// After is how many messages had passed on the wire before it, and Trace what
	// they were; see Receipt.Trace.
	After int    `json:"after"`
	Trace string `json:"trace,omitempty"`

	Action string            `json:"action"`
	Args   map[string]string `json:"args,omitempty"`
	Form   [][2]string       `json:"form,omitempty"`

	// Chain holds everything up to this input together: its hash with that of the
	// one before.
	Chain string `json:"chain"`
}

// intent is the input as the host takes it.
func (in Input) intent() host.Intent {
	return host.Intent{Action: in.Action, Args: maps.Clone(in.Args), Form: slices.Clone(in.Form)}
}

// chained is in with its place in the chain after another.
func (in Input) chained(before string) Input {
	in.Chain = ""
	raw, err := json.Marshal(in)
	if err != nil {
		panic("exercise: " + err.Error()) // strings and ints
	}
	in.Chain = digest("input", before, string(raw))
	return in
}

// digest is a hash of parts, each with its length, so that no two lists of parts
// read the same.
func digest(parts ...string) string {
	sum := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(sum, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// What the host is told in an exercise.
type role int

const (
	ignored role = iota // it has no place in an exercise
	viewing             // it changes what is seen, and nothing that is judged
	acting              // it is an input
)

// roleOf says what an intent is to an exercise of kind drive. One that is not
// known here is ignored: it could not be replayed.
func roleOf(action string) role {
	switch action {
	case "tool", "draft", "message", "question", "url-blocked", "fold", "unfold", "more":
		return viewing
	case "era", "root-add", "root-add-uri", "root-name", "root-remove", "undo", "consent", "call", "again", "stop", "answer", "decline", "cancel", "url-opened":
		return acting
	}
	if strings.HasPrefix(action, "wire-") || strings.HasPrefix(action, "compare") { // the trace is looked at
		return viewing
	}
	return ignored
}
