package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"askback/playground/ask"
	"askback/playground/host"
)

// askURL are the params of a URL mode elicitation.
func askURL(id, url string) string {
	return fmt.Sprintf(`{"mode":"url","message":"Sign in.","url":%q,"elicitationId":%q}`, url, id)
}

const signIn = "https://peer.example/connect"

// complete is the server's notice that it is done with a page.
func (p *peer) complete(id string) {
	p.send(0, "notifications/elicitation/complete", fmt.Sprintf(`{"elicitationId":%q}`, id))
}

// finish answers the nth tools/call that was received and not answered.
func (p *peer) finish(n int, result any) {
	p.t.Helper()
	p.mu.Lock()
	req := p.open[n]
	p.mu.Unlock()
	p.answer(p.last(), req, result)
	synctest.Wait()
}

func empty() any { return map[string]any{"content": []any{}} }

// visiting has called tool one, which asked for a page, and opened that.
func visiting(t *testing.T, f func(*peer, *host.Host)) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call", [2]string{"a", "x"})
		p.send(1, "elicitation/create", askURL("e1", signIn))
		do(h, "url-opened id=q1")
		f(p, h)
	})
}

func (p *peer) calls() int {
	return len(slices.DeleteFunc(slices.Clone(p.got), func(method string) bool { return method != "tools/call" }))
}

func TestVisit(t *testing.T) {
	visiting(t, func(p *peer, h *host.Host) {
		s := h.State()
		if len(s.Visits) != 1 || len(s.Questions) != 0 {
			t.Fatalf("visits %+v, questions %+v", s.Visits, s.Questions)
		}
		v := s.Visits[0]
		if v.ID != "q1" || v.Call != 1 || v.Tool != "one" || v.Server.Name != "peer" || v.URL.Text != signIn || !v.Running || v.Again || v.Finished {
			t.Errorf("visit %+v", v)
		}
		// What the server is told is the consent and no more.
		if got := string(p.replies[0].Result); got != `{"action":"accept"}` {
			t.Errorf("the server was told %s", got)
		}

		do(h, "url-blocked id=q1")
		if !h.State().Visits[0].Blocked {
			t.Error("opening it again was refused, and the page does not say so")
		}
		do(h, "visit-opened id=q1")
		if h.State().Visits[0].Blocked {
			t.Error("it was opened at last, and the page says that it was not")
		}

		p.finish(0, empty())
		if v := h.State().Visits[0]; v.Running || !v.Again {
			t.Errorf("after the call: %+v", v)
		}
		do(h, "visit-done id=q1")
		s = h.State()
		if len(s.Visits) != 0 || len(s.Calls) != 2 || string(s.Calls[1].Args) != `{"a":"x"}` || p.calls() != 2 {
			t.Errorf("visits %+v, calls %+v", s.Visits, s.Calls)
		}
		do(h, "visit-done id=q1") // the second click of a double click
		if n := p.calls(); n != 2 {
			t.Errorf("%d calls", n)
		}
	})
}

// While the call runs, being done with the page says nothing to anybody.
func TestVisitOfARunningCall(t *testing.T) {
	visiting(t, func(p *peer, h *host.Host) {
		before := len(h.State().Messages)
		do(h, "visit-done id=q1")
		s := h.State()
		if len(s.Visits) != 0 || s.Calls[0].Status != host.Running || len(s.Messages) != before {
			t.Errorf("visits %+v, call %+v, %d messages more", s.Visits, s.Calls[0], len(s.Messages)-before)
		}
		p.complete("e1") // late: the person has gone on
		if !h.State().Calls[0].Finished {
			t.Error("the page does not say what the server says")
		}
	})
	visiting(t, func(p *peer, h *host.Host) {
		do(h, "visit-cancel id=q1")
		s := h.State()
		if len(s.Visits) != 0 || s.Calls[0].Status != host.Stopped {
			t.Errorf("visits %+v, call %+v", s.Visits, s.Calls[0])
		}
	})
	visiting(t, func(p *peer, h *host.Host) {
		p.finish(0, empty())
		do(h, "visit-cancel id=q1")
		if s := h.State(); len(s.Visits) != 0 || s.Calls[0].Status != host.Done || p.calls() != 1 {
			t.Errorf("visits %+v, calls %+v", s.Visits, s.Calls)
		}
	})
}

