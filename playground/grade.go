package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"askback/playground/exercise"
	"askback/playground/exercise/outside"
)

// gradeFlags are what grade is told.
type gradeFlags struct {
	exercise string
	pack     string
	url      string
	source   string
	receipt  string
	run      bool
	learner  string
	language string
	json     bool
	junit    string
	trace    string
	budget   time.Duration
	checks   []string
	rest     []string // a receipt, or the command of a server
	isSet    map[string]bool
}

const gradeUsage = `usage: playground grade [flags] RECEIPT
       playground grade -exercise ID [flags] -- COMMAND [ARG...]
       playground grade -exercise ID [flags] -url URL
       playground grade -exercise ID [flags] -source DIR

The first replays a receipt and says whether it reproduces. The next two run the
checks of a code exercise against an MCP server, in any language: COMMAND speaks
over standard input and output and is started for each check, in a process of its
own; the server at URL runs already, on this machine. Each check gets the files of
the exercise in a temporary directory, and its roots lead there. {files} in an ARG
stands for that directory.

The last builds the Go files in DIR with those of the starter, and grades them as a
page does: with files in memory, and a clock that stands still. -receipt leaves a
receipt with the files in it. To replay such a receipt is to run a program that a
stranger wrote, with all that you may do on this machine; -run says that you want it.

What a server may use is bounded: the time of a check (-budget), its messages in
number and size, and what is kept of its words on standard error. Its memory and its
processor are not; where that matters, run the command in a container.

Ends with 0 when everything is right, 1 when something is wrong, 2 when it could
not be run.

`

// grade is the command that grades servers and replays receipts.
func grade(ctx context.Context, env environment, args []string) error {
	f, err := readGradeFlags(env, args)
	if err != nil {
		return err
	}
	if f.exercise == "" {
		return replay(ctx, env, f)
	}
	p, err := findPack(f.exercise)
	if err != nil {
		return cannot(err)
	}
	if f.source != "" {
		return gradeSource(ctx, env, f, p)
	}
	bench := outside.URL(f.url)
	if f.url == "" {
		if bench, err = outside.Command(f.rest); err != nil {
			return cannot(err)
		}
	}
	var log traceLog
	report, err := exercise.Grade(ctx, p, bench, exercise.GradeOptions{Budget: f.budget, Checks: f.checks, Watch: log.watch})
	if err != nil {
		return cannot(err)
	}
	return f.show(env, p, report, &log)
}

func readGradeFlags(env environment, args []string) (*gradeFlags, error) {
	f := &gradeFlags{isSet: map[string]bool{}}
	flags := flag.NewFlagSet("grade", flag.ContinueOnError)
	flags.StringVar(&f.exercise, "exercise", "", "`id` of a code exercise, or the file of a pack")
	flags.StringVar(&f.pack, "pack", "", "a `file` with the exercise of a receipt, where it is none of those that come with the program")
	flags.StringVar(&f.url, "url", "", "`URL` of the server's Streamable HTTP endpoint")
	flags.StringVar(&f.source, "source", "", "`folder` with the Go files of a learner")
	flags.StringVar(&f.receipt, "receipt", "", "with -source: write a receipt into this `file`")
	flags.BoolVar(&f.run, "run", false, "run the program that a receipt holds")
	flags.StringVar(&f.learner, "learner", "", "the learner that a receipt has to be of, or is written for, as the `text` that the course gave; without it, any")
	flags.StringVar(&f.language, "lang", "en", "`language` of the titles: en, ko or es")
	flags.BoolVar(&f.json, "json", false, "write JSON, for machines")
	flags.StringVar(&f.junit, "junit", "", "write JUnit XML into this `file` too")
	flags.StringVar(&f.trace, "trace", "", "write what passed on the wire into this `file`, as lines of JSON")
	flags.Func("check", "judge only the check with this `id`, may be given several times", func(id string) error {
		f.checks = append(f.checks, id)
		return nil
	})
	flags.DurationVar(&f.budget, "budget", 10*time.Second, "how long one check may take, before the server is stopped")
	if err := parseFlags(flags, env, gradeUsage, args); err != nil {
		return nil, err
	}
	f.rest = flags.Args()
	flags.Visit(func(given *flag.Flag) { f.isSet[given.Name] = true })
	switch {
	case f.exercise == "" && f.url != "":
		return nil, usageError("-url needs -exercise: which one is the server to be graded by?")
	case f.exercise == "" && len(f.rest) != 1:
		return nil, usageError("name one receipt, or an exercise with -exercise and a server")
	case f.exercise != "" && f.servers() != 1:
		return nil, usageError("name one server: a command after --, -url, or -source")
	case f.receipt != "" && f.source == "":
		return nil, usageError("-receipt needs -source: a receipt holds the sources of the server")
	case f.source != "" && (f.trace != "" || f.checks != nil):
		return nil, usageError("with -source all checks are judged and no trace is written: leave out -check and -trace")
	case f.budget <= 0:
		return nil, usageError("-budget has to be more than nothing")
	}
	return f, nil
}

// servers counts the servers that were named.
func (f *gradeFlags) servers() int {
	n := 0
	for _, named := range []bool{f.url != "", f.source != "", len(f.rest) > 0} {
		if named {
			n++
		}
	}
	return n
}

// findPack is the exercise of the catalogue with this id, or the one in a file.
func findPack(name string) (*exercise.Pack, error) {
	catalogue, err := exercise.Load()
	if err != nil {
		return nil, err
	}
	if p := catalogue.Find(name); p != nil {
		return p, nil
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no exercise %q, and no file of that name; \"playground pack list\" shows the exercises", name)
	}
	if err != nil {
		return nil, err
	}
	return exercise.Parse(name, data)
}

// An exit is an error that says how the command ends.
type exit struct {
	code int
	err  error
}

func (e exit) Error() string { return e.err.Error() }
func (e exit) Unwrap() error { return e.err }

// cannot is the end of a command that could not do what it was asked.
func cannot(err error) error { return exit{2, err} }

// failed is the end of a command that did, and found something wrong.
func failed(format string, args ...any) error { return exit{1, fmt.Errorf(format, args...)} }
