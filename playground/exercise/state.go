package exercise

import (
	"slices"
	"time"

	"askback/playground/host"
)

// A Status is how a check stands.
type Status string

const (
	StatusOpen  Status = "open"  // nothing has been done yet that it could judge
	StatusRight Status = "right" //
	StatusWrong Status = "wrong" // what was done is not what it expects
)

// A State is what there is to see of an attempt at one moment, beside the state
// of its host. It is a value: nothing in it changes.
type State struct {
	Checks    []CheckState    // in the order of the pack
	Questions []QuestionState // likewise
	Passed    bool            // every check is right
	Solved    bool            // every check has been right at some time
	Hints     int             // steps of the ladder that are shown
	Solution  bool            // the last of them too
	Inputs    int             // what the learner has done so far
	Full      bool            // nothing more is taken until it is reset
	Working   bool            // something is under way
	Failure   string          // why nothing goes on; for the console, not for learners
	Design    Submission      // kind design: what was submitted last
	Took      time.Duration   // what judging took
}

// A CheckState is a check and how it stands.
type CheckState struct {
	Check
	Status  Status
	Verdict Verdict
}

// A QuestionState is a question and what was chosen.
type QuestionState struct {
	Question
	Chosen []string
	Tried  bool // it has been answered
	Right  bool
}

// State returns what there is to see.
func (a *Attempt) State() State {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := State{
		Passed: a.report.Passed(), Solved: a.solved, Hints: a.hints, Solution: a.solutionSeen(),
		Inputs: len(a.inputs), Full: len(a.inputs) >= maxInputs, Working: a.working, Design: a.design, Took: a.report.Took,
	}
	if a.failure != nil {
		s.Failure = a.failure.Error()
	}
	for i, c := range a.pack.Checks {
		v := a.report.Verdicts[i]
		status := v.status()
		if !v.Right && s.untouched(a.inputs) {
			status = StatusOpen
		}
		s.Checks = append(s.Checks, CheckState{c, status, v})
	}
	for _, q := range a.pack.Questions {
		chosen := a.chosen[q.ID]
		s.Questions = append(s.Questions, QuestionState{q, slices.Clone(chosen), a.tried[q.ID], a.tried[q.ID] && q.right(chosen)})
	}
	return s
}

// untouched reports whether the learner has done nothing but look at hints.
func (State) untouched(inputs []Input) bool {
	return !slices.ContainsFunc(inputs, func(in Input) bool { return in.Action != "hint" })
}

// status is how the check of a verdict stands: one that found nothing to look at
// is open.
func (v Verdict) status() Status {
	switch {
	case v.Right:
		return StatusRight
	case v.Seen == nil || v.Seen.Code == FactNoCall || v.Seen.Code == FactNoChoice || v.Seen.Code == FactNoDesign:
		return StatusOpen
	}
	return StatusWrong
}

// Host is the host that the learner is, in an exercise of kind drive; nil in
// others. After a reset it is another.
func (a *Attempt) Host() *host.Host {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.session == nil {
		return nil
	}
	return a.session.host
}

// Report is what became of the checks, as of now.
func (a *Attempt) Report() *Report {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.report
}

// HintsOf are the steps of the ladder that are shown, in a language.
func (s State) HintsOf(p *Pack, language string) []string {
	steps := p.Hints.In(language)
	return slices.Clone(steps[:min(s.Hints, len(steps))])
}
