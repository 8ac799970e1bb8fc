package lesson_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/host"
	"askback/playground/host/lesson"
)

const connectPage = "https://askback.example/connect/"

// A person sits before a host in the same process. Each thing they do is carried
// through to where the program waits for them again.
type person struct {
	t      *testing.T
	host   *host.Host
	server *lesson.Server
}

// sit begins under era and plays f.
func sit(t *testing.T, era string, f func(*person)) {
	synctest.Test(t, func(t *testing.T) {
		server, err := lesson.NewServer(connectPage, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		o, err := lesson.Options()
		if err != nil {
			t.Fatal(err)
		}
		o.Dial, o.Tree, o.Forget, o.Era = server.Dial, server, server.Forget, era
		o.Twin = lesson.Twin(connectPage)
		p := &person{t: t, host: host.New(o), server: server}
		p.host.Start()
		synctest.Wait()
		if s := p.state(); s.Phase != host.PhaseReady {
			t.Fatalf("phase %v: %+v", s.Phase, s.Failure)
		}
		p.do("consent value=share")
		f(p)
		p.host.Close()
		synctest.Wait()
	})
}

func (p *person) state() host.State { return p.host.State() }

// do takes "action key=value …" and controls of a form as "name=value".
func (p *person) do(action string, controls ...string) {
	p.t.Helper()
	words := strings.Fields(action)
	in := host.Intent{Action: words[0], Args: map[string]string{}}
	for _, w := range words[1:] {
		k, v, _ := strings.Cut(w, "=")
		in.Args[k] = v
	}
	for _, c := range controls {
		k, v, _ := strings.Cut(c, "=")
		in.Form = append(in.Form, [2]string{k, v})
	}
	p.host.Handle(in)
	synctest.Wait()
}

// question is the only one that waits.
func (p *person) question() host.Question {
	p.t.Helper()
	s := p.state()
	if len(s.Questions) != 1 {
		p.t.Fatalf("%d questions wait, want 1; last call: %+v", len(s.Questions), last(s.Calls))
	}
	return s.Questions[0]
}

// result is the structuredContent of the last call, which must be over.
func (p *person) result() map[string]any {
	p.t.Helper()
	c := last(p.state().Calls)
	if c.Status != host.Done {
		p.t.Fatalf("the call is not done: %+v", c)
	}
	var out map[string]any
	if err := json.Unmarshal(c.Structured, &out); err != nil {
		p.t.Fatalf("structuredContent %q: %v", c.Structured, err)
	}
	return out
}

func last(calls []host.Call) host.Call {
	if len(calls) == 0 {
		return host.Call{}
	}
	return calls[len(calls)-1]
}

// files is every file of the tree; those just deleted carry a minus.
func files(n host.Node) []string {
	var out []string
	if !n.Dir {
		name := n.Name
		if n.Mark == host.Gone {
			name = "-" + name
		}
		out = append(out, name)
	}
	for _, c := range n.Children {
		out = append(out, files(c)...)
	}
	return out
}

const notesDir = "home/alice/Documents/Notes/"

var allFiles = []string{
	notesDir + "shopping.md", notesDir + "tps-2023.md", notesDir + "tps-2024.md", notesDir + "tps-2025.md",
	"home/alice/Scratch/ideas.md", "tmp/outside.md",
}

// without is allFiles with one of them marked as gone.
func without(name string) []string {
	out := slices.Clone(allFiles)
	for i := range out {
		if out[i] == name {
			out[i] = "-" + name
		}
	}
	return out
}

func (p *person) wantFiles(want []string) {
	p.t.Helper()
	if got := files(p.state().Tree); !slices.Equal(got, want) {
		p.t.Errorf("files:\n got %q\nwant %q", got, want)
	}
}

// wire is the trace from Seq on, as "> method brief" and "< …".
func (p *person) wire(after int) []string {
	var out []string
	for _, m := range p.state().Messages {
		if m.Seq <= after {
			continue
		}
		arrow := ">"
		if m.Dir == host.ToHost {
			arrow = "<"
		}
		kind := map[host.MessageKind]string{host.ResultMessage: "result ", host.ErrorMessage: "error "}[m.Kind]
		out = append(out, strings.TrimSpace(arrow+" "+kind+m.Method+" "+m.Brief.String()))
	}
	return out
}

func (p *person) wantWire(after int, want ...string) {
	p.t.Helper()
	if got := p.wire(after); !slices.Equal(got, want) {
		p.t.Errorf("wire:\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func (p *person) seq() int {
	m := p.state().Messages
	return m[len(m)-1].Seq
}

func eachEra(t *testing.T, f func(*person)) {
	for _, era := range host.Eras() {
		t.Run(era, func(t *testing.T) { sit(t, era, f) })
	}
}

func TestOneMatch(t *testing.T) {
	for _, test := range []struct {
		name, action string
		controls     []string
		outcome      string
		deleted      string
	}{
		{"accept", "answer", []string{"confirm=false", "confirm=true"}, "deleted", "note-99"},
		{"accept without confirming", "answer", []string{"confirm=false"}, "not_confirmed", ""},
		{"decline", "decline", nil, "declined", ""},
		{"cancel", "cancel", nil, "cancelled", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			eachEra(t, func(p *person) {
				p.do("play name=one")
				q := p.question()
				if want := `Delete the note "Shopping list" (Notes/shopping.md)?`; q.Message != want {
					t.Errorf("message %q, want %q", q.Message, want)
				}
				p.wantFiles(allFiles)
				p.do(test.action+" id="+q.ID, test.controls...)
				got := p.result()
				if got["outcome"] != test.outcome || got["deleted"] != test.deleted {
					t.Errorf("result %v, want outcome %q, deleted %q", got, test.outcome, test.deleted)
				}
				want := allFiles
				if test.deleted != "" {
					want = without(notesDir + "shopping.md")
				}
				p.wantFiles(want)
			})
		})
	}
}

func TestThreeMatches(t *testing.T) {
	eachEra(t, func(p *person) {
		p.do("play name=three")
		q := p.question()
		if q.Tool != "notes_delete" || q.Server.Name != "askback-notes" {
			t.Errorf("asked by %q for %q", q.Server.Name, q.Tool)
		}
		field, ok := q.Form.Field("note_id")
		if !ok || len(q.Form.Fields) != 2 {
			t.Fatalf("fields: %+v", q.Form.Fields)
		}
		var offered []string
		for _, o := range field.Options {
			offered = append(offered, o.Value+" "+o.Title)
		}
		want := []string{
			"note-3 TPS report 2023 (Notes/tps-2023.md, 2023-12-18)",
			"note-7 TPS report 2024 (Notes/tps-2024.md, 2024-12-16)",
			"note-14 TPS report 2025 (Notes/tps-2025.md, 2025-12-15)",
		}
		if !slices.Equal(offered, want) {
			t.Errorf("offered %q, want %q", offered, want)
		}

		// Without a choice nothing is sent, and the form says why.
		before := p.seq()
		p.do("answer id="+q.ID, "confirm=false", "confirm=true")
		if got := p.question().Problems; len(got) != 1 || got[0].Field != "note_id" {
			t.Errorf("problems %v", got)
		}
		p.wantWire(before)

		p.do("answer id="+q.ID, "note_id=note-14", "confirm=false", "confirm=true")
		if got := p.result()["deleted"]; got != "note-14" {
			t.Errorf("deleted %v", got)
		}
		p.wantFiles(without(notesDir + "tps-2025.md"))

		// The second click of a double click does nothing.
		calls := len(p.state().Calls)
		p.do("answer id="+q.ID, "note_id=note-3", "confirm=true")
		p.wantFiles(without(notesDir + "tps-2025.md"))
		if len(p.state().Calls) != calls {
			t.Error("the second answer did something")
		}
	})
}

func TestOutside(t *testing.T) {
	eachEra(t, func(p *person) {
		p.do("play name=outside")
		c := last(p.state().Calls)
		if c.Status != host.Done || !c.IsError || !strings.Contains(strings.Join(c.Text, ""), "no note inside the roots") {
			t.Errorf("call %+v", c)
		}
		if n := len(p.state().Questions); n != 0 {
			t.Errorf("%d questions", n)
		}
		p.wantFiles(allFiles)

		// Once the person allows the place, the note is there.
		p.do("root-add name=tmp")
		p.do("again call=" + fmt.Sprint(c.ID))
		p.do("answer id="+p.question().ID, "confirm=true")
		if got := p.result()["deleted"]; got != "note-100" {
			t.Errorf("deleted %v", got)
		}
	})
}

func TestWire(t *testing.T) {
	t.Run("2025-11-25", func(t *testing.T) {
		sit(t, "2025-11-25", func(p *person) {
			p.wantWire(0,
				"> initialize 2025-11-25", "< result initialize 2025-11-25", "> notifications/initialized",
				"> tools/list", "< result tools/list 9 tools")
			at := p.seq()
			p.do("play name=three")
			p.wantWire(at,
				"> tools/call notes_delete",
				"< roots/list", "> result roots/list 2 roots",
				"< elicitation/create form")
			at = p.seq()
			p.do("decline id=" + p.question().ID)
			p.wantWire(at, "> result elicitation/create decline", "< result tools/call")

			// A change of the roots is announced; the server asks when it needs them.
			at = p.seq()
			p.do("root-remove name=home/alice/Scratch")
			p.wantWire(at, "> notifications/roots/list_changed")
			at = p.seq()
			p.do("tool name=notes_list")
			p.do("call")
			p.wantWire(at, "> tools/call notes_list", "< roots/list", "> result roots/list 1 root", "< result tools/call")
		})
	})
	t.Run("2026-07-28", func(t *testing.T) {
		sit(t, "2026-07-28", func(p *person) {
			p.wantWire(0, "> server/discover", "< result server/discover", "> tools/list", "< result tools/list 9 tools")
			at := p.seq()
			p.do("play name=three")
			p.wantWire(at,
				"> tools/call notes_delete", "< result tools/call input_required: roots",
				"> tools/call notes_delete, roots: 2 roots", "< result tools/call input_required: roots, which")
			at = p.seq()
			p.do("cancel id=" + p.question().ID)
			p.wantWire(at, "> tools/call notes_delete, roots: 2 roots, which: cancel", "< result tools/call")

			// Nothing is sent when the roots change.
			at = p.seq()
			p.do("root-remove name=home/alice/Scratch")
			p.wantWire(at)
		})
	})
}

func TestRootsNarrowedWhileAsked(t *testing.T) {
	eachEra(t, func(p *person) {
		p.do("play name=one")
		q := p.question()
		p.do("root-remove name=home/alice/Documents/Notes")
		p.do("answer id="+q.ID, "confirm=true")
		c := last(p.state().Calls)
		if strings.Contains(string(c.Structured), `"deleted":"note`) {
			t.Errorf("deleted outside the roots: %+v", c)
		}
		p.wantFiles(allFiles)
	})
}

func TestSetup(t *testing.T) {
	eachEra(t, func(p *person) {
		p.do("tool name=notes_setup")
		p.do("call")
		q := p.question()
		if q.Mode != host.ModeURL || !strings.HasPrefix(q.URL.Text, connectPage+"#token=") || q.URL.Host != "askback.example" {
			t.Fatalf("question %+v", q)
		}
		_, token, _ := strings.Cut(q.URL.Text, "#token=")

		// A pop-up that was blocked sends nothing.
		at := p.seq()
		p.do("url-blocked id=" + q.ID)
		if !p.question().Blocked {
			t.Error("the page does not say that it was blocked")
		}
		p.wantWire(at)

		// Consent is not completion.
		p.do("url-opened id=" + q.ID)
		if got := p.result()["status"]; got != "waiting" {
			t.Errorf("after consent: %v", got)
		}
		// Calling too early: still waiting, and not asked again.
		p.do("again call=" + fmt.Sprint(last(p.state().Calls).ID))
		if got := p.result()["status"]; got != "waiting" {
			t.Errorf("called too early: %v", got)
		}
		consented := p.state().Calls[0]

		if err := p.server.Connections.Complete(p.t.Context(), token+"x"); err == nil {
			t.Error("a changed token was accepted")
		}
		if err := p.server.Connections.Complete(p.t.Context(), token); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if announced := p.state().Calls[0].Finished; announced != (p.state().Era == "2025-11-25") {
			t.Errorf("completion announced: %v", announced)
		}
		p.do("again call=" + fmt.Sprint(consented.ID))
		if got := p.result()["status"]; got != "connected" {
			t.Errorf("at the end: %v", got)
		}
	})
}

func TestSetupRefused(t *testing.T) {
	for action, status := range map[string]string{"decline": "declined", "cancel": "cancelled"} {
		eachEra(t, func(p *person) {
			p.do("tool name=notes_setup")
			p.do("call")
			p.do(action + " id=" + p.question().ID)
			if got := p.result()["status"]; got != status {
				t.Errorf("%s: %v", action, got)
			}
		})
	}
}

func TestStop(t *testing.T) {
	eachEra(t, func(p *person) {
		p.do("play name=three")
		p.question()
		p.do("stop call=1")
		s := p.state()
		if len(s.Questions) != 0 || last(s.Calls).Status != host.Stopped {
			t.Errorf("questions %v, call %+v", s.Questions, last(s.Calls))
		}
		p.wantFiles(allFiles)
	})
}

func TestSwitchEraWhileAsked(t *testing.T) {
	sit(t, "2025-11-25", func(p *person) {
		p.do("play name=three")
		p.question()
		p.do("era value=2026-07-28")
		s := p.state()
		if len(s.Questions) != 0 || s.Phase != host.PhaseReady || s.Era != "2026-07-28" {
			t.Errorf("questions %v, phase %v, era %s", s.Questions, s.Phase, s.Era)
		}
		p.do("play name=three")
		p.question()
	})
}

func TestRootByURI(t *testing.T) {
	sit(t, "2025-11-25", func(p *person) {
		p.do("root-add-uri", "uri=file:///tmp/../tmp/", "title=")
		roots := p.state().Roots
		if got := roots[len(roots)-1]; got.Name != "tmp" || got.URI != "file:///tmp" {
			t.Errorf("root %+v", got)
		}
		p.do("root-add-uri", "uri=https://example.com/notes")
		s := p.state()
		if s.RootProblem == nil || s.RootDraft != "https://example.com/notes" || len(s.Roots) != len(roots) {
			t.Errorf("problem %v, draft %q, roots %v", s.RootProblem, s.RootDraft, s.Roots)
		}
	})
}

// A notice about an elicitation that nobody asked about, or that has been told
// of before, changes nothing.
func TestUnknownCompletion(t *testing.T) {
	sit(t, "2025-11-25", func(p *person) {
		p.do("tool name=notes_list")
		p.do("call")
		for ss := range p.server.MCP.Sessions() {
			for range 2 {
				if err := ss.NotifyElicitationComplete(p.t.Context(), &mcp.ElicitationCompleteParams{ElicitationID: "nobody's"}); err != nil {
					p.t.Fatal(err)
				}
			}
		}
		synctest.Wait()
		s := p.state()
		if s.Calls[0].Finished || s.Phase != host.PhaseReady {
			p.t.Errorf("call %+v, phase %v", s.Calls[0], s.Phase)
		}
	})
}
