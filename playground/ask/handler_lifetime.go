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

// lifetimes ends what runs in the sessions of the older eras when they end. The
// SDK does not: when a session is deleted, or has been idle for too long, it
// waits for the calls in it (internal/jsonrpc2, Connection.Close), and a call
// that asks waits for an answer that nobody can give any more.
type lifetimes struct {
	timeout time.Duration
	next    http.Handler // the SDK's, with the same timeout

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
	id    string // empty until the handshake
	posts int    // under way
	idle  *time.Timer
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
		switch r.Method {
		case http.MethodPost:
			l.enter()
			defer l.leave()
		case http.MethodDelete:
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
	l := &lifetime{of: s, user: user(r), posts: 1}
	l.ctx, l.end = context.WithCancel(context.Background())
	return l
}

// named is called from within the session, before its client can know the id.
func (l *lifetime) named(id string) {
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	if l.id == "" && l.ctx.Err() == nil {
		l.id = id
		l.of.m[id] = l
	}
}

func (l *lifetime) enter() {
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	if l.posts++; l.idle != nil {
		l.idle.Stop()
	}
}

func (l *lifetime) leave() {
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	switch l.posts--; {
	case l.id == "":
		l.end() // no session came of it
	case l.posts == 0:
		l.idle = time.AfterFunc(l.of.timeout, l.close)
	}
}

func (l *lifetime) close() {
	l.end()
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	delete(l.of.m, l.id)
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
	l.named(session.ID())
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(l.ctx, func() { cancel(errSessionEnded) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
