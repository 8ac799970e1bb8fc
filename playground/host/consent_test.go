package host_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"askback/playground/host"
)

// An asker is a peer whose tool asks for the roots, in the way of the version,
// and says in its result what it was told.
type asker struct{ *peer }

// eachAsker drives a host with two roots on an asker, under each version.
func eachAsker(t *testing.T, f func(asker, *host.Host)) {
	for _, era := range host.Eras() {
		t.Run(era, func(t *testing.T) {
			setUp := func(p *peer, o *host.Options) {
				o.Era, o.Roots = era, []string{"home/a", "home/b"}
				if era == "2026-07-28" {
					p.answers["tools/call"] = roundTrip
				}
			}
			drive(t, setUp, func(p *peer, h *host.Host) {
				wantReady(t, h)
				f(asker{p}, h)
			})
		})
	}
}

// roundTrip asks for the roots in the result of a call, and returns them in that
// of its repetition.
func roundTrip(req *jsonrpc.Request) any {
	var params struct {
		InputResponses map[string]json.RawMessage `json:"inputResponses"`
	}
	if err := json.Unmarshal(req.Params, &params); err != nil {
		return err
	}
	roots, ok := params.InputResponses["roots"]
	if !ok {
		return json.RawMessage(`{"resultType":"input_required","inputRequests":{"roots":{"method":"roots/list"}},"requestState":"s"}`)
	}
	return json.RawMessage(`{"resultType":"complete","content":[],"structuredContent":` + string(roots) + `}`)
}

// call calls a tool of a server that then asks for the roots.
func (a asker) call(h *host.Host) {
	a.t.Helper()
	do(h, "tool name=one")
	do(h, "call tool=one")
	if h.State().Era == "2025-11-25" {
		a.requests++
		a.send(int64(a.requests), "roots/list", `{}`)
	}
}

// told is what the server was told when it asked last: how many roots, or -1
// when it has had no answer.
func (a asker) told(h *host.Host) int {
	a.t.Helper()
	s := h.State()
	for _, m := range slices.Backward(s.Messages) {
		switch {
		case m.Method == "roots/list" && m.Kind == host.RequestMessage && m.Pair == 0:
			return -1
		case m.Method == "roots/list" && m.Kind == host.ResultMessage:
			var body struct{ Result struct{ Roots []any } }
			must(a.t, json.Unmarshal(m.JSON, &body))
			return len(body.Result.Roots)
		}
	}
	if len(s.Calls) == 0 || s.Calls[len(s.Calls)-1].Status != host.Done {
		return -1
	}
	var result struct{ Roots []any }
	must(a.t, json.Unmarshal(s.Calls[len(s.Calls)-1].Structured, &result))
	return len(result.Roots)
}

func (a asker) wantTold(h *host.Host, want int) {
	a.t.Helper()
	if got := a.told(h); got != want {
		a.t.Errorf("the server was told %d roots, want %d (-1: it waits)", got, want)
	}
}

// notices is how often the server was told that the roots have changed.
func (a asker) notices() int {
	n := 0
	for _, method := range a.got {
		if method == "notifications/roots/list_changed" {
			n++
		}
	}
	return n
}

// legacy is n under the older versions, and 0 under 2026-07-28, which has no
// notice.
func legacy(h *host.Host, n int) int {
	if h.State().Era == "2026-07-28" {
		return 0
	}
	return n
}

// card is the question whether the server may know the roots, which must wait.
func (a asker) card(h *host.Host) host.Question {
	a.t.Helper()
	s := h.State()
	if len(s.Questions) != 1 || s.Questions[0].Mode != host.ModeRoots {
		a.t.Fatalf("questions %+v, want the card", s.Questions)
	}
	return s.Questions[0]
}

func codes(notes []host.Note) (out []string) {
	for _, n := range notes {
		out = append(out, n.Code)
	}
	return out
}

func wantNotes(t *testing.T, h *host.Host, want ...string) {
	t.Helper()
	if got := codes(h.State().Notes); !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
}

// A server that asks before the person has said anything waits for them, however
// long they take, and is then told what they share. It is asked once.
func TestConsent(t *testing.T) {
	eachAsker(t, func(a asker, h *host.Host) {
		a.call(h)
		q := a.card(h)
		if q.Server.Name != "peer" || q.Tool != "one" || q.Call != 1 || len(q.Roots) != 2 {
			t.Errorf("card %+v", q)
		}
		if c := h.State().Calls[0]; c.Status != host.Asking {
			t.Errorf("the call is %v", c.Status)
		}
		<-time.After(24 * time.Hour)
		synctest.Wait()
		a.wantTold(h, -1)

		do(h, "consent value=share id="+q.ID)
		a.wantTold(h, 2)
		if s := h.State(); len(s.Questions) != 0 || s.Consent != host.Shared || s.Calls[0].Status == host.Asking {
			t.Errorf("questions %v, consent %v, call %v", s.Questions, s.Consent, s.Calls[0].Status)
		}
		wantNotes(t, h, host.NoteConsentAsked, host.NoteShared)

		a.call(h)
		a.wantTold(h, 2)
		do(h, "reset")
		a.call(h)
		a.wantTold(h, 2)
		if n := len(h.State().Questions); n != 0 {
			t.Errorf("it asked again: %d questions", n)
		}
	})
}

