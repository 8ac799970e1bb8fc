package design

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"

	"askback/playground/form"
	"askback/playground/host"
)

// do hands over an intent: "answer id=preview", and the controls of its form.
func do(d *Designer, what string, controls ...[2]string) {
	words := strings.Fields(what)
	in := host.Intent{Action: words[0], Args: map[string]string{}, Form: controls}
	for _, arg := range words[1:] {
		key, value, _ := strings.Cut(arg, "=")
		in.Args[key] = value
	}
	d.Handle(in)
}

// type_ writes a question.
func type_(d *Designer, message, schema string) {
	do(d, "draft for=design", [2]string{"message", message}, [2]string{"schema", schema})
}

func open(t *testing.T, hash string) *Designer {
	d := New(hash)
	t.Cleanup(d.Close)
	return d
}

// The sample has nothing against it, and can be answered.
func TestSample(t *testing.T) {
	d := open(t, "")
	s := d.State()
	if len(s.Findings) != 0 || Score(s.Points) != 5 || s.Form == nil || s.Code == "" || s.Link != "" || s.Example != "which-note" {
		t.Fatalf("findings %v, %d points, form %v, link %q, example %q", s.Findings, Score(s.Points), s.Form, s.Link, s.Example)
	}
	do(d, "answer id=preview", [2]string{"confirm", "true"})
	if s = d.State(); s.Sent != nil || s.Attempts != 1 || len(s.Problems) != 1 || s.Problems[0].Field != "note_id" {
		t.Errorf("sent %s, problems %v", s.Sent, s.Problems)
	}
	do(d, "answer id=preview", [2]string{"note_id", "note-7"}, [2]string{"confirm", "true"})
	if s = d.State(); string(s.Sent) != `{"action":"accept","content":{"note_id":"note-7","confirm":true}}` || s.Problems != nil {
		t.Errorf("sent %s", s.Sent)
	}
	do(d, "decline id=preview") // too late
	if s = d.State(); !strings.Contains(string(s.Sent), "accept") {
		t.Errorf("sent %s", s.Sent)
	}
	for _, action := range []string{"decline", "cancel"} {
		do(d, "ask-again")
		do(d, action+" id=preview")
		if s = d.State(); string(s.Sent) != `{"action":"`+action+`"}` {
			t.Errorf("sent %s", s.Sent)
		}
	}
}

// The examples show what they are there for.
func TestExamples(t *testing.T) {
	d := open(t, "")
	for _, e := range Examples() {
		do(d, "example name="+e.Name)
		s := d.State()
		if good := len(s.Findings) == 0 && Score(s.Points) == 5; s.Example != e.Name || good == e.Bad {
			t.Errorf("%s (%s): findings %v, %d points", e.Name, s.Example, s.Findings, Score(s.Points))
		}
	}
	before := d.State()
	do(d, "example name=nothing")
	if d.State().Loaded != before.Loaded {
		t.Error("an example that is not there was loaded")
	}
}

// What each version of a client loses of a question, and what it then sends.
func TestOlderClients(t *testing.T) {
	d := open(t, "")
	type_(d, "Which?", object(which+`,"n":{"type":"integer","title":"N","exclusiveMinimum":1,"default":3}`))
	for version, want := range map[string]string{
		form.Version20260728: form.LostBound,
		form.Version20251125: form.LostBound,
		form.Version20250618: form.ChangedTitles + " " + form.LostBound + " " + form.LostDefault,
	} {
		do(d, "version value="+version)
		s := d.State()
		var codes []string
		for _, f := range s.Changes {
			codes = append(codes, f.Code)
			if p := s.Place(f); p.Control != InSchema {
				t.Errorf("%s: %s is nowhere", version, f.Code)
			}
		}
		if got := strings.Join(codes, " "); got != want || s.Form == nil {
			t.Errorf("%s: %q, want %q", version, got, want)
		}
	}
	do(d, "version value="+form.Version20250618)
	// The client does not know of the bound; the server does.
	do(d, "answer id=preview", [2]string{"n", "1"})
	if s := d.State(); string(s.Sent) != `{"action":"accept","content":{"n":1}}` || len(s.Doubts) != 1 || s.Doubts[0].Code != form.ProblemExclusiveMinimum {
		t.Errorf("sent %s, doubts %v", s.Sent, s.Doubts)
	}
	do(d, "example name=tags")
	if s := d.State(); s.Form != nil || s.Refused != nil || len(s.Changes) != 1 || s.Changes[0].Severity != form.SeverityError {
		t.Errorf("a multi-select in 2025-06-18: form %v, changes %v", s.Form, s.Changes)
	}
	do(d, "decline id=preview")
	if s := d.State(); s.Sent != nil {
		t.Errorf("a client that was not asked sent %s", s.Sent)
	}
	do(d, "example name=nested")
	do(d, "answer id=preview")
	if s := d.State(); s.Sent != nil {
		t.Errorf("a client sent %s for what it cannot draw", s.Sent)
	}
	do(d, "decline id=preview")
	if s := d.State(); s.Sent == nil {
		t.Error("what cannot be drawn cannot be declined")
	}
}

