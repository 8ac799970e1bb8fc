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

// A proof reads scripts without running them.
type proof struct {
	pack    *Pack
	engine  *script.Engine
	state   *script.State
	defined map[string]bool // variables
}

// newProof returns a proof of lines with these commands.
func newProof(p *Pack, commands []command) *proof {
	out := &proof{pack: p, engine: &script.Engine{Cmds: map[string]script.Cmd{}, Conds: map[string]script.Cond{}}}
	for _, c := range commands {
		out.engine.Cmds[c.name] = script.Command(script.CmdUsage{}, func(_ *script.State, args ...string) (script.WaitFunc, error) {
			return nil, out.command(c, args)
		})
	}
	return out
}

// begin forgets the variables. The proof has to be ended.
func (p *proof) begin(variables ...string) error {
	var err error
	if p.state, err = script.NewState(context.Background(), "/", []string{}); err != nil {
		return err
	}
	p.defined = map[string]bool{}
	for _, name := range variables {
		if err := p.set(name); err != nil {
			return err
		}
	}
	return nil
}

func (p *proof) end() error { return p.state.CloseAndWait(io.Discard) }

// set gives a variable a value that passes for any.
func (p *proof) set(name string) error {
	p.defined[name] = true
	return p.state.Setenv(name, "0")
}

// define notes a variable that later lines may use.
func (p *proof) define(name string) error {
	if name == "TOP" {
		return errors.New("TOP is where the files of the exercise begin, and cannot be set")
	}
	return p.set(name)
}

// proof notes what is wrong with the lines of the script.
func (a *archive) proof(p *Pack) {
	v := newProof(p, commands())
	for _, sec := range p.script {
		if err := v.begin("TOP"); err != nil {
			a.wrong(sec.line-1, "", "%v", err)
			continue
		}
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
		if err := v.end(); err != nil {
			a.wrong(sec.line-1, "", "%v", err)
		}
		if empty {
			a.wrong(sec.line-1, "", "the check %q checks nothing", sec.id)
		}
	}
}

// inputs notes what is wrong with the inputs.txt of a solution.
func (a *archive) inputs(p *Pack, folder string, f archived) {
	v := newProof(p, inputCommands())
	err := v.begin()
	for i, line := range strings.Split(string(f.data), "\n") {
		if text := strings.TrimSpace(line); err != nil || text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if err := v.line(line); err != nil {
			a.wrong(f.line+i, folder+"/"+f.name, "%v", err)
		}
	}
	if err == nil {
		err = v.end()
	}
	if err != nil {
		a.wrong(f.line, folder+"/"+f.name, "%v", err)
	}
}

// line checks one line, by having the engine read it and run commands that only
// look at their arguments.
func (p *proof) line(line string) error {
	if err := p.prefix(line); err != nil {
		return err
	}
	// What the conditions of a line are is not known here, so they are taken off.
	return p.explain(p.engine.Execute(p.state, "", bufio.NewReader(strings.NewReader(withoutConditions(line))), io.Discard))
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
