package web

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"askback/playground/design"
	"askback/playground/form"
	"askback/playground/host"
)

// designed is the state of a designer after intents, each an action and its args,
// "example name=tags".
func designed(intents ...string) design.State {
	d := design.New("")
	defer d.Close()
	d.Wake()
	for _, text := range intents {
		in := host.Intent{Args: map[string]string{}}
		for i, word := range strings.Fields(text) {
			if i == 0 {
				in.Action = word
				continue
			}
			k, v, _ := strings.Cut(word, "=")
			in.Args[k] = v
		}
		d.Handle(in)
	}
	return d.State()
}

// typed is the state after somebody has typed a question.
func typed(message, schema string) design.State {
	d := design.New("")
	defer d.Close()
	d.Wake()
	d.Handle(host.Intent{Action: "draft", Args: map[string]string{"for": "design"}, Form: [][2]string{{"message", message}, {"schema", schema}}})
	return d.State()
}

// sampleDesigns are the states of the designer that differ in kind.
func sampleDesigns() map[string]design.State {
	sample := design.Static()
	return map[string]design.State{
		"designer":            sample,
		"designer-careless":   designed("example name=careless"),
		"designer-undrawable": designed("example name=nested"),
		"designer-lost":       designed("example name=tags", "version value=2025-06-18"),
		"designer-changed":    designed("version value=2025-06-18", "format value=go"),
		"designer-problems":   designed("example name=secret", "answer id=preview"),
		"designer-sent":       designed("decline id=preview", "format value=typescript"),
		"designer-stale":      typed(sample.Message, strings.Replace(sample.Schema, ":", "", 1)),
		"designer-whole":      typed("", `{"message":"Which?","requestedSchema":`+sample.Schema+"}"),
		"designer-hostile":    typed("<b>\u202emessage</b>", `{"type":"object","properties":{"</textarea><script>":{"type":"<i>"}}}`),
	}
}

func drawDesigner(t *testing.T, s design.State) *html.Node {
	t.Helper()
	return parse(t, DesignerPage(testAssets(), s))
}

// Each finding says how bad it is, where it stands and by which rule, and leads to
// its place.
func TestDesignerFindings(t *testing.T) {
	s := designed("example name=careless")
	doc := drawDesigner(t, s)
	list := slices.Collect(elements(byID(doc, "findings")))
	for i, f := range s.Findings {
		item := list[slices.IndexFunc(list, func(n *html.Node) bool {
			return n.Data == "li" && strings.Contains(text(n), reasonText(t.Context(), f))
		})]
		for _, want := range []string{severityWord(t.Context(), f.Severity), ruleName(f), f.Code, f.Path} {
			if !strings.Contains(text(item), want) {
				t.Errorf("finding %d, %s, lacks %q: %s", i, f.Code, want, text(item))
			}
		}
		place := s.Place(f)
		leads := false
		for n := range elements(item) {
			leads = leads || get(n, "data-select") == "design-"+place.Control && get(n, "data-start") == strconv.Itoa(place.Start)
		}
		if !leads {
			t.Errorf("%s does not lead to %+v", f.Code, place)
		}
	}
	if len(s.Findings) < 4 || !strings.Contains(text(byID(doc, "verdict")), strconv.Itoa(len(s.Findings))+" findings") {
		t.Errorf("%d findings, and the page says %q", len(s.Findings), text(byID(doc, "verdict")))
	}
}

// ruleName is what the page calls the rule of a finding, if it is by one of the
// specification.
func ruleName(f form.Finding) string {
	if f.RuleID == "" {
		return ""
	}
	return "Rule " + f.RuleID
}

// The twelve points stand in their order. What is written meets some; for the
// others there is a box.
func TestDesignerPoints(t *testing.T) {
	s := designed("example name=careless")
	var items []*html.Node
	for n := range elements(byID(drawDesigner(t, s), "rubric")) {
		if strings.HasPrefix(get(n, "class"), "point ") {
			items = append(items, n)
		}
	}
	if len(items) != 12 {
		t.Fatalf("%d points", len(items))
	}
	for i, p := range s.Points {
		said := text(items[i])
		if !strings.HasPrefix(said, strconv.Itoa(i+1)+".") || !strings.Contains(said, pointText(t.Context(), p.ID)) {
			t.Errorf("point %d is %q", i+1, said)
		}
		boxes := 0
		for n := range elements(items[i]) {
			if n.Data == "input" && get(n, "value") == p.ID {
				boxes++
			}
		}
		if unseen := p.Status == design.Unseen; (boxes == 1) != unseen {
			t.Errorf("point %s, which is %s, has %d boxes", p.ID, p.Status, boxes)
		}
		if p.Status == design.Unmet && (!strings.Contains(said, "Not met:") || !strings.Contains(said, reasonText(t.Context(), p.Reasons[0]))) {
			t.Errorf("point %s does not say why it is not met: %q", p.ID, said)
		}
	}
}

