package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"askback/playground/ask"
	"askback/playground/exercise"
	"askback/playground/exercise/course"
	"askback/playground/form"
	"askback/playground/host"
	"askback/playground/roots"
)

var samplesDir = flag.String("samples", "", "write every sample state as an HTML file into this directory, to look at")

// TestSamples renders every sample. With -samples it leaves them as files that
// a browser can open.
func TestSamples(t *testing.T) {
	if *samplesDir != "" {
		if err := os.MkdirAll(*samplesDir, 0o755); err != nil {
			t.Fatal(err)
		}
		styles, err := filepath.Glob("static/*.css")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range styles {
			style, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*samplesDir, filepath.Base(name)), style, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, view := range samplePages() {
		t.Run(name, func(t *testing.T) {
			html := render(t, view)
			if *samplesDir != "" {
				if err := os.WriteFile(filepath.Join(*samplesDir, name+".html"), []byte(html), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func render(t *testing.T, view templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := view.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func testAssets() Assets {
	return Assets{Style: "style.css", Icon: "icon.svg", Script: "page.js", Worker: "worker.js", Connect: "connect.js", Wasm: "app.wasm", WasmSize: 9_650_000}
}

// samplePages are all pages, in all the states that differ in kind.
func samplePages() map[string]templ.Component {
	pages := map[string]templ.Component{
		"connect":  ConnectPage(testAssets()),
		"notfound": NotFoundPage(testAssets()),
		"licences": LicencesPage(testAssets(), []Licence{
			{Name: "github.com/a-h/templ", Version: "v0.3.1118", Kind: "MIT", Text: "MIT License\n\nCopyright…"},
			{Name: "github.com/modelcontextprotocol/go-sdk", Version: "v1.8.0", Kind: "Apache-2.0", Text: strings.Repeat("Apache License ", 200)},
		}),
	}
	for name, s := range sampleStates() {
		pages[name] = Page(testAssets(), s)
	}
	for name, s := range sampleDesigns() {
		pages[name] = DesignerPage(testAssets(), s)
	}
	for name, s := range sampleCourses() {
		pages[name] = CoursePage(testAssets(), s)
	}
	return pages
}

// sampleCourses are pages with exercises: one that is wrong in every way a check
// can be, and a quiz that was tried.
func sampleCourses() map[string]course.State {
	packs, err := course.Load()
	if err != nil {
		panic(err) // they are part of the program
	}
	wrong := exercise.Verdict{Seq: 1, Expected: &exercise.Fact{Code: exercise.FactNothing}, Seen: &exercise.Fact{Code: exercise.FactNoCall}}
	open := func(id string) *course.Open {
		i := slices.IndexFunc(packs, func(p *exercise.Pack) bool { return p.ID == id })
		e := &course.Open{Pack: packs[i], State: exercise.State{Hints: 1, Full: true}}
		for j, c := range packs[i].Checks {
			status := []exercise.Status{exercise.StatusOpen, exercise.StatusRight, exercise.StatusWrong}[j%3]
			e.Checks = append(e.Checks, exercise.CheckState{Check: c, Status: status, Verdict: wrong})
		}
		for _, q := range packs[i].Questions {
			e.Questions = append(e.Questions, exercise.QuestionState{Question: q, Chosen: []string{q.Options[0].ID}, Tried: true})
		}
		return e
	}
	designing := open("form-design")
	written := typed("Which?", "{")
	designing.Designer, designing.Design = &written, exercise.Submission{Schema: "{}", Sent: true}
	return map[string]course.State{
		"design":    {Host: sampleReady(), Packs: packs, Open: designing},
		"exercises": {Host: sampleReady(), Packs: packs, Failure: course.BadProgress},
		"exercise":  {Host: sampleDone(), Packs: packs, Open: open("first-question")},
		"quiz":      {Host: sampleReady(), Packs: packs, Open: open("open-question")},
	}
}

func sampleStates() map[string]host.State {
	states := map[string]host.State{
		"starting":   sampleStarting(),
		"connecting": with(sampleStarting(), func(s *host.State) { s.Phase = host.PhaseConnecting }),
		"failed": with(sampleStarting(), func(s *host.State) {
			s.Phase = host.PhaseFailed
			s.Failure = host.Failure{Code: host.FailureSession, Cause: host.Cause{Code: host.CauseServer, Text: "Go away.", Number: -32000}}
		}),
		"ready":       sampleReady(),
		"question":    sampleQuestion(),
		"done":        sampleDone(),
		"errors":      sampleErrors(),
		"kinds":       sampleKinds(),
		"url":         sampleURL("https://notes.example/connect?token=4f1c", false),
		"url-odd":     sampleURL("https://alice@xn--80ak6aa92e.com:8443/connect?next=https%3A%2F%2Fnotes.example", false),
		"url-blocked": sampleURL("http://localhost:8080/connect/?token=4f1c", true),
		"url-refused": sampleURL("javascript:alert(1)", false),
		"undrawable":  sampleUndrawable(),
		"several":     sampleSeveral(),
		"visits":      sampleVisits(),
		"consent":     sampleConsent(),
		"tree":        sampleTree(),
		"large":       sampleLarge(),
		"hostile":     sampleHostile(),
		"languages":   sampleLanguages(),
	}
	maps.Copy(states, wireStates())
	maps.Copy(states, compareStates())
	return states
}

func with(s host.State, change func(*host.State)) host.State {
	change(&s)
	return s
}

func sampleStarting() host.State {
	file := func(name string, size int64, side host.Side) host.Node {
		return host.Node{Name: name, Base: filepath.Base(name), Size: size, Side: side}
	}
	notes := "home/alice/Documents/Notes"
	return host.State{
		Era:  "2025-11-25",
		Eras: []string{"2025-11-25", "2026-07-28"},
		Tree: unfolded(host.Node{Name: ".", Base: "/", Dir: true, Side: host.Partly, Children: []host.Node{
			{Name: "home", Base: "home", Dir: true, Side: host.Partly, Children: []host.Node{
				{Name: "home/alice", Base: "alice", Dir: true, Side: host.Partly, Children: []host.Node{
					{Name: "home/alice/Documents", Base: "Documents", Dir: true, Side: host.Partly, Children: []host.Node{
						{Name: notes, Base: "Notes", Dir: true, Side: host.Inside, Root: true, Children: []host.Node{
							file(notes+"/shopping.md", 80, host.Inside),
							file(notes+"/tps-2023.md", 210, host.Inside),
							file(notes+"/tps-2024.md", 220, host.Inside),
							file(notes+"/tps-2025.md", 230, host.Inside),
						}},
					}},
					{Name: "home/alice/Scratch", Base: "Scratch", Dir: true, Side: host.Inside, Root: true},
				}},
			}},
			{Name: "tmp", Base: "tmp", Dir: true, Children: []host.Node{file("tmp/outside.md", 64, host.Outside)}},
		}}),
		Roots: []host.Root{
			{Name: notes, Title: "Notes", URI: "file:///home/alice/Documents/Notes"},
			{Name: "home/alice/Scratch", Title: "Scratch", URI: "file:///home/alice/Scratch"},
		},
		Plays: []host.Play{
			{Name: "three"}, {Name: "one"}, {Name: "outside"},
		},
	}
}

func sampleReady() host.State {
	s := sampleStarting()
	s.Phase = host.PhaseReady
	s.Server = host.Server{Name: "notes-server", Version: "1.0.0"}
	s.Tools = []host.Tool{
		{Name: "notes_list", Title: "List notes", ReadOnly: true, Description: "Lists the notes in the roots.", Input: &form.Schema{}},
		{Name: "notes_delete", Title: "Delete a note", Destructive: true, Description: "Deletes one note whose title contains the text. Asks which one if several match, and always asks before it deletes.",
			Input: mustParse(`{"type":"object","properties":{"title":{"type":"string","title":"Title","description":"Part of the title","minLength":1,"maxLength":120}},"required":["title"]}`)},
		{Name: "notes_setup", Title: "Set up", Input: &form.Schema{}},
	}
	s.Tool = "notes_delete"
	s.Args = form.Draft{"title": {"TPS report"}}
	watch(&s, sampleTrace(s.Era, sampleHandshake...), 0)
	return s
}

func sampleQuestion() host.State {
	s := sampleReady()
	watch(&s, sampleTrace(s.Era, sampleAsk...), 9)
	s.Calls = []host.Call{{ID: 1, Tool: "notes_delete", Args: json.RawMessage(`{"title":"TPS report"}`), Era: s.Era, Status: host.Asking, Rounds: 1, Began: s.Messages[4].At}}
	s.Questions = []host.Question{{
		ID: "q1", Call: 1, Tool: "notes_delete", Server: s.Server, Mode: host.ModeForm,
		Message: "Three notes match “TPS report”. Which one should be deleted?",
		Form: mustParse(`{"type":"object","properties":{
			"note_id":{"type":"string","title":"Which note?","oneOf":[
				{"const":"note-3","title":"TPS report 2023 (Documents/Notes/tps-2023.md)"},
				{"const":"note-7","title":"TPS report 2024 (Documents/Notes/tps-2024.md)"},
				{"const":"note-14","title":"TPS report 2025 (Documents/Notes/tps-2025.md)"}]},
			"confirm":{"type":"boolean","title":"Yes, delete it","description":"This cannot be undone by the server."}},
			"required":["note_id","confirm"]}`),
		Draft: form.Draft{"note_id": {"note-14"}, "confirm": {"false", "true"}},
	}}
	return s
}

func sampleDone() host.State {
	s := sampleQuestion()
	at := s.Messages[0].At
	s.Questions = nil
	watch(&s, sampleTrace(s.Era, sampleAnswered...), 0)
	s.Calls = []host.Call{
		{ID: 1, Tool: "notes_list", Args: json.RawMessage(`{}`), Era: s.Era, Status: host.Done, Rounds: 1, Began: at, End: at.Add(3 * time.Millisecond),
			Structured: json.RawMessage(`{"notes":[{"id":"note-3","title":"TPS report 2023","path":"/home/alice/Documents/Notes/tps-2023.md"},{"id":"note-99","title":"Shopping","path":"/home/alice/Documents/Notes/shopping.md"}]}`)},
		{ID: 2, Tool: "notes_delete", Args: json.RawMessage(`{"title":"outside"}`), Era: s.Era, Status: host.Done, IsError: true, Rounds: 1, Began: at, End: at.Add(5 * time.Millisecond),
			Text: []string{"No note in the roots you allow matches “outside”."}},
		{ID: 3, Tool: "notes_delete", Args: json.RawMessage(`{"title":"TPS report"}`), Era: "2026-07-28", Status: host.Done, Rounds: 3, Began: at, End: at.Add(6 * time.Second),
			Structured: json.RawMessage(`{"outcome":"deleted","id":"note-14","title":"TPS report 2025","left":2,"tags":["mcp","api"],"extra":{},"note":""}`)},
		{ID: 4, Tool: "no_such_tool", Era: s.Era, Status: host.Failed, Rounds: 1, Cause: host.Cause{Code: host.CauseServer, Text: "unknown tool \"no_such_tool\"", Number: -32602}, Began: at, End: at.Add(time.Millisecond)},
		{ID: 5, Tool: "notes_setup", Era: s.Era, Status: host.Stopped, Rounds: 1, Finished: true, Began: at, End: at.Add(time.Minute)},
		{ID: 6, Tool: "notes_setup", Era: s.Era, Status: host.Running, Rounds: 1, Began: at},
		{ID: 7, Tool: "notes_setup", Era: s.Era, Status: host.Done, Rounds: 1, Began: at, End: at.Add(time.Minute)},
	}
	notes := &s.Tree.Children[0].Children[0].Children[0].Children[0]
	notes.Children[0].Mark = host.Changed
	notes.Children[3].Mark = host.Gone
	notes.Children = append(notes.Children, host.Node{Name: notes.Name + "/todo.md", Base: "todo.md", Side: host.Inside, Mark: host.Created},
		host.Node{Name: notes.Name + "/leak", Base: "leak", Side: host.Inside, Target: "/tmp/outside.md", Leads: host.LeadsOutside})
	s.Tree = unfolded(s.Tree)
	s.Undo = host.Undo{ID: 3, Deed: host.Deed{Kind: host.DeedCall, Name: "notes_delete"}, More: 2}
	return s
}

func sampleErrors() host.State {
	s := sampleQuestion()
	s.RootDraft = "file:///notes\\..\\etc"
	_, err := roots.Parse(s.RootDraft)
	errors.As(err, &s.RootProblem)
	s.Args = form.Draft{"title": {""}}
	s.ArgProblems = []form.Problem{{Field: "title", Code: form.ProblemRequired}}
	s.Questions[0].Draft = form.Draft{"note_id": {}, "confirm": {"false"}}
	s.Questions[0].Problems = []form.Problem{{Field: "note_id", Code: form.ProblemRequired}, {Field: "confirm", Code: form.ProblemBoolean}}
	second := s.Questions[0]
	second.ID, second.Problems = "q2", nil
	s.Questions = append(s.Questions, second)
	return s
}

func sampleKinds() host.State {
	s := sampleQuestion()
	s.Tools = append(s.Tools, host.Tool{Name: "notes_import", Title: "Import", Description: "Takes a nested object.", InputSchema: json.RawMessage(`{"type":"object","properties":{"source":{"type":"object"}}}`)})
	s.Tool = "notes_import"
	s.Args = form.Draft{"": {"{\n  \"source\": {}\n}"}}
	s.ArgProblems = []form.Problem{{Code: form.ProblemContent, Params: map[string]any{"detail": "unexpected end"}}}
	q := &s.Questions[0]
	q.Message = "Tell me about the ticket."
	q.Form = mustParse(kindsSchema)
	q.Draft = q.Form.Defaults()
	q.Draft["many"] = []string{"a", "c"}
	q.Draft["count"] = []string{"seven"}
	q.Draft["when"] = form.Moment{Date: "2026-08-24", Zone: "+09:00"}.Texts()
	q.Problems = []form.Problem{{Field: "when", Code: form.ProblemTimeMissing}, {Field: "count", Code: form.ProblemNumber}}
	return s
}

// kindsSchema has a field of each kind, required and not.
const kindsSchema = `{"type":"object","properties":{
	"text":{"type":"string","title":"Title of the ticket","minLength":1,"maxLength":80,"default":"Printer on fire"},
	"long":{"type":"string","title":"What happened","description":"In your own words.","maxLength":2000},
	"email":{"type":"string","format":"email","title":"Where to reach you","default":"alice@example.com"},
	"uri":{"type":"string","format":"uri","title":"A page about it"},
	"date":{"type":"string","format":"date","title":"Since when","default":"2026-07-28"},
	"when":{"type":"string","format":"date-time","title":"Call back at"},
	"count":{"type":"integer","title":"How many people are affected","minimum":1,"maximum":500},
	"hours":{"type":"number","title":"Hours lost","exclusiveMinimum":0,"default":1.5},
	"agree":{"type":"boolean","title":"I have tried turning it off and on"},
	"maybe":{"type":"boolean","title":"May we call you?","default":false},
	"few":{"type":"string","title":"Priority","enum":["low","high"],"default":"low"},
	"several":{"type":"string","title":"Floor","enum":["1","2","3","4","5","6","7","8","9"],"default":"3"},
	"many":{"type":"array","title":"What is affected","minItems":1,"maxItems":2,"items":{"anyOf":[{"const":"a","title":"Printing"},{"const":"b","title":"Scanning"},{"const":"c","title":"The building"}]}}
	},"required":["text","count","agree","several"]}`

func sampleURL(raw string, blocked bool) host.State {
	s := sampleQuestion()
	u, refused, warnings := form.JudgeURL(raw)
	s.Questions = []host.Question{{
		ID: "q1", Call: 1, Tool: "notes_setup", Server: s.Server, Mode: host.ModeURL,
		Message: "To set up your notes, sign in on our page.", URL: u, Refused: refused, Warnings: warnings, Blocked: blocked,
	}}
	return s
}

// sampleSeveral has several questions, and the person has turned to one of them.
func sampleSeveral() host.State {
	s := sampleQuestion()
	for i, message := range []string{"Which of the two calendars is meant?", "To go on, sign in on our page.", "One more thing: may we keep a copy?"} {
		q := s.Questions[0]
		q.ID, q.Message = keyN("q", i+2), message
		s.Questions = append(s.Questions, q)
	}
	s.Current = s.Questions[1].ID
	return s
}

// sampleVisits has a page for each thing that can be said of one.
func sampleVisits() host.State {
	s := sampleDone()
	for i, v := range []host.Visit{
		{Tool: "notes_setup", Call: 6, Running: true},
		{Tool: "notes_setup", Call: 5, Again: true, Finished: true},
		{Tool: "notes_setup", Call: 7, Blocked: true, Again: true},
		{Tool: "notes_setup", Call: 7},
		{},
	} {
		v.ID, v.Server = keyN("v", i), s.Server
		v.URL, _, _ = form.JudgeURL("https://notes.example/connect?token=4f1c9e")
		s.Visits = append(s.Visits, v)
	}
	s.Calls[6].Status, s.Calls[6].PagesFirst = host.Failed, ask.Accept
	return s
}

func sampleUndrawable() host.State {
	s := sampleQuestion()
	s.Questions = []host.Question{{
		ID: "q1", Server: s.Server, Mode: host.ModeForm, Message: "Fill this in.",
		Unsupported: &form.Error{Field: "address", Code: form.CodeType, Params: map[string]any{"type": "object"}},
		RawSchema:   json.RawMessage(`{"type":"object","properties":{"address":{"type":"object"}}}`),
	}}
	return s
}

// nasty is what a server may put into any text it controls.
const nasty = "<img src=x onerror=alert(1)></script><script>alert(1)</script> javascript:alert(1) \x1b[31mred\x1b[0m \u202Egnp.exe \u2066x \" ' & onclick=alert(1)"

// sampleHostile is a server with nasty text, and a lot of it, everywhere.
func sampleHostile() host.State {
	s := sampleDone()
	long := nasty + strings.Repeat("W", 100_000)
	s.Server = host.Server{Name: nasty, Title: long}
	s.Era = "2025-11-25"
	raw, _ := json.Marshal(map[string]any{nasty: long, "list": []string{nasty}, "rows": []map[string]string{{nasty: nasty}}})
	for i := range s.Tools {
		s.Tools[i].Name += nasty
		s.Tools[i].Title, s.Tools[i].Description = long, long
	}
	s.Tool = s.Tools[1].Name
	for i := range s.Calls {
		c := &s.Calls[i]
		c.Tool, c.Cause, c.Text = long, host.Cause{Code: host.CauseServer, Text: long}, []string{long, nasty}
		if c.Structured != nil {
			c.Structured = raw
		}
	}
	for i := range s.Messages {
		m := &s.Messages[i]
		m.Method, m.Brief, m.ID, m.JSON = long, host.Words(long), `"`+nasty+`"`, raw
	}
	s.Tree.Children = append(s.Tree.Children, host.Node{Name: nasty, Base: nasty, Target: nasty, Mark: host.Moved, Other: nasty})
	s.Tree = unfolded(s.Tree)
	s.Undo = host.Undo{ID: 1, Deed: host.Deed{Kind: host.DeedCall, Name: long}}
	s.Load = host.Loading{Report: host.Loaded{Names: []string{nasty}, Files: 1, Left: 1, Odd: []string{long}}}
	s.RootTitles = map[string]string{nasty: long}
	watch(&s, s.Messages, 2)
	s.Wire.Query = nasty
	s.Wire.Imported = &host.Imported{Name: long, Total: len(s.Messages), At: 3}
	s.Wire.ImportProblem = &host.TraceError{Line: 1, Problem: host.TraceNotJSONRPC, Detail: long}
	s.Roots = append(s.Roots, host.Root{Name: nasty, Title: long, URI: "file:///" + strings.Repeat("a", 500)})
	s.RootDraft, s.RootProblem = nasty, &roots.Error{Code: roots.CodeHost, Params: map[string]any{"host": nasty}, Instead: nasty}
	field := fmt.Sprintf(`{"type":"object","properties":{%[1]q:{"type":"string","title":%[1]q,"description":%[1]q,"default":%[1]q},"b":{"type":"string","title":%[2]q,"oneOf":[{"const":%[1]q,"title":%[1]q},{"const":"x","title":%[2]q}]}}}`,
		"<img src=x onerror=alert(1)></script> javascript:alert(1) \u202Egnp.exe", strings.Repeat("W", 900))
	schema := mustParse(field)
	s.Questions = []host.Question{
		{ID: nasty, Tool: long, Server: s.Server, Mode: host.ModeForm, Message: long, Form: schema, Draft: schema.Defaults(), Problems: []form.Problem{{Field: "b", Code: form.ProblemPattern, Params: map[string]any{"pattern": long}}}},
		{ID: "u", Tool: nasty, Server: s.Server, Mode: host.ModeURL, Message: nasty, Refused: []form.Problem{{Code: form.URLScheme, Params: map[string]any{"scheme": long}}}},
		{ID: "v", Tool: nasty, Server: s.Server, Mode: host.ModeForm, Message: nasty, Unsupported: &form.Error{Field: nasty, Code: form.CodeType, Params: map[string]any{"type": long}}, RawSchema: raw},
	}
	return s
}

func sampleLanguages() host.State {
	s := sampleQuestion()
	s.Server.Title = "메모 서버"
	q := &s.Questions[0]
	q.Server = s.Server
	q.Message = "“TPS 보고서”와 일치하는 메모가 세 개 있습니다. 어느 것을 삭제할까요? 삭제한 메모는 서버에서 되돌릴 수 없습니다.\n\nTres notas coinciden con «informe TPS». ¿Cuál debe eliminarse? Esta acción no puede deshacerse desde el servidor, por lo que conviene revisarla con detenimiento.\n\nثلاث ملاحظات تطابق «تقرير TPS». أيها يجب حذفها؟"
	q.Form = mustParse(`{"type":"object","properties":{
		"note_id":{"type":"string","title":"어느 메모입니까?","oneOf":[{"const":"a","title":"2023년 TPS 보고서: 분기별 실적과 향후 개선 계획에 대한 상세한 설명을 포함하는 매우 긴 제목"},{"const":"b","title":"Informe TPS de 2024 sobre la interoperabilidad electroencefalográfica internacional"},{"const":"c","title":"تقرير TPS لعام 2025"}]},
		"confirm":{"type":"boolean","title":"예, 삭제합니다"}},"required":["note_id","confirm"]}`)
	q.Draft = form.Draft{"note_id": {"b"}, "confirm": {"false"}}
	return s
}

func mustParse(schema string) *form.Schema {
	s, err := form.Parse(json.RawMessage(schema))
	if err != nil {
		panic(err)
	}
	return s
}
