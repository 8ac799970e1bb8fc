//go:build js && wasm

// Package port carries an MCP session over a MessagePort: the two ends of a
// MessageChannel are to two workers what a pipe is to two processes.
//
// It knows the [mcp.Transport] contract and syscall/js, and nothing of hosts,
// servers or pages.
//
// On the wire a string is one JSON-RPC message and null says that the sender
// has closed its end. A MessagePort has no such signal that every browser
// sends, so the end of the stream is a message, as it is in order with the
// others. Where the browser also fires the port's close event, that ends the
// stream too. It need not: when a worker is terminated, which cannot say goodbye,
// Chromium 156 fires none, so whoever terminates it has to tell the other.
package port

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall/js"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ErrMalformed is returned by Read, wrapped, for a message that is not a
// JSON-RPC message in a string. The connection stays usable: the next Read
// returns the next message. (The go-sdk closes a session whose Read fails;
// that is its decision.)
var ErrMalformed = errors.New("malformed message")

// A Transport is an [mcp.Transport] over one end of a MessageChannel.
type Transport struct {
	port js.Value

	mu   sync.Mutex
	used bool
}

// New returns a transport over p, a MessagePort that nobody else listens to.
// What the peer sends before Connect is kept by the browser.
func New(p js.Value) *Transport {
	return &Transport{port: p}
}

// Connect starts the port. It can be called once, as a port has one reader.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.used {
		return nil, errors.New("port: Connect called twice: make a MessageChannel for each session")
	}
	t.used = true
	return newConn(t.port), nil
}

// A conn is an [mcp.Connection]. Its methods may be called concurrently.
type conn struct {
	port     js.Value
	inbound  *queue
	closed   chan struct{} // closed by Close
	close    func()
	handlers []handler
}

// A handler is an event listener on the port.
type handler struct {
	event string
	fn    js.Func
}

func newConn(p js.Value) *conn {
	c := &conn{port: p, inbound: newQueue(), closed: make(chan struct{})}
	c.close = sync.OnceFunc(c.shut)
	c.listen("message", func(event js.Value) { c.inbound.put(parse(event.Get("data"))) })
	c.listen("messageerror", func(js.Value) {
		c.inbound.put(item{err: fmt.Errorf("port: %w: the browser could not deserialize it", ErrMalformed)})
	})
	c.listen("close", func(js.Value) { c.inbound.put(item{err: io.EOF}) })
	p.Call("start")
	return c
}

// listen registers f for an event of the port. f runs inside a callback from
// JavaScript: if it waited for anything, no event could arrive that ends the
// wait, and the runtime would stop the program as deadlocked (golang/go#41310).
func (c *conn) listen(event string, f func(event js.Value)) {
	fn := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
	c.port.Call("addEventListener", event, fn)
	c.handlers = append(c.handlers, handler{event, fn})
}

// parse makes an item of what came out of the port. It does not decode JSON:
// that is the reader's work, not the callback's.
func parse(data js.Value) item {
	switch data.Type() {
	case js.TypeString:
		return item{text: data.String()}
	case js.TypeNull:
		return item{err: io.EOF}
	default:
		return item{err: fmt.Errorf("port: %w: want a string, got %s", ErrMalformed, data.Type())}
	}
}

// Read returns the next message in the order in which the peer wrote them. It
// returns [io.EOF] after the peer's last message when the peer has closed, and
// at once when this end has; ctx.Err() when ctx is done; and an error that wraps
// [ErrMalformed] in place of a message that cannot be decoded.
func (c *conn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.isClosed() {
			return nil, io.EOF
		}
		if next, ok := c.inbound.take(); ok {
			return next.message()
		}
		select {
		case <-ctx.Done():
		case <-c.closed:
		case <-c.inbound.ready:
		}
	}
}

// Write sends msg. It does not wait for the peer: a MessagePort takes what it is
// given. After Close, or after the peer has closed, it returns an error that
// wraps [mcp.ErrConnectionClosed].
func (c *conn) Write(ctx context.Context, msg jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.isClosed() {
		return fmt.Errorf("port: write: %w", mcp.ErrConnectionClosed)
	}
	if c.inbound.ended() {
		return fmt.Errorf("port: write: %w by the peer", mcp.ErrConnectionClosed)
	}
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return fmt.Errorf("port: write: %w", err)
	}
	if err := post(c.port, string(data)); err != nil {
		return fmt.Errorf("port: write: %w", err)
	}
	return nil
}

// Close ends the connection: a Read that waits returns, the peer reads [io.EOF]
// after what was written so far, and the port and its listeners are released.
// It always returns nil.
func (c *conn) Close() error {
	c.close()
	return nil
}

func (c *conn) shut() {
	close(c.closed)
	for _, h := range c.handlers {
		c.port.Call("removeEventListener", h.event, h.fn)
		h.fn.Release()
	}
	// The peer may be gone, and then there is nobody to tell.
	_ = post(c.port, nil)
	c.port.Call("close")
}

func (c *conn) isClosed() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}

// SessionID returns the empty string: a port carries one session.
func (c *conn) SessionID() string { return "" }

// post is postMessage. What it throws is returned.
func post(p js.Value, data any) error {
	return Catch(func() { p.Call("postMessage", data) })
}
