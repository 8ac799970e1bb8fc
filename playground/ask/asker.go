package ask

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options configure an [Asker]. The zero value of each field has a default.
type Options struct {
	// Keys seal requestState. The default is a key made at random, which ends
	// with the process: servers that run in several places, or restart with
	// questions on somebody's screen, share one.
	Keys *Keys
	// TTL is how long an answer may take, from the first question of a call to
	// the last answer. It bounds how long a stolen requestState is of use, so it
	// is generous to people and not endless. The default is one hour.
	TTL time.Duration
	// Consumed remembers what has been acted on. The default holds 65,536 ids in
	// memory.
	Consumed Consumed
	// Principal says who calls: a verified identity, never what the client says
	// of itself (mcp-rules A11.5, A11.6). The default is the subject of the
	// bearer token, and empty without one.
	Principal func(*mcp.CallToolRequest) string
	// Now and Rand are the clock and the randomness. The defaults are the
	// system's.
	Now  func() time.Time
	Rand io.Reader
}

// An Asker holds what the tools of one server need to ask. It may serve any
// number of sessions at a time.
type Asker struct {
	keys      Keys
	ttl       time.Duration
	consumed  Consumed
	principal func(*mcp.CallToolRequest) string
	now       func() time.Time
	rand      io.Reader

	sessions sessions
}

// New returns an Asker.
func New(opts *Options) (*Asker, error) {
	if opts == nil {
		opts = new(Options)
	}
	a := &Asker{ttl: opts.TTL, consumed: opts.Consumed, principal: opts.Principal, now: opts.Now, rand: opts.Rand}
	if a.ttl == 0 {
		a.ttl = time.Hour
	}
	if a.consumed == nil {
		a.consumed = NewConsumed(1 << 16)
	}
	if a.principal == nil {
		a.principal = tokenSubject
	}
	if a.now == nil {
		a.now = time.Now
	}
	if a.rand == nil {
		a.rand = rand.Reader
	}
	if opts.Keys != nil {
		a.keys = *opts.Keys
	} else if _, err := io.ReadFull(a.rand, a.keys.Current[:]); err != nil {
		return nil, fmt.Errorf("making a key for requestState: %w", err)
	}
	return a, nil
}

func tokenSubject(req *mcp.CallToolRequest) string {
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return ""
	}
	return req.Extra.TokenInfo.UserID
}

// until is when a state of f is refused for its age, so when its id may be
// forgotten.
func (a *Asker) until(f *flow) time.Time {
	return time.Unix(f.Began, 0).Add(a.ttl)
}

// Install adds to s what asking needs. Call it once, before s is connected.
func (a *Asker) Install(s *mcp.Server) {
	s.AddReceivingMiddleware(a.receiving)
	s.AddSendingMiddleware(unchecked)
}

func (a *Asker) receiving(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		ctx, stop := withinLifetime(ctx, req.GetSession())
		defer stop()
		switch p := req.GetParams().(type) {
		case *mcp.InitializeParams:
			// go-sdk v1.8.0 takes the version that the client asked for, not the
			// one it negotiated, to decide whether server requests are allowed:
			// after an initialize with a version from the future every question
			// would be refused (server.go, assertServerInitiatedRequestAllowed).
			if p != nil && stateless(p.ProtocolVersion) {
				p.ProtocolVersion = V20251125
			}
		case *mcp.RootsListChangedParams:
			if ss, ok := req.GetSession().(*mcp.ServerSession); ok {
				a.sessions.of(ss).changed(ss)
			}
		}
		res, err := next(ctx, method, req)
		if err != nil {
			return res, err
		}
		switch r := res.(type) {
		case *mcp.CallToolResult:
			if r.InputRequests != nil {
				return inputRequired{r}, nil
			}
		case *mcp.ReadResourceResult:
			if r.InputRequests != nil {
				return readRequired{r}, nil
			}
		}
		return res, nil
	}
}

// AddTool adds a tool whose body may ask. It is [mcp.AddTool] with a [Q]: input
// and output schemas are inferred and checked as there, and an error of the body
// is a tool error.
func AddTool[In, Out any](s *mcp.Server, a *Asker, t *mcp.Tool, body func(context.Context, *Q, In) (Out, error)) {
	mcp.AddTool(s, t, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		var zero Out
		q, err := a.open(ctx, req)
		if err != nil {
			return nil, zero, err
		}
		defer q.close()
		out, err := body(ctx, q, in)
		return finish(q, out, err)
	})
}

// open prepares the call of a body: who calls, and what has been answered.
func (a *Asker) open(ctx context.Context, req *mcp.CallToolRequest) (*Q, error) {
	q := &Q{asker: a, req: req, version: requestVersion(req), caps: req.ClientCapabilities()}
	q.flow.Principal = a.principal(req)
	q.flow.Tool = req.Params.Name
	q.flow.Args = digestArguments(req.Params.Arguments)
	q.flow.Began = a.now().Unix()
	if !stateless(q.version) {
		l := &requests{session: a.sessions.of(req.Session)}
		l.session.join(ctx, q)
		q.via = l
		return q, nil
	}
	q.via = rounds{}
	if err := q.resume(ctx); err != nil {
		return nil, err
	}
	return q, nil
}

func (q *Q) close() {
	q.OnRoots(nil)
	if l, ok := q.via.(*requests); ok {
		l.session.leave(q)
	}
}
