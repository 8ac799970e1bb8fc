package host

import (
	"context"
	"slices"
	"sync"

	"askback/playground/ask"
)

// AwaitQuiet returns when nothing goes on until the person does something: every
// call that runs waits for them, what the server asked for itself is answered, and
// nothing that the host began on its own is under way. From the same quiet moment
// the same intent leads to the same messages.
//
// A server must ask for the roots when it hears in the middle of a call that they
// have changed, and answer what was cancelled, as one of package ask on the SDK
// does; with another the wait may not end before ctx.
func (h *Host) AwaitQuiet(ctx context.Context) error {
	for {
		changed := h.pulse.next()
		if h.quiet() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (h *Host) quiet() bool {
	if h.busy.Load() > 0 {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.phase != PhaseReady && h.phase != PhaseFailed {
		return false
	}
	if slices.ContainsFunc(h.questions, h.goes) {
		return false
	}
	unexplained := 0 // calls of which it is not known that they wait
	for _, c := range h.running() {
		if c.ctx.Err() != nil {
			return false // it ends: the person has stopped it, or the session is over
		}
		if !slices.ContainsFunc(h.questions, func(q *question) bool { return q.explains(c) }) {
			unexplained++
		}
	}
	for _, q := range h.questions {
		if q.Mode != ModeRoots && q.Call == 0 {
			unexplained--
		}
	}
	return unexplained <= 0 && (h.link == nil || h.settled(h.link))
}

// goes reports whether nobody waits for the answer to a question any more: it is
// about to be taken off the page. The caller holds h.mu.
func (h *Host) goes(q *question) bool {
	if q.Mode == ModeRoots {
		return false
	}
	c := h.call(q.Call)
	return q.link.ctx.Err() != nil || q.Call != 0 && (c == nil || c.ctx.Err() != nil)
}

// explains reports whether c waits because this question does.
func (q *question) explains(c *call) bool {
	if q.Mode == ModeRoots {
		return q.link == c.link && c.waiting > 0
	}
	return q.Call == c.ID
}

// settled reports whether l has nothing to answer but what waits for the person.
// The caller holds h.mu.
func (h *Host) settled(l *link) bool {
	var questions, cards, running int
	for _, c := range h.running() {
		if c.link == l {
			running++
		}
	}
	for _, q := range h.questions {
		if q.Mode == ModeRoots {
			cards++
		} else {
			questions++
		}
	}
	w := h.trace.waits(l.n)
	if w.asked > questions || w.roots > 0 && cards == 0 || w.calls > running {
		return false
	}
	// A server in the middle of a call that was told of other roots will ask.
	return !(l.era < ask.V20260728 && w.calls > 0 && w.told > w.listed && w.roots == 0)
}

// waits are what is open on a connection.
type waits struct {
	calls, asked, roots int // requests without a response
	told, listed        int // Seq of the last notice of other roots, of the last request for them
}

func (t *trace) waits(conn int) waits {
	t.mu.Lock()
	defer t.mu.Unlock()
	var w waits
	for i := range t.messages {
		m := &t.messages[i]
		if m.Conn != conn || m.Kind != RequestMessage && m.Kind != NotificationMessage {
			continue
		}
		open := 0
		if m.Kind == RequestMessage && m.Pair == 0 {
			open = 1
		}
		switch {
		case m.Dir == ToServer && m.Method == "tools/call":
			w.calls += open
		case m.Dir == ToServer && m.Method == "notifications/roots/list_changed":
			w.told = m.Seq
		case m.Dir == ToHost && m.Method == "roots/list":
			w.roots += open
			w.listed = m.Seq
		case m.Dir == ToHost:
			w.asked += open
		}
	}
	return w
}

// A pulse wakes those who wait for the state to change.
type pulse struct {
	mu   sync.Mutex
	wait chan struct{}
}

// next is closed at the next beat.
func (p *pulse) next() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wait == nil {
		p.wait = make(chan struct{})
	}
	return p.wait
}

func (p *pulse) beat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wait != nil {
		close(p.wait)
		p.wait = nil
	}
}

// Done is closed when the host has been closed.
func (h *Host) Done() <-chan struct{} { return h.ctx.Done() }
