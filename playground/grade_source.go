package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"askback/playground/exercise"
	"askback/playground/exercise/build"
)

// gradeSource is grade with -source: it builds the Go files of a learner with those
// of the starter, grades the program by all checks, and may leave a receipt.
func gradeSource(ctx context.Context, env environment, f *gradeFlags, p *exercise.Pack) error {
	sources, err := readSources(f.source, p)
	if err != nil {
		return cannot(err)
	}
	report, err := f.build(ctx, p, sources)
	if err != nil {
		return cannot(err)
	}
	if f.receipt != "" {
		receipt, err := exercise.ProgramAttempt{Learner: f.learner, Sources: sources, Report: report}.Receipt(p)
		if err != nil {
			return cannot(err)
		}
		data, err := receipt.Marshal()
		if err == nil {
			err = os.WriteFile(f.receipt, data, 0o644)
		}
		if err != nil {
			return cannot(err)
		}
	}
	return f.show(env, p, report, nil)
}

// build builds the program of a learner and grades it.
func (f *gradeFlags) build(ctx context.Context, p *exercise.Pack, sources []exercise.File) (*exercise.Report, error) {
	return build.Learner(ctx, ".", p, sources, f.budget)
}

// readSources reads the Go files of a folder, less those that are as in the starter
// and main.go, which is for running the server elsewhere.
func readSources(dir string, p *exercise.Pack) ([]exercise.File, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var out []exercise.File
	for _, name := range names {
		base := filepath.Base(name)
		if base == "main.go" || strings.HasSuffix(base, "_test.go") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		same := func(f exercise.File) bool { return f.Name == base && bytes.Equal(f.Data, data) }
		if !slices.ContainsFunc(p.Starter, same) {
			out = append(out, exercise.File{Name: base, Data: data})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no Go file that differs from the starter of %s", dir, p.ID)
	}
	return out, nil
}
