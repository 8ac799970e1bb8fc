//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"syscall/js"

	"askback/playground/exercise"
	"askback/playground/exercise/course"
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
	static, err := lesson.Static()
	if err != nil {
		return err
	}
	shown := course.State{Host: static}
	place := host.ParsePlace(start.Get("hash").String())
	o.Dial, o.Tree, o.Forget = l.Dial, l, l.Forget
	o.Twin = lesson.Twin(start.Get("base").String() + "connect/")
	o.Place, o.Memory = place, readMemory(start.Get("memory"), start.Get("files"))
	h := host.New(o)
	attempts := readAttempts(start.Get("attempts"))
	p := &playground{
		Course: course.New(course.Options{Host: h, Progress: readProgress(start.Get("progress")), Kept: attempts}),
		host:   h, port: start.Get("page"), before: shown, memory: h.Memory(), attempts: attempts,
		handed: map[string]int{},
	}
	p.progress = p.State().Progress
	drive(start, p, web.CourseLook(shown, shown))
	h.Start()
	if place.Exercise != "" {
		p.Handle(host.Intent{Action: "exercise", Args: map[string]string{"name": place.Exercise}})
	}
	return nil
}

// A playground is the program of the page with the files, the tools, the wire and
// the exercises.
type playground struct {
	*course.Course
	host     *host.Host
	port     js.Value
	before   course.State
	memory   host.Memory
	progress exercise.Progress      // as the browser keeps it
	attempts map[string]course.Kept // likewise
	files    int                    // how many files were handed to the person
	handed   map[string]int         // of which by whom: N of the last one
	offering bool                   // the exercises have been read, or are being read
}

// Look is there for program.
func (p *playground) Look() web.Look {
	now := p.State()
	look := web.CourseLook(p.before, now)
	p.before = now
	look.File = host.File{N: p.files}
	open := ""
	if now.Open != nil {
		open = now.Open.Pack.ID
	}
	p.hand(&look, "host "+open, now.Host.File)
	p.hand(&look, "course", now.File)
	return look
}

// hand has the page save f, if it is new. Whoever hands out files counts their own,
// and begins again when an exercise does.
func (p *playground) hand(look *web.Look, from string, f host.File) {
	if f.N > p.handed[from] {
		p.files++
		look.File = f
		look.File.N = p.files
	}
	p.handed[from] = f.N
}

// Load is there for loader. In an exercise the files are those of the exercise.
func (p *playground) Load(f host.Folder) {
	if p.before.Open == nil {
		p.host.Load(f)
	}
}

// Drawn is there for program.
func (p *playground) Drawn() {
	if phase := p.before.Host.Phase; !p.offering && (phase == host.PhaseReady || phase == host.PhaseFailed) {
		p.offering = true
		go p.offer() // it takes a while, and the rest of the page is of use by now
	}
	p.keep()
	for _, e := range p.Told() {
		p.tell(e)
	}
}

// offer reads the exercises.
func (p *playground) offer() {
	packs, err := course.Load()
	if err != nil {
		fmt.Fprintln(os.Stderr, "reading the exercises:", err)
		return
	}
	p.Offer(packs)
}

// tell tells the page around the frame, if there is one.
func (p *playground) tell(e course.Event) {
	raw, err := json.Marshal(e)
	if err != nil {
		fmt.Fprintln(os.Stderr, "telling the course:", err)
		return
	}
	event := js.Global().Get("JSON").Call("parse", string(raw))
	p.port.Call("postMessage", map[string]any{"type": "tell", "event": event})
}
