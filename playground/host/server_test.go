package host_test

import (
	"context"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/host"
)

// A server elsewhere takes the place of the page's own, with its tools and
// without the plays; a call that was made to one is not repeated to the other.
func TestAnotherServer(t *testing.T) {
	other := newPeer(t)
	other.answers["tools/list"] = listing("theirs", "both")
	var dialled []string
	drive(t, func(own *peer, o *host.Options) {
		own.answers["tools/list"] = listing("ours", "both")
		o.Plays = []host.Script{{Play: host.Play{Name: "one"}}}
		o.DialURL = func(ctx context.Context, url string) (mcp.Transport, error) {
			dialled = append(dialled, url)
			return other.Dial(ctx)
		}
	}, func(own *peer, h *host.Host) {
		wantReady(t, h)
		do(h, "tool name=both")
		do(h, "call")

		for _, bad := range []string{"", "no URL", "ftp://example.com/mcp", "http://example.com/mcp", "javascript:alert(1)"} {
			do(h, "connect", [2]string{"url", bad})
			s := h.State()
			if len(s.Other.Problems) == 0 || s.Other.Draft != bad || s.Address != "" || s.Phase != host.PhaseReady {
				t.Errorf("connecting to %q: %+v, address %q, phase %v", bad, s.Other, s.Address, s.Phase)
			}
		}
		do(h, "draft for=server", [2]string{"url", "http"})
		if s := h.State(); len(s.Other.Problems) > 0 || s.Other.Draft != "http" {
			t.Errorf("while it is typed: %+v", s.Other)
		}

		do(h, "connect", [2]string{"url", "http://localhost:3001/mcp"})
		wantReady(t, h)
		s := h.State()
		if len(dialled) != 1 || dialled[0] != "http://localhost:3001/mcp" || s.Address != dialled[0] {
			t.Fatalf("dialled %q, address %q", dialled, s.Address)
		}
		if len(s.Tools) != 2 || s.Tools[0].Name != "theirs" || s.Tool != "" || len(s.Plays) != 0 {
			t.Errorf("tools %+v, open %q, plays %v", s.Tools, s.Tool, s.Plays)
		}
		do(h, "again call=1")
		if n := len(h.State().Calls); n != 1 {
			t.Errorf("%d calls after repeating one that another server was asked", n)
		}

		do(h, "connect-own")
		wantReady(t, h)
		s = h.State()
		if s.Address != "" || s.Tools[0].Name != "ours" || len(s.Plays) != 1 {
			t.Errorf("back: address %q, tools %+v, plays %v", s.Address, s.Tools, s.Plays)
		}
		do(h, "again call=1")
		if n := len(h.State().Calls); n != 2 {
			t.Errorf("%d calls after repeating one", n)
		}
		for _, c := range other.dials {
			c.Close()
		}
	})
}
