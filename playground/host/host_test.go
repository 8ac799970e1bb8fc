package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"askback/notesfs"
	"askback/playground/host"
)

// A server that goes on asking after its call was stopped, or its session was
// ended, keeps neither the question on the page nor the host from ending.
func TestQuestionEndsWithItsCall(t *testing.T) {
	for _, end := range []string{"stop call=1", "era value=2025-11-25", "play name=p"} {
		t.Run(end, func(t *testing.T) {
			drive(t, nil, func(p *peer, h *host.Host) {
				do(h, "tool name=one")
				do(h, "call tool=one")
				p.send(1, "elicitation/create", askName)
				do(h, end)
				s := h.State()
				if len(s.Questions) != 0 || s.Calls[0].Status != host.Stopped {
					t.Errorf("questions %+v, calls %+v", s.Questions, s.Calls)
				}
				wantReady(t, h)
			})
		})
	}
}

// With two calls under way nobody can tell whose a question is. It ends with the
// session at the latest.
func TestQuestionOfNobody(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		do(h, "call tool=one")
		p.send(1, "elicitation/create", askName)
		q := h.State().Questions[0]
		if q.Call != 0 || q.Tool != "" || q.Server.Name != "peer" {
			t.Errorf("question %+v", q)
		}
		do(h, "stop call=1")
		if n := len(h.State().Questions); n != 1 {
			t.Errorf("%d questions after one of the calls was stopped", n)
		}
		do(h, "era value=2025-11-25")
		if n := len(h.State().Questions); n != 0 {
			t.Errorf("%d questions of a session that is over", n)
		}
	})
}

// A server cannot fill the page with questions.
func TestQuestionFlood(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		for i := range int64(200) {
			p.send(i+1, "elicitation/create", askName)
		}
		if n := len(h.State().Questions); n > 20 {
			t.Errorf("%d questions wait", n)
		}
	})
}

// The second click of a double click on a play does nothing.
func TestPlayTwice(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		h.Handle(host.Intent{Action: "play", Args: map[string]string{"name": "p"}})
		h.Handle(host.Intent{Action: "play", Args: map[string]string{"name": "p"}})
		synctest.Wait()
		calls := slices.DeleteFunc(p.got, func(method string) bool { return method != "tools/call" })
		if len(calls) != 1 {
			t.Errorf("%d calls", len(calls))
		}
	})
}

// What a form of one tool holds does not go to another that was opened since it
// was drawn.
func TestFormOfAnotherTool(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=two")
		do(h, "draft for=args tool=one", [2]string{"a", "typed for one"})
		do(h, "call tool=one", [2]string{"a", "typed for one"})
		if s := h.State(); s.Args.Get("a") != "" || len(s.Calls) != 0 {
			t.Errorf("args %v, calls %v", s.Args, s.Calls)
		}
	})
}

// Clicking the tool that is open does not throw away what was typed.
func TestOpenTwice(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "draft for=args tool=one", [2]string{"a", "typed"})
		do(h, "tool name=one")
		if got := h.State().Args.Get("a"); got != "typed" {
			t.Errorf("the argument holds %q", got)
		}
	})
}

// A running call stays in sight, so that it can be stopped, however many come
// after it.
func TestRunningCallsAreKept(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		p.answers["tools/call"] = func(*jsonrpc.Request) any { return map[string]any{"content": []any{}} }
		for range 150 {
			do(h, "call tool=one")
		}
		calls := h.State().Calls
		if calls[0].ID != 1 || len(calls) > 100 {
			t.Errorf("%d calls are kept, the first is %d", len(calls), calls[0].ID)
		}
	})
}

// A server's list of tools has a bound, each name is there once, and the fields
// of every page keep the order in which they were sent.
func TestToolList(t *testing.T) {
	page := 0
	setUp := func(p *peer, _ *host.Options) {
		p.answers["tools/list"] = func(req *jsonrpc.Request) any {
			page++
			names := []string{"same"}
			for i := range 100 {
				names = append(names, fmt.Sprintf("tool-%d-%d", page, i))
			}
			out := listing(names...)(req).(map[string]any)
			out["nextCursor"] = fmt.Sprint(page)
			return out
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		wantReady(t, h)
		s := h.State()
		if len(s.Tools) != 500 || !s.MoreTools {
			t.Errorf("%d tools, more: %v", len(s.Tools), s.MoreTools)
		}
		seen := map[string]bool{}
		for _, tool := range s.Tools {
			if seen[tool.Name] {
				t.Errorf("tool %q comes twice", tool.Name)
			}
			seen[tool.Name] = true
			if fields := tool.Input.Fields; fields[0].Name != "z" {
				t.Errorf("tool %q: the first field is %q", tool.Name, fields[0].Name)
			}
		}
	})
}

