package host_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"askback/playground/form"
	"askback/playground/host"
)

// ids are the questions that wait.
func ids(h *host.Host) (out []string) {
	for _, q := range h.State().Questions {
		out = append(out, q.ID)
	}
	return out
}

// Questions are answered by their ids, in any order, and each answer goes to the
// request that asked. One is shown in full; after it the oldest.
func TestSeveralQuestions(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call")
		for i := range int64(6) {
			p.send(i+1, "elicitation/create", askName)
		}
		if s := h.State(); len(s.Questions) != 6 || s.Current != "q1" {
			t.Fatalf("%d questions, current %q", len(s.Questions), s.Current)
		}
		do(h, "question id=q6")
		do(h, "question id=nobody's")
		if got := h.State().Current; got != "q6" {
			t.Errorf("current %q", got)
		}
		answers := map[string]string{"q6": "answer", "q3": "decline", "q1": "cancel"}
		for _, id := range []string{"q6", "q3", "q1"} {
			for range 2 { // a double click answers once
				do(h, answers[id]+" id="+id, [2]string{"name", "for " + id})
			}
			if slices.Contains(ids(h), id) {
				t.Errorf("%s waits still", id)
			}
		}
		if s := h.State(); len(s.Questions) != 3 || s.Current != "q2" || s.Calls[0].Status != host.Asking {
			t.Errorf("questions %v, current %q, call %+v", ids(h), s.Current, s.Calls[0])
		}
		var got []string
		for _, r := range p.replies {
			got = append(got, fmt.Sprint(r.ID.Raw(), " ", string(r.Result)))
		}
		want := []string{`6 {"action":"accept","content":{"name":"for q6"}}`, `3 {"action":"decline"}`, `1 {"action":"cancel"}`}
		if !slices.Equal(got, want) {
			t.Errorf("the server got %q, want %q", got, want)
		}
		do(h, "answer id=q2")
		do(h, "answer id=q4")
		do(h, "answer id=q5")
		if s := h.State(); s.Current != "" || s.Calls[0].Status != host.Running {
			t.Errorf("current %q, call %+v", s.Current, s.Calls[0])
		}
	})
}

// What is typed into one question stays while another is shown.
func TestDraftsAreKept(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call")
		p.send(1, "elicitation/create", askName)
		p.send(2, "elicitation/create", askName)
		do(h, "draft for=q1", [2]string{"name", "half a na"})
		do(h, "question id=q2")
		do(h, "decline id=q2")
		if got := h.State().Questions[0].Draft.Get("name"); got != "half a na" {
			t.Errorf("the draft is %q", got)
		}
	})
}

// A person takes what time they need (reports A28 to A31): no call ends while its
// question waits, nobody answers in their stead, and what they took is not the
// server's.
func TestPersonsTime(t *testing.T) {
	asked := func(req *jsonrpc.Request) any {
		if strings.Contains(string(req.Params), "inputResponses") {
			return map[string]any{"resultType": "complete", "content": []any{}}
		}
		return json.RawMessage(`{"resultType":"input_required","inputRequests":{"k":{"method":"elicitation/create","params":` + askName + `}}}`)
	}
	for _, era := range host.Eras() {
		for _, took := range []time.Duration{11 * time.Second, 61 * time.Second, 11 * time.Minute, 26 * time.Hour} {
			t.Run(fmt.Sprint(era, " ", took), func(t *testing.T) {
				drive(t, func(p *peer, o *host.Options) {
					if o.Era = era; era == "2026-07-28" {
						p.answers["tools/call"] = asked
					}
				}, func(p *peer, h *host.Host) {
					do(h, "tool name=one")
					do(h, "call")
					if era == "2025-11-25" {
						<-time.After(3 * time.Second)
						p.send(1, "elicitation/create", askName)
					}
					before := len(h.State().Messages)
					<-time.After(took)
					synctest.Wait()
					s := h.State()
					if len(s.Questions) != 1 || s.Calls[0].Status != host.Asking || len(s.Messages) != before {
						t.Fatalf("after %v: questions %v, call %+v", took, ids(h), s.Calls[0])
					}
					do(h, "answer id=q1", [2]string{"name", "Ada"})
					if era == "2025-11-25" {
						<-time.After(2 * time.Second)
						p.finish(0, empty())
					}
					c := h.State().Calls[0]
					if c.Status != host.Done || c.Waited != took {
						t.Errorf("the call is %+v", c)
					}
					if servers := c.End.Sub(c.Began) - c.Waited; era == "2025-11-25" && servers != 5*time.Second {
						t.Errorf("the server took %v", servers)
					}
				})
			})
		}
	}
}