// While a schema is being typed, what it was last stays in sight.
func TestBrokenJSON(t *testing.T) {
	d := open(t, "")
	whole := d.State()
	do(d, "draft for=preview", [2]string{"note_id", "note-7"})
	type_(d, "Which one should be deleted?", strings.Replace(whole.Schema, `"object",`, `"object"`, 1))
	s := d.State()
	if !s.Stale || s.Form == nil || s.Refused != nil || s.Draft.Get("note_id") != "note-7" || s.Code == "" {
		t.Fatalf("stale %v, form %v, refused %v, draft %v", s.Stale, s.Form, s.Refused, s.Draft)
	}
	if p := s.Place(s.Findings[0]); p.Line != 3 || s.Schema[p.Start:p.End] != `"` {
		t.Errorf("%v is at %+v", s.Findings[0], p)
	}
	type_(d, "Which?", whole.Schema)
	if s = d.State(); s.Stale || s.Draft.Get("note_id") != "note-7" {
		t.Errorf("mended: stale %v, draft %v", s.Stale, s.Draft)
	}
	type_(d, "Which?", object(which))
	if s = d.State(); s.Draft.Get("note_id") != "" {
		t.Errorf("another form holds %v", s.Draft)
	}
}

// Each finding leads to what it is about.
func TestPlaces(t *testing.T) {
	d := open(t, "")
	do(d, "example name=careless")
	s := d.State()
	seen := map[string]string{}
	list := s.Findings
	for _, p := range s.Points {
		list = append(list, p.Reasons...)
	}
	for _, f := range list {
		p := s.Place(f)
		text := s.Schema
		if p.Control == InMessage {
			text = s.Message
		}
		seen[f.Code] = string(utf16.Decode(utf16.Encode([]rune(text))[p.Start:p.End]))
	}
	for code, want := range map[string]string{
		form.LintPattern:     `"pattern": "^[0-9]{4}$"`,
		form.LintFormat:      `"format": "phone"`,
		form.LintRootKeyword: `"additionalProperties": false`,
		ReasonMessageID:      "Please select note_id to delete",
	} {
		if seen[code] != want {
			t.Errorf("%s is about %q, want %q", code, seen[code], want)
		}
	}
	type_(d, "Which?", "{\n \"type\": \"object\",\n \"type\": 1}")
	if s := d.State(); s.Place(s.Findings[0]).Line != 3 {
		t.Errorf("%v is at %+v", s.Findings[0], s.Place(s.Findings[0]))
	}
}

// The link is made when nobody types, and leads back.
func TestLink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New("")
		type_(d, "¿Cuál? 어느? 😀", object(which))
		<-d.Changed()
		if s := d.State(); s.Link != "" {
			t.Errorf("at once there is %q", s.Link)
		}
		<-time.After(settle) // on the clock of the test
		<-d.Changed()
		link := d.State().Link
		d.Close()

		other := New("#lang=ko&" + link)
		defer other.Close()
		if s := other.State(); s.Message != "¿Cuál? 어느? 😀" || s.Schema != object(which) || s.Link != link {
			t.Errorf("the link %q leads to %q, %q", link, s.Message, s.Schema)
		}
		do(other, "place hash=#design=nonsense")
		if s := other.State(); s.Loaded != 0 {
			t.Error("a link that is none was followed")
		}
		do(other, "example name=tags")
		do(other, "place hash=#"+link)
		if s := other.State(); s.Schema != object(which) || s.Link != link {
			t.Errorf("the link leads to %q", s.Schema)
		}
		do(other, "bring-back")
		if s := other.State(); s.Example != "tags" {
			t.Errorf("brought back %q", s.Schema)
		}
	})
}

// What the author answers for goes along in the link; what the form shows is not
// theirs to say.
func TestVouch(t *testing.T) {
	d := open(t, "")
	do(d, "vouch", [2]string{"point", PointOnce}, [2]string{"point", PointTrigger}, [2]string{"point", PointSchema}, [2]string{"point", "x"})
	d.update(d.relink)
	s := d.State()
	if got := strings.Join(s.Vouched, " "); got != PointTrigger+" "+PointOnce || s.Example == "" {
		t.Errorf("vouched for %q", got)
	}
	if other := open(t, "#"+s.Link).State(); !slices.Equal(other.Vouched, s.Vouched) {
		t.Errorf("the link leads to %q", other.Vouched)
	}
	type_(d, "Which?", s.Schema)
	if got := d.State().Vouched; len(got) != 2 {
		t.Errorf("after typing %q", got)
	}
	do(d, "vouch")
	if got := d.State().Vouched; got != nil {
		t.Errorf("still %q", got)
	}
}

