package host_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/host"
)

// When the connection goes in the middle of a call, the page says so and what to
// do, the call has failed and no question is left.
func TestConnectionLost(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		wantReady(t, h)
		do(h, "tool name=one")
		do(h, "call tool=one")
		p.send(1, "elicitation/create", askName)
		if n := len(h.State().Questions); n != 1 {
			t.Fatalf("%d questions", n)
		}
		p.last().Close()
		synctest.Wait()
		s := h.State()
		if s.Phase != host.PhaseFailed || !s.Retry || s.Failure.Code != host.FailureLost {
			t.Errorf("phase %v, failure %+v", s.Phase, s.Failure)
		}
		if c := s.Calls[0]; c.Status != host.Failed || c.Cause.Code != host.CauseLost {
			t.Errorf("call %+v", c)
		}
		if len(s.Questions) != 0 {
			t.Errorf("questions %+v", s.Questions)
		}
		do(h, "era value=2025-11-25")
		wantReady(t, h)
	})
}

// The page may know of the end before the transport does, or alone.
func TestServerStopped(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		p.send(1, "elicitation/create", askName)
		do(h, "server-stopped")
		s := h.State()
		if s.Phase != host.PhaseFailed || s.Retry || s.Failure.Code != host.FailureStopped {
			t.Errorf("phase %v, retry %v, failure %+v", s.Phase, s.Retry, s.Failure)
		}
		if len(s.Questions) != 0 || s.Calls[0].Status != host.Failed {
			t.Errorf("questions %+v, call %+v", s.Questions, s.Calls[0])
		}
	})
}

// A server that never answers the handshake is given up.
func TestSilentServer(t *testing.T) {
	for _, silent := range []string{"initialize", "tools/list"} {
		t.Run(silent, func(t *testing.T) {
			setUp := func(p *peer, _ *host.Options) { p.answers[silent] = nil }
			drive(t, setUp, func(p *peer, h *host.Host) {
				if s := h.State(); s.Phase != host.PhaseConnecting {
					t.Fatalf("phase %v: %+v", s.Phase, s.Failure)
				}
				<-time.After(time.Minute)
				synctest.Wait()
				s := h.State()
				if s.Phase != host.PhaseFailed || s.Failure.Cause != (host.Cause{Code: host.CauseNoAnswer, Number: 30}) {
					t.Errorf("phase %v, failure %+v", s.Phase, s.Failure)
				}
			})
		})
	}
}

// A peer that takes no message at all is given up as well, and does not keep the
// host from ending.
func TestDeafServer(t *testing.T) {
	setUp := func(p *peer, o *host.Options) {
		o.Dial = func(ctx context.Context) (mcp.Transport, error) {
			inner, err := p.Dial(ctx)
			return deaf{inner}, err
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		<-time.After(time.Minute)
		synctest.Wait()
		if s := h.State(); s.Phase != host.PhaseFailed || s.Failure.Cause != (host.Cause{Code: host.CauseNoAnswer, Number: 30}) {
			t.Errorf("phase %v, failure %+v", s.Phase, s.Failure)
		}
		do(h, "era value=2026-07-28")
	})
}

// deaf is a transport whose writes wait until it is closed.
type deaf struct{ mcp.Transport }

type deafConn struct {
	mcp.Connection
	closed chan struct{}
	close  func()
}

func (d deaf) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := d.Transport.Connect(ctx)
	closed := make(chan struct{})
	return deafConn{c, closed, sync.OnceFunc(func() { close(closed) })}, err
}

func (c deafConn) Write(context.Context, jsonrpc.Message) error {
	<-c.closed
	return mcp.ErrConnectionClosed
}

func (c deafConn) Close() error {
	c.close()
	return c.Connection.Close()
}

// A server that refuses is quoted.
func TestRefusedHandshake(t *testing.T) {
	setUp := func(p *peer, _ *host.Options) {
		p.answers["initialize"] = func(*jsonrpc.Request) any {
			return &jsonrpc.Error{Code: -32000, Message: strings.Repeat("Go away. ", 1000)}
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		s := h.State()
		cause := s.Failure.Cause
		if s.Phase != host.PhaseFailed || s.Failure.Code != host.FailureSession || cause.Code != host.CauseServer ||
			cause.Number != -32000 || !strings.HasPrefix(cause.Text, "Go away. ") {
			t.Errorf("phase %v, failure %+v", s.Phase, s.Failure)
		}
	})
}

// An attempt that another has overtaken changes nothing any more, and ends.
func TestOvertakenAttempt(t *testing.T) {
	setUp := func(p *peer, _ *host.Options) { p.answers["initialize"] = nil }
	drive(t, setUp, func(p *peer, h *host.Host) {
		p.answers["initialize"] = newPeer(t).answers["initialize"]
		do(h, "era value=2025-11-25")
		wantReady(t, h)
		if p.ended != 1 {
			t.Error("the first connection is open still")
		}
		<-time.After(time.Hour)
		synctest.Wait()
		wantReady(t, h)
	})
}

// Roots that change before the server has listed its tools are told of, as it may
// have asked for them already.
func TestRootsWhileConnecting(t *testing.T) {
	setUp := func(p *peer, o *host.Options) { p.answers["tools/list"], o.Roots = nil, []string{"home"} }
	drive(t, setUp, func(p *peer, h *host.Host) {
		p.send(1, "roots/list", `{}`)
		do(h, "consent value=share id=q1")
		do(h, "root-add name=tmp")
		list := listing("one")(nil)
		id, _ := jsonrpc.MakeID(float64(2))
		p.answer(p.last(), &jsonrpc.Request{ID: id}, list)
		synctest.Wait()
		wantReady(t, h)
		if got := p.got[len(p.got)-1]; got != "notifications/roots/list_changed" {
			t.Errorf("the server was told %v", p.got)
		}
	})
}

// stuck is a transport whose writes wait when told to.
type stuck struct {
	mcp.Transport
	hold chan struct{} // closed when writes may go on; nil never holds
}

type stuckConn struct {
	mcp.Connection
	s *stuck
}

func (s *stuck) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := s.Transport.Connect(ctx)
	return &stuckConn{c, s}, err
}

func (c *stuckConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	if hold := c.s.hold; hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return c.Connection.Write(ctx, msg)
}

// Handle and State return at once even when the peer takes no message.
func TestHandleDoesNotWait(t *testing.T) {
	s := &stuck{}
	setUp := func(p *peer, o *host.Options) {
		o.Dial = func(ctx context.Context) (mcp.Transport, error) {
			inner, err := p.Dial(ctx)
			s.Transport = inner
			return s, err
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		do(h, "consent value=share")
		s.hold = make(chan struct{})
		do(h, "root-add name=a")
		handled := make(chan struct{})
		go func() {
			h.Handle(host.Intent{Action: "root-add", Args: map[string]string{"name": "b"}})
			h.State()
			close(handled)
		}()
		select {
		case <-handled:
		case <-time.After(time.Hour):
			t.Error("Handle waits for the peer")
		}
		close(s.hold)
		synctest.Wait()
		if n := len(h.State().Roots); n != 2 {
			t.Errorf("%d roots", n)
		}
	})
}
