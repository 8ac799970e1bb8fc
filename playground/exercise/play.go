package exercise

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rsc.io/script"

	"askback/playground/host"
)

// inputsFile holds what a learner does, in a solution of kind drive, quiz or
// design.
const inputsFile = "inputs.txt"

// Play attempts an exercise as the files of a solution say: it submits the design,
// if there is one, then does what inputs.txt says. The caller closes the attempt.
// The error says that this could not be done.
func Play(ctx context.Context, p *Pack, files []File, o Options) (*Attempt, error) {
	a, err := Begin(ctx, p, o)
	if err != nil {
		return nil, err
	}
	if p.Kind == Design && len(files) > 0 {
		d := designOf(p.Over(files))
		a.Handle(host.Intent{Action: "submit", Form: [][2]string{{"schema", d.Schema}, {"message", d.Message}}})
	}
	err = a.Await(ctx)
	for _, f := range files {
		if f.Name == inputsFile && err == nil {
			err = a.script(ctx, f)
		}
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// script does what an inputs.txt says.
func (a *Attempt) script(ctx context.Context, f File) error {
	state, err := script.NewState(ctx, "/", []string{})
	if err != nil {
		return err
	}
	e := &script.Engine{Cmds: map[string]script.Cmd{}, Conds: map[string]script.Cond{}}
	r := &run{pack: a.pack, ctx: ctx, attempt: a}
	for _, c := range inputCommands() {
		e.Cmds[c.name] = script.Command(script.CmdUsage{}, func(_ *script.State, args ...string) (script.WaitFunc, error) {
			return nil, c.do(r, args)
		})
	}
	err = e.Execute(state, f.Name, bufio.NewReader(strings.NewReader(string(f.Data))), io.Discard)
	return errors.Join(err, state.CloseAndWait(io.Discard))
}

// inputCommands are those of inputs.txt.
func inputCommands() []command {
	drive := []Kind{Drive}
	return []command{
		{"allow", "NAME", "allow a place", drive, exactly(1), func(r *run, args []string) error {
			return r.input("root-add", map[string]string{"name": args[0]}, nil)
		}},
		{"disallow", "NAME", "take a root back", drive, exactly(1), func(r *run, args []string) error {
			return r.input("root-remove", map[string]string{"name": args[0]}, nil)
		}},
		{"consent", "share | refuse", "let the server know the roots, or not", drive, oneOf("share", "refuse"), func(r *run, args []string) error {
			return r.input("consent", map[string]string{"value": args[0]}, nil)
		}},
		{"era", "ERA", "choose the protocol version", drive, checkUnder, func(r *run, args []string) error {
			return r.input("era", map[string]string{"value": args[0]}, nil)
		}},
		{"call", "TOOL [KEY=VALUE...]", "call a tool", drive, checkCall, inputCall},
		{"answer", "accept [KEY=VALUE...] | decline | cancel", "answer the question that waits first", drive, checkAnswer, inputAnswer},
		{"stop", "", "stop the call that runs", drive, exactly(0), inputStop},
		{"choose", "QUESTION OPTION...", "choose options of a question", nil, checkChoose, inputChoose},
	}
}

// input has the attempt do something and waits until it is done.
func (r *run) input(action string, args map[string]string, form [][2]string) error {
	r.attempt.Handle(host.Intent{Action: action, Args: args, Form: form})
	return r.attempt.Await(r.ctx)
}

// controls are wants as the controls of a form.
func controls(args []string) [][2]string {
	wants, err := readWants(args)
	if err != nil {
		return nil // the arguments were checked when the pack was read
	}
	var out [][2]string
	for _, w := range wants {
		out = append(out, [2]string{w.key, w.value})
	}
	return out
}

func inputCall(r *run, args []string) error {
	before := len(r.attempt.Host().State().Calls)
	if err := r.input("tool", map[string]string{"name": args[0]}, nil); err != nil {
		return err
	}
	form := controls(args[1:])
	for _, t := range r.attempt.Host().State().Tools {
		if t.Name == args[0] && t.Input == nil { // its arguments are typed as JSON
			content, err := readContent(args[1:])
			if err != nil {
				return err
			}
			raw, err := json.Marshal(content)
			if err != nil {
				return err
			}
			form = [][2]string{{"json", string(raw)}}
		}
	}
	if err := r.input("call", nil, form); err != nil {
		return err
	}
	if s := r.attempt.Host().State(); len(s.Calls) == before {
		return fmt.Errorf("the host did not make the call: %v", s.ArgProblems)
	}
	return nil
}

func inputAnswer(r *run, args []string) error {
	questions := r.attempt.Host().State().Questions
	i := slices.IndexFunc(questions, func(q host.Question) bool { return q.Mode != host.ModeRoots })
	if i < 0 {
		return errors.New("no question waits")
	}
	q := questions[i]
	action := args[0]
	if action == "accept" {
		action = "answer"
		if q.Mode == host.ModeURL {
			action = "url-opened"
		}
	}
	if err := r.input(action, map[string]string{"id": q.ID}, controls(args[1:])); err != nil {
		return err
	}
	for _, now := range r.attempt.Host().State().Questions {
		if now.ID == q.ID {
			return fmt.Errorf("the form did not take the answer: %v", now.Problems)
		}
	}
	return nil
}

func inputStop(r *run, _ []string) error {
	for _, c := range r.attempt.Host().State().Calls {
		if c.Status == host.Running || c.Status == host.Asking {
			return r.input("stop", map[string]string{"call": fmt.Sprint(c.ID)}, nil)
		}
	}
	return errors.New("no call runs")
}

func checkChoose(p *proof, args []string) error {
	if len(args) < 2 {
		return errUsage
	}
	q := p.pack.question(args[0])
	if q == nil {
		return fmt.Errorf("there is no question %q", args[0])
	}
	for _, id := range args[1:] {
		if q.option(id) == nil {
			return fmt.Errorf("the question %q has no option %q", q.ID, id)
		}
	}
	return nil
}

func inputChoose(r *run, args []string) error {
	var form [][2]string
	for _, id := range args[1:] {
		form = append(form, [2]string{"option", id})
	}
	return r.input("choose", map[string]string{"question": args[0]}, form)
}