func TestLongLink(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 2*maxLink)
	for i := range noise {
		noise[i] = "0123456789abcdef"[random.IntN(16)]
	}
	d := open(t, "")
	type_(d, string(noise), object(which))
	d.update(d.relink)
	if s := d.State(); !s.TooLong || s.Link != "" {
		t.Errorf("too long %v, link of %d", s.TooLong, len(s.Link))
	}
}

// A designer of an exercise begins with what it is given, and goes back to it.
func TestRestart(t *testing.T) {
	d := Begin("Which?", object(which))
	t.Cleanup(d.Close)
	if s := d.State(); s.Message != "Which?" || s.Form == nil || s.Before || s.Link != "" || s.Example != "" {
		t.Errorf("began with %q, form %v, before %v", s.Message, s.Form, s.Before)
	}
	type_(d, "What?", "{")
	d.Restart()
	if s := d.State(); s.Message != "Which?" || s.Schema != object(which) || s.Stale {
		t.Errorf("after beginning again %q, %s", s.Message, s.Schema)
	}
	do(d, "bring-back")
	if s := d.State(); s.Message != "What?" || s.Schema != "{" {
		t.Errorf("brought back %q, %s", s.Message, s.Schema)
	}
}

// Of the intents of a host a designer takes none.
func TestTakes(t *testing.T) {
	for _, c := range []struct {
		action, key, value string
		want               bool
	}{
		{"draft", "for", "design", true}, {"draft", "for", Question, true}, {"draft", "for", "q1", false},
		{"answer", "id", Question, true}, {"answer", "id", "q1", false}, {"decline", "id", Question, true},
		{"cancel", "id", Question, true}, {"cancel", "id", "q2", false}, {"version", "value", "x", true},
		{"call", "", "", false}, {"place", "hash", "#design=x", false}, {"example", "name", "tags", false},
	} {
		if got := Takes(host.Intent{Action: c.action, Args: map[string]string{c.key: c.value}}); got != c.want {
			t.Errorf("%s %s=%s: %v", c.action, c.key, c.value, got)
		}
	}
}

// A whole request is taken apart, wherever it is copied from.
func TestTakeApart(t *testing.T) {
	const params = `{"mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{"b":{"type":"boolean"},"a":{"type":"number"}}}}`
	for _, text := range []string{
		params,
		`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":` + params + `}`,
		`{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":` + params + `}}}}`,
	} {
		d := open(t, "")
		type_(d, "", text)
		if !d.State().Whole {
			t.Errorf("%s is not known for a whole request", text)
		}
		do(d, "take-apart")
		if s := d.State(); s.Message != "Which?" || s.Whole || s.Form == nil || s.Form.Fields[0].Name != "b" {
			t.Errorf("%s is %q, %s", text, s.Message, s.Schema)
		}
	}
	d := open(t, "")
	type_(d, "Which?", object(`"requestedSchema":{"type":"string"}`))
	if d.State().Whole {
		t.Error("a schema with a field of this name is taken for a request")
	}
}

func TestTidy(t *testing.T) {
	d := open(t, "")
	type_(d, "Which?", `{"type":"object",  "properties":{"b":{"type":"boolean"}}}`)
	do(d, "tidy")
	want := "{\n  \"type\": \"object\",\n  \"properties\": {\n    \"b\": {\n      \"type\": \"boolean\"\n    }\n  }\n}"
	if got := d.State().Schema; got != want {
		t.Errorf("got %s", got)
	}
	for _, text := range []string{`{`, strings.Repeat("[", 5000) + strings.Repeat("]", 5000)} {
		type_(d, "Which?", text)
		do(d, "tidy")
		if d.State().Schema != text {
			t.Errorf("%.20s was laid out", text)
		}
	}
}

// Formats are the same question each.
func TestFormats(t *testing.T) {
	d := open(t, "")
	for _, f := range Formats() {
		do(d, "format value="+f)
		if s := d.State(); s.Format != f || !strings.Contains(s.Code, "note-14") {
			t.Errorf("%s is %s", f, s.Code)
		}
	}
	do(d, "example name=nested")
	if s := d.State(); s.Code != "" || s.Refused == nil || !json.Valid(s.Source) {
		t.Errorf("what cannot be drawn is written out: %s", s.Code)
	}
}

func FuzzDesigner(f *testing.F) {
	for _, e := range Examples() {
		f.Add(e.Message, e.Schema)
	}
	f.Add("", "")
	f.Add("\xff", "{\"a\":\xff}")
	f.Fuzz(func(t *testing.T, message, schema string) {
		d := New("")
		defer d.Close()
		type_(d, message, schema)
		for _, v := range Versions() {
			do(d, "version value="+v)
			s := d.State()
			for _, list := range [][]form.Finding{s.Findings, s.Changes} {
				for _, finding := range list {
					if p := s.Place(finding); p.Start < 0 || p.End < p.Start {
						t.Errorf("%v is at %+v", finding, p)
					}
				}
			}
		}
	})
}
