package page

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"golang.org/x/net/html"

	"askback/notesfs"
	"askback/playground/form"
	"askback/playground/host"
	"askback/tests/hostile"
	"askback/web"
)

var eras = []string{"2025-11-25", "2026-07-28"}

// A person sits before a page whose host drives a server. Each thing they do is
// carried through to where the program waits for them again.
type person struct {
	t      *testing.T
	host   *host.Host
	server *hostile.Server

	mu   sync.Mutex
	sent []string // what the server got for its questions
}

// sit opens the page under era for a server whose calls ask these questions, one
// after the other, and end with an empty result.
func sit(t *testing.T, era string, questions []string, f func(*person)) {
	t.Helper()
	p := &person{}
	serve(t, era, p, &hostile.Server{Call: func(c *hostile.Call) any {
		var got []string
		for _, params := range questions {
			answer, err := c.Ask(params)
			if err != nil {
				return err
			}
			got = append(got, string(answer))
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.sent = got
		return json.RawMessage(`{"resultType":"complete","content":[]}`)
	}}, f)
}

// serve is sit for any server.
func serve(t *testing.T, era string, p *person, server *hostile.Server, f func(*person)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p.t, p.server = t, server
		p.host = host.New(host.Options{Dial: server.Dial, Tree: noFiles{}, Era: era})
		p.host.Start()
		synctest.Wait()
		if s := p.host.State(); s.Phase != host.PhaseReady {
			t.Fatalf("phase %v: %+v", s.Phase, s.Failure)
		}
		f(p)
		p.host.Close()
		synctest.Wait()
	})
}

type noFiles struct{}

func (noFiles) Snapshot(context.Context) (*notesfs.Snapshot, error) {
	return notesfs.New(nil).Snapshot(), nil
}
func (noFiles) Restore(context.Context, *notesfs.Snapshot) error { return nil }

// do handles an intent.
func (p *person) do(action string, args map[string]string, controls [][2]string) {
	p.host.Handle(host.Intent{Action: action, Args: args, Form: controls})
	synctest.Wait()
}

// call calls the server's first tool.
func (p *person) call() {
	p.t.Helper()
	p.do("tool", map[string]string{"name": p.host.State().Tools[0].Name}, nil)
	p.do("call", nil, nil)
}

// html is the page as it is now.
func (p *person) html() *html.Node {
	p.t.Helper()
	var b strings.Builder
	if err := web.Page(web.Assets{}, p.host.State()).Render(context.Background(), &b); err != nil {
		p.t.Fatal(err)
	}
	doc, err := html.Parse(strings.NewReader(b.String()))
	if err != nil {
		p.t.Fatal(err)
	}
	return doc
}

// asks is the part of the page with what waits for the person.
func (p *person) asks() *html.Node {
	p.t.Helper()
	return byID(p.html(), "questions")
}

// shows reports whether the part of the page with this id shows text.
func (p *person) shows(id, text_ string) bool {
	p.t.Helper()
	return strings.Contains(text(byID(p.html(), id)), text_)
}

func (p *person) wantShown(id string, texts ...string) {
	p.t.Helper()
	for _, want := range texts {
		if !p.shows(id, want) {
			p.t.Errorf("#%s lacks %q: %s", id, want, text(byID(p.html(), id)))
		}
	}
}

// button finds a button or link that can be pressed by what stands on it.
func (p *person) button(name string) *html.Node {
	p.t.Helper()
	for n := range elements(p.html()) {
		if (n.Data == "button" || n.Data == "a") && text(n) == name && !has(n, "disabled") {
			return n
		}
	}
	return nil
}

// press presses a button: what the page script would send is handled.
func (p *person) press(name string) {
	p.t.Helper()
	b := p.button(name)
	if b == nil {
		p.t.Fatalf("no button %q that can be pressed: %s", name, text(p.asks()))
	}
	on, kind := b, "click"
	if get(b, "type") == "submit" {
		on, kind = closest(b, isForm), "submit"
	}
	p.act(on, kind, controls(closest(b, isForm)))
}

// act sends what data-on of an element says for an event.
func (p *person) act(n *html.Node, event string, values [][2]string) {
	p.t.Helper()
	args := map[string]string{}
	for _, a := range n.Attr {
		if name, ok := strings.CutPrefix(a.Key, "data-"); ok && name != "on" && name != "open-url" {
			args[name] = a.Val
		}
	}
	for _, pair := range strings.Fields(get(n, "data-on")) {
		if on, action, _ := strings.Cut(pair, ":"); on == event {
			p.do(action, args, values)
			return
		}
	}
	p.t.Fatalf("<%s> does nothing on %s", n.Data, event)
}

// controls are the names and values that a browser sends for a form.
func controls(form *html.Node) (out [][2]string) {
	for n := range elements(form) {
		name := get(n, "name")
		if name == "" {
			continue
		}
		value := get(n, "value")
		switch kind := get(n, "type"); {
		case (kind == "checkbox" || kind == "radio") && !has(n, "checked"):
			continue
		case n.Data == "select":
			value = chosen(n)
		case n.Data == "textarea":
			value = text(n)
		}
		out = append(out, [2]string{name, value})
	}
	return out
}

