package exercise

import (
	"bufio"
	"context"
	"errors"
	"fmt"
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
	// the message that was looked at (0 for none), and the line of the script,
	// with where it stands in the pack.
	Expected *Fact  `json:"expected,omitempty"`
	Seen     *Fact  `json:"seen,omitempty"`
	Seq      int    `json:"seq,omitempty"`
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

// A proof reads a script without running it.
type proof struct {
	pack     *Pack
	commands []command
	defined  map[string]bool
}

// define notes a variable that later lines may use.
func (p *proof) define(name string) error {
	if name == "TOP" {
		return errors.New("TOP is where the files of the exercise begin, and cannot be set")
	}
	p.defined[name] = true
	return nil
}

// proof notes what is wrong with the lines of the script.
func (a *archive) proof(p *Pack) {
	for _, sec := range p.script {
		v := &proof{pack: p, commands: commands(), defined: map[string]bool{"TOP": true}}
		empty := true
		if _, err := v.conditions(sec.when); err != nil {
			a.wrong(sec.line-1, "", "%v", err)
		} else if len(p.Eras) > 0 && !slices.ContainsFunc(p.Eras, sec.under) {
			a.wrong(sec.line-1, "", "the conditions leave no protocol version under which the check %q is judged", sec.id)
		}
		for i, line := range strings.Split(sec.text, "\n") {
			if strings.TrimSpace(line) == "" {
				continue
			}
			empty = false
			if err := v.line(line); err != nil {
				a.wrong(sec.line+i, "", "%v", err)
			}
		}
		if empty {
			a.wrong(sec.line-1, "", "the check %q checks nothing", sec.id)
		}
	}
}

// inputs notes what is wrong with the inputs.txt of a solution.
func (a *archive) inputs(p *Pack, folder string, f archived) {
	v := &proof{pack: p, commands: inputCommands(), defined: map[string]bool{}}
	for i, line := range strings.Split(string(f.data), "\n") {
		if text := strings.TrimSpace(line); text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if err := v.line(line); err != nil {
			a.wrong(f.line+i, folder+"/"+f.name, "%v", err)
		}
	}
}

// line checks one line, by having the engine read it and run commands that only
// look at their arguments.
func (p *proof) line(line string) error {
	if err := p.prefix(line); err != nil {
		return err
	}
	env := []string{}
	for name := range p.defined {
		env = append(env, name+"=0")
	}
	slices.Sort(env)
	state, err := script.NewState(context.Background(), "/", env)
	if err != nil {
		return err
	}
	e := &script.Engine{Cmds: map[string]script.Cmd{}, Conds: map[string]script.Cond{}}
	for _, c := range p.commands {
		e.Cmds[c.name] = script.Command(script.CmdUsage{}, func(_ *script.State, args ...string) (script.WaitFunc, error) {
			return nil, p.command(c, args)
		})
	}
	// What the conditions of a line are is not known here, so they are taken off.
	err = e.Execute(state, "", bufio.NewReader(strings.NewReader(withoutConditions(line))), io.Discard)
	if end := state.CloseAndWait(io.Discard); err == nil {
		err = end
	}
	return p.explain(err)
}

// command checks one command.
func (p *proof) command(c command, args []string) error {
	if c.kinds != nil && !slices.Contains(c.kinds, p.pack.Kind) {
		return fmt.Errorf("%s has no place in an exercise of kind %s", c.name, p.pack.Kind)
	}
	err := c.check(p, args)
	if errors.Is(err, errUsage) {
		return fmt.Errorf("write it as: %s", strings.TrimSpace(c.name+" "+c.args))
	}
	return err
}

// explain is an error of the engine without what an author does not need.
func (p *proof) explain(err error) error {
	var at *script.CommandError
	if errors.As(err, &at) {
		if at.Err.Error() == "unknown command" {
			return fmt.Errorf("there is no command %q", at.Op)
		}
		return at.Err
	}
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), ":1: "))
	}
	return nil
}

// prefix checks the conditions of a line and refuses what else rsc.io/script lets
// stand around a command.
func (p *proof) prefix(line string) error {
	rest, err := p.conditions(line)
	if err != nil {
		return err
	}
	word, _, _ := strings.Cut(rest, " ")
	switch word {
	case "!", "?":
		return fmt.Errorf("%q is not used here: say what is expected, so that a learner can be told", word)
	}
	if last := strings.Fields(rest); len(last) > 1 && last[len(last)-1] == "&" {
		return errors.New("commands do not run in the background")
	}
	return p.variables(rest)
}

// conditions checks the conditions at the beginning of a text and returns what
// follows them.
func (p *proof) conditions(text string) (rest string, err error) {
	rest = strings.TrimSpace(text)
	for strings.HasPrefix(rest, "[") {
		tag, after, ok := strings.Cut(rest[1:], "]")
		if !ok {
			return "", errors.New("the condition is not closed with ]")
		}
		era := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(tag), "!"))
		if p.pack.Kind != Code {
			return "", errors.New("conditions are for exercises of kind code; in others the learner chooses the protocol version, and \"under\" looks at it")
		}
		if !slices.Contains(p.pack.Eras, era) {
			return "", fmt.Errorf("the condition %q is not among the eras of this exercise: %s", era, strings.Join(p.pack.Eras, ", "))
		}
		rest = strings.TrimSpace(after)
	}
	return rest, nil
}

// variables refuses those that no line before has set: they would be empty.
func (p *proof) variables(text string) error {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\'':
			quoted = !quoted
		case '$':
			if quoted {
				continue
			}
			name := strings.TrimPrefix(text[i+1:], "{")
			end := strings.IndexFunc(name, func(r rune) bool {
				return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
			})
			if end >= 0 {
				name = name[:end]
			}
			if !p.defined[name] {
				return fmt.Errorf("the variable $%s is not set in this check", name)
			}
		}
	}
	return nil
}

func withoutConditions(line string) string {
	rest := strings.TrimSpace(line)
	for strings.HasPrefix(rest, "[") {
		_, after, ok := strings.Cut(rest, "]")
		if !ok {
			break
		}
		rest = strings.TrimSpace(after)
	}
	return rest
}
