//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall/js"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/wasm/port"
)

// Over the link the host asks the server's worker for what is not MCP: a new
// session, and the files. Messages are objects:
//
//	host to server    {op: "connect", port}          a session over this port
//	                  {op: "snapshot", id}           send the files
//	                  {op: "restore", id, bytes}     put these files in their place
//	                  {op: "forget", id}             forget who signed in
//	server to host    {id, bytes}                    the files, for snapshot
//	                  {id, error}                    what went wrong; empty when it is done
const (
	opConnect  = "connect"
	opSnapshot = "snapshot"
	opRestore  = "restore"
	opForget   = "forget"
)

// A link is the host's end.
type link struct {
	port js.Value

	mu      sync.Mutex // held for moments; callbacks take it
	asked   int
	waiting map[int]chan reply

	latest latest // of the files
}

// A latest is the files as they came last. Where they have not changed since, the
// same snapshot is handed out, and nothing need be compared or drawn.
type latest struct {
	bytes    []byte
	snapshot *notesfs.Snapshot
}

type reply struct {
	bytes []byte
	err   error
}

func newLink(p js.Value) *link {
	l := &link{port: p, waiting: map[int]chan reply{}}
	p.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.receive(args[0].Get("data"))
		return nil
	}))
	return l
}

func (l *link) receive(data js.Value) {
	id := data.Get("id").Int()
	l.mu.Lock()
	c := l.waiting[id]
	delete(l.waiting, id)
	l.mu.Unlock()
	if c == nil {
		return // nobody waits for it any more
	}
	var r reply
	if text := data.Get("error"); text.Truthy() {
		r.err = errors.New(text.String())
	}
	r.bytes = toGo(data.Get("bytes"))
	c <- r
}

// ask sends message and waits for the reply with its id.
func (l *link) ask(ctx context.Context, message map[string]any) ([]byte, error) {
	c := make(chan reply, 1)
	l.mu.Lock()
	l.asked++
	id := l.asked
	l.waiting[id] = c
	l.mu.Unlock()
	message["id"] = id
	l.port.Call("postMessage", message)
	select {
	case r := <-c:
		return r.bytes, r.err
	case <-ctx.Done():
		l.mu.Lock()
		delete(l.waiting, id)
		l.mu.Unlock()
		return nil, ctx.Err()
	}
}

// Dial opens a channel to the server for one session.
func (l *link) Dial(context.Context) (mcp.Transport, error) {
	channel := js.Global().Get("MessageChannel").New()
	theirs := channel.Get("port2")
	l.port.Call("postMessage", map[string]any{"op": opConnect, "port": theirs}, []any{theirs})
	return port.New(channel.Get("port1")), nil
}

// Snapshot fetches the files.
func (l *link) Snapshot(ctx context.Context) (*notesfs.Snapshot, error) {
	data, err := l.ask(ctx, map[string]any{"op": opSnapshot})
	if err != nil {
		return nil, fmt.Errorf("fetching the files: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.latest.snapshot != nil && bytes.Equal(data, l.latest.bytes) {
		return l.latest.snapshot, nil
	}
	s, err := notesfs.UnmarshalSnapshot(data)
	if err == nil {
		l.latest = latest{data, s}
	}
	return s, err
}

// Forget has the server forget who signed in.
func (l *link) Forget(ctx context.Context) error {
	if _, err := l.ask(ctx, map[string]any{"op": opForget}); err != nil {
		return fmt.Errorf("having the server forget who signed in: %w", err)
	}
	return nil
}

// Restore puts the files of s in place of those that are there.
func (l *link) Restore(ctx context.Context, s *notesfs.Snapshot) error {
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	if _, err := l.ask(ctx, map[string]any{"op": opRestore, "bytes": toJS(data)}); err != nil {
		return fmt.Errorf("putting the files back: %w", err)
	}
	return nil
}

func toJS(data []byte) js.Value {
	out := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(out, data)
	return out
}

// toGo copies a Uint8Array; it returns nil for anything else.
func toGo(v js.Value) []byte {
	if !v.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil
	}
	out := make([]byte, v.Length())
	js.CopyBytesToGo(out, v)
	return out
}
