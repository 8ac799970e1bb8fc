package web

import (
	"testing"
	"time"

	"askback/playground/host"
)

func TestAttention(t *testing.T) {
	question := func(id string) host.Question { return host.Question{ID: id, Tool: "t"} }
	asked := func(ids ...string) (s host.State) {
		for _, id := range ids {
			s.Questions = append(s.Questions, question(id))
		}
		return s
	}
	tried := asked("q1")
	tried.Questions[0].Attempts = 1
	called := host.State{Calls: []host.Call{{ID: 1, Tool: "t"}, {ID: 2, Tool: "t"}}}
	over := host.State{Calls: []host.Call{{ID: 1, Tool: "t", Status: host.Done, End: time.Unix(1, 0)}, {ID: 2, Tool: "t"}}}

	call := host.Intent{Action: "call"}
	answer := host.Intent{Action: "answer", Args: map[string]string{"id": "q1"}}
	draft := host.Intent{Action: "draft", Args: map[string]string{"for": "root"}}
	turned := asked("q1", "q2", "q3")
	turned.Current = "q3"
	page := func(finished bool) host.State {
		return host.State{Calls: called.Calls, Visits: []host.Visit{{ID: "q1", Call: 1, Finished: finished}}}
	}
	over1 := over
	over1.Visits = page(false).Visits
	for _, test := range []struct {
		name        string
		before, now host.State
		did         host.Intent
		focus       string
		announces   bool
	}{
		{"several questions at once", asked(), turned, call, "question-q3", true},
		{"turned to another", asked("q1", "q2", "q3"), turned, host.Intent{Action: "question", Args: map[string]string{"id": "q3"}}, "question-q3", false},
		{"a page was opened", asked("q1"), page(false), host.Intent{Action: "url-opened", Args: map[string]string{"id": "q1"}}, "visit-q1", false},
		{"the server is done with a page", page(false), page(true), call, "", true},
		{"a call ended whose page is open", page(false), over1, call, "", true},
		{"a page was closed", page(false), called, host.Intent{Action: "visit-cancel"}, "call-1", false},
		{"nothing", asked("q1"), asked("q1"), call, "", false},
		{"the first question", asked(), asked("q1"), call, "question-q1", true},
		{"the first question, while somebody types", asked(), asked("q1"), draft, "", true},
		{"another question", asked("q1"), asked("q1", "q2"), call, "", true},
		{"answered, another waits", asked("q1", "q2"), asked("q2"), answer, "question-q2", false},
		{"answered, the next one came at once", asked("q1"), asked("q2"), answer, "question-q2", true},
		{"another was withdrawn", asked("q1", "q2"), asked("q2"), call, "", false},
		{"an answer was refused", asked("q1"), tried, answer, "question-q1-summary", false},
		{"a call ended", called, over, call, "call-1", true},
		{"a call ended, while somebody types", called, over, draft, "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			focus, announce := Attention(t.Context(), test.before, test.now, test.did)
			if focus != test.focus || (announce != "") != test.announces {
				t.Errorf("focus %q, announces %q", focus, announce)
			}
		})
	}
}

// However much a server sends, what is drawn of it has a bound.
func TestFlood(t *testing.T) {
	s := sampleQuestion()
	var flood []host.Message
	for i := range 5000 {
		flood = append(flood, host.Message{Seq: 100 + i, Method: "m", JSON: []byte(`{}`)})
	}
	watch(&s, flood, 0)
	for len(s.Questions) < 20 {
		q := s.Questions[0]
		q.ID = keyN("more", len(s.Questions))
		s.Questions = append(s.Questions, q)
	}
	texts := make([]string, 60)
	for i := range texts {
		texts[i] = string(make([]byte, 1<<20))
	}
	for i := range 100 {
		s.Calls = append(s.Calls, host.Call{ID: 100 + i, Status: host.Done, End: time.Unix(1, 0), Text: texts[:2]})
	}
	s.Calls[0].Text = texts
	for _, r := range Regions(s) {
		if n := len(render(t, r.View)); n > 10_000_000 {
			t.Errorf("#%s has %d bytes", r.ID, n)
		}
	}
}
