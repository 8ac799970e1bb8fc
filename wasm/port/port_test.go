//go:build js && wasm

package port_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall/js"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/wasm/port"
)

// channel returns the two ports of a new MessageChannel.
func channel() (a, b js.Value) {
	c := js.Global().Get("MessageChannel").New()
	return c.Get("port1"), c.Get("port2")
}

// connect returns a connection over p that the test's end closes.
func connect(t *testing.T, p js.Value) mcp.Connection {
	t.Helper()
	c, err := port.New(p).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// pair returns two connections that are each other's peer.
func pair(t *testing.T) (a, b mcp.Connection) {
	t.Helper()
	pa, pb := channel()
	return connect(t, pa), connect(t, pb)
}

func notification(method, text string) *jsonrpc.Request {
	params, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		panic(err)
	}
	return &jsonrpc.Request{Method: method, Params: params}
}

func write(t *testing.T, c mcp.Connection, msg jsonrpc.Message) {
	t.Helper()
	if err := c.Write(t.Context(), msg); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, c mcp.Connection) *jsonrpc.Request {
	t.Helper()
	msg, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		t.Fatalf("read a %T, want a request", msg)
	}
	return req
}

func TestOrder(t *testing.T) {
	a, b := pair(t)
	const n = 1000
	for i := range n {
		write(t, a, notification(fmt.Sprint(i), ""))
	}
	for i := range n {
		if got, want := read(t, b).Method, fmt.Sprint(i); got != want {
			t.Fatalf("message %d is %s", i, got)
		}
	}
}

func TestLargeMessage(t *testing.T) {
	a, b := pair(t)
	text := strings.Repeat("큰 글 ", 1<<20/8)
	sent := notification("large", text)
	write(t, a, sent)
	if got := read(t, b); string(got.Params) != string(sent.Params) {
		t.Errorf("%d bytes arrived, %d were sent, or they differ", len(got.Params), len(sent.Params))
	}
}

func TestMessagesBeforeConnectAreKept(t *testing.T) {
	pa, pb := channel()
	write(t, connect(t, pa), notification("early", ""))
	if got := read(t, connect(t, pb)).Method; got != "early" {
		t.Errorf("read %q", got)
	}
}

func TestConnectTwice(t *testing.T) {
	p, _ := channel()
	transport := port.New(p)
	c, err := transport.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := transport.Connect(t.Context()); err == nil {
		t.Error("no error")
	}
}

func TestReadHonoursContext(t *testing.T) {
	a, _ := pair(t)
	ctx, cancel := context.WithCancel(t.Context())
	read := startRead(ctx, a)
	cancel()
	if err := <-read; !errors.Is(err, context.Canceled) {
		t.Errorf("Read returned %v, want %v", err, context.Canceled)
	}
}

func TestCloseUnblocksRead(t *testing.T) {
	a, _ := pair(t)
	read := startRead(t.Context(), a)
	a.Close()
	if err := <-read; err != io.EOF {
		t.Errorf("Read returned %v, want io.EOF", err)
	}
}

// startRead calls Read and sends what error it returned.
func startRead(ctx context.Context, c mcp.Connection) <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := c.Read(ctx)
		done <- err
	}()
	return done
}

func TestPeerReadsAllThenEOF(t *testing.T) {
	a, b := pair(t)
	write(t, a, notification("last", ""))
	a.Close()
	if got := read(t, b).Method; got != "last" {
		t.Errorf("read %q", got)
	}
	for range 2 {
		if _, err := b.Read(t.Context()); err != io.EOF {
			t.Errorf("Read after the peer's Close returned %v, want io.EOF", err)
		}
	}
	if err := b.Write(t.Context(), notification("late", "")); !errors.Is(err, mcp.ErrConnectionClosed) {
		t.Errorf("Write after the peer's Close returned %v, want ErrConnectionClosed", err)
	}
}

// A worker that was terminated says nothing. Its port is closed, and that ends
// the stream where the event loop tells us so.
func TestPortClosedByTheBrowser(t *testing.T) {
	pa, pb := channel()
	b := connect(t, pb)
	pa.Call("close")
	if _, err := b.Read(t.Context()); err != io.EOF {
		t.Errorf("Read returned %v, want io.EOF", err)
	}
}

func TestAfterClose(t *testing.T) {
	a, b := pair(t)
	write(t, b, notification("unread", ""))
	for range 2 {
		if err := a.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if err := a.Write(t.Context(), notification("late", "")); !errors.Is(err, mcp.ErrConnectionClosed) {
		t.Errorf("Write returned %v, want ErrConnectionClosed", err)
	}
	if _, err := a.Read(t.Context()); err != io.EOF {
		t.Errorf("Read returned %v, want io.EOF", err)
	}
}

func TestMalformedMessages(t *testing.T) {
	pa, pb := channel()
	b := connect(t, pb)
	for _, data := range []any{
		"", "{", "[]", "null", `{"jsonrpc":"1.0","method":"x"}`, 7, true,
		map[string]any{"jsonrpc": "2.0", "method": "not text"},
	} {
		pa.Call("postMessage", data)
		if _, err := b.Read(t.Context()); !errors.Is(err, port.ErrMalformed) {
			t.Errorf("%v: Read returned %v, want ErrMalformed", data, err)
		}
	}
	pa.Call("postMessage", `{"jsonrpc":"2.0","method":"good"}`)
	if got := read(t, b).Method; got != "good" {
		t.Errorf("after malformed messages read %q", got)
	}
}
