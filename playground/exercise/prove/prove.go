// Package prove proves packs: that the solution passes, that every wrong solution
// fails at exactly the check that it is listed for, and that neither the starter
// nor doing nothing passes.
package prove

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"askback/playground/exercise"
	"askback/playground/exercise/build"
)

// A Pack is one to be proved.
type Pack struct {
	Name string
	Data []byte
}

// A Result is what became of it.
type Result struct {
	Name     string
	Attempts int // that were graded
	Problems []string
	Took     time.Duration
}

// An attempt is one that has to come out in a certain way.
type attempt struct {
	name  string
	files []exercise.File
	fails string // the check that has to catch it; "any" for one or more, "" for none
}

// Packs proves packs. module is a directory inside this module, where the servers
// of code exercises are built, all into one program. The error says that nothing
// could be proved; what is wrong with a pack is in its result.
func Packs(ctx context.Context, module string, packs []Pack, budget time.Duration) (_ []Result, err error) {
	proofs := make([]*proof, len(packs))
	var sources []build.Source
	for i, in := range packs {
		p, err := exercise.Parse(in.Name, in.Data)
		if err != nil {
			return nil, err
		}
		proofs[i] = &proof{Pack: in, pack: p, budget: budget, prefix: fmt.Sprintf("%d/%s/", i, p.ID)}
		sources = append(sources, proofs[i].sources()...)
	}
	if len(sources) > 0 {
		program, err := build.Servers(ctx, module, sources)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, program.Close()) }()
		for _, p := range proofs {
			p.program = program
		}
	}
	out := make([]Result, len(proofs))
	for i, p := range proofs {
		out[i] = p.prove(ctx)
	}
	return out, ctx.Err()
}

// A proof is a pack that is being proved.
type proof struct {
	Pack
	pack    *exercise.Pack
	program *build.Program // of the servers of exercises of kind code
	prefix  string         // of their names in it
	budget  time.Duration
}

// nothing is a server that does nothing.
const nothing = `package main

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/exercise/kit"
)

func NewServer(kit.Kit) *mcp.Server {
	return mcp.NewServer(&mcp.Implementation{Name: "nothing", Version: "1"}, nil)
}
`

// sources are the servers to be built.
func (p *proof) sources() []build.Source {
	if p.pack.Kind != exercise.Code {
		return nil
	}
	var out []build.Source
	for _, a := range attempts(p.pack) {
		files := p.pack.Over(a.files)
		if a.name == doingNothing {
			files = []exercise.File{{Name: "server.go", Data: []byte(nothing)}}
		}
		out = append(out, build.Source{Name: p.prefix + a.name, Files: files})
	}
	return out
}

// prove makes every attempt, as many at a time as there are processors.
func (p *proof) prove(ctx context.Context) Result {
	began := time.Now()
	all := attempts(p.pack)
	problems := make([]string, len(all))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, a := range all {
		g.Go(func() error {
			report, err := p.grade(ctx, a)
			if err != nil {
				problems[i] = fmt.Sprintf("%s cannot be graded: %v", a.name, err)
			} else {
				problems[i] = a.judge(report)
			}
			return nil
		})
	}
	_ = g.Wait() // what went wrong is in problems
	problems = slices.DeleteFunc(problems, func(s string) bool { return s == "" })
	return Result{Name: p.Name, Attempts: len(all), Problems: problems, Took: time.Since(began)}
}

// grade makes an attempt.
func (p *proof) grade(ctx context.Context, a attempt) (*exercise.Report, error) {
	if p.pack.Kind == exercise.Code {
		return p.program.Grade(ctx, p.Data, p.prefix+a.name, p.budget)
	}
	made, err := exercise.Play(ctx, p.pack, a.files, exercise.Options{})
	if err != nil {
		return nil, err
	}
	defer made.Close()
	return made.Report(), nil
}

const doingNothing = "doing nothing"

func attempts(p *exercise.Pack) []attempt {
	out := []attempt{{"solution", p.Solution, ""}, {doingNothing, nil, "any"}}
	if len(p.Starter) > 0 {
		out = append(out, attempt{"starter", p.Starter, "any"})
	}
	for _, w := range p.Wrong {
		out = append(out, attempt{"wrong/" + w.Name, w.Files, w.Check})
	}
	return out
}

// judge says what is wrong with how an attempt came out; empty when nothing is.
func (a attempt) judge(report *exercise.Report) string {
	wrong := report.Wrong()
	switch {
	case a.fails == "any" && len(wrong) > 0, a.fails == "" && report.Passed(), slices.Equal(wrong, []string{a.fails}):
		return ""
	case a.fails == "any":
		return a.name + " passes, and must not"
	case a.fails == "":
		return a.name + " does not pass:" + details(report, wrong)
	case len(wrong) == 0:
		return fmt.Sprintf("%s passes, and %q has to catch it", a.name, a.fails)
	}
	return fmt.Sprintf("%s fails at %s, and has to fail at %q and nothing else:%s", a.name, strings.Join(wrong, ", "), a.fails, details(report, wrong))
}

func details(report *exercise.Report, checks []string) string {
	var b strings.Builder
	for _, check := range checks {
		for _, v := range report.Of(check) {
			if !v.Right {
				fmt.Fprintf(&b, "\n%s %s, line %d: %s\n  expected %s\n  seen     %s", v.Check, v.Era, v.Line, v.Command, v.Expected.Message(), v.Seen.Message())
			}
		}
	}
	return b.String()
}
