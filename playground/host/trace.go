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
	facts    []facts        // of the messages, in the same order
	open     map[wireID]int // requests without a response, to their Seq
	linker   *linker
	dropped  int // messages forgotten since the linker was made
	shown    *recorded
}

// recorded is what a trace holds at one moment. It does not change.
type recorded struct {
	messages []Message
	Analysis
}

// wireID names a request. The two ends count on their own, so an id alone does
// not.
type wireID struct {
	conn int
	dir  Direction
	id   string
}

func newTrace(now func() time.Time, changed func()) *trace {
	return &trace{now: now, changed: changed, maxBytes: maxBytes, open: map[wireID]int{}, linker: newLinker()}
}

// last is the Seq of the latest message, 0 when there is none.
func (t *trace) last() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seq
}

// all returns the messages recorded so far, and what can be told about them. It
// costs nothing while nothing is recorded.
func (t *trace) all() *recorded {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown == nil {
		t.shown = &recorded{slices.Clone(t.messages), t.linker.analysis()}
	}
	return t.shown
}

// until is all for the n oldest messages, as if no other had come.
func (t *trace) until(n int) *recorded {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &recorded{slices.Clone(t.messages[:n]), linkAll(t.messages[:n], t.facts).analysis()}
	for i := range r.messages {
		if m := &r.messages[i]; m.Pair > r.messages[n-1].Seq {
			m.Pair = 0 // its response is yet to come
		}
	}
	return r
}

// results are what requests of this method brought over a connection, the latest
// first. They are as they were on the wire: the SDK decodes into maps and floats,
// and so loses the order of members and the digits of large numbers.
func (t *trace) results(conn int, method string) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		for _, m := range slices.Backward(t.all().messages) {
			if m.Conn != conn || m.Kind != ResultMessage || m.Method != method || m.Dir != ToHost {
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

// record adds what passes over a connection that speaks era.
func (t *trace) record(conn int, era string, dir Direction, msg jsonrpc.Message) {
	raw, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return // it could not be sent either, and the SDK says so
	}
	t.mu.Lock()
	defer t.changed()
	defer t.mu.Unlock()
	t.add(Message{Seq: t.seq + 1, At: t.now(), Conn: conn, Era: era, Dir: dir, JSON: raw}, msg)
	t.forget()
}

// add completes m, which is msg, and puts it at the end. The caller holds t.mu.
func (t *trace) add(m Message, msg jsonrpc.Message) {
	switch msg := msg.(type) {
	case *jsonrpc.Request:
		m.Method = msg.Method
		m.Kind = NotificationMessage
		if msg.IsCall() {
			m.Kind = RequestMessage
			m.ID = idText(msg.ID)
			t.open[wireID{m.Conn, m.Dir, m.ID}] = m.Seq
		}
		m.Brief = briefRequest(msg)
	case *jsonrpc.Response:
		m.Kind = ResultMessage
		if msg.Error != nil {
			m.Kind = ErrorMessage
		}
		m.ID = idText(msg.ID)
		key := wireID{m.Conn, opposite(m.Dir), m.ID}
		if request := t.find(t.open[key]); request != nil {
			m.Method, m.Pair = request.Method, request.Seq
			request.Pair = m.Seq
			delete(t.open, key)
		}
		m.Brief = briefResponse(m.Method, msg)
	}
	f := readFacts(m)
	t.linker.add(f, m.Era)
	t.messages = append(t.messages, m)
	t.facts = append(t.facts, f)
	t.seq = m.Seq
	t.bytes += len(m.JSON)
	t.shown = nil
}

// forget drops the oldest messages, as far as there are too many. The caller holds
// t.mu.
func (t *trace) forget() {
	n := 0
	for n < len(t.messages)-1 && (len(t.messages)-n > maxMessages || t.bytes > t.maxBytes) {
		m := t.messages[n]
		t.bytes -= len(m.JSON)
		if key := (wireID{m.Conn, m.Dir, m.ID}); t.open[key] == m.Seq {
			delete(t.open, key)
		}
		n++
	}
	if n == 0 {
		return
	}
	clear(t.messages[:n]) // their place is used again when the slice grows
	t.messages, t.facts = t.messages[n:], t.facts[n:]
	if t.dropped += n; t.dropped <= len(t.messages) {
		t.linker.forget(n)
		return
	}
	// What the linker knows of messages that are gone goes too. As seldom as this
	// happens, it costs no more than adding them did.
	t.linker, t.dropped = linkAll(t.messages, t.facts), 0
}

// find returns the message with this Seq, or nil when it is not kept.
func (t *trace) find(seq int) *Message {
	i, ok := placeOf(t.messages, seq)
	if !ok {
		return nil
	}
	return &t.messages[i]
}

// placeOf finds the message with this Seq. Those of an imported trace may have
// gaps.
func placeOf(messages []Message, seq int) (int, bool) {
	return slices.BinarySearchFunc(messages, seq, func(m Message, seq int) int { return m.Seq - seq })
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
// stand between the two. conn tells connections apart, era is what is spoken.
func (t *trace) transport(conn int, era string, inner mcp.Transport) mcp.Transport {
	look := func(dir Direction) ask.Look {
		return func(msg jsonrpc.Message) jsonrpc.Message {
			t.record(conn, era, dir, msg)
			return msg
		}
	}
	// A request is recorded before it is sent: the answer must not be seen first.
	return ask.Tap(inner, look(ToHost), look(ToServer))
}
