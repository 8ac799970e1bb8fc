package host

import (
	"encoding/json"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// How much of the wire a trace keeps: so many messages, and so many bytes of them
// beside the latest. The oldest go first.
const (
	maxMessages = 5000
	maxBytes    = 16 << 20
)

// A trace records what passes over the host's connections.
type trace struct {
	now      func() time.Time
	changed  func()
	maxBytes int

	mu       sync.Mutex
	seq      int
	bytes    int // of the messages kept
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
	return &trace{now: now, changed: changed, maxBytes: maxBytes, open: map[wireID]int{}}
}

// last is the Seq of the latest message, 0 when there is none.
func (t *trace) last() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seq
}

// all returns the messages recorded so far.
func (t *trace) all() []Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.messages)
}

// results are what requests of this method brought over a connection, the latest
// first. They are as they were on the wire: the SDK decodes into maps and floats,
// and so loses the order of members and the digits of large numbers.
func (t *trace) results(conn int, method string) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		for _, m := range slices.Backward(t.all()) {
			if m.conn != conn || m.Kind != ResultMessage || m.Method != method || m.Dir != ToHost {
				continue
			}
			var body struct{ Result json.RawMessage }
			_ = json.Unmarshal(m.JSON, &body) // it was encoded here
			if !yield(body.Result) {
				return
			}
		}
	}
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
	m := Message{Seq: t.seq, At: t.now(), Dir: dir, JSON: raw, conn: conn}
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
	t.bytes += len(m.JSON)
	t.forget()
}

// forget drops the oldest messages, as far as there are too many.
func (t *trace) forget() {
	n := 0
	for n < len(t.messages)-1 && (len(t.messages)-n > maxMessages || t.bytes > t.maxBytes) {
		m := t.messages[n]
		t.bytes -= len(m.JSON)
		if m.Kind == RequestMessage && m.Pair == 0 {
			delete(t.open, wireID{m.conn, m.Dir, m.ID})
		}
		n++
	}
	t.messages = slices.Delete(t.messages, 0, n)
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