// A question that comes before anybody looks is there when they do (report A32).
func TestQuestionBeforeTheToolsAreListed(t *testing.T) {
	drive(t, func(p *peer, _ *host.Options) { p.answers["tools/list"] = nil }, func(p *peer, h *host.Host) {
		p.send(1, "elicitation/create", askName)
		s := h.State()
		if s.Phase != host.PhaseConnecting || len(s.Questions) != 1 {
			t.Fatalf("phase %v, questions %+v", s.Phase, s.Questions)
		}
		do(h, "decline id=q1")
		if len(p.replies) != 1 || string(p.replies[0].Result) != `{"action":"decline"}` {
			t.Errorf("the server got %v", p.replies)
		}
	})
}

// An empty date-time begins with the person's own offset; what the server
// proposes stays. Half of one is kept as it is and not sent.
func TestMoments(t *testing.T) {
	const schema = `{"message":"When?","requestedSchema":{"type":"object","properties":{
		"at":{"type":"string","format":"date-time"},
		"until":{"type":"string","format":"date-time","default":"2026-07-28T09:30:00Z"},
		"day":{"type":"string","format":"date"}}}}`
	setUp := func(_ *peer, o *host.Options) {
		nepal := time.FixedZone("", 5*3600+45*60)
		o.Now = func() time.Time { return time.Now().In(nepal) }
	}
	drive(t, setUp, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call")
		p.send(1, "elicitation/create", schema)
		q := h.State().Questions[0]
		if at := q.Draft["at"]; !slices.Equal(at, []string{"", "", "+05:45"}) || q.Draft.Get("until") != "2026-07-28T09:30:00Z" {
			t.Fatalf("draft %q", q.Draft)
		}
		controls := func(at, day []string) (out [][2]string) {
			for _, text := range at {
				out = append(out, [2]string{"at", text})
			}
			for _, text := range []string{"2026-07-28", "10:00", "-03:30"} {
				out = append(out, [2]string{"until", text})
			}
			for _, text := range day {
				out = append(out, [2]string{"day", text})
			}
			return out
		}
		do(h, "answer id=q1", controls([]string{"", "09:30", "+05:45"}, []string{"", form.Unfinished})...)
		q = h.State().Questions[0]
		if len(q.Problems) != 2 || q.Problems[0].Code != form.ProblemDateMissing || q.Problems[1].Code != form.ProblemUnfinished {
			t.Errorf("problems %v", q.Problems)
		}
		if !slices.Equal(q.Draft["at"], []string{"", "09:30", "+05:45"}) {
			t.Errorf("draft %q", q.Draft)
		}
		do(h, "answer id=q1", controls([]string{"2026-07-29", "09:30", "+05:45"}, []string{""})...)
		want := `{"action":"accept","content":{"at":"2026-07-29T09:30:00+05:45","until":"2026-07-28T10:00:00-03:30"}}`
		if len(p.replies) != 1 || string(p.replies[0].Result) != want {
			t.Errorf("sent %v, want %s", p.replies, want)
		}
	})
}

// Names and values come back from a page as HTML has them: without NUL, and with
// one kind of line break. They are sent as the server wrote them.
func TestNamesThatHTMLChanges(t *testing.T) {
	const odd, back = "a\r\nb\x00c\rd", "a\nb\uFFFDc\nd"
	schema, err := json.Marshal(map[string]any{"message": odd, "requestedSchema": map[string]any{"type": "object", "properties": map[string]any{
		odd: map[string]any{"type": "string", "enum": []string{"x", odd}}, "a": map[string]any{"type": "string"},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	setUp := func(p *peer, _ *host.Options) { p.answers["tools/list"] = listing("other", odd) }
	drive(t, setUp, func(p *peer, h *host.Host) {
		in := host.Intent{Action: "tool", Args: map[string]string{"name": back}}
		h.Handle(in)
		h.Handle(host.Intent{Action: "draft", Args: map[string]string{"for": "args", "tool": back}, Form: [][2]string{{"a", "typed"}}})
		h.Handle(in)
		h.Handle(host.Intent{Action: "call", Args: map[string]string{"tool": back}, Form: [][2]string{{"a", "typed"}}})
		synctest.Wait()
		if s := h.State(); s.Tool != odd || s.Args.Get("a") != "typed" || len(s.Calls) != 1 || s.Calls[0].Tool != odd {
			t.Fatalf("open %q, arguments %q, calls %+v", s.Tool, s.Args, s.Calls)
		}
		p.send(1, "elicitation/create", string(schema))
		do(h, "answer id=q1", [2]string{back, back}, [2]string{"nobody's", "x"})
		var got struct{ Content map[string]string }
		if err := json.Unmarshal(p.replies[0].Result, &got); err != nil || len(got.Content) != 1 || got.Content[odd] != odd {
			t.Errorf("sent %s, %v", p.replies[0].Result, err)
		}
	})
}
