package ask

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lifetimes ends the sessions of the older eras, and what runs in them. The SDK
// does only the first: a session that is deleted, or has been idle for too long,
// waits there for its calls (internal/jsonrpc2, Connection.Close), and a call
// that asks waits for an answer that nobody can give any more. It also takes a
// client for idle that waits for a person on a stream it has resumed.
type lifetimes struct {
	timeout time.Duration
	next    http.Handler // the SDK's

	mu sync.Mutex
	m  map[string]*lifetime // by session id
}

// A lifetime is that of one session.
type lifetime struct {
	of   *lifetimes
	user string // who opened it
	ctx  context.Context
	end  context.CancelFunc

	// Guarded by of.mu:
	session  *mcp.ServerSession // nil until the handshake
	requests int                // under way
	idle     *time.Timer
}

const sessionHeader = "Mcp-Session-Id"

type lifetimeKey struct{}

func (s *lifetimes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get(sessionHeader)
	if id == "" {
		// The context of the handshake is that of everything in its session,
		// without its end.
		l := s.open(r)
		defer l.leave()
		s.next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), lifetimeKey{}, l)))
		return
	}
	s.mu.Lock()
	l := s.m[id]
	s.mu.Unlock()
	if l != nil && l.user == user(r) { // for others the SDK has a refusal
		l.enter()
		defer l.leave()
		if r.Method == http.MethodDelete {
			l.close()
		}
	}
	s.next.ServeHTTP(w, r)
}

func user(r *http.Request) string {
	if t := auth.TokenInfoFromContext(r.Context()); t != nil {
		return t.UserID
	}
	return ""
}

func (s *lifetimes) open(r *http.Request) *lifetime {
	l := &lifetime{of: s, user: user(r), requests: 1}
	l.ctx, l.end = context.WithCancel(context.Background())
	return l
}

// named is called from within the session, before its client can know its id.
func (l *lifetime) named(ss *mcp.ServerSession) {
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	if l.session == nil && l.ctx.Err() == nil {
		l.session = ss
		l.of.m[ss.ID()] = l
	}
}

func (l *lifetime) enter() {
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	if l.requests++; l.idle != nil {
		l.idle.Stop()
	}
}

func (l *lifetime) leave() {
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	switch l.requests--; {
	case l.session == nil:
		l.end() // the handshake failed
	case l.requests == 0 && l.ctx.Err() == nil:
		l.idle = time.AfterFunc(l.of.timeout, l.expire)
	}
}

// close ends what runs in the session.
func (l *lifetime) close() {
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	l.end()
	delete(l.of.m, l.session.ID())
}

func (l *lifetime) expire() {
	l.close()
	_ = l.session.Close() // nobody is there to be told
}

var errSessionEnded = errors.New("the session has ended")

// withinLifetime returns a context that ends with the session as well, if ctx is
// that of a request in a session of [Handler]. What it returns besides must be
// called when the request has been served.
func withinLifetime(ctx context.Context, session mcp.Session) (context.Context, func()) {
	l, ok := ctx.Value(lifetimeKey{}).(*lifetime)
	if !ok {
		return ctx, func() {}
	}
	if ss, ok := session.(*mcp.ServerSession); ok {
		l.named(ss)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(l.ctx, func() { cancel(errSessionEnded) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
