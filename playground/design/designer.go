package design

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"askback/playground/form"
)

// settle is how long nobody types before the link is made anew: browsers do not
// let a page change its address at every key.
const settle = 500 * time.Millisecond

// A Designer holds a question that somebody writes. It is safe for concurrent use.
type Designer struct {
	changed  chan struct{}
	examples []Example
	sample   written // what it began with, which needs no link

	mu      sync.Mutex // held for moments
	state   State
	before  written // what can be brought back
	settled *time.Timer

	// The schema as it was last JSON: the text, and what it is.
	valid  string
	schema *form.Schema // nil if no form can be drawn
}

// New returns a designer that holds what a link carries, or a sample. Close it.
func New(hash string) *Designer {
	d := begin(Examples())
	d.sample = d.examples[0].written()
	w, ok := readLink(hash)
	if !ok {
		w = d.sample
	}
	d.write(w)
	d.relink()
	return d
}

// Begin returns a designer that holds a question to go on with, and has no examples.
// Close it.
func Begin(message, schema string) *Designer {
	d := begin(nil)
	d.sample = written{Message: message, Schema: schema}
	d.write(d.sample)
	return d
}

func begin(examples []Example) *Designer {
	d := &Designer{changed: make(chan struct{}, 1), examples: examples}
	d.state = State{Versions: Versions(), Version: Versions()[0], Formats: Formats(), Format: Formats()[0], Examples: examples}
	return d
}

// Static is the state of the static page.
func Static() State {
	d := New("")
	defer d.Close()
	return d.State()
}

// Wake says that the program runs.
func (d *Designer) Wake() { d.update(func() { d.state.Awake = true }) }

// Write puts a question there as if it had been typed.
func (d *Designer) Write(message, schema string) {
	d.update(func() { d.write(written{Message: message, Schema: schema, Vouched: d.written().Vouched}) })
}

// Restart writes again what the designer began with. What was there can be brought
// back.
func (d *Designer) Restart() { d.update(func() { d.load(d.sample) }) }

// Close ends what goes on by itself.
func (d *Designer) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.settled != nil {
		d.settled.Stop()
	}
}

// Changed receives a value after the state has changed. Changes in quick
// succession may share one.
func (d *Designer) Changed() <-chan struct{} { return d.changed }

// State returns what there is to see.
func (d *Designer) State() State {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state
}

// update changes the state under the lock.
func (d *Designer) update(f func()) {
	d.mu.Lock()
	f()
	d.mu.Unlock()
	select {
	case d.changed <- struct{}{}:
	default:
	}
}

// written is what is written now. The caller holds d.mu.
func (d *Designer) written() written {
	return written{d.state.Message, d.state.Schema, strings.Join(d.state.Vouched, ",")}
}

// load puts w in place of what is written, which can be brought back. The caller
// holds d.mu.
func (d *Designer) load(w written) {
	d.before = d.written()
	d.state.Before = true
	d.state.Loaded++
	d.write(w)
}

// write judges w, and has the link made when nobody has typed for a moment. The
// caller holds d.mu.
func (d *Designer) write(w written) {
	s := &d.state
	s.Message, s.Schema, s.Vouched = w.Message, w.Schema, vouchable(strings.Split(w.Vouched, ","))
	s.Example = d.exampleOf(w)
	raw := json.RawMessage(w.Schema)
	s.Findings = form.Lint(raw, w.Message, form.Version20260728)
	parsed, refused := parse(raw)
	broken := refused != nil && refused.Code == form.CodeJSON
	s.Mistake = NoMistake
	if broken {
		line, _ := refused.Params["line"].(int)
		column, _ := refused.Params["column"].(int)
		s.Mistake = mistakeAt(w.Schema, offsetOf(w.Schema, line, column))
	}
	s.Stale, s.Whole = broken && d.valid != "", isWhole(w.Schema)
	switch {
	case s.Stale:
		raw = json.RawMessage(d.valid)
	case broken:
		s.Refused = refused
	default:
		s.Refused, d.schema = refused, parsed
		d.take(w.Schema)
	}
	s.Points = Rubric(raw, w.Message, form.Version20260728)
	d.look()
	if d.settled == nil {
		d.settled = time.AfterFunc(settle, func() { d.update(d.relink) })
	} else {
		d.settled.Reset(settle)
	}
}

// take goes on with a schema that is JSON. If it is another one, what was entered
// into the form of the last is gone. The caller holds d.mu.
func (d *Designer) take(text string) {
	if text == d.valid {
		return
	}
	d.valid = text
	d.ask()
}

// ask puts the question again. The caller holds d.mu.
func (d *Designer) ask() {
	s := &d.state
	s.Draft, s.Problems, s.Sent, s.Doubts = form.Draft{}, nil, nil, nil
}

// look draws the form as a client of the version would, and writes it out. The
// caller holds d.mu.
func (d *Designer) look() {
	s := &d.state
	s.Form, s.Changes, s.Code, s.Source = nil, nil, "", json.RawMessage(d.valid)
	if d.schema != nil {
		s.Form, s.Changes = d.schema.For(s.Version)
		s.Code = Code(s.Format, json.RawMessage(d.valid), d.schema, s.Message)
	}
	if s.Form != nil && len(s.Draft) == 0 {
		s.Draft = s.Form.Defaults()
	}
	lists := [][]form.Finding{s.Findings, s.Changes}
	for _, p := range s.Points {
		lists = append(lists, p.Reasons)
	}
	if s.Stale {
		lists = nil // it is not the text that they are about
	}
	s.places = placesOf(s.Schema, lists...)
}

// relink makes the link. What it began with needs none. The caller holds d.mu.
func (d *Designer) relink() {
	s := &d.state
	s.Link, s.TooLong = "", false
	if d.written() == d.sample {
		return
	}
	hash, ok := d.written().link()
	if s.TooLong = !ok; ok {
		s.Link = hash
	}
}

// isJSON reports whether the schema is JSON that is within the limits of package
// form. The caller holds d.mu.
func (d *Designer) isJSON() bool {
	if d.state.Refused == nil {
		return true
	}
	switch d.state.Refused.Code {
	case form.CodeJSON, form.CodeTooLarge, form.CodeTooDeep, form.CodeTooManyValues:
		return false
	}
	return true
}

// exampleOf is the name of the example that w is; empty if it is none.
func (d *Designer) exampleOf(w written) string {
	for _, e := range d.examples {
		if e.Message == w.Message && e.Schema == w.Schema {
			return e.Name
		}
	}
	return ""
}

// vouchable are those of some points that a message and a schema do not show.
func vouchable(ids []string) (all []string) {
	for _, id := range PointIDs() {
		if slices.Contains(ids, id) && !slices.Contains(Shown(), id) {
			all = append(all, id)
		}
	}
	return all
}

func parse(raw json.RawMessage) (*form.Schema, *form.Error) {
	s, err := form.Parse(raw)
	var refused *form.Error
	if errors.As(err, &refused) {
		return nil, refused
	}
	return s, nil
}