// Consent that was given before the server asks is not asked for, and without a
// request nothing is sent.
func TestConsentBefore(t *testing.T) {
	eachAsker(t, func(a asker, h *host.Host) {
		if h.State().Consent != host.NotAsked {
			t.Errorf("consent %v at first", h.State().Consent)
		}
		do(h, "consent value=share")
		if n := a.notices(); n != 0 {
			t.Errorf("%d notices to a server that never asked", n)
		}
		a.call(h)
		a.wantTold(h, 2)
		wantNotes(t, h, host.NoteShared)
	})
}

// A server that may not know the roots is told that there are none. The person
// can change that, and the server hears of it if its version has a notice.
func TestConsentRefused(t *testing.T) {
	eachAsker(t, func(a asker, h *host.Host) {
		a.call(h)
		do(h, "consent value=refuse id="+a.card(h).ID)
		a.wantTold(h, 0)
		a.call(h)
		a.wantTold(h, 0)

		// What it may not know changes without its knowing.
		do(h, "root-add name=home/c")
		if n := a.notices(); n != 0 {
			t.Errorf("%d notices about roots that it may not know", n)
		}
		wantNotes(t, h, host.NoteConsentAsked, host.NoteRefused, host.NoteKept)

		do(h, "consent value=share")
		if got, want := a.notices(), legacy(h, 1); got != want {
			t.Errorf("%d notices, want %d", got, want)
		}
		a.call(h)
		a.wantTold(h, 3)
		do(h, "root-remove name=home/c")
		do(h, "consent value=refuse")
		if got, want := a.notices(), legacy(h, 3); got != want {
			t.Errorf("%d notices, want %d", got, want)
		}
		a.call(h)
		a.wantTold(h, 0)
		do(h, "consent value=refuse") // once more is nothing new
		if got, want := a.notices(), legacy(h, 3); got != want {
			t.Errorf("%d notices, want %d", got, want)
		}
	})
}

// Put aside, the question comes again with the next request.
func TestConsentNotNow(t *testing.T) {
	eachAsker(t, func(a asker, h *host.Host) {
		a.call(h)
		do(h, "cancel id="+a.card(h).ID)
		a.wantTold(h, 0)
		if c := h.State().Consent; c != host.NotAsked {
			t.Errorf("consent %v", c)
		}
		a.call(h)
		do(h, "consent value=share id="+a.card(h).ID)
		a.wantTold(h, 2)
		wantNotes(t, h, host.NoteConsentAsked, host.NoteConsentLater, host.NoteConsentAsked, host.NoteShared)
	})
}

// What is no answer to the card leaves it there.
func TestConsentTakesNoOtherAnswer(t *testing.T) {
	eachAsker(t, func(a asker, h *host.Host) {
		a.call(h)
		id := a.card(h).ID
		for _, action := range []string{"answer", "decline", "url-opened", "url-blocked", "consent value=perhaps"} {
			do(h, action+" id="+id)
		}
		do(h, "draft for="+id)
		a.card(h)
		a.wantTold(h, -1)
	})
}

// The end of what waits for the consent ends the question.
func TestConsentEndsWithItsCall(t *testing.T) {
	for _, end := range []string{"stop call=1", "era value=2025-11-25", "play name=p"} {
		t.Run(end, func(t *testing.T) {
			eachAsker(t, func(a asker, h *host.Host) {
				a.call(h)
				a.card(h)
				a.answers["tools/call"] = nil // else the play asks anew
				do(h, end)
				s := h.State()
				if len(s.Questions) != 0 || s.Calls[0].Status != host.Stopped || s.Consent != host.NotAsked {
					t.Errorf("questions %+v, call %v, consent %v", s.Questions, s.Calls[0].Status, s.Consent)
				}
			})
		})
	}
}

