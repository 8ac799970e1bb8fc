package exercise

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"askback/playground/host"
)

// maxInputs bounds an attempt. Beyond it nothing is taken until it is reset.
const maxInputs = 400

// Options of an attempt.
type Options struct {
	// Learner is who the attempt is of, in whatever words the course uses. A
	// receipt is bound to it. It may be empty.
	Learner string
	// Now dates what is shown; the default is the system's clock. What is judged
	// does not depend on it.
	Now func() time.Time
}

// An Attempt is a learner at work on an exercise of kind drive, quiz or design.
// It is safe for concurrent use. [Attempt.Close] ends it.
type Attempt struct {
	pack    *Pack
	opts    Options
	changed chan struct{}
	ctx     context.Context
	cancel  context.CancelFunc
	wg      sync.WaitGroup

	mu      sync.Mutex
	idle    *sync.Cond // signalled when working ends
	queue   []host.Intent
	working bool
	failure error    // nothing goes on
	session *session // of kind drive; only the worker touches what is in it

	inputs   []Input
	chosen   map[string][]string // options, by question
	tried    map[string]bool     // questions that were answered
	hints    int                 // steps of the ladder that were shown
	design   Submission
	report   *Report
	trace    string // as in a receipt
	messages int
	solved   bool // everything has been right once
}

// Begin begins an attempt. It returns when the learner can act.
func Begin(ctx context.Context, p *Pack, o Options) (*Attempt, error) {
	if p.Kind == Code {
		return nil, errors.New("an exercise of kind code is not attempted here: its servers are graded with Grade")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	a := &Attempt{pack: p, opts: o, changed: make(chan struct{}, 1), chosen: map[string][]string{}, tried: map[string]bool{}}
	a.idle = sync.NewCond(&a.mu)
	a.design = p.StarterDesign()
	a.ctx, a.cancel = context.WithCancel(context.Background())
	if p.Kind == Drive {
		var err error
		if a.session, err = newSession(ctx, p, o.Now); err != nil {
			a.cancel()
			return nil, err
		}
		a.follow(a.session.host)
	}
	a.judge()
	return a, nil
}

// Close ends the attempt. What is handled after that does nothing.
func (a *Attempt) Close() {
	a.mu.Lock()
	a.cancel()
	s := a.session
	a.mu.Unlock()
	if s != nil {
		s.close()
	}
	a.wg.Wait()
}

// Changed receives a value after the state, or that of the host, has changed.
// Changes in quick succession may share one.
func (a *Attempt) Changed() <-chan struct{} { return a.changed }

func (a *Attempt) touch() {
	select {
	case a.changed <- struct{}{}:
	default:
	}
}

// follow passes on that the state of a host has changed, as long as it lives.
func (a *Attempt) follow(h *host.Host) {
	a.wg.Go(func() {
		for {
			select {
			case <-h.Changed():
				a.touch()
			case <-h.Done():
				return
			}
		}
	})
}

// Handle does what the learner wants, and returns at once. In an exercise of kind
// drive it takes the intents of the host, one at a time: what somebody does while
// the server works is done when it has finished, so that the same comes of it each
// time. Beside those there are
//
//	choose    question; form: option…   choose these options of a question
//	submit    form: schema, message     judge this design
//	hint                                show the next step of the ladder
//	reset                               begin again; hints stay seen
//
// What has no place in the exercise does nothing.
func (a *Attempt) Handle(in host.Intent) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ctx.Err() != nil {
		return
	}
	a.queue = append(a.queue, in)
	if !a.working {
		a.working = true
		a.wg.Go(a.work)
	}
}

// Await returns when everything that was handled before is done and judged, or
// ctx is.
func (a *Attempt) Await(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.idle.Broadcast()
	})()
	a.mu.Lock()
	defer a.mu.Unlock()
	for a.working && ctx.Err() == nil {
		a.idle.Wait()
	}
	if a.failure != nil {
		return a.failure
	}
	return ctx.Err()
}

// work takes what was handled, in order, until there is no more.
func (a *Attempt) work() {
	for {
		a.mu.Lock()
		if len(a.queue) == 0 || a.failure != nil || a.ctx.Err() != nil {
			a.queue, a.working = nil, false
			a.idle.Broadcast()
			a.mu.Unlock()
			a.touch()
			return
		}
		in := a.queue[0]
		a.queue = a.queue[1:]
		a.mu.Unlock()
		if err := a.take(in); err != nil {
			a.mu.Lock()
			a.failure = err
			a.mu.Unlock()
		}
		a.touch()
	}
}

