// Package kit is what the server of a learner is given, and how it runs outside
// of an exercise.
//
// A learner writes a package main with a function NewServer:
//
//	func NewServer(k kit.Kit) *mcp.Server
//
// In an exercise it is called for each check, with files in memory and a clock
// and randomness that are the same each time. With [Serve] the same server runs
// over standard input and output, on the files of the machine:
//
//	func main() { kit.Serve(NewServer) }
package kit

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
)

// A Kit is what a server works with.
type Kit struct {
	// Files are all files there are: nothing keeps a server inside the roots but
	// itself. Names are those of package io/fs: "home/alice/Scratch" is what the
	// root file:///home/alice/Scratch calls.
	Files notesfs.View
	// Now is the clock and Rand the randomness.
	Now  func() time.Time
	Rand io.Reader
}

// Asker is an [ask.Asker] with this clock and this randomness.
func (k Kit) Asker() *ask.Asker {
	a, err := ask.New(&ask.Options{Now: k.Now, Rand: k.Rand})
	if err != nil {
		panic("kit: " + err.Error()) // no randomness: nothing works then
	}
	return a
}

// Serve runs a server over standard input and output, on the files of this
// machine. It returns when the client has gone, and ends the program when it
// fails.
func Serve(newServer func(Kit) *mcp.Server) {
	if err := serve(newServer); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(newServer func(Kit) *mcp.Server) error {
	files, err := notesfs.OpenDir("/", ".")
	if err != nil {
		return err
	}
	server := newServer(Kit{Files: files, Now: time.Now, Rand: rand.Reader})
	session, err := server.Connect(context.Background(), ask.ServerWire(&mcp.StdioTransport{}), nil)
	if err != nil {
		return err
	}
	return session.Wait()
}
