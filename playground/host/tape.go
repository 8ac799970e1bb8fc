package host

import (
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Tape is the trace of a host for those who drive a server without one: a
// grader that sends what no person could.
type Tape struct{ trace *trace }

// NewTape returns an empty tape. now dates the messages; changed is called after
// each, from any goroutine, and may be nil.
func NewTape(now func() time.Time, changed func()) *Tape {
	if changed == nil {
		changed = func() {}
	}
	return &Tape{newTrace(now, changed)}
}

// Transport records what passes over t, where era is spoken. Each connection has a
// number of its own.
func (t *Tape) Transport(conn int, era string, inner mcp.Transport) mcp.Transport {
	return t.trace.transport(conn, era, inner)
}

// Messages are those recorded so far, in the order seen.
func (t *Tape) Messages() []Message { return t.trace.all().messages }

// Size is how many messages were recorded, and how many bytes of them are kept. The
// oldest go only when there are more than 16 MiB.
func (t *Tape) Size() (messages, bytes int) {
	t.trace.mu.Lock()
	defer t.trace.mu.Unlock()
	return t.trace.seq, t.trace.bytes
}