// take does one intent. Only one is taken at a time.
func (a *Attempt) take(in host.Intent) error {
	switch in.Action {
	case "reset":
		return a.reset()
	case "hint":
		a.hint()
		return nil
	case "choose":
		a.choose(in)
		return nil
	case "submit":
		a.submit(in)
		return nil
	}
	if a.session == nil {
		return nil
	}
	switch roleOf(in.Action) {
	case viewing:
		a.session.host.Handle(in)
	case acting:
		return a.act(in)
	}
	return nil
}

// act does an input of the host, judges what came of it and notes it.
func (a *Attempt) act(in host.Intent) error {
	if a.full() || in.Action == "era" && !slices.Contains(a.pack.Eras, in.Args["value"]) {
		return nil
	}
	s := a.session
	if err := s.host.AwaitQuiet(a.ctx); err != nil {
		return err
	}
	input := Input{After: s.count, Trace: s.trace, Action: in.Action, Args: in.Args, Form: in.Form}
	if in.Action == "call" { // the form is that of the tool that is open
		input.Args = map[string]string{"tool": s.host.State().Tool}
	}
	if err := s.do(a.ctx, input); err != nil {
		return err
	}
	a.note(input)
	a.judge()
	return nil
}

func (a *Attempt) full() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.inputs) >= maxInputs
}

// note enters an input at the end of the chain.
func (a *Attempt) note(in Input) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := start(a.pack, a.opts.Learner)
	if n := len(a.inputs); n > 0 {
		before = a.inputs[n-1].Chain
	}
	a.inputs = append(a.inputs, in.chained(before))
}

// place is the place of an input in the trace.
func (a *Attempt) place(in Input) Input {
	if a.session != nil {
		in.After, in.Trace = a.session.count, a.session.trace
	}
	return in
}

// hint shows one step more.
func (a *Attempt) hint() {
	a.mu.Lock()
	done := a.hints >= len(a.pack.Hints.In("en"))
	if !done {
		a.hints++
	}
	n := a.hints
	a.mu.Unlock()
	if !done {
		a.note(a.place(Input{Action: "hint", Args: map[string]string{"step": strconv.Itoa(n)}}))
	}
}

// choose answers a question.
func (a *Attempt) choose(in host.Intent) {
	q := a.pack.question(in.Args["question"])
	if q == nil || a.full() {
		return
	}
	chosen := []string{}
	for _, c := range in.Form {
		if c[0] == "option" && q.option(c[1]) != nil && !slices.Contains(chosen, c[1]) {
			chosen = append(chosen, c[1])
		}
	}
	if !q.Several && len(chosen) > 1 {
		chosen = chosen[:1]
	}
	a.mu.Lock()
	a.chosen[q.ID], a.tried[q.ID] = chosen, true
	a.mu.Unlock()
	input := Input{Action: "choose", Args: map[string]string{"question": q.ID}}
	for _, id := range chosen {
		input.Form = append(input.Form, [2]string{"option", id})
	}
	a.note(a.place(input))
	a.judge()
}

// reset begins again. That hints were seen stays on record.
func (a *Attempt) reset() error {
	var fresh *session
	if a.session != nil {
		var err error
		if fresh, err = newSession(a.ctx, a.pack, a.opts.Now); err != nil {
			return err
		}
		a.session.close()
		a.follow(fresh.host)
	}
	a.mu.Lock()
	a.session, a.inputs = fresh, nil
	a.chosen, a.tried = map[string][]string{}, map[string]bool{}
	a.design = a.pack.StarterDesign()
	seen := a.hints
	a.mu.Unlock()
	for n := 1; n <= seen; n++ {
		a.note(a.place(Input{Action: "hint", Args: map[string]string{"step": strconv.Itoa(n)}}))
	}
	a.judge()
	return nil
}

// judge judges everything done so far.
func (a *Attempt) judge() {
	began := time.Now()
	a.mu.Lock()
	chosen, design := a.chosen, a.design
	a.mu.Unlock()
	p := a.pack
	r := &Report{Exercise: p.ID, Version: p.Version, Hash: p.Hash}
	for _, sec := range p.script {
		r.Verdicts = append(r.Verdicts, p.play(sec, func() *run {
			out := &run{pack: p, ctx: a.ctx, design: &design}
			if a.session != nil {
				out.scene = scene{record: a.session.record}
			} else {
				out.scene = design.scene()
			}
			return out
		}))
	}
	for i := range p.Questions {
		r.Verdicts = append(r.Verdicts, p.Questions[i].judge(chosen[p.Questions[i].ID]))
	}
	r.Took = time.Since(began)
	a.mu.Lock()
	a.report = r
	if a.session != nil {
		a.trace, a.messages = a.session.trace, a.session.count
	}
	a.solved = a.solved || r.Passed()
	a.mu.Unlock()
}
