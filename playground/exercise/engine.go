package exercise

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"rsc.io/script"
)

// A command of the check language.
type command struct {
	name  string
	args  string
	about string
	kinds []Kind // of the packs in which it may stand; nil for all
	// check says what is wrong with arguments, when the pack is read. Variables
	// in them are empty then or hold "0".
	check func(*proof, []string) error
	do    func(*run, []string) error
}

// commands are all there are.
func commands() []command {
	var out []command
	for _, set := range [][]command{driveCommands(), judgeCommands(), didCommands(), designCommands()} {
		out = append(out, set...)
	}
	return out
}

// A run is one check while it is judged.
type run struct {
	scene
	pack    *Pack
	ctx     context.Context
	driver  *driver     // nil where a record is judged
	design  *Submission // of a design
	attempt *Attempt    // of inputs.txt
	begun   *call       // by the last call command: what resend sends again
	state   *script.State
}

// A Verdict is what became of one check under one protocol version.
type Verdict struct {
	Check string `json:"check"`
	Right bool   `json:"right"`
	// Era is the protocol version under which a script was run; empty where the
	// learner chose.
	Era string `json:"era,omitempty"`
	// For one that is wrong: what was expected, what was seen instead, the Seq of
	// the message and the number of the call that were looked at (0 for none; calls
	// are counted as they were made, from 1), and the line of the script, with where
	// it stands in the pack.
	Expected *Fact  `json:"expected,omitempty"`
	Seen     *Fact  `json:"seen,omitempty"`
	Seq      int    `json:"seq,omitempty"`
	Call     int    `json:"call,omitempty"`
	Line     int    `json:"line,omitempty"`
	Command  string `json:"command,omitempty"`
}

// play runs the section of a check on a fresh scene for each way of choosing what
// its did commands find, until one goes through.
func (p *Pack) play(sec section, fresh func() *run) Verdict {
	const most = 200 // ways
	v := Verdict{Check: sec.id, Right: true}
	var choices choices
	furthest := -1
	for range most {
		r := fresh()
		choices.rewind()
		r.choices = &choices
		line, err := p.once(sec, r)
		if err == nil {
			return Verdict{Check: sec.id, Right: true}
		}
		if line >= furthest { // of two that came as far, the later is what the learner did last
			furthest = line
			v = p.wrong(sec, line, err)
			if p.Kind != Design { // that is looked at as if it were asked by a call
				v.Call = slices.Index(r.calls, r.call) + 1
			}
		}
		if !choices.next() {
			break
		}
	}
	return v
}

// once runs a section and returns the line within it at which it failed.
func (p *Pack) once(sec section, r *run) (line int, err error) {
	state, err := script.NewState(r.ctx, "/", []string{"TOP=" + r.top()})
	if err != nil {
		return 0, err
	}
	r.state = state
	err = engine(r, p.Eras).Execute(state, p.ID, bufio.NewReader(strings.NewReader(sec.text)), io.Discard)
	if end := state.CloseAndWait(io.Discard); err == nil {
		err = end
	}
	var at *script.CommandError
	if errors.As(err, &at) {
		return at.Line, err
	}
	return 0, err
}

// top is where the tree of the exercise begins on the disk of the server.
func (r *run) top() string {
	if r.driver == nil {
		return ""
	}
	return r.driver.place.Top
}

// wrong is the verdict of a check that failed.
func (p *Pack) wrong(sec section, line int, err error) Verdict {
	v := Verdict{Check: sec.id, Line: sec.line + line - 1}
	lines := strings.Split(sec.text, "\n")
	if line >= 1 && line <= len(lines) {
		v.Command = strings.TrimSpace(lines[line-1])
	}
	var f *failure
	if errors.As(err, &f) {
		v.Expected, v.Seen, v.Seq = &f.expected, &f.seen, f.seq
		return v
	}
	var at *script.CommandError
	if errors.As(err, &at) {
		err = at.Err
	}
	expected, seen := fact(FactAlive), fact(FactText, "text", shorten(err.Error()))
	v.Expected, v.Seen = &expected, &seen
	return v
}

// engine is one with our commands, and nothing else, for a run; without a run
// the commands do nothing.
func engine(r *run, eras []string) *script.Engine {
	e := &script.Engine{Cmds: map[string]script.Cmd{}, Conds: map[string]script.Cond{}}
	for _, c := range commands() {
		e.Cmds[c.name] = script.Command(script.CmdUsage{Args: c.args, Summary: c.about}, func(_ *script.State, args ...string) (script.WaitFunc, error) {
			if r.driver != nil && !offline(c.name) {
				if err := r.driver.connect(r); err != nil {
					return nil, err
				}
			}
			return nil, c.do(r, args)
		})
	}
	for _, era := range eras {
		e.Conds[era] = script.BoolCondition("under protocol version "+era, r.driver != nil && r.driver.era == era)
	}
	return e
}

// choices are which of the things that they found the did commands of a run
// take.
type choices struct {
	taken, found []int
	at           int
}

// rewind begins another run.
func (c *choices) rewind() { c.at = 0 }

// pick takes one of n things; there may be none.
func (c *choices) pick(n int) (int, bool) {
	if c.at == len(c.taken) {
		c.taken, c.found = append(c.taken, 0), append(c.found, n)
	}
	c.at++
	return c.taken[c.at-1], n > 0
}

// next moves on to another way, if there is one.
func (c *choices) next() bool {
	for n := len(c.taken) - 1; n >= 0; n-- {
		if c.taken[n]+1 < c.found[n] {
			c.taken[n]++
			c.taken, c.found = c.taken[:n+1], c.found[:n+1]
			return true
		}
	}
	return false
}
