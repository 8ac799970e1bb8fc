package host

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A link is one session with the server, or an attempt at one.
type link struct {
	n       int // 1, 2, 3…
	era     string
	address string        // of the server; empty for that of Options.Dial
	server  Server        // guarded by the host's mu
	known   chan struct{} // closed when server is set
	told    bool          // the server has been told a list of roots; guarded by the host's mu
	session *mcp.ClientSession
	wire    *wire
	ctx     context.Context // ends with the session; its cause says why
	cancel  context.CancelCauseFunc

	// countdown runs while the session is opened.
	countdown *countdown

	telling sync.Mutex  // held while a notice is written, so that no call overtakes it
	untold  atomic.Bool // the roots changed and the server has not been told
	relist  atomic.Int32

	opened map[page]int // how often the person opened it; guarded by the host's mu
}

// patience is how long a server may take to open a session and to list its tools.
// No person is asked anything in that time.
const patience = 30 * time.Second

// nextLink ends the attempt that is under way, if one is, and begins another. The
// caller holds h.mu.
func (h *Host) nextLink() *link {
	if h.next != nil {
		h.next.cancel(errClosed)
	}
	h.links++
	l := &link{n: h.links, era: h.era, address: h.address, known: make(chan struct{})}
	l.ctx, l.cancel = context.WithCancelCause(h.ctx)
	l.countdown = newCountdown(patience, func() { l.cancel(errNoAnswer) })
	h.next, h.phase, h.failure = l, PhaseConnecting, Failure{}
	return l
}

// rootsChanged is called when the person has changed the roots. A server that may
// not know them is told nothing. The caller holds h.mu.
func (h *Host) rootsChanged(l *link) {
	if h.consents[l.audience()] == Shared {
		h.tellRoots(l)
	} else {
		h.note(NoteKept, l)
	}
}

// tellRoots lets the server hear that it would be told other roots now, where the
// protocol version has a notice for it: under 2026-07-28 nothing is sent until
// the server asks (mcp-rules B8). The caller holds h.mu.
func (h *Host) tellRoots(l *link) {
	if l.era >= ask.V20260728 {
		h.note(NoteQuiet, l)
		return
	}
	l.untold.Store(true)
	h.spawn(func(context.Context) { l.tell(l.ctx) })
}

// tell sends the notice that is due, if one is. A change of the roots and the
// call that follows it leave in that order.
func (l *link) tell(ctx context.Context) {
	l.telling.Lock()
	defer l.telling.Unlock()
	if l.untold.Swap(false) {
		// It fails only when the session is gone; the next one asks for the roots.
		_ = l.wire.notify(ctx, "notifications/roots/list_changed")
	}
}

// close ends the session and what runs in it.
func (l *link) close() {
	l.cancel(errClosed)
	_ = l.session.Close() // the peer may have gone first
}

// connect opens the session of l and lists the tools. The session before it, and
// what ran in it, has been ended by the caller.
func (h *Host) connect(l *link) {
	h.mu.Lock()
	told := h.roots
	h.mu.Unlock()

	defer l.countdown.end()
	var failure Failure
	var listed []Tool
	var more bool
	if err := h.dial(l); err != nil {
		failure = Failure{FailureSession, causeOf(l.ctx, err)}
	} else if listed, more, err = h.list(l); err != nil {
		failure = Failure{FailureTools, causeOf(l.ctx, err)}
	}
	var used bool
	h.update(func() {
		if h.next != l || h.ctx.Err() != nil { // another was begun meanwhile
			return
		}
		if failure.Code != "" {
			h.phase, h.failure, h.retry = PhaseFailed, failure, true
			return
		}
		used = true
		h.link, h.phase, h.failure = l, PhaseReady, Failure{}
		h.showTools(listed, more)
		if !slices.Equal(told, h.roots) { // it may have asked for them already
			h.rootsChanged(l)
		}
	})
	switch {
	case used:
		h.attend(func(context.Context) { h.watch(l) })
	case l.session != nil:
		l.close()
	default:
		l.cancel(errClosed)
	}
}

// watch waits for the end of the session and says so if nobody here ended it.
func (h *Host) watch(l *link) {
	_ = l.session.Wait() // whatever the reason, what is left to do is the same
	l.cancel(errLost)
	l.close()
	h.update(func() {
		if h.link == l && h.ctx.Err() == nil {
			h.link, h.phase, h.retry = nil, PhaseFailed, true
			h.failure = Failure{Code: FailureLost}
		}
	})
}

// serverStopped ends the session or the attempt at one: nobody is at its other end.
func (h *Host) serverStopped() {
	h.update(func() {
		used, l := h.link, h.next
		h.link, h.next = nil, nil
		if l != nil {
			l.cancel(errLost) // an attempt ends by itself
		}
		if used != nil {
			h.spawn(func(context.Context) { used.close() })
		}
	})
	h.fail(Failure{Code: FailureStopped})
}

func (h *Host) dial(l *link) error {
	inner, err := h.reach(l)
	if err != nil {
		return err
	}
	l.wire = &wire{Transport: ask.Wire(h.trace.transport(l.n, l.era, inner)), over: l.ctx}
	o := &mcp.ClientOptions{ElicitationCompleteHandler: h.elicitationComplete(l)}
	if l.era < ask.V20260728 { // later, only those are told who keep a stream open for it
		o.ToolListChangedHandler = func(context.Context, *mcp.ToolListChangedRequest) { h.toolsChanged(l) }
	}
	l.session, err = join(l.ctx, l.wire, l.era, o, respondent{h, l})
	if err != nil {
		return err
	}
	res := l.session.InitializeResult()
	h.update(func() {
		if res.ServerInfo != nil {
			l.server = Server{Name: res.ServerInfo.Name, Title: res.ServerInfo.Title, Version: res.ServerInfo.Version}
		}
		close(l.known)
	})
	return nil
}

// join opens a session over t that speaks era, in which r answers. A session with a
// server that speaks another version is returned with the error.
func join(ctx context.Context, t mcp.Transport, era string, o *mcp.ClientOptions, r ask.Respondent) (*mcp.ClientSession, error) {
	o.Capabilities = ask.Capabilities(era)
	o.MultiRoundTrip = &mcp.MultiRoundTripOptions{Disabled: true} // ask.Call does it
	client := mcp.NewClient(&mcp.Implementation{Name: "askback", Title: "askback playground", Version: "0.1.0"}, o)
	client.AddReceivingMiddleware(ask.Answering(era, r))
	session, err := client.Connect(ctx, t, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		return nil, err
	}
	if spoken := session.InitializeResult().ProtocolVersion; spoken != era {
		return session, versionError(spoken)
	}
	return session, nil
}

// reconnect ends the session with all that runs in it and opens another. choose
// says first what is different about that one.
func (h *Host) reconnect(choose func()) {
	var old, l *link
	h.update(func() {
		old, h.link = h.link, nil
		choose()
		l = h.nextLink()
	})
	h.spawn(func(context.Context) {
		if old != nil {
			old.close()
		}
		h.connect(l)
	})
}