// While the schema is no JSON the last form stays, and the error names its line.
func TestDesignerStale(t *testing.T) {
	doc := drawDesigner(t, sampleDesigns()["designer-stale"])
	if said := text(byID(doc, "findings")); !strings.Contains(said, "look at line 2.") || !strings.Contains(said, "Put a colon after the name.") {
		t.Errorf("findings: %s", said)
	}
	preview := text(byID(doc, "preview"))
	for _, want := range []string{"no JSON at the moment", "Report (Notes/report-2024.md, 2024-12-16)", "Send answer"} {
		if !strings.Contains(preview, want) {
			t.Errorf("the form as drawn lacks %q: %s", want, preview)
		}
	}
}

// What an older client loses is said, and if it cannot be asked at all there is no
// form.
func TestDesignerOlderClient(t *testing.T) {
	changed := text(byID(drawDesigner(t, sampleDesigns()["designer-changed"]), "preview"))
	if !strings.Contains(changed, "changes for a client that knows only 2025-06-18") || !strings.Contains(changed, "Send answer") {
		t.Errorf("changed: %s", changed)
	}
	lost := text(byID(drawDesigner(t, sampleDesigns()["designer-lost"]), "preview"))
	if !strings.Contains(lost, "cannot be asked this at all") || strings.Contains(lost, "Send answer") {
		t.Errorf("lost: %s", lost)
	}
}

// What is written comes back as it was, whatever it is.
func TestDesignerKeepsText(t *testing.T) {
	for _, schema := range []string{"", "\n", "\n\n{", "</textarea><b>", "{\"a\":\u202e1}", "\t{\r"} {
		doc := drawDesigner(t, typed(schema, schema))
		for _, id := range []string{"design-message", "design-schema"} {
			var got strings.Builder
			for c := byID(doc, id).FirstChild; c != nil; c = c.NextSibling {
				got.WriteString(c.Data)
			}
			if want := strings.ReplaceAll(schema, "\r", "\n"); got.String() != want {
				t.Errorf("%s holds %q, want %q", id, got.String(), want)
			}
		}
	}
}

// A person is led to what came of what they did, and never away from what they type.
func TestDesignerAttention(t *testing.T) {
	sample := designed()
	refused := designed("answer id=preview")
	sent := designed("decline id=preview")
	again := designed("decline id=preview", "ask-again")
	loaded := designed("example name=tags")
	for _, c := range []struct {
		name        string
		before, now design.State
		did         string
		focus, says string
	}{
		{"typing", sample, loaded, "draft", "", ""},
		{"a refused answer", sample, refused, "answer", "question-preview-summary", ""},
		{"an answer", sample, sent, "decline", "outcome", "This is what a client would send."},
		{"asked again", sent, again, "ask-again", "question-preview", ""},
		{"an example", sample, loaded, "example", "", "Another question is written now."},
	} {
		focus, says := DesignerLook(c.before, c.now).Attention(t.Context(), host.Intent{Action: c.did})
		if focus != c.focus || says != c.says {
			t.Errorf("%s: focus %q, says %q", c.name, focus, says)
		}
		if focus != "" && byID(drawDesigner(t, c.now), focus) == nil {
			t.Errorf("%s: there is no #%s", c.name, focus)
		}
	}
}

// The worst severity of a line marks it.
func TestDesignerMarkedLines(t *testing.T) {
	s := typed("Which?", "{\"type\": \"object\", \"additionalProperties\": false,\n\"properties\": {\"a\": {\"type\": \"string\", \"format\": \"phone\"}}}")
	lines := marked(s)
	for _, f := range s.Findings {
		if p := s.Place(f); p.Control == design.InSchema && worse(f.Severity, lines[p.Line]) {
			t.Errorf("line %d is marked %q, and has %s", p.Line, lines[p.Line], f.Severity)
		}
	}
	if lines[1] == "" || lines[2] == "" || lines[3] != "" {
		t.Errorf("marked %v", lines)
	}
	if worse(form.SeverityInfo, form.SeverityWarning) || !worse(form.SeverityError, form.SeverityWarning) {
		t.Error("the order of severities")
	}
}

// In an exercise the same designer has its design judged, and has no boxes to tick.
func TestDesignerInAnExercise(t *testing.T) {
	doc := parse(t, CoursePage(testAssets(), sampleCourses()["design"]))
	if on := get(byID(doc, "editor"), "data-on"); on != "input:draft submit:submit" {
		t.Errorf("the editor listens to %q", on)
	}
	if said := text(byID(doc, "editor")); !strings.Contains(said, "Check the design") || !strings.Contains(said, "4 of 11 checks are right.") || !strings.Contains(said, "You have changed it since it was checked.") {
		t.Errorf("the editor says %q", said)
	}
	for n := range elements(byID(doc, "rubric")) {
		if n.Data == "input" {
			t.Errorf("there is a box for %s", get(n, "value"))
		}
	}
	if said := text(byID(doc, "exercise")); !strings.Contains(said, "Deletes the note whose title") {
		t.Errorf("the tool is not described: %q", said)
	}
	// Where nothing is designed there is nothing of it.
	doc = parse(t, CoursePage(testAssets(), sampleCourses()["exercise"]))
	for _, id := range []string{"editor", "editor-tools", "findings", "preview", "rubric", "code"} {
		if n := byID(doc, id); n == nil || n.FirstChild != nil {
			t.Errorf("#%s is not empty", id)
		} else if _, hidden := attribute(n, "hidden"); !hidden {
			t.Errorf("#%s is shown", id)
		}
	}
}
