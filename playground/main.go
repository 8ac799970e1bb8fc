// The playground command runs askback outside the page.
//
//	go run ./playground serve   # the site, and the notes server over HTTP
//	go run ./playground mcp     # the notes server over standard input and output
//	go run ./playground grade   # a server graded by an exercise, or a receipt replayed
//	go run ./playground pack    # exercises: list, prove, begin
//
// It wires and prints; what it runs is in the packages beneath it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	env := environment{
		stdin:  os.Stdin,
		stdout: os.Stdout,
		stderr: os.Stderr,
		getenv: os.Getenv,
		log:    slog.New(slog.NewTextHandler(os.Stderr, nil)),
	}
	var ended exit
	switch err := run(ctx, env, os.Args[1:]); {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.As(err, &ended):
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(ended.code)
	case errors.As(err, new(usageError)):
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

// An environment is what a command may use of the process it runs in.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	log            *slog.Logger
}

// A command is one of the things that playground does.
type command struct {
	name  string
	about string
	// run runs until it is done or ctx is. An error of type usageError means
	// that the arguments were wrong.
	run func(ctx context.Context, env environment, args []string) error
}

func commands() []command {
	return []command{
		{"serve", "serve the built site, and the notes server at /mcp, over HTTP", serve},
		{"mcp", "serve notes to an MCP host over standard input and output", serveStdio},
		{"grade", "grade a server by an exercise, or replay a receipt", grade},
		{"pack", "list, prove and begin exercises", packs},
	}
}

// A usageError says what is wrong with the arguments.
type usageError string

func (e usageError) Error() string { return string(e) }

// run runs the command that args name.
func run(ctx context.Context, env environment, args []string) error {
	if len(args) == 0 {
		usage(env.stderr)
		return usageError("a command is missing")
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(env.stdout)
		return nil
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, env, args[1:])
		}
	}
	usage(env.stderr)
	return usageError(fmt.Sprintf("there is no command %q", args[0]))
}

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: playground command [flags]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-8s %s\n", c.name, c.about)
	}
	fmt.Fprint(w, "\nplayground command -h describes the flags of a command.\n")
}

// parseFlags parses the flags of a command. Its help begins with usage, if that is
// not empty.
func parseFlags(flags *flag.FlagSet, env environment, usage string, args []string) error {
	flags.SetOutput(env.stderr)
	if usage != "" {
		flags.Usage = func() {
			fmt.Fprint(env.stderr, usage)
			flags.PrintDefaults()
		}
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return usageError(err.Error())
	}
	return nil
}

// parse is parseFlags for a command that takes no other arguments.
func parse(flags *flag.FlagSet, env environment, args []string) error {
	if err := parseFlags(flags, env, "", args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return usageError(fmt.Sprintf("%s takes no argument %q", flags.Name(), flags.Arg(0)))
	}
	return nil
}
