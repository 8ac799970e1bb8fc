package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"askback/playground/host"
)

// traceFile is a trace of n messages: pairs of a request and its result.
func traceFile(n int) string {
	var text strings.Builder
	for i := range n {
		at := fmt.Sprintf("2026-08-22T09:%02d:%02d.000Z", i/60%60, i%60)
		if i%2 == 0 {
			fmt.Fprintf(&text, `{"seq":%d,"at":%q,"dir":"to-server","message":{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"t%d"}}}`+"\n", i+1, at, i, i/2)
		} else {
			fmt.Fprintf(&text, `{"seq":%d,"at":%q,"dir":"to-host","message":{"jsonrpc":"2.0","id":%d,"result":{"content":[],"n":%d}}}`+"\n", i+1, at, i-1, i)
		}
	}
	return text.String()
}

func importTrace(h *host.Host, text string) {
	do(h, "wire-import", [2]string{"file", text}, [2]string{"file.name", "kept.jsonl"}, [2]string{"file.size", fmt.Sprint(len(text))})
}

func wantSeqs(t *testing.T, what string, got []int, want ...int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestFilter(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		p.send(7, "elicitation/create", askName)
		do(h, "answer id="+h.State().Questions[0].ID, [2]string{"name", "x"})
		p.send(0, "notifications/message", `{"level":"info","data":"x"}`)

		w := h.State().Wire
		wantSeqs(t, "all", w.Shown, 1, 2, 3, 4, 5, 6, 7, 8, 9)
		if want := []string{"elicitation/create", "initialize", "notifications/initialized", "notifications/message", "tools/call", "tools/list"}; !slices.Equal(w.Methods, want) {
			t.Errorf("methods %q", w.Methods)
		}
		filter := func(dir, kind, method string) []int {
			do(h, "wire-filter", [2]string{"dir", dir}, [2]string{"kind", kind}, [2]string{"method", method})
			return h.State().Wire.Shown
		}
		wantSeqs(t, "to the host", filter("to-host", "", ""), 2, 5, 7, 9)
		wantSeqs(t, "requests", filter("", "request", ""), 1, 4, 6, 7)
		wantSeqs(t, "notifications to the server", filter("to-server", "notification", ""), 3)
		wantSeqs(t, "errors", filter("", "error", ""))
		wantSeqs(t, "elicitations", filter("", "", "elicitation/create"), 7, 8)
		do(h, "wire-only exchange=6")
		wantSeqs(t, "elicitations of the call", h.State().Wire.Shown, 7, 8)
		wantSeqs(t, "the call", filter("", "", ""), 6, 7, 8, 9)
		p.send(0, "notifications/message", `{"level":"info","data":"y"}`)
		wantSeqs(t, "the call, one more", h.State().Wire.Shown, 6, 7, 8, 9, 10)
		do(h, "wire-only")
		wantSeqs(t, "not only the call", h.State().Wire.Shown, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
		do(h, "wire-only exchange=1")
		do(h, "wire-all")
		wantSeqs(t, "all again", h.State().Wire.Shown, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	})
}

func TestFind(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "wire-search", [2]string{"query", "TOOLS"})
		w := h.State().Wire
		wantSeqs(t, "hits", w.Hits, 2, 4, 5)
		if w.Hit != 0 || w.Selected != 0 {
			t.Errorf("typing went to hit %d, message %d", w.Hit, w.Selected)
		}
		for i, to := range []string{"next", "next", "next", "next", "previous", "previous"} {
			do(h, "wire-find to="+to)
			w := h.State().Wire
			if want := []int{1, 2, 3, 1, 3, 2}[i]; w.Hit != want || w.Selected != w.Hits[want-1] {
				t.Errorf("%s: hit %d, want %d; message %d", to, w.Hit, want, w.Selected)
			}
		}
		do(h, "call tool=one")
		do(h, "tool name=one")
		do(h, "call tool=one")
		if w := h.State().Wire; w.Hit != 2 || len(w.Hits) != 4 {
			t.Errorf("after one more message: hit %d of %v", w.Hit, w.Hits)
		}
		do(h, "wire-filter", [2]string{"method", "tools/list"})
		wantSeqs(t, "hits of those shown", h.State().Wire.Hits, 4, 5)
		do(h, "wire-search", [2]string{"query", "no such text"})
		do(h, "wire-find to=next")
		if w := h.State().Wire; len(w.Hits) != 0 || w.Hit != 0 || w.Query != "no such text" {
			t.Errorf("%d hits, at %d, of %q", len(w.Hits), w.Hit, w.Query)
		}
	})
}

// Of a long trace a hundred messages are drawn; a hit is always among them.
func TestWindow(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		importTrace(h, traceFile(1000))
		want := func(from, to int) {
			t.Helper()
			if w := h.State().Wire; w.From != from || w.To != to {
				t.Errorf("drawn are %d to %d, want %d to %d", w.From, w.To, from, to)
			}
		}
		want(900, 1000)
		do(h, "wire-window to=earlier")
		want(850, 950)
		for range 20 {
			do(h, "wire-window to=earlier")
		}
		want(0, 100)
		do(h, "wire-window to=later")
		want(50, 150)
		do(h, "wire-search", [2]string{"query", `"n":999`})
		do(h, "wire-find to=next")
		want(900, 1000)
		do(h, "wire-search", [2]string{"query", `"t100"`})
		do(h, "wire-find to=next")
		want(150, 250)
		do(h, "wire-window to=latest")
		want(900, 1000)
		do(h, "wire-filter", [2]string{"kind", "result"})
		want(400, 500)
	})
}