// One card is enough for all requests, and so many may wait for it.
func TestConsentFlood(t *testing.T) {
	drive(t, func(_ *peer, o *host.Options) { o.Roots = []string{"home"} }, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		for i := range 100 {
			p.send(int64(i+1), "roots/list", `{}`)
		}
		a := asker{p}
		refused := 0
		for _, m := range h.State().Messages {
			if m.Kind == host.ErrorMessage && m.Method == "roots/list" {
				refused++
			}
		}
		if refused != 80 {
			t.Errorf("%d requests were refused", refused)
		}
		do(h, "consent value=share id="+a.card(h).ID)
		if n := len(h.State().Questions); n != 0 {
			t.Errorf("%d questions wait", n)
		}
	})
}

// Nobody need be asked whether a server may know that there is no root.
func TestConsentToNothing(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		a := asker{p}
		a.call(h)
		a.wantTold(h, 0)
		do(h, "root-add name=home")
		do(h, "consent value=share")
		if n := a.notices(); n != 1 {
			t.Errorf("%d notices to a server that was told something else", n)
		}
	})
}

// Another server is asked about anew, and the first is remembered.
func TestConsentIsForOneServer(t *testing.T) {
	name := "first"
	setUp := func(p *peer, o *host.Options) {
		o.Roots = []string{"home"}
		initialize := p.answers["initialize"]
		p.answers["initialize"] = func(req *jsonrpc.Request) any {
			res := initialize(req).(map[string]any)
			res["serverInfo"] = map[string]any{"name": name, "version": "1"}
			return res
		}
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		do(h, "consent value=share")
		for _, step := range []struct {
			name string
			want host.Consent
		}{{"second", host.NotAsked}, {"first", host.Shared}} {
			name = step.name
			do(h, "era value=2025-11-25")
			wantReady(t, h)
			if s := h.State(); s.Server.Name != step.name || s.Consent != step.want {
				t.Errorf("server %q: consent %v, want %v", s.Server.Name, s.Consent, step.want)
			}
		}
	})
}

// A server that wants the roots before it lists its tools has the time of the
// person, and not one second more of its own.
func TestConsentWhileConnecting(t *testing.T) {
	setUp := func(p *peer, o *host.Options) {
		o.Roots = []string{"home"}
		p.answers["tools/list"] = nil
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		a := asker{p}
		<-time.After(20 * time.Second)
		a.requests++
		a.send(int64(a.requests), "roots/list", `{}`)
		q := a.card(h)
		<-time.After(time.Hour)
		synctest.Wait()
		if s := h.State(); s.Phase != host.PhaseConnecting {
			t.Fatalf("phase %v: %v", s.Phase, s.Failure)
		}
		do(h, "consent value=share id="+q.ID)
		a.wantTold(h, 1)
		<-time.After(time.Minute)
		synctest.Wait()
		if s := h.State(); s.Phase != host.PhaseFailed {
			t.Errorf("phase %v of a server that goes on saying nothing", s.Phase)
		}
	})
}

// A request that comes before the server has said who it is waits for that.
func TestConsentBeforeTheName(t *testing.T) {
	setUp := func(p *peer, o *host.Options) {
		o.Roots = []string{"home"}
		p.answers["initialize"] = nil
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		p.send(1, "roots/list", `{}`)
		if n := len(h.State().Questions); n != 0 {
			t.Fatalf("%d questions about nobody", n)
		}
		id, _ := jsonrpc.MakeID(float64(1))
		p.answer(p.last(), &jsonrpc.Request{ID: id}, newPeer(t).answers["initialize"](nil))
		synctest.Wait()
		if q := (asker{p}).card(h); q.Server.Name != "peer" {
			t.Errorf("card %+v", q)
		}
	})
}

// Notes are bounded, and each says behind which message it stands.
func TestNotes(t *testing.T) {
	drive(t, func(_ *peer, o *host.Options) { o.Era, o.Roots = "2026-07-28", []string{"home"} }, func(p *peer, h *host.Host) {
		do(h, "consent value=share")
		for i := range 300 {
			do(h, fmt.Sprintf("root-add name=r%d", i))
			do(h, fmt.Sprintf("root-remove name=r%d", i))
		}
		notes := h.State().Notes
		if len(notes) > 500 || notes[len(notes)-1].ID != 601 || notes[0].ID != notes[len(notes)-1].ID-len(notes)+1 {
			t.Errorf("%d notes, from %d to %d", len(notes), notes[0].ID, notes[len(notes)-1].ID)
		}
		messages := h.State().Messages
		last := notes[len(notes)-1]
		if last.Code != host.NoteQuiet || last.Roots != 1 || last.After != messages[len(messages)-1].Seq || last.Server.Name != "peer" {
			t.Errorf("note %+v", last)
		}
		if got := p.got[len(p.got)-1]; got != "tools/list" {
			t.Errorf("%s was sent", got)
		}
	})
}
