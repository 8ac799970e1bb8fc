package host_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/host"
)

// A peer is a server made by hand, message by message. It does what the SDK
// would not: it breaks rules, floods, falls silent, hangs up.
type peer struct {
	t       *testing.T
	mu      sync.Mutex                            // sessions overlap
	answers map[string]func(*jsonrpc.Request) any // result by method; nil for silence
	dials   []mcp.Connection                      // the server's ends
	got     []string                              // methods in the order received, of all sessions
	open    []*jsonrpc.Request                    // calls of tools that were met with silence
	replies []*jsonrpc.Response                   // what the host answered
	ended   int                                   // sessions that are over
	// requests counts those for the roots.
	requests int
}

func newPeer(t *testing.T) *peer {
	return &peer{t: t, answers: map[string]func(*jsonrpc.Request) any{
		"initialize": func(*jsonrpc.Request) any {
			return map[string]any{
				"protocolVersion": "2025-11-25", "serverInfo": map[string]any{"name": "peer", "version": "1"},
				"capabilities": map[string]any{"tools": map[string]any{"listChanged": true}},
			}
		},
		"server/discover": func(*jsonrpc.Request) any {
			return map[string]any{
				"resultType": "complete", "supportedVersions": []string{"2026-07-28"},
				"_meta":        map[string]any{"io.modelcontextprotocol/serverInfo": map[string]any{"name": "peer", "version": "1"}},
				"capabilities": map[string]any{"tools": map[string]any{}},
			}
		},
		"tools/list": listing("one", "two"),
	}}
}

// listing answers tools/list with tools of these names.
func listing(names ...string) func(*jsonrpc.Request) any {
	tools := []any{}
	for _, name := range names {
		tools = append(tools, map[string]any{
			"name": name, "inputSchema": json.RawMessage(`{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}}}`),
		})
	}
	return func(*jsonrpc.Request) any { return map[string]any{"tools": tools} }
}

func (p *peer) Dial(ctx context.Context) (mcp.Transport, error) {
	client, server := mcp.NewInMemoryTransports()
	conn, err := server.Connect(ctx)
	if err != nil {
		return nil, err
	}
	p.dials = append(p.dials, conn)
	go p.serve(conn)
	return client, nil
}

func (p *peer) serve(conn mcp.Connection) {
	for {
		msg, err := conn.Read(context.Background())
		p.mu.Lock()
		req, ok := msg.(*jsonrpc.Request)
		if res, ok := msg.(*jsonrpc.Response); ok {
			p.replies = append(p.replies, res)
		}
		switch {
		case err != nil:
			p.ended++
		case ok:
			p.got = append(p.got, req.Method)
			if answer := p.answers[req.Method]; answer != nil && req.IsCall() {
				p.answer(conn, req, answer(req))
			} else if req.Method == "tools/call" {
				p.open = append(p.open, req)
			}
		}
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// answer sends a result. What is an error is sent as one.
func (p *peer) answer(conn mcp.Connection, req *jsonrpc.Request, result any) {
	res := &jsonrpc.Response{ID: req.ID}
	if err, ok := result.(error); ok {
		res.Error = err
	} else {
		raw, err := json.Marshal(result)
		if err != nil {
			panic(err)
		}
		res.Result = raw
	}
	_ = conn.Write(context.Background(), res) // the host may be gone
}

// last is the server's end of the latest session.
func (p *peer) last() mcp.Connection { return p.dials[len(p.dials)-1] }

// send sends a request or, without an id, a notification.
func (p *peer) send(id int64, method, params string) {
	p.t.Helper()
	req := &jsonrpc.Request{Method: method, Params: json.RawMessage(params)}
	if id != 0 {
		req.ID, _ = jsonrpc.MakeID(float64(id))
	}
	if err := p.last().Write(context.Background(), req); err != nil {
		p.t.Fatal(err)
	}
	synctest.Wait()
}

const askName = `{"message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}`

// drive starts a host on a peer, under 2025-11-25.
func drive(t *testing.T, setUp func(*peer, *host.Options), f func(*peer, *host.Host)) {
	synctest.Test(t, func(t *testing.T) {
		p := newPeer(t)
		files := notesfs.New(nil)
		o := host.Options{Dial: p.Dial, Tree: tree{files}, Plays: []host.Script{{Play: host.Play{Name: "p"}, Tool: "one"}}}
		if setUp != nil {
			setUp(p, &o)
		}
		h := host.New(o)
		h.Start()
		synctest.Wait()
		f(p, h)
		closed := make(chan struct{})
		go func() { h.Close(); close(closed) }()
		select {
		case <-closed:
		case <-time.After(time.Hour):
			t.Error("Close does not return")
			panic("Close does not return") // else synctest waits for ever
		}
		for _, c := range p.dials {
			c.Close()
		}
		synctest.Wait()
	})
}

// A tree is files in the same process.
type tree struct{ files *notesfs.FS }

func (f tree) Snapshot(context.Context) (*notesfs.Snapshot, error) { return f.files.Snapshot(), nil }

func (f tree) Restore(_ context.Context, s *notesfs.Snapshot) error {
	f.files.Restore(s)
	return nil
}

// do handles an intent, as "action key=value …".
func do(h *host.Host, action string, controls ...[2]string) {
	words := strings.Fields(action)
	in := host.Intent{Action: words[0], Args: map[string]string{}, Form: controls}
	for _, w := range words[1:] {
		k, v, _ := strings.Cut(w, "=")
		in.Args[k] = v
	}
	h.Handle(in)
	synctest.Wait()
}

func wantReady(t *testing.T, h *host.Host) {
	t.Helper()
	if s := h.State(); s.Phase != host.PhaseReady {
		t.Fatalf("phase %v: %+v", s.Phase, s.Failure)
	}
}