func TestImportAndStep(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "message seq=2")
		importTrace(h, traceFile(6))
		s := h.State()
		if i := s.Wire.Imported; i == nil || i.Name != "kept.jsonl" || i.Total != 6 || i.At != 6 || s.Wire.Selected != 0 {
			t.Fatalf("imported %+v, message %d", i, s.Wire.Selected)
		}
		if len(s.Wire.Messages) != 6 || len(s.Messages) != 5 {
			t.Errorf("%d messages shown, %d of the session", len(s.Wire.Messages), len(s.Messages))
		}
		for _, test := range []struct {
			to string
			at int
		}{{"previous", 5}, {"first", 1}, {"previous", 1}, {"next", 2}, {"next", 3}, {"last", 6}, {"next", 6}, {"first", 1}} {
			do(h, "wire-step to="+test.to)
			w := h.State().Wire
			if w.Imported.At != test.at || len(w.Messages) != test.at || len(w.Shown) != test.at || len(w.Steps) != test.at || w.Selected != test.at {
				t.Errorf("%s: at %d, want %d; %d messages, %v, #%d in full", test.to, w.Imported.At, test.at, len(w.Messages), w.Shown, w.Selected)
			}
		}

		// The session goes on unseen, and is there when the person comes back.
		do(h, "tool name=one")
		do(h, "call tool=one")
		if s := h.State(); len(s.Messages) != 6 || len(s.Wire.Messages) != 1 {
			t.Errorf("%d messages of the session, %d shown", len(s.Messages), len(s.Wire.Messages))
		}
		do(h, "wire-live")
		if s := h.State(); s.Wire.Imported != nil || len(s.Wire.Messages) != 6 || s.Wire.Messages[0].Method != "initialize" {
			t.Errorf("back: %+v", s.Wire)
		}
		do(h, "wire-step to=next") // there is nothing to step through
	})
}

// A file that is no trace leaves what is shown as it is.
func TestImportProblems(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		importTrace(h, "hello")
		w := h.State().Wire
		if w.ImportProblem == nil || w.ImportProblem.Line != 1 || w.ImportProblem.Problem != host.TraceNotJSON || w.Imported != nil || len(w.Messages) != 5 {
			t.Errorf("%+v", w.ImportProblem)
		}
		do(h, "wire-import", [2]string{"file", ""}, [2]string{"file.size", "99999999"})
		if p := h.State().Wire.ImportProblem; p == nil || p.Problem != host.TraceTooLarge || p.Detail != "99999999" {
			t.Errorf("%+v", p)
		}
		do(h, "wire-import", [2]string{"file.name", "x"}, [2]string{"file.refused", "it is gone"})
		if p := h.State().Wire.ImportProblem; p == nil || p.Problem != host.TraceUnreadable || p.Detail != "it is gone" {
			t.Errorf("%+v", p)
		}
		importTrace(h, traceFile(2))
		if p := h.State().Wire.ImportProblem; p != nil {
			t.Errorf("after one that is right: %+v", p)
		}
	})
}

// What is exported can be imported, and shows the same.
func TestExport(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		do(h, "wire-filter", [2]string{"kind", "error"}) // does not matter
		do(h, "wire-export")
		s := h.State()
		if s.File.N != 1 || s.File.Name != "askback-trace.jsonl" || s.File.MIME != "application/jsonl" {
			t.Fatalf("file %d %q %q", s.File.N, s.File.Name, s.File.MIME)
		}
		importTrace(h, s.File.Text)
		w := h.State().Wire
		if w.Imported == nil || len(w.Messages) != len(s.Messages) {
			t.Fatalf("%+v", w.ImportProblem)
		}
		for i, m := range w.Messages {
			if want := s.Messages[i]; string(m.JSON) != string(want.JSON) || m.Brief.String() != want.Brief.String() || m.Pair != want.Pair || m.Era != want.Era {
				t.Errorf("#%d came back as %+v", want.Seq, m)
			}
		}
		do(h, "wire-export")
		if again := h.State().File; again.N != 2 || again.Name != "kept.jsonl" || again.Text != s.File.Text {
			t.Errorf("exported once more: %d %q", again.N, again.Name)
		}
		do(h, "wire-save-message seq=1")
		if f := h.State().File; f.N != 3 || f.Name != "message-1.json" || f.Text != string(s.Messages[0].JSON) {
			t.Errorf("message: %+v", f)
		}
		do(h, "wire-save-message seq=99")
		if f := h.State().File; f.N != 3 {
			t.Errorf("a message that is not there: %+v", f)
		}
	})
}

func TestLayout(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "wire-layout value=list")
		do(h, "wire-wide")
		importTrace(h, traceFile(2))
		if w := h.State().Wire; !w.List || !w.Wide {
			t.Error("another trace changes the layout")
		}
		do(h, "wire-layout value=diagram")
		do(h, "wire-wide")
		if w := h.State().Wire; w.List || w.Wide {
			t.Error("the layout stays")
		}
	})
}
