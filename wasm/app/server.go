//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall/js"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/host/lesson"
	"askback/playground/notes"
	"askback/wasm/port"
)

// runServer serves the notes server to the host at the other end of the link,
// and the sign-in page to the person.
func runServer(start js.Value) error {
	s, err := lesson.NewServer(start.Get("base").String()+"connect/", nil, nil)
	if err != nil {
		return err
	}
	answerConnectPage(s.Connections)
	p := start.Get("link")
	p.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		switch op := data.Get("op").String(); op {
		case opConnect:
			session := port.New(data.Get("port"))
			go func() { // a callback must not wait
				if _, err := s.MCP.Connect(context.Background(), session, nil); err != nil {
					fmt.Fprintln(os.Stderr, "connecting a session:", err)
				}
			}()
		case opSnapshot:
			data, err := s.Files.Snapshot().MarshalBinary()
			answer(p, args[0], data, err)
		case opRestore:
			answer(p, args[0], nil, restore(s, toGo(data.Get("bytes"))))
		case opForget:
			answer(p, args[0], nil, s.Forget(context.Background()))
		}
		return nil
	}))
	return nil
}

func restore(s *lesson.Server, data []byte) error {
	to, err := notesfs.UnmarshalSnapshot(data)
	if err != nil {
		return err
	}
	return s.Restore(context.Background(), to)
}

func answer(p, event js.Value, data []byte, err error) {
	message := map[string]any{"id": event.Get("data").Get("id")}
	if data != nil {
		message["bytes"] = toJS(data)
	}
	if err != nil {
		message["error"] = err.Error()
	}
	p.Call("postMessage", message)
}

// newChannel returns a BroadcastChannel. What its constructor throws is returned.
func newChannel(name string) (channel js.Value, err error) {
	class := js.Global().Get("BroadcastChannel")
	if class.IsUndefined() {
		return js.Value{}, errors.New("the browser has no BroadcastChannel")
	}
	err = port.Catch(func() { channel = class.New(name) })
	return channel, err
}

// answerConnectPage listens to the simulated sign-in page, which is another page
// of the same site in the same browser: so whoever finishes it is who began. A
// browser that has no such channel, or keeps it from a page that may store
// nothing, leaves the sign-in waiting, and says so there.
func answerConnectPage(c *notes.Connections) {
	channel, err := newChannel("askback-connect")
	if err != nil {
		fmt.Fprintln(os.Stderr, "no page can finish a sign-in:", err)
		return
	}
	channel.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		token := data.Get("token")
		if token.Type() != js.TypeString || !data.Get("state").IsUndefined() {
			return nil // an answer of another page like this one
		}
		go func() {
			state := "done"
			switch err := c.Complete(context.Background(), token.String()); {
			case errors.Is(err, ask.ErrBadToken):
				state = "unknown" // unless the server of another page knows it
			case errors.Is(err, ask.ErrTokenExpired):
				state = "expired"
			case err != nil: // the session that asked is gone; the sign-in counts all the same
				fmt.Fprintln(os.Stderr, "telling the host of a sign-in:", err)
			}
			channel.Call("postMessage", map[string]any{"token": token, "state": state})
		}()
		return nil
	}))
}
