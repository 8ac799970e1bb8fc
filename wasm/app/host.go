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
	}
	p.did.Store(&host.Intent{})
	// The page was built from this state, so only what differs is sent.
	p.drawn.Adopt(context.Background(), web.Regions(shown))
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
		p.host.Handle(in) // does not wait
		p.did.Store(&in)
		p.handled.Store(int64(data.Get("seq").Int()))
		return nil
	}))
}

// draw sends what changed, for ever. It waits until the page has drawn the patch
// before: what a busy server makes it draw would pile up there.
func (p *page) draw() {
	for range p.host.Changed() {
		// Read before the state: a patch may hold more than the intents it
		// claims, never less.
		seq, did := p.handled.Load(), *p.did.Load()
		s := p.host.State()
		patches := []any{}
		for _, patch := range p.drawn.Update(context.Background(), web.Regions(s)) {
			patches = append(patches, patchMessage(patch))
		}
		focus, announce := web.Attention(p.before, s, did)
		p.before = s
		place := s.Place().String()
		if len(patches) > 0 || focus != "" || announce != "" || place != p.place {
			message := map[string]any{"type": "patch", "patches": patches, "seq": seq}
			if place != p.place {
				p.place = place
				message["hash"] = place
			}
			if focus != "" {
				message["focus"] = focus
			}
			if announce != "" {
				message["announce"] = announce
			}
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
