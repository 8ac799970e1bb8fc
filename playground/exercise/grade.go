package exercise

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"askback/playground/host"
)

// GradeOptions say how a server is graded. The zero value is usual.
type GradeOptions struct {
	// Budget is the time that one check may take, under one protocol version. A
	// server that needs more is ended. The default is ten seconds.
	Budget time.Duration
	// Eras are the protocol versions; the default is those of the pack.
	Eras []string
	// Checks are those to be judged; the default is all.
	Checks []string
	// First stops at the first check that is wrong.
	First bool
	// Watch is told what passed on the wire in each check, as its verdict counts
	// the messages; may be nil.
	Watch func(v Verdict, messages []host.Message)
}

// A Report is what became of one attempt.
type Report struct {
	Exercise string    `json:"exercise"`
	Version  int       `json:"version"`
	Hash     string    `json:"hash"` // see Pack.Hash
	Verdicts []Verdict `json:"verdicts"`
	// Unjudged are checks that this bench cannot judge: those in which time has
	// to pass, where the server has a clock of its own, and those that need a
	// second one, where the server runs already.
	Unjudged []string `json:"unjudged,omitempty"`
	// Took is the time of the grader, with that of the server where it drove one.
	Took time.Duration `json:"-"`
}

// Passed reports whether everything is right.
func (r *Report) Passed() bool {
	return len(r.Verdicts) > 0 && !slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return !v.Right })
}

// Of returns the verdicts of one check, one for each protocol version.
func (r *Report) Of(check string) []Verdict {
	var out []Verdict
	for _, v := range r.Verdicts {
		if v.Check == check {
			out = append(out, v)
		}
	}
	return out
}

// Wrong are the checks that are wrong under any protocol version.
func (r *Report) Wrong() []string {
	var out []string
	for _, v := range r.Verdicts {
		if !v.Right && !slices.Contains(out, v.Check) {
			out = append(out, v.Check)
		}
	}
	return out
}

// Grade runs the checks of a code exercise against a server, each on a fresh one.
// The error says that it could not be run; a server that fails is in the verdicts.
func Grade(ctx context.Context, p *Pack, bench Bench, o GradeOptions) (*Report, error) {
	began := time.Now()
	if p.Kind != Code {
		return nil, fmt.Errorf("the exercise %s is of kind %s; only those of kind %s are graded against a server", p.ID, p.Kind, Code)
	}
	if o.Budget == 0 {
		o.Budget = 10 * time.Second
	}
	if o.Eras == nil {
		o.Eras = p.Eras
	}
	for _, id := range o.Checks {
		if !slices.ContainsFunc(p.script, func(sec section) bool { return sec.id == id }) {
			return nil, fmt.Errorf("the exercise %s has no check %q", p.ID, id)
		}
	}
	out := &Report{Exercise: p.ID, Version: p.Version, Hash: p.Hash}
	silent := map[string]Verdict{} // by era in which no session could be opened
	for _, sec := range p.script {
		if len(o.Checks) > 0 && !slices.Contains(o.Checks, sec.id) {
			continue
		}
		for _, era := range o.Eras {
			if !sec.under(era) {
				continue
			}
			if v, ok := silent[era]; ok { // it would be the same, and cost the same time
				out.Verdicts = append(out.Verdicts, Verdict{Check: sec.id, Era: era, Expected: v.Expected, Seen: v.Seen})
				continue
			}
			d, err := p.drive(ctx, sec, bench, era, o)
			switch {
			case err != nil:
				return nil, err
			case d.judged:
				out.Verdicts = append(out.Verdicts, d.verdict)
			case !slices.Contains(out.Unjudged, sec.id):
				out.Unjudged = append(out.Unjudged, sec.id)
			}
			if d.silent {
				silent[era] = d.verdict
			}
			if o.First && d.judged && !d.verdict.Right {
				out.Took = time.Since(began)
				return out, nil
			}
		}
	}
	out.Took = time.Since(began)
	return out, nil
}

// A driven is what came of one check.
type driven struct {
	verdict Verdict
	judged  bool // it could be judged on this bench
	silent  bool // the server opened no session
}

// drive runs one check against a fresh server, if it can be judged there.
func (p *Pack) drive(ctx context.Context, sec section, bench Bench, era string, o GradeOptions) (driven, error) {
	place, err := bench.Place(ctx, p)
	if err != nil {
		return driven{}, fmt.Errorf("starting the server for the check %s under %s: %w", sec.id, era, err)
	}
	if place.Pass == nil && sec.uses("pass") || place.Another == nil && sec.uses("resend", "state=foreign") {
		return driven{}, place.Close()
	}
	start, err := place.Snapshot(ctx)
	if err != nil {
		return driven{}, errors.Join(fmt.Errorf("reading the files for the check %s: %w", sec.id, err), place.Close())
	}
	d := newDriver(ctx, place, p, era)
	timer := time.AfterFunc(o.Budget, func() { d.cancel(&lateError{o.Budget.Seconds()}) })
	defer timer.Stop()
	v := p.play(sec, func() *run {
		return &run{scene: scene{record: newRecord(start), driven: true}, pack: p, ctx: ctx, driver: d}
	})
	v.Era = era
	if o.Watch != nil {
		o.Watch(v, d.messages(d.tape.Messages()))
	}
	if err := d.close(); err != nil {
		return driven{}, fmt.Errorf("ending the server after the check %s: %w", sec.id, err)
	}
	return driven{verdict: v, judged: true, silent: d.conns > 0 && !d.opened}, ctx.Err()
}
