package exercise

import (
	"context"
	"fmt"
	"slices"

	"askback/playground/host"
)

// Why a receipt is refused.
const (
	ReasonExercise = "exercise" // no such exercise is known
	ReasonVersion  = "version"  // it was made with another version of the exercise
	ReasonLearner  = "learner"  // the chain is that of another learner
	ReasonChain    = "chain"    // an input was changed, dropped, added or moved
	ReasonInput    = "input"    // an input is none that an attempt could have noted
	ReasonProgram  = "program"  // this program speaks otherwise from the start: another version of askback
	ReasonMessages = "messages" // other messages pass on the wire
	ReasonVerdict  = "verdict"  // a check comes out otherwise
	ReasonHints    = "hints"    // other hints were seen than it says
	ReasonSource   = "source"   // the program in it cannot be built
)

// Reasons are all of them.
func Reasons() []string {
	return []string{
		ReasonExercise, ReasonVersion, ReasonLearner, ReasonChain, ReasonInput, ReasonProgram, ReasonMessages, ReasonVerdict, ReasonHints,
		ReasonSource,
	}
}

// A Replay is what came of a receipt.
type Replay struct {
	Reproduced bool
	Reason     string // one of the Reason constants, when it is not reproduced
	// Where it first diverged: before the Input of this number, from 1 (one more
	// than there are for the end, 0 where no input is to blame), at one of the
	// messages From to To, or at a Check.
	Input    int
	From, To int
	Check    string
	Program  bool    // what was done again is a program, whose messages are not compared
	Report   *Report // of the replay, as far as it came; nil when it did not begin
}

// Message says it in English.
func (r *Replay) Message() string {
	at := ""
	if r.Input > 0 {
		at = fmt.Sprintf(" at input %d", r.Input)
	}
	switch r.Reason {
	case "":
		if r.Program {
			return "reproduced: the same program leads to the same verdicts"
		}
		return "reproduced: the same inputs lead to the same messages and the same verdicts"
	case ReasonExercise:
		return "not reproduced: there is no such exercise here"
	case ReasonVersion:
		return "not reproduced: it was made with another version of the exercise"
	case ReasonLearner:
		return "refused: it is the receipt of another learner"
	case ReasonChain:
		return "refused: an input was changed, dropped, added or moved" + at
	case ReasonInput:
		return "refused: what it says was done cannot be done" + at
	case ReasonProgram:
		return "not reproduced: it was made by another version of askback, whose first messages are others"
	case ReasonMessages:
		return fmt.Sprintf("not reproduced: other messages pass on the wire%s, among messages %d to %d", at, r.From, r.To)
	case ReasonVerdict:
		return fmt.Sprintf("not reproduced: the check %q comes out otherwise", r.Check)
	case ReasonHints:
		return "refused: other hints were seen than it says"
	case ReasonSource:
		return "not reproduced: the program in it cannot be built here"
	}
	return r.Reason
}

// A Replayer does again what receipts say.
type Replayer struct {
	// Find returns an exercise, or nil; see Catalogue.Find.
	Find func(id string) *Pack
	// Learner, when not nil, is who the receipts have to be of.
	Learner *string
	// Grade builds the program that these sources make with those of the starter,
	// and grades it by all checks; a [SourceError] says that it cannot be built. It
	// runs what a stranger wrote. Without it, receipts that hold a program are not
	// replayed: Replay returns [ErrProgram].
	Grade func(ctx context.Context, p *Pack, sources []File) (*Report, error)
}

// Replay does again what a receipt says and compares what comes of it. The error
// says that it could not be done.
func (y Replayer) Replay(ctx context.Context, r *Receipt) (*Replay, error) {
	p := y.Find(r.Exercise)
	if out := refused(p, r, y.Learner); out != nil {
		return out, nil
	}
	if p.Kind == Code {
		return y.regrade(ctx, p, r)
	}
	a, err := Begin(ctx, p, Options{Learner: r.Learner, Now: clock})
	if err != nil {
		return nil, err
	}
	defer a.Close()
	return a.redo(ctx, r)
}

