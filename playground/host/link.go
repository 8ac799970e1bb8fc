package host

import (
	"context"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A link is one session with the server.
type link struct {
	era     string
	server  Server
	session *mcp.ClientSession
	wire    *notifier
	ctx     context.Context // ends with the session
	cancel  context.CancelFunc

	telling sync.Mutex // held while a notice is written, so that no call overtakes it
	untold  bool       // the roots changed and the server has not been told; guarded by telling
}

// rootsChanged notes that the server is to be told of other roots, where the
// protocol version has a notice for it: under 2026-07-28 nothing is sent until
// the server asks (mcp-rules B8).
func (l *link) rootsChanged() {
	l.telling.Lock()
	defer l.telling.Unlock()
	l.untold = l.era < ask.V20260728
}

// tell sends the notice that is due, if one is. A change of the roots and the
// call that follows it leave in that order.
func (l *link) tell(ctx context.Context) {
	l.telling.Lock()
	defer l.telling.Unlock()
	if !l.untold {
		return
	}
	l.untold = false
	// It fails only when the session is gone; the next one asks for the roots.
	_ = l.wire.notify(ctx, "notifications/roots/list_changed")
}

func (l *link) close() {
	l.cancel()
	_ = l.session.Close() // the peer may have gone first
}

// connect opens a session in the chosen era and lists the tools. The session
// before it, and what ran in it, has been ended by the caller.
func (h *Host) connect(ctx context.Context) {
	h.mu.Lock()
	era := h.era
	h.links++
	n := h.links
	h.mu.Unlock()

	l, err := h.dial(ctx, n, era)
	if err != nil {
		h.fail(fmt.Sprintf("No session with the server under %s: %v. Choose the protocol version again to try once more.", era, err))
		return
	}
	var tools []*mcp.Tool
	for t, err := range l.session.Tools(ctx, nil) {
		if err != nil {
			l.close()
			h.fail(fmt.Sprintf("The server did not list its tools: %v. Choose the protocol version again to try once more.", err))
			return
		}
		tools = append(tools, t)
	}
	raw, _ := h.trace.result("tools/list")
	listed := readTools(tools, raw)
	var late bool
	h.update(func() {
		if late = h.links != n || h.ctx.Err() != nil; late { // another was begun meanwhile
			return
		}
		h.link, h.phase, h.failure, h.tools = l, PhaseReady, "", listed
		if h.findTool(h.tool) == nil {
			h.openTool("")
		}
	})
	if late {
		l.close()
	}
}

func (h *Host) dial(ctx context.Context, n int, era string) (*link, error) {
	inner, err := h.opts.Dial(ctx)
	if err != nil {
		return nil, err
	}
	l := &link{era: era, wire: &notifier{Transport: ask.Wire(h.trace.transport(n, inner))}}
	l.ctx, l.cancel = context.WithCancel(h.ctx)
	client := mcp.NewClient(
		&mcp.Implementation{Name: "askback", Title: "askback playground", Version: "0.1.0"},
		&mcp.ClientOptions{
			Capabilities:               ask.Capabilities(era),
			MultiRoundTrip:             &mcp.MultiRoundTripOptions{Disabled: true}, // ask.Call does it
			ElicitationCompleteHandler: h.elicitationComplete,
		})
	client.AddReceivingMiddleware(ask.Answering(era, respondent{h}))
	l.session, err = client.Connect(ctx, l.wire, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		l.cancel()
		return nil, err
	}
	res := l.session.InitializeResult()
	if res.ProtocolVersion != era {
		l.close()
		return nil, fmt.Errorf("the server speaks %s instead", res.ProtocolVersion)
	}
	if res.ServerInfo != nil {
		l.server = Server{Name: res.ServerInfo.Name, Title: res.ServerInfo.Title, Version: res.ServerInfo.Version}
	}
	return l, nil
}

// reconnect ends the session with all that runs in it and opens another.
func (h *Host) reconnect(era string) {
	var old *link
	h.update(func() {
		old, h.link = h.link, nil
		h.era, h.phase, h.failure = era, PhaseConnecting, ""
	})
	h.spawn(func(ctx context.Context) {
		if old != nil {
			old.close()
		}
		h.connect(ctx)
	})
}
