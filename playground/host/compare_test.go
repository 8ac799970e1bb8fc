package host_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/host"
)

// compareWith starts a host whose twins are peers, and compares a call that it made.
func compareWith(t *testing.T, setUp func(twin *peer), f func(*host.Host)) {
	twins := newPeer(t)
	done := func(*jsonrpc.Request) any {
		return map[string]any{"content": []any{}, "resultType": "complete"}
	}
	twins.answers["tools/call"] = done
	setUp(twins)
	drive(t, func(p *peer, o *host.Options) {
		p.answers["tools/call"] = done
		o.Twin = func(ctx context.Context, _ *notesfs.Snapshot, _ time.Time) (mcp.Transport, error) {
			return twins.Dial(ctx)
		}
	}, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		do(h, "compare call=1")
		f(h)
		for _, c := range twins.dials {
			c.Close()
		}
		synctest.Wait()
	})
}

// A twin that keeps silent, speaks another version, or goes round in circles is no
// reason to wait for ever: the side says what is the matter.
func TestCompareTrouble(t *testing.T) {
	for _, test := range []struct {
		name  string
		setUp func(*peer)
		want  [2]string // cause of each side
	}{
		{"none", func(*peer) {}, [2]string{"", ""}},
		{"silent at first", func(p *peer) { p.answers["initialize"], p.answers["server/discover"] = nil, nil }, [2]string{host.CauseNoAnswer, host.CauseNoAnswer}},
		{"silent later", func(p *peer) { p.answers["tools/call"] = nil }, [2]string{host.CauseNoAnswer, host.CauseNoAnswer}},
		{"another version", func(p *peer) {
			p.answers["initialize"] = func(*jsonrpc.Request) any {
				return map[string]any{"protocolVersion": "2025-06-18", "serverInfo": map[string]any{"name": "p", "version": "1"}, "capabilities": map[string]any{}}
			}
		}, [2]string{host.CauseVersion, ""}},
		{"circles", func(p *peer) {
			p.answers["tools/call"] = func(*jsonrpc.Request) any {
				return map[string]any{"resultType": "input_required", "requestState": "s", "content": []any{}}
			}
		}, [2]string{host.CauseOther, host.CauseOther}},
		{"an error", func(p *peer) {
			p.answers["tools/call"] = func(*jsonrpc.Request) any { return &jsonrpc.Error{Code: -32603, Message: "broken"} }
		}, [2]string{"", ""}}, // the wire says it
	} {
		t.Run(test.name, func(t *testing.T) {
			compareWith(t, test.setUp, func(h *host.Host) {
				<-time.After(2 * time.Minute) // of the bubble: the patience of both sides
				c := h.State().Compare
				if c == nil || c.Running {
					t.Fatalf("comparison %+v", c)
				}
				for i, side := range c.Sides {
					if side.Cause.Code != test.want[i] || side.Waits != host.NotWaiting {
						t.Errorf("under %s: cause %+v, waits %v; want %q", side.Era, side.Cause, side.Waits, test.want[i])
					}
				}
				wantReady(t, h)
			})
		})
	}
}

// A comparison is shown until the person goes back to the wire, also before it is
// done. Messages of it open and close.
func TestCompareView(t *testing.T) {
	compareWith(t, func(p *peer) {}, func(h *host.Host) {
		do(h, "compare-message side=1 seq=2")
		do(h, "compare-message side=0 seq=3")
		do(h, "compare-message side=0 seq=3")
		do(h, "compare-message side=7 seq=x")
		c := h.State().Compare
		if c.N != 1 || c.Call != 1 || c.Tool != "one" || c.Sides[0].Selected != 0 || c.Sides[1].Selected != 2 {
			t.Errorf("comparison %+v", c)
		}
		if c.Results != host.Alike {
			t.Errorf("the results: %v", c.Results)
		}
		do(h, "compare-close")
		do(h, "compare-message side=1 seq=2")
		if c := h.State().Compare; c != nil {
			t.Errorf("after going back: %+v", c)
		}
		do(h, "compare tool=one")
		if c := h.State().Compare; c == nil || c.N != 2 || c.Call != 0 {
			t.Errorf("the open tool: %+v", c)
		}
		do(h, "message seq=1") // who looks at the wire
		if s := h.State(); s.Compare != nil || s.Wire.Selected != 1 {
			t.Errorf("the wire: %+v, selected %d", s.Compare, s.Wire.Selected)
		}
	})
	compareWith(t, func(p *peer) { p.answers["tools/call"] = nil }, func(h *host.Host) {
		if c := h.State().Compare; c == nil || !c.Running {
			t.Fatalf("comparison %+v", c)
		}
		do(h, "compare-close")
		if c := h.State().Compare; c != nil {
			t.Errorf("after going back: %+v", c)
		}
	})
}

// Calls that cannot be compared say why.
func TestUncompared(t *testing.T) {
	never := errors.New("no twin is needed")
	for _, test := range []struct {
		name       string
		twin       bool
		script     []string
		tool, call host.Uncompared
	}{
		{"no twin", false, []string{"tool name=one", "call tool=one"}, host.UncomparedNever, host.UncomparedNever},
		{"running", true, []string{"tool name=one", "call tool=one"}, "", host.UncomparedRunning},
		{"stopped", true, []string{"tool name=one", "call tool=one", "stop call=1"}, "", ""},
		{"elsewhere", true, []string{"connect", "tool name=one", "call tool=one", "stop call=1"}, host.UncomparedElsewhere, host.UncomparedElsewhere},
		{"back", true, []string{"connect", "tool name=one", "call tool=one", "connect-own"}, "", host.UncomparedElsewhere},
	} {
		t.Run(test.name, func(t *testing.T) {
			drive(t, func(p *peer, o *host.Options) {
				o.DialURL = func(ctx context.Context, _ string) (mcp.Transport, error) { return p.Dial(ctx) }
				if test.twin {
					o.Twin = func(context.Context, *notesfs.Snapshot, time.Time) (mcp.Transport, error) { return nil, never }
				}
			}, func(p *peer, h *host.Host) {
				for _, action := range test.script {
					do(h, action, [2]string{"url", "http://localhost:3001/mcp"})
				}
				s := h.State()
				if len(s.Calls) != 1 || s.Calls[0].Uncompared != test.call || s.ToolUncompared != test.tool {
					t.Errorf("calls %+v; the tool %q", s.Calls, s.ToolUncompared)
				}
				do(h, "compare call=1")
				c := h.State().Compare
				if (c != nil) != (test.call == "") {
					t.Fatalf("comparison %+v", c)
				}
				if c != nil && c.Sides[0].Cause.Text != never.Error() {
					t.Errorf("the twin failed with %+v", c.Sides[0].Cause)
				}
			})
		})
	}
}