// Resume begins an attempt and does again what a receipt says, so that the learner
// goes on from there. If the same does not come of it, there is no attempt, and the
// replay says where.
func Resume(ctx context.Context, p *Pack, r *Receipt, o Options) (*Attempt, *Replay, error) {
	if out := refused(p, r, &o.Learner); out != nil {
		return nil, out, nil
	}
	a, err := Begin(ctx, p, o)
	if err != nil {
		return nil, nil, err
	}
	out, err := a.redo(ctx, r)
	if err != nil || !out.Reproduced {
		a.Close()
		return nil, out, err
	}
	return a, out, nil
}

// refused says why a receipt is not even done again; nil if it is. p is the exercise
// that it names, or nil, and learner, when not nil, is who it has to be of.
func refused(p *Pack, r *Receipt, learner *string) *Replay {
	switch {
	case p == nil || p.ID != r.Exercise:
		return &Replay{Reason: ReasonExercise}
	case p.Hash != r.Hash || p.Version != r.Version:
		return &Replay{Reason: ReasonVersion}
	case learner != nil && *learner != r.Learner, start(p, r.Learner) != r.Start:
		return &Replay{Reason: ReasonLearner}
	}
	before := r.Start
	for i, in := range r.Inputs {
		if in.chained(before).Chain != in.Chain {
			return &Replay{Reason: ReasonChain, Input: i + 1}
		}
		before = in.Chain
	}
	return nil
}

// redo does the inputs of a receipt in an attempt that has just begun.
func (a *Attempt) redo(ctx context.Context, r *Receipt) (*Replay, error) {
	seen := 0
	for i, in := range r.Inputs {
		now := a.Receipt()
		if out := diverged(i, in.Trace, in.After, now, seen, len(r.Inputs)); out != nil {
			out.Report = a.Report()
			return out, nil
		}
		seen = now.Messages
		if in.Action == "call" {
			a.Handle(host.Intent{Action: "tool", Args: map[string]string{"name": in.Args["tool"]}})
		}
		a.Handle(in.intent())
		if err := a.Await(ctx); err != nil {
			return nil, err
		}
		// What an attempt notes of an intent is the input again, or nothing.
		noted := a.Receipt().Inputs
		if len(noted) != i+1 || !same(noted[i], in) {
			return &Replay{Reason: ReasonInput, Input: i + 1, Report: a.Report()}, nil
		}
	}
	end := a.Receipt()
	out := diverged(len(r.Inputs), r.Trace, r.Messages, end, seen, len(r.Inputs))
	switch {
	case out != nil:
	case end.Hints != r.Hints || end.Solution != r.Solution:
		out = &Replay{Reason: ReasonHints}
	default:
		out = &Replay{Check: differing(end, *r)}
		if out.Check != "" || end.Passed != r.Passed {
			out.Reason = ReasonVerdict
		}
	}
	out.Reproduced, out.Report = out.Reason == "", a.Report()
	return out, nil
}

// diverged compares the messages before an input with those of the receipt. seen
// is how many there were before the input that came before.
func diverged(i int, trace string, count int, now Receipt, seen, inputs int) *Replay {
	if trace == now.Trace && count == now.Messages {
		return nil
	}
	if i == 0 && inputs > 0 {
		return &Replay{Reason: ReasonProgram, From: 1, To: max(count, now.Messages)}
	}
	return &Replay{Reason: ReasonMessages, Input: i, From: seen + 1, To: max(count, now.Messages)}
}

// differing is the first check whose verdicts differ.
func differing(a, b Receipt) string {
	for i, v := range a.Verdicts {
		if i >= len(b.Verdicts) || b.Verdicts[i] != v {
			return v.Check
		}
	}
	if len(b.Verdicts) > len(a.Verdicts) {
		return b.Verdicts[len(a.Verdicts)].Check
	}
	return ""
}

// same compares inputs, but for their place.
func same(a, b Input) bool {
	return a.Action == b.Action && slices.Equal(a.Form, b.Form) && len(a.Args) == len(b.Args) && subset(a.Args, b.Args)
}

func subset(a, b map[string]string) bool {
	for k, v := range a {
		if w, ok := b[k]; !ok || w != v {
			return false
		}
	}
	return true
}
