//go:build js && wasm

// Command app is the program of the page. One binary has two roles, chosen by
// its argument and each run in a worker of its own: "host" drives the page,
// "server" is the notes server with its files. They meet over a MessagePort.
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
	default:
		err = fmt.Errorf("unknown role %q; want host or server", role)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) // worker.js reports it to the page
	}
	select {} // the workers live as long as the page
}
