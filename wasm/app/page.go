//go:build js && wasm

package main

import (
	"context"
	"strings"
	"sync/atomic"
	"syscall/js"

	"askback/playground/host"
	"askback/web"
)

// A program is what runs behind a page: it takes what a person does, and says what
// there is to see.
type program interface {
	// Handle does what the person wants. It must not wait.
	Handle(in host.Intent)
	// Changed receives a value when there may be something else to see.
	Changed() <-chan struct{}
	// Look is what there is to see now, after the look that it returned last.
	Look() web.Look
	// Drawn is called when the page shows that look.
	Drawn()
}

// drive runs p behind the page at the other end of the page port, which shows a
// look already, because the static build drew it.
func drive(start js.Value, p program, shown web.Look) {
	d := &page{
		port: start.Get("page"), program: p, taken: make(chan struct{}, 1), chosen: make(chan string, 1),
		ctx: web.WithLanguage(context.Background(), start.Get("language").String()),
	}
	d.did.Store(&host.Intent{})
	d.place.Store(&shown.Place)
	d.drawn.Adopt(d.ctx, shown.Regions)
	d.listen()
	go d.draw()
}

// A page is the document in the person's browser.
type page struct {
	port    js.Value
	program program
	handled atomic.Int64                // seq of the last intent handled
	did     atomic.Pointer[host.Intent] // the last intent handled
	place   atomic.Pointer[string]      // as the address of the page has it
	taken   chan struct{}               // receives a value when the page has drawn a patch
	ctx     context.Context             // says the language
	chosen  chan string                 // receives the tag of the language to go on in
	drawn   web.Drawing
	saved   int // how many files were handed to the person
	ready   bool
}

// listen hands what the person does to the program, in order.
func (p *page) listen() {
	p.port.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		switch data.Get("type").String() {
		case "drawn":
			select {
			case p.taken <- struct{}{}:
			default: // a callback must not wait
			}
			return nil
		case "folder":
			if loads, ok := p.program.(loader); ok {
				loads.Load(readFolder(data))
			}
			return nil
		}
		in := readIntent(data)
		switch in.Action { // programs speak no language
		case "language":
			p.choose(in.Args["value"])
		case "configure":
			if tag := in.Args["language"]; tag != "" {
				p.choose(tag)
			}
		case "place":
			place := strings.TrimPrefix(in.Args["hash"], "#")
			p.place.Store(&place)
		}
		p.program.Handle(in)
		p.did.Store(&in)
		p.handled.Store(int64(data.Get("seq").Int()))
		return nil
	}))
}

func readIntent(data js.Value) host.Intent {
	in := host.Intent{Action: data.Get("action").String(), Args: map[string]string{}}
	named := data.Get("args")
	keys := js.Global().Get("Object").Call("keys", named)
	for i := range keys.Length() {
		key := keys.Index(i).String()
		in.Args[key] = named.Get(key).String()
	}
	controls := data.Get("form")
	for i := range controls.Length() {
		c := controls.Index(i)
		in.Form = append(in.Form, [2]string{c.Index(0).String(), c.Index(1).String()})
	}
	return in
}

// draw sends what changed, for ever. It waits until the page has drawn the patch
// before: what a busy server makes it draw would pile up there.
func (p *page) draw() {
	for {
		var language string
		select {
		case <-p.program.Changed():
		case language = <-p.chosen:
		}
		// Read before the look: a patch may hold more than the intents it claims,
		// never less.
		seq, did := p.handled.Load(), *p.did.Load()
		look := p.program.Look()
		if message := p.message(look, language, did); len(message) > 0 {
			message["type"], message["seq"] = "patch", seq
			if message["patches"] == nil {
				message["patches"] = []any{}
			}
			p.port.Call("postMessage", message)
			<-p.taken
		}
		p.program.Drawn()
		if f := look.File; f.N > p.saved {
			p.saved = f.N
			p.port.Call("postMessage", map[string]any{"type": "save", "name": f.Name, "mime": f.MIME, "text": f.Text})
		}
		if look.Ready && !p.ready {
			p.ready = true
			p.port.Call("postMessage", map[string]any{"type": "ready"})
		}
	}
}

// message holds what the page has to change to have this look, in another language
// if one is named. It is empty if that is nothing.
func (p *page) message(look web.Look, language string, did host.Intent) map[string]any {
	message := map[string]any{}
	regions := look.Regions
	if language != "" {
		message["language"] = p.speak(look, language)
		regions = append(regions, look.Frame...)
	}
	patches := []any{}
	for _, patch := range p.drawn.Update(p.ctx, regions) {
		patches = append(patches, patchMessage(patch))
	}
	if len(patches) > 0 {
		message["patches"] = patches
	}
	if look.Place != *p.place.Load() {
		p.place.Store(&look.Place)
		message["hash"] = look.Place
	}
	focus, announce := look.Attention(p.ctx, did)
	if focus != "" {
		message["focus"] = focus
	}
	if look.Show != "" {
		message["show"] = look.Show
	}
	if announce != "" {
		message["announce"] = announce
	}
	return message
}

// choose has draw go on in another language, the one chosen last.
func (p *page) choose(tag string) {
	select {
	case <-p.chosen:
	default:
	}
	p.chosen <- tag // there is room: only callbacks send, one at a time
}

// speak goes on in another language, and returns what that changes about the page
// beside its regions.
func (p *page) speak(look web.Look, tag string) map[string]any {
	s := look.SwitchTo(p.ctx, tag)
	p.ctx = web.WithLanguage(p.ctx, s.Tag)
	p.drawn.Forget()
	return map[string]any{"tag": s.Tag, "title": s.Title, "address": s.Address, "announce": s.Announce}
}

func patchMessage(p web.Patch) map[string]any {
	if p.HTML != "" {
		return map[string]any{"id": p.ID, "html": p.HTML}
	}
	items := make(map[string]any, len(p.Items))
	for id, html := range p.Items {
		items[id] = html
	}
	message := map[string]any{"id": p.ID, "items": items}
	if p.Order != nil {
		message["order"] = strings.Join(p.Order, " ") // one crossing into JavaScript instead of hundreds
	}
	return message
}