// A server may say that it is done with a page before the person has consented,
// after, twice, and about pages that nobody was sent to (report C8).
func TestCompletion(t *testing.T) {
	visiting(t, func(p *peer, h *host.Host) {
		p.complete("nobody's")
		p.complete("")
		if s := h.State(); s.Visits[0].Finished || s.Calls[0].Finished {
			t.Errorf("visit %+v, call %+v", s.Visits[0], s.Calls[0])
		}
		for range 2 {
			p.complete("e1")
			if s := h.State(); !s.Visits[0].Finished || !s.Calls[0].Finished || p.calls() != 1 {
				t.Errorf("visit %+v, calls %+v", s.Visits[0], s.Calls)
			}
		}
	})
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call")
		p.send(1, "elicitation/create", askURL("early", signIn))
		p.complete("early")
		if q := h.State().Questions[0]; !q.Finished {
			t.Errorf("question %+v", q)
		}
		do(h, "url-opened id=q1")
		if s := h.State(); !s.Visits[0].Finished || !s.Calls[0].Finished {
			t.Errorf("visit %+v, call %+v", s.Visits[0], s.Calls[0])
		}
		p.send(2, "elicitation/create", askURL("withdrawn", signIn+"/2"))
		do(h, "decline id=q2")
		p.complete("withdrawn")
		if s := h.State(); len(s.Visits) != 1 || len(s.Questions) != 0 {
			t.Errorf("visits %+v, questions %+v", s.Visits, s.Questions)
		}
	})
}

// A server that answers -32042 is not called again by itself, and one that wants
// the same page once more is found out (report C1).
func TestPagesFirst(t *testing.T) {
	wants := func(urls ...string) error {
		var list []string
		for i, url := range urls {
			list = append(list, askURL(fmt.Sprint("e", i), url))
		}
		return &jsonrpc.Error{Code: -32042, Message: "first", Data: []byte(`{"elicitations":[` + strings.Join(list, ",") + `]}`)}
	}
	setUp := func(p *peer, _ *host.Options) {
		p.answers["tools/call"] = func(*jsonrpc.Request) any { return wants(signIn) }
	}
	for _, said := range []ask.Action{ask.Decline, ask.Cancel} {
		drive(t, setUp, func(p *peer, h *host.Host) {
			do(h, "tool name=one")
			do(h, "call")
			do(h, string(said)+" id=q1")
			s := h.State()
			if c := s.Calls[0]; c.Status != host.Failed || c.PagesFirst != said || len(s.Visits) != 0 || p.calls() != 1 {
				t.Errorf("%s: call %+v, visits %+v, %d calls", said, c, s.Visits, p.calls())
			}
		})
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call")
		for again := range 3 {
			s := h.State()
			if len(s.Questions) != 1 || s.Questions[0].Opened != again {
				t.Fatalf("after opening it %d times: %+v", again, s.Questions)
			}
			do(h, "url-opened id="+s.Questions[0].ID)
			s = h.State()
			if c := s.Calls[again]; c.Status != host.Failed || c.PagesFirst != ask.Accept || p.calls() != again+1 {
				t.Errorf("call %+v, %d calls", c, p.calls())
			}
			if len(s.Visits) != 1 || !s.Visits[0].Again {
				t.Fatalf("visits %+v", s.Visits)
			}
			do(h, "visit-done id="+s.Visits[0].ID)
		}
	})
	// With two pages, the call is made again when the person is done with both.
	drive(t, func(p *peer, _ *host.Options) {
		p.answers["tools/call"] = func(*jsonrpc.Request) any { return wants(signIn, signIn+"/2") }
	}, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call")
		do(h, "url-opened id=q1")
		do(h, "url-opened id=q2")
		s := h.State()
		if len(s.Visits) != 2 || s.Visits[0].Again || s.Visits[1].Again {
			t.Fatalf("visits %+v", s.Visits)
		}
		do(h, "visit-done id=q1")
		if s := h.State(); len(s.Visits) != 1 || !s.Visits[0].Again || p.calls() != 1 {
			t.Errorf("after the first: visits %+v, %d calls", s.Visits, p.calls())
		}
		do(h, "visit-done id=q2")
		if p.calls() != 2 {
			t.Errorf("after both: %d calls", p.calls())
		}
	})
}

// A page goes with what it belongs to: its session, its call made again by other
// means, and everything when the files are put back.
func TestVisitsEnd(t *testing.T) {
	for _, end := range []string{"again call=1", "call", "era value=2025-11-25", "reset", "play name=p"} {
		visiting(t, func(p *peer, h *host.Host) {
			p.finish(0, empty())
			do(h, end, [2]string{"a", "x"})
			if v := h.State().Visits; len(v) != 0 {
				t.Errorf("%s: %+v", end, v)
			}
		})
	}
	visiting(t, func(p *peer, h *host.Host) {
		do(h, "call", [2]string{"a", "x"}) // the first call still waits for its page
		if v := h.State().Visits; len(v) != 1 {
			t.Errorf("visits %+v", v)
		}
	})
}

// However many pages are opened, a bounded number is kept.
func TestManyVisits(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call")
		for i := range 30 {
			p.send(int64(i+1), "elicitation/create", askURL(fmt.Sprint(i), fmt.Sprint(signIn, i)))
			do(h, "url-opened id="+h.State().Questions[0].ID)
		}
		v := h.State().Visits
		if len(v) != 20 || v[19].URL.Text != signIn+"29" {
			t.Errorf("%d visits, the last %+v", len(v), v[len(v)-1])
		}
	})
}
