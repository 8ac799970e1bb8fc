package exercise

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The sources of a program that a learner hands in are no more than this.
const (
	MaxSources     = 32        // files
	MaxSourceBytes = 256 << 10 // in all of them
)

// A SourceError says that a program cannot be built, and what the compiler says.
type SourceError struct{ Text string }

func (e *SourceError) Error() string { return "the program cannot be built: " + e.Text }

// ErrProgram is what [Replayer.Replay] returns for the receipt of a program when
// it has no Grade.
var ErrProgram = errors.New("the receipt holds a program, and to replay it is to run it")

// A ProgramAttempt is what a learner has handed in for an exercise of kind code.
type ProgramAttempt struct {
	Learner string // see [Options]
	Sources []File // those that the learner wrote; the others are of the starter
	Hints   int    // steps of the ladder that were seen
	Report  *Report
}

// Receipt returns its receipt. The sources are an input like any other: what is
// changed in them breaks the chain. There is no trace in it: a program need not say
// the same words each time, and what it says is judged. The error says why there
// can be no receipt.
func (a ProgramAttempt) Receipt(p *Pack) (Receipt, error) {
	ladder := len(p.Hints.In("en"))
	switch {
	case p.Kind != Code:
		return Receipt{}, fmt.Errorf("the exercise %s is of kind %s; programs are handed in for those of kind %s", p.ID, p.Kind, Code)
	case a.Hints < 0 || a.Hints > ladder:
		return Receipt{}, fmt.Errorf("the exercise %s has %d hints, not %d", p.ID, ladder, a.Hints)
	case a.Report.Hash != p.Hash || !a.Report.complete(p):
		return Receipt{}, errors.New("the report is not of all checks of this version of the exercise")
	}
	if err := checkSources(a.Sources); err != nil {
		return Receipt{}, err
	}
	out := Receipt{
		Format: receiptFormat, Exercise: p.ID, Version: p.Version, Hash: p.Hash, Learner: a.Learner, Start: start(p, a.Learner),
		Verdicts: verdicts(a.Report), Passed: a.Report.Passed(), Hints: a.Hints, Solution: a.Hints == ladder && ladder > 0,
	}
	before := out.Start
	for _, in := range a.inputs() {
		in = in.chained(before)
		before = in.Chain
		out.Inputs = append(out.Inputs, in)
	}
	return out, nil
}

// inputs are the hints, and then the program.
func (a ProgramAttempt) inputs() []Input {
	var out []Input
	for n := 1; n <= a.Hints; n++ {
		out = append(out, Input{Action: "hint", Args: map[string]string{"step": strconv.Itoa(n)}})
	}
	submit := Input{Action: "submit"}
	for _, f := range slices.SortedFunc(slices.Values(a.Sources), func(a, b File) int { return strings.Compare(a.Name, b.Name) }) {
		submit.Form = append(submit.Form, [2]string{f.Name, string(f.Data)})
	}
	return append(out, submit)
}

// complete reports whether every check has its verdicts, in order.
func (r *Report) complete(p *Pack) bool {
	at := 0
	for _, sec := range p.script {
		for _, era := range p.Eras {
			if !sec.under(era) {
				continue
			}
			if at >= len(r.Verdicts) || r.Verdicts[at].Check != sec.id || r.Verdicts[at].Era != era {
				return false
			}
			at++
		}
	}
	return at == len(r.Verdicts)
}

// checkSources says why these are no sources that can be handed in.
func checkSources(files []File) error {
	size := 0
	names := map[string]bool{}
	for _, f := range files {
		size += len(f.Data)
		switch {
		case path.Base(f.Name) != f.Name || path.Ext(f.Name) != ".go" || strings.HasSuffix(f.Name, "_test.go") || strings.Contains(f.Name, `\`) || !utf8.ValidString(f.Name):
			return fmt.Errorf("%q is no source of a server: those are Go files in one folder", f.Name)
		case names[f.Name]:
			return fmt.Errorf("the file %s is there twice", f.Name)
		case !utf8.Valid(f.Data):
			return fmt.Errorf("the file %s is no text in UTF-8", f.Name)
		}
		names[f.Name] = true
	}
	switch {
	case len(files) == 0:
		return errors.New("there is no Go file")
	case len(files) > MaxSources:
		return fmt.Errorf("there are %d files, more than %d", len(files), MaxSources)
	case size > MaxSourceBytes:
		return fmt.Errorf("the files have %d bytes, more than %d", size, MaxSourceBytes)
	}
	return nil
}

// program is what a learner has handed in, as a receipt has it. Its inputs are
// those of an attempt, or bad is the number of the first that is not.
func (r *Receipt) program() (a ProgramAttempt, bad int) {
	a = ProgramAttempt{Learner: r.Learner, Hints: len(r.Inputs) - 1}
	if len(r.Inputs) == 0 {
		return a, 1
	}
	for _, c := range r.Inputs[len(r.Inputs)-1].Form {
		a.Sources = append(a.Sources, File{c[0], []byte(c[1])})
	}
	for i, in := range a.inputs() {
		if !same(in, r.Inputs[i]) || r.Inputs[i].After != 0 || r.Inputs[i].Trace != "" {
			return a, i + 1
		}
	}
	if checkSources(a.Sources) != nil {
		return a, len(r.Inputs)
	}
	return a, 0
}

// regrade builds and grades the program of a receipt again.
func (y Replayer) regrade(ctx context.Context, p *Pack, r *Receipt) (*Replay, error) {
	a, bad := r.program()
	ladder := len(p.Hints.In("en"))
	switch {
	case bad > 0:
		return &Replay{Reason: ReasonInput, Input: bad}, nil
	case r.Trace != "" || r.Messages != 0:
		return &Replay{Reason: ReasonMessages}, nil
	case a.Hints != r.Hints || a.Hints > ladder || r.Solution != (a.Hints == ladder && ladder > 0):
		return &Replay{Reason: ReasonHints}, nil
	case y.Grade == nil:
		return nil, ErrProgram
	}
	report, err := y.Grade(ctx, p, a.Sources)
	var source *SourceError
	switch {
	case errors.As(err, &source):
		return &Replay{Reason: ReasonSource}, nil
	case err != nil:
		return nil, err
	}
	a.Report = report
	again, err := a.Receipt(p)
	if err != nil {
		return nil, err
	}
	out := &Replay{Program: true, Check: differing(again, *r), Report: report}
	if out.Check != "" || again.Passed != r.Passed {
		out.Reason = ReasonVerdict
	}
	out.Reproduced = out.Reason == ""
	return out, nil
}
