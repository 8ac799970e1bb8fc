package ask

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/roots"
)

// sessions keeps what is known of each connected client of the older eras.
type sessions struct {
	mu sync.Mutex
	m  map[*mcp.ServerSession]*session
}

// of returns the session of ss, which is forgotten when ss ends.
func (s *sessions) of(ss *mcp.ServerSession) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x, ok := s.m[ss]; ok {
		return x
	}
	if s.m == nil {
		s.m = make(map[*mcp.ServerSession]*session)
	}
	x := &session{calls: make(map[*Q]context.Context)}
	s.m[ss] = x
	go func() {
		ss.Wait() // why it ended does not matter here
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.m, ss)
	}()
	return x
}

// A session caches the roots of one client between its notices of change, and
// tells the calls that run when they changed.
type session struct {
	mu    sync.Mutex
	known bool // list answers generation gen
	list  []roots.Root
	gen   int // counts notices of change
	calls map[*Q]context.Context
	fetch *fetch // under way; nil when none is
}

// A fetch is a roots/list under way. It ends early when nobody waits for it any
// more, and with the session.
type fetch struct {
	cancel  context.CancelFunc
	waiting int // calls in roots; guarded by session.mu
	done    chan struct{}
	list    []roots.Root
	err     error
}

func (s *session) join(ctx context.Context, q *Q) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[q] = ctx
}

func (s *session) leave(q *Q) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.calls, q)
}

// changed notes that the client announced other roots. Calls that run hear of
// them as soon as the client has told; when none runs, the next one asks. The
// notices of one burst share one roots/list.
func (s *session) changed(ss *mcp.ServerSession) {
	s.outdate()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ctx := range s.calls {
		// The request must travel with one of the calls: over HTTP a client
		// need not hold any other stream open.
		s.start(ctx, ss)
		return
	}
}

// outdate makes what is known of the roots, or on its way, too old.
func (s *session) outdate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gen++
	s.known = false
}

// roots returns the roots in force, asking the client if they are not known.
// What it returns is never older than the last notice that preceded the call.
func (s *session) roots(ctx context.Context, ss *mcp.ServerSession) ([]roots.Root, error) {
	s.mu.Lock()
	if s.known {
		defer s.mu.Unlock()
		return s.list, nil
	}
	f := s.start(ctx, ss)
	f.waiting++
	s.mu.Unlock()

	var err error
	select {
	case <-f.done:
		err = f.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.waiting--; f.waiting == 0 {
		f.cancel()
		if s.fetch == f {
			s.fetch = nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the roots could not be read, so nothing was done: %w", err)
	}
	return f.list, nil
}

// start returns the fetch under way, or begins one that travels with the call
// of ctx. The caller holds s.mu.
func (s *session) start(ctx context.Context, ss *mcp.ServerSession) *fetch {
	if s.fetch != nil {
		return s.fetch
	}
	ctx, stop := withinLifetime(context.WithoutCancel(ctx), ss)
	ctx, cancel := context.WithCancel(ctx)
	f := &fetch{cancel: func() { cancel(); stop() }, done: make(chan struct{})}
	s.fetch = f
	go s.run(ctx, ss, f)
	return f
}

// run asks the client until the answer is not older than the last notice.
func (s *session) run(ctx context.Context, ss *mcp.ServerSession, f *fetch) {
	defer f.cancel()
	defer close(f.done)
	for {
		s.mu.Lock()
		gen := s.gen
		s.mu.Unlock()
		res, err := ss.ListRoots(ctx, nil)

		s.mu.Lock()
		if err == nil && gen != s.gen {
			s.mu.Unlock()
			continue
		}
		if s.fetch == f {
			s.fetch = nil
		}
		if err != nil {
			f.err = err
			s.mu.Unlock()
			return
		}
		f.list, _ = roots.ParseAll(entries(res))
		s.list = f.list
		// A client that does not announce changes is asked each time.
		s.known = announces(ss)
		calls := slices.Collect(maps.Keys(s.calls))
		s.mu.Unlock()
		for _, q := range calls {
			q.tellRoots(f.list)
		}
		return
	}
}

// announces reports whether the client declared that it tells of changes.
func announces(ss *mcp.ServerSession) bool {
	p := ss.InitializeParams()
	return p != nil && p.Capabilities != nil && p.Capabilities.RootsV2 != nil && p.Capabilities.RootsV2.ListChanged
}

// entries is the list of roots as package roots reads it.
func entries(res *mcp.ListRootsResult) []roots.Entry {
	list := make([]roots.Entry, 0, len(res.Roots))
	for _, r := range res.Roots {
		if r != nil {
			list = append(list, roots.Entry{URI: r.URI, Title: r.Name})
		}
	}
	return list
}
