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
	"io"
	"net/http"
	"time"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/roots"
)

// A Kit is what a server works with.
type Kit struct {
	// Files are all files there are: nothing keeps a server inside the roots but
	// itself, for instance with SetRoots. Names are those of package io/fs:
	// "home/alice/Scratch" is what the root file:///home/alice/Scratch calls.
	Files notesfs.View
	// Allowed are the places where whoever started the server lets it work, for
	// servers that do not ask the client for roots. With [Serve] they are the
	// arguments of the program.
	Allowed []roots.Root
	// Page shows a page to people who open it in their browser and returns its
	// URL. A server has one page for each path, such as "/connect".
	Page func(path string, page http.HandlerFunc) (url string)
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
