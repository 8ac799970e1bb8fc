package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"askback/playground/exercise"
	"askback/playground/exercise/prove"
)

const packUsage = `usage: playground pack list
       playground pack test FILE...
       playground pack new ID KIND

list shows the exercises that come with the program. test proves packs: their
solution passes, every wrong one fails at exactly the check that it is listed for,
and neither the starter nor doing nothing passes. new writes a pack to begin with
to ID.txtar; KIND is drive, code, design or quiz.

`

// packs is the command for authors of exercises.
func packs(ctx context.Context, env environment, args []string) error {
	flags := flag.NewFlagSet("pack", flag.ContinueOnError)
	budget := flags.Duration("budget", 10*time.Second, "for test: how long one check may take")
	language := flags.String("lang", "en", "for list: `language` of the titles: en, ko or es")
	if err := parseFlags(flags, env, packUsage, args); err != nil {
		return err
	}
	args = flags.Args()
	switch {
	case len(args) == 1 && args[0] == "list":
		return listPacks(env, *language)
	case len(args) >= 2 && args[0] == "test":
		return testPacks(ctx, env, args[1:], *budget)
	case len(args) == 3 && args[0] == "new":
		return newPack(env, args[1], args[2])
	}
	return usageError("write pack list, pack test FILE..., or pack new ID KIND")
}

func listPacks(env environment, language string) error {
	catalogue, err := exercise.Load()
	if err != nil {
		return cannot(err)
	}
	w := tabwriter.NewWriter(env.stdout, 0, 4, 2, ' ', 0)
	for _, p := range catalogue.All() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d min\t%d checks\t%s\n", p.ID, p.Kind, p.Level, p.Minutes, len(p.Checks), p.Title.In(language))
	}
	return w.Flush()
}

// testPacks proves packs and says which are not right.
func testPacks(ctx context.Context, env environment, files []string, budget time.Duration) error {
	var sources []prove.Pack
	bad := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return cannot(err)
		}
		if _, err := exercise.Parse(file, data); err != nil {
			bad++
			fmt.Fprintln(env.stdout, err)
			continue
		}
		sources = append(sources, prove.Pack{Name: file, Data: data})
	}
	results, err := prove.Packs(ctx, ".", sources, budget)
	if err != nil {
		return cannot(err)
	}
	for _, r := range results {
		mark := "ok"
		if len(r.Problems) > 0 {
			bad++
			mark = "WRONG"
		}
		fmt.Fprintf(env.stdout, "%s  %s  %d attempts, %.2f s\n", mark, r.Name, r.Attempts, r.Took.Seconds())
		for _, problem := range r.Problems {
			fmt.Fprintln(env.stdout, "    "+strings.ReplaceAll(problem, "\n", "\n    "))
		}
	}
	if bad > 0 {
		return failed("%d of %d packs are not right", bad, len(files))
	}
	return nil
}

// newPack writes a pack to begin with.
func newPack(env environment, id, kind string) error {
	data, err := prove.Template(id, exercise.Kind(kind))
	if err != nil {
		return usageError(err.Error())
	}
	name := id + ".txtar"
	out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return cannot(err)
	}
	if _, err := out.Write(data); err != nil {
		return cannot(errors.Join(err, out.Close()))
	}
	if err := out.Close(); err != nil {
		return cannot(err)
	}
	fmt.Fprintf(env.stdout, "wrote %s; \"playground pack test %s\" says what is still to do\n", name, name)
	return nil
}
