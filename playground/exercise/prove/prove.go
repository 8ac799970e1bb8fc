// Package prove proves packs: that the solution passes, that every wrong solution
// fails at exactly the check that it is listed for, and that neither the starter
// nor doing nothing passes.
package prove

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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
func Packs(ctx context.Context, module string, packs []Pack, budget time.Duration) ([]Result, error) {
	var sources []build.Source
	parsed := make([]*exercise.Pack, len(packs))
	for i, in := range packs {
		p, err := exercise.Parse(in.Name, in.Data)
		if err != nil {
			return nil, err
		}
		parsed[i] = p
		if p.Kind == exercise.Code {
			for _, a := range attempts(p) {
				// Without a change a server is the starter.
				sources = append(sources, build.Source{Name: p.ID + "/" + a.name, Files: p.Over(a.files)})
			}
		}
	}
	var program *build.Program
	if len(sources) > 0 {
		var err error
		if program, err = build.Servers(ctx, module, sources); err != nil {
			return nil, err
		}
		defer program.Close()
	}
	var out []Result
	for i, p := range parsed {
		r := Result{Name: packs[i].Name}
		began := time.Now()
		for _, a := range attempts(p) {
			report, err := a.grade(ctx, p, packs[i].Data, program, budget)
			if err != nil {
				r.Problems = append(r.Problems, fmt.Sprintf("%s cannot be graded: %v", a.name, err))
				continue
			}
			r.Attempts++
			if problem := a.judge(report); problem != "" {
				r.Problems = append(r.Problems, problem)
			}
		}
		r.Took = time.Since(began)
		out = append(out, r)
	}
	return out, nil
}

// grade makes the attempt.
func (a attempt) grade(ctx context.Context, p *exercise.Pack, data []byte, program *build.Program, budget time.Duration) (*exercise.Report, error) {
	if p.Kind == exercise.Code {
		return program.Grade(ctx, data, p.ID+"/"+a.name, budget)
	}
	made, err := exercise.Play(ctx, p, a.files, exercise.Options{})
	if err != nil {
		return nil, err
	}
	defer made.Close()
	return made.Report(), nil
}

func attempts(p *exercise.Pack) []attempt {
	out := []attempt{{"solution", p.Solution, ""}, {"doing nothing", nil, "any"}}
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
