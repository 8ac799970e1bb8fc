//go:build js && wasm

// Command app is the program of the pages. One binary has several roles, chosen by
// its argument and each run in a worker of its own: "host" drives the page, and
// "server" is the notes server with its files, which it meets over a MessagePort;
// "designer" drives the form designer.
package main

import (
	"fmt"
	"os"
	"syscall/js"
)

func main() {
	start := js.Global().Get("askback") // set by worker.js
	role := ""
	if len(os.Args) > 1 {
		role = os.Args[1]
	}
	var err error
	switch role {
	case "host":
		err = runHost(start)
	case "server":
		err = runServer(start)
	case "designer":
		err = runDesigner(start)
	default:
		err = fmt.Errorf("unknown role %q; want host, server or designer", role)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) // worker.js reports it to the page
	}
	select {} // the workers live as long as the page
}