// chosen is the option that a select shows.
func chosen(n *html.Node) string {
	var options []*html.Node
	for o := range elements(n) {
		if o.Data == "option" {
			options = append(options, o)
		}
	}
	i := max(0, slices.IndexFunc(options, func(o *html.Node) bool { return has(o, "selected") }))
	return get(options[i], "value")
}

// control finds the control with this label. In a group it is the group's label
// and the control's own, with a slash between.
func control(n *html.Node, label string) *html.Node {
	if group, own, grouped := strings.Cut(label, "/"); grouped {
		for f := range elements(n) {
			if f.Data == "fieldset" && strings.HasPrefix(text(f.FirstChild), group) {
				return control(f, own)
			}
		}
		return nil
	}
	for l := range elements(n) {
		if l.Data == "label" && strings.HasPrefix(text(l), label) {
			return byID(n, get(l, "for"))
		}
	}
	return nil
}

// fill enters value into the control with this label, as a person would: by typing,
// choosing, or ticking with "on" and "off".
func (p *person) fill(label, value string) {
	p.t.Helper()
	n, form := p.find(label)
	switch kind := get(n, "type"); {
	case kind == "radio":
		for other := range elements(form) {
			if get(other, "name") == get(n, "name") {
				set(other, "checked", "", false)
			}
		}
		set(n, "checked", "", true)
	case kind == "checkbox":
		set(n, "checked", "", value == "on")
	case n.Data == "select":
		for o := range elements(n) {
			set(o, "selected", "", text(o) == value)
		}
	case n.Data == "textarea":
		p.t.Fatalf("the tests fill in no textarea: %s", label)
	default:
		set(n, "value", value, true)
	}
	p.act(form, "input", controls(form))
}

// begin enters a part of a date or time, so that its control has no value yet, and
// sends the form.
func (p *person) begin(label string) {
	p.t.Helper()
	n, f := p.find(label)
	set(n, "value", "", true)
	p.act(f, "submit", append(controls(f), [2]string{get(n, "name"), form.Unfinished}))
}

// clear presses the button that empties a field.
func (p *person) clear(field string) {
	p.t.Helper()
	doc := p.asks()
	for b := range elements(doc) {
		if !has(b, "data-empties") || !strings.Contains(get(b, "aria-label"), field) {
			continue
		}
		for id := range strings.FieldsSeq(get(b, "data-empties")) {
			n := byID(doc, id)
			set(n, "checked", "", false)
			if get(n, "type") != "radio" {
				set(n, "value", "", true)
			}
		}
		f := closest(b, isForm)
		p.act(f, "input", controls(f))
		return
	}
	p.t.Fatalf("nothing empties %q", field)
}

// find returns the control with this label and its form, which may be changed.
func (p *person) find(label string) (n, f *html.Node) {
	p.t.Helper()
	doc := p.asks()
	if n = control(doc, label); n == nil {
		p.t.Fatalf("no control %q: %s", label, text(doc))
	}
	return n, closest(n, isForm)
}

// holds is what the controls of a field hold, as a browser would send it.
func (p *person) holds(field string) (out []string) {
	p.t.Helper()
	for f := range elements(p.asks()) {
		if isForm(f) {
			for _, c := range controls(f) {
				if c[0] == field {
					out = append(out, c[1])
				}
			}
		}
	}
	return out
}

// wantErrors holds that the fields with these labels, and no others, are marked as
// wrong, each with its reason beside it and in the summary, which leads there.
func (p *person) wantErrors(want map[string]string) {
	p.t.Helper()
	doc := p.asks()
	got := map[string]string{}
	for n := range elements(doc) {
		if n.Data != "a" || !isClass(closest(n.Parent, func(n *html.Node) bool { return has(n, "class") }), "summary") {
			continue
		}
		label, reason, _ := strings.Cut(text(n), ": ")
		got[label] = reason
		wrong := byID(doc, strings.TrimPrefix(get(n, "href"), "#"))
		if wrong == nil || get(wrong, "aria-invalid") != "true" {
			p.t.Errorf("%s: the summary leads to no control that is marked", label)
			continue
		}
		field := closest(wrong, func(n *html.Node) bool { return isClass(n, "field") })
		if !strings.Contains(text(field), reason) {
			p.t.Errorf("%s: %q does not stand beside it", label, reason)
		}
	}
	if !maps.Equal(got, want) {
		p.t.Errorf("errors:\n got %q\nwant %q", got, want)
	}
}

// wantSent holds what the server got for its questions.
func (p *person) wantSent(want ...string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Equal(p.sent, want) {
		p.t.Errorf("the server got\n%s\nwant\n%s", strings.Join(p.sent, "\n"), strings.Join(want, "\n"))
	}
}

// wantNothingSent holds that no question was answered.
func (p *person) wantNothingSent() {
	p.t.Helper()
	for _, m := range p.host.State().Messages {
		if m.Dir == host.ToServer && (m.Method == "elicitation/create" || strings.Contains(string(m.JSON), "inputResponses")) {
			p.t.Errorf("sent: %s", m.JSON)
		}
	}
}
