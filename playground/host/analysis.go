package host

import (
	"cmp"
	"slices"
	"time"
)

// A Step is what the messages around a message say about it.
type Step struct {
	Seq int
	// Exchange is the Seq of the request that began what the message belongs to: a
	// request and its response, or a call with all its rounds, the questions in it
	// and the notices about it. It is 0 for a message that belongs to nothing.
	Exchange int
	Round    int  // of a call, from 1; 0 for what belongs to no call
	Follows  int  // for a retry: Seq of the result that asked for it
	First    bool // it begins a call
	Last     bool // it ends a call
	// Took is how long a response took, and Human how much of that a person was
	// waited for.
	Took, Human time.Duration
	// Whole is how long a call took that this message ends and that had more than
	// one round; WholeHuman is how much of it a person was waited for.
	Whole, WholeHuman time.Duration
	// Waited is how long a person was waited for just before this message, which
	// brings what they did.
	Waited time.Duration
	// Notes say in what the message differs between the protocol versions; Fresh
	// are those that no earlier message of the connection had.
	Notes, Fresh EraNotes
}

// A CallTrace is a call as the trace shows it: a request that the server may ask
// back about, with all its rounds.
type CallTrace struct {
	First, Last int // Seq of its first message, and of the latest
	Conn        int
	Era         string
	Method      string
	Name        string // of the tool or prompt, or the URI
	Rounds      int
	Messages    int
	Ended       bool
	Whole       time.Duration // from its first message to the latest response to it
	Human       time.Duration // how much of it a person was waited for
}

// An Analysis is what can be told about messages from the messages themselves, so
// it is the same for a trace that is being recorded and for one that was kept.
type Analysis struct {
	Steps []Step      // one for each message, in the same order
	Calls []CallTrace // in the order in which they began
}

// Analyze finds out how messages belong together. They are in order of Seq, and
// Pair of a response is set.
//
// Which call a request of the server belongs to is not said on the wire. It is
// the one call that has no response yet, if there is exactly one on the
// connection. Under 2026-07-28 a retry belongs to the call whose result had the
// same requestState or, without one, asked for the same inputs for the same
// arguments.
func Analyze(messages []Message) Analysis {
	l := newLinker()
	for _, m := range messages {
		l.add(readFacts(m), m.Era)
	}
	return l.analysis()
}

// Place is where the message with this Seq stands.
func (a Analysis) Place(seq int) (int, bool) {
	return slices.BinarySearchFunc(a.Steps, seq, func(s Step, seq int) int { return cmp.Compare(s.Seq, seq) })
}

// CallOf returns the call that a step belongs to.
func (a Analysis) CallOf(s Step) (CallTrace, bool) {
	i, ok := slices.BinarySearchFunc(a.Calls, s.Exchange, func(c CallTrace, first int) int { return cmp.Compare(c.First, first) })
	if !ok {
		return CallTrace{}, false
	}
	return a.Calls[i], true
}
