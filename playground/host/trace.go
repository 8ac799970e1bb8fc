package host

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// maxMessages is how much of the wire a trace keeps. The oldest go first.
const maxMessages = 5000

// A trace records what passes over the host's connections.
type trace struct {
	now     func() time.Time
	changed func()

	mu       sync.Mutex
	seq      int
	messages []Message
	open     map[wireID]int // requests without a response, to their Seq
}

// wireID names a request. The two ends count on their own, so an id alone does
// not.
type wireID struct {
	conn int
	dir  Direction
	id   string
}

func newTrace(now func() time.Time, changed func()) *trace {
	return &trace{now: now, changed: changed, open: map[wireID]int{}}
}

// all returns the messages recorded so far.
func (t *trace) all() []Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.messages)
}

// result returns the result of the latest answered request of this method.
func (t *trace) result(method string) (json.RawMessage, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range slices.Backward(t.messages) {
		if m.Kind == ResultMessage && m.Method == method && m.Dir == ToHost {
			var body struct{ Result json.RawMessage }
			err := json.Unmarshal(m.JSON, &body)
			return body.Result, err == nil
		}
	}
	return nil, false
}

func (t *trace) record(conn int, dir Direction, msg jsonrpc.Message) {
	raw, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return // it could not be sent either, and the SDK says so
	}
	t.mu.Lock()
	defer t.changed()
	defer t.mu.Unlock()
	t.seq++
	m := Message{Seq: t.seq, At: t.now(), Dir: dir, JSON: raw}
	switch msg := msg.(type) {
	case *jsonrpc.Request:
		m.Method = msg.Method
		m.Kind = NotificationMessage
		if msg.IsCall() {
			m.Kind = RequestMessage
			m.ID = idText(msg.ID)
			t.open[wireID{conn, dir, m.ID}] = m.Seq
		}
		m.Brief = briefRequest(msg)
	case *jsonrpc.Response:
		m.Kind = ResultMessage
		if msg.Error != nil {
			m.Kind = ErrorMessage
		}
		m.ID = idText(msg.ID)
		key := wireID{conn, opposite(dir), m.ID}
		if request := t.find(t.open[key]); request != nil {
			m.Method, m.Pair = request.Method, request.Seq
			request.Pair = m.Seq
			delete(t.open, key)
		}
		m.Brief = briefResponse(m.Method, msg)
	}
	t.messages = append(t.messages, m)
	if n := len(t.messages) - maxMessages; n > 0 {
		t.messages = slices.Delete(t.messages, 0, n)
	}
}

// find returns the message with this Seq, or nil when it is not kept.
func (t *trace) find(seq int) *Message {
	if seq == 0 || len(t.messages) == 0 {
		return nil
	}
	i := seq - t.messages[0].Seq
	if i < 0 || i >= len(t.messages) {
		return nil
	}
	return &t.messages[i]
}

func opposite(d Direction) Direction {
	if d == ToServer {
		return ToHost
	}
	return ToServer
}

func idText(id jsonrpc.ID) string {
	b, err := json.Marshal(id.Raw())
	if err != nil {
		return ""
	}
	return string(b)
}

// transport records what passes over t as it is on the wire: nothing else may
// stand between the two. conn tells connections apart.
func (t *trace) transport(conn int, inner mcp.Transport) mcp.Transport {
	look := func(dir Direction) ask.Look {
		return func(msg jsonrpc.Message) jsonrpc.Message {
			t.record(conn, dir, msg)
			return msg
		}
	}
	// A request is recorded before it is sent: the answer must not be seen first.
	return ask.Tap(inner, look(ToHost), look(ToServer))
}

// A notifier is a transport over which notifications can be sent that the SDK
// has no way to send by itself. It passes the connection on as it is.
type notifier struct {
	mcp.Transport
	c mcp.Connection
}

func (n *notifier) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := n.Transport.Connect(ctx)
	n.c = c
	return c, err
}

func (n *notifier) notify(ctx context.Context, method string) error {
	return n.c.Write(ctx, &jsonrpc.Request{Method: method})
}
