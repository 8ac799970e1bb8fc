//go:build js && wasm

package main

import (
	"context"
	"strings"
	"sync/atomic"
	"syscall/js"

	"askback/playground/host"
	"askback/playground/host/lesson"
	"askback/web"
)

// runHost drives the page at the other end of the page port.
func runHost(start js.Value) error {
	l := newLink(start.Get("link"))
	o, err := lesson.Options()
	if err != nil {
		return err
	}
	shown, err := lesson.Static()
	if err != nil {
		return err
	}
	o.Dial, o.Tree = l.Dial, l
	o.Place, o.Memory = host.ParsePlace(start.Get("hash").String()), readMemory(start.Get("memory"), start.Get("files"))
	h := host.New(o)
	p := &page{
		port: start.Get("page"), host: h, taken: make(chan struct{}, 1), before: shown,
		place: shown.Place().String(), memory: h.Memory(),
		ctx: web.WithLanguage(context.Background(), start.Get("language").String()), chosen: make(chan string, 1),
	}
	p.did.Store(&host.Intent{})
	// The page was built from this state, so only what differs is sent.
	p.drawn.Adopt(p.ctx, web.Regions(shown))
	p.listen()
	h.Start()
	go p.draw()
	return nil
}

// A page is the document in the person's browser.
type page struct {
	port    js.Value
	host    *host.Host
	handled atomic.Int64                // seq of the last intent handled
	did     atomic.Pointer[host.Intent] // the last intent handled
	taken   chan struct{}               // receives a value when the page has drawn a patch
	ctx     context.Context             // says the language
	chosen  chan string                 // receives the tag of the language to go on in
	drawn   web.Drawing
	before  host.State
	place   string // as the address of the page has it
	memory  host.Memory
	ready   bool
}

// listen hands what the person does to the host, in order.
func (p *page) listen() {
	p.port.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		if data.Get("type").String() == "drawn" {
			select {
			case p.taken <- struct{}{}:
			default: // a callback must not wait
			}
			return nil
		}
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
		switch in.Action { // the host speaks no language
		case "language":
			p.choose(in.Args["value"])
		case "configure":
			if tag := in.Args["language"]; tag != "" {
				p.choose(tag)
			}
		}
		p.host.Handle(in) // does not wait
		p.did.Store(&in)
		p.handled.Store(int64(data.Get("seq").Int()))
		return nil
	}))
}

// draw sends what changed, for ever. It waits until the page has drawn the patch
// before: what a busy server makes it draw would pile up there.
func (p *page) draw() {
	for {
		var language string
		select {
		case <-p.host.Changed():
		case language = <-p.chosen:
		}
		// Read before the state: a patch may hold more than the intents it
		// claims, never less.
		seq, did := p.handled.Load(), *p.did.Load()
		s := p.host.State()
		message := map[string]any{"type": "patch", "seq": seq}
		nothing := len(message)
		regions := web.Regions(s)
		if language != "" {
			message["language"] = p.speak(language)
			regions = append(regions, web.Frame(s)...)
		}
		patches := []any{}
		for _, patch := range p.drawn.Update(p.ctx, regions) {
			patches = append(patches, patchMessage(patch))
		}
		focus, announce := web.Attention(p.ctx, p.before, s, did)
		p.before = s
		if place := s.Place().String(); place != p.place {
			p.place = place
			message["hash"] = place
		}
		if focus != "" {
			message["focus"] = focus
		}
		if announce != "" {
			message["announce"] = announce
		}
		if len(patches) > 0 || len(message) > nothing {
			message["patches"] = patches
			p.port.Call("postMessage", message)
			<-p.taken
		}
		p.keep()
		if s.Phase == host.PhaseReady && !p.ready {
			p.ready = true
			p.port.Call("postMessage", map[string]any{"type": "ready"})
		}
	}
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
func (p *page) speak(tag string) map[string]any {
	s := web.SwitchTo(p.ctx, tag)
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