// A server that announces other tools is asked for them.
func TestToolsChanged(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		p.answers["tools/list"] = listing("two", "three")
		p.send(0, "notifications/tools/list_changed", `{}`)
		synctest.Wait()
		s := h.State()
		if len(s.Tools) != 2 || s.Tools[1].Name != "three" || s.Tool != "" {
			t.Errorf("tools %v, open %q", s.Tools, s.Tool)
		}
	})
}

// A result is shown as the server wrote it.
func TestStructuredContent(t *testing.T) {
	const sent = `{"z":9007199254740993,"a":[1.50,{"y":1,"b":2}]}`
	setUp := func(p *peer, _ *host.Options) {
		p.answers["tools/call"] = func(*jsonrpc.Request) any {
			return json.RawMessage(`{"content":[],"structuredContent":` + sent + `}`)
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		if got := h.State().Calls[0].Structured; string(got) != sent {
			t.Errorf("got %s, want %s", got, sent)
		}
	})
}

// A result that is small on the wire stays small in memory.
func TestDeepResult(t *testing.T) {
	deep := strings.Repeat(`[`, 900) + strings.Repeat(`]`, 900)
	setUp := func(p *peer, _ *host.Options) {
		p.answers["tools/call"] = func(*jsonrpc.Request) any {
			return json.RawMessage(`{"content":[],"structuredContent":{"x":` + deep + `}}`)
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		c := h.State().Calls[0]
		if c.Status != host.Done || len(c.Structured) > 2*len(deep) {
			t.Errorf("%d bytes made %d; call %v %+v", len(deep), len(c.Structured), c.Status, c.Cause)
		}
	})
}

// Files that cannot be read are told of.
func TestUnreadableFiles(t *testing.T) {
	setUp := func(_ *peer, o *host.Options) { o.Tree = brokenTree{} }
	drive(t, setUp, func(p *peer, h *host.Host) {
		if s := h.State(); s.Phase != host.PhaseFailed || s.Failure.Code != host.FailureRead || !strings.Contains(s.Failure.Cause.Text, "no such disk") {
			t.Errorf("phase %v, failure %+v", s.Phase, s.Failure)
		}
	})
}

type brokenTree struct{ host.Tree }

func (brokenTree) Snapshot(context.Context) (*notesfs.Snapshot, error) {
	return nil, errors.New("no such disk")
}

// What comes after Close does nothing.
func TestAfterClose(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		h.Close()
		for _, action := range []string{"play name=p", "era value=2026-07-28", "root-add name=a", "reset"} {
			do(h, action)
		}
	})
}

// A file that gives way to a directory of its name, or to another file, is drawn
// once.
func TestNamesInTheTreeAreUnique(t *testing.T) {
	files := notesfs.New(nil)
	must(t, files.WriteFile("a", []byte("one"), 0o644), files.WriteFile("b", []byte("two"), 0o644), files.WriteFile("c", []byte("three"), 0o644))
	setUp := func(p *peer, o *host.Options) {
		o.Tree = tree{files}
		p.answers["tools/call"] = func(*jsonrpc.Request) any {
			must(t,
				files.Remove("a"), files.Mkdir("a", 0o755),
				files.Rename("b", "moved"), files.WriteFile("b", []byte("new"), 0o644),
				files.Remove("c"), files.WriteFile("c", []byte("again"), 0o644))
			return map[string]any{"content": []any{}}
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		seen := map[string]bool{}
		for _, n := range h.State().Tree.Children {
			if seen[n.Name] {
				t.Errorf("%q comes twice", n.Name)
			}
			seen[n.Name] = true
			t.Logf("%s: mark %d, directory %v", n.Name, n.Mark, n.Dir)
		}
	})
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}
