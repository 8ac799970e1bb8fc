package main

import (
	"context"
	"flag"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/notes"
)

// serveStdio is the command that serves notes over standard input and output, for
// an MCP host that starts it. Nothing but the protocol goes to standard output.
func serveStdio(ctx context.Context, env environment, args []string) error {
	flags := flag.NewFlagSet("mcp", flag.ContinueOnError)
	var roots dirList
	flags.Var(&roots, "root", "`directory` of notes, may be given several times; without it the server works inside the roots that the client declares, and nowhere else")
	signIn := flags.Bool("sign-in", false, "offer the simulated sign-in of notes_setup, on a page that only this machine can open")
	if err := parse(flags, env, args); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var connections *notes.Connections
	if *signIn {
		var err error
		if connections, err = listenForSignIn(ctx, env.log); err != nil {
			return err
		}
	}
	server, err := notesOnDisk(roots, connections, env.log)
	if err != nil {
		return err
	}
	return serveConn(ctx, server, env.stdin, env.stdout)
}

// serveConn serves one client until it hangs up or ctx is done, which is the same
// to a session: what waits for a person fails, what is being written is written.
// The SDK's own Run waits for the person (internal/jsonrpc2, Connection.Close).
//
// A read of in that is under way goes on after it has returned.
func serveConn(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	reader, feed := io.Pipe()
	go func() {
		_, err := io.Copy(feed, in)
		feed.CloseWithError(err)
	}()
	defer context.AfterFunc(ctx, func() { feed.Close() })()
	session, err := server.Connect(context.WithoutCancel(ctx), ask.ServerWire(&mcp.IOTransport{
		Reader: reader,
		Writer: nopWriteCloser{out},
	}), nil)
	if err != nil {
		return err
	}
	return session.Wait()
}

type nopWriteCloser struct{ io.Writer }

func (nopWriteCloser) Close() error { return nil }
