package exercise

// didCommands find a place in the record of what a learner did.
func didCommands() []command {
	drive := []Kind{Drive}
	return []command{
		{"did", "call TOOL [KEY=VALUE...] | roots [NAME...] | era ERA", "the learner did this, after what the did before it found; the lines that follow look at it", drive, checkDid, doDid},
		{"answered", "accept [KEY=VALUE...] | decline | cancel", "the person gave this answer; the lines that follow look at what comes after", drive, checkAnswered, doAnswered},
		{"stopped", "", "the learner stopped the call", drive, exactly(0), doStopped},
		{"never", "call TOOL [KEY=VALUE...] | answered accept [KEY=VALUE...] | answered decline | answered cancel", "the learner never did this", drive, checkNever, doNever},
		{"under", "ERA", "the call was made under this protocol version", drive, checkUnder, doUnder},
		{"finally", "", "from here on, files are compared from the start to the end", drive, exactly(0), doFinally},
	}
}

func doDid(r *run, args []string) error {
	switch args[0] {
	case "call":
		wants, err := readWants(args[2:])
		if err != nil {
			return err
		}
		var found []*call
		for _, c := range r.calls {
			_, lacks := unmet(wants, c.args)
			if c.tool == args[1] && !lacks && c.step >= r.step && (r.call == nil || c.seq > r.call.seq) {
				found = append(found, c)
			}
		}
		i, ok := r.choices.pick(len(found))
		if !ok {
			return &failure{fact(FactCall, "tool", args[1], "values", wantTexts(wants)), fact(FactNoCall), 0}
		}
		r.call, r.at, r.ended, r.final, r.step = found[i], 0, false, false, found[i].step
	case "roots", "era":
		var found []int
		for i := r.step; i < len(r.steps); i++ {
			right := r.steps[i].right(args)
			if right && (len(found) == 0 || !r.steps[i-1].right(args)) {
				found = append(found, i)
			}
		}
		i, ok := r.choices.pick(len(found))
		if !ok {
			last := r.steps[len(r.steps)-1]
			if args[0] == "era" {
				return &failure{fact(FactEra, "era", args[1]), fact(FactEra, "era", last.era), 0}
			}
			return &failure{fact(FactRoots, "names", args[1:]), fact(FactRoots, "names", last.roots), 0}
		}
		r.step = found[i]
	}
	return nil
}

// right reports whether the roots or the era of a step are those that did looks
// for.
func (s step) right(args []string) bool {
	if args[0] == "era" {
		return s.era == args[1]
	}
	return sameSet(s.roots, args[1:])
}

func doAnswered(r *run, args []string) error {
	wants, err := readWants(args[1:])
	if err != nil {
		return err
	}
	expected := fact(FactAnswer, "action", args[0], "values", wantTexts(wants))
	q := r.question()
	switch {
	case q == nil:
		return r.fail(expected, r.now())
	case q.answer == nil:
		return r.fail(expected, fact(FactNoAnswer))
	case q.answer.step < r.step:
		return r.fail(expected, fact(FactEarly))
	}
	seen := &failure{expected, fact(FactAnswer, "action", q.answer.action, "values", pairs(q.answer.content)), q.answer.seq}
	if _, lacks := unmet(wants, q.answer.content); q.answer.action != args[0] || lacks {
		return seen
	}
	r.at++
	return nil
}

func doStopped(r *run, _ []string) error {
	if r.call == nil || !r.call.stopped {
		return r.fail(fact(FactStopped), r.now())
	}
	return nil
}

func doNever(r *run, args []string) error {
	if args[0] == "call" {
		wants, err := readWants(args[2:])
		if err != nil {
			return err
		}
		for _, c := range r.calls {
			if _, lacks := unmet(wants, c.args); c.tool == args[1] && !lacks {
				return &failure{fact(FactNoCall), fact(FactCall, "tool", c.tool, "values", pairs(c.args)), c.seq}
			}
		}
		return nil
	}
	wants, err := readWants(args[2:])
	if err != nil {
		return err
	}
	for _, c := range r.calls {
		for _, q := range c.questions {
			if q.answer == nil || q.answer.action != args[1] {
				continue
			}
			if _, lacks := unmet(wants, q.answer.content); !lacks {
				return &failure{fact(FactNoAnswer), fact(FactAnswer, "action", q.answer.action, "values", pairs(q.answer.content)), q.answer.seq}
			}
		}
	}
	return nil
}

func doUnder(r *run, args []string) error {
	if r.call == nil {
		return r.fail(fact(FactEra, "era", args[0]), fact(FactNoCall))
	}
	if r.call.era != args[0] {
		return &failure{fact(FactEra, "era", args[0]), fact(FactEra, "era", r.call.era), r.call.seq}
	}
	return nil
}

func doFinally(r *run, _ []string) error {
	r.final = true
	return nil
}
