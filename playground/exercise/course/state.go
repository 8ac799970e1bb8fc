package course

import (
	"maps"

	"askback/playground/design"
	"askback/playground/exercise"
	"askback/playground/host"
)

// A State is what there is to see at one moment. It is a value: nothing in it
// changes.
type State struct {
	Host     host.State // of the host that is driven
	Packs    []*exercise.Pack
	Progress exercise.Progress
	Open     *Open // nil while none is open
	Failure  Failure
	File     host.File // what is handed to the person last
}

// Open is the exercise that is open.
type Open struct {
	Pack *exercise.Pack
	exercise.State
	Designer *design.State // where a design is written; nil in exercises of other kinds
}

// Unjudged reports whether what is written is another design than the one that was
// judged last.
func (o *Open) Unjudged() bool {
	d := o.Designer
	return d != nil && o.Design.Sent && (o.Design.Schema != d.Schema || o.Design.Message != d.Message)
}

// State returns what there is to see.
func (c *Course) State() State {
	c.mu.Lock()
	s := State{Packs: c.packs, Progress: maps.Clone(c.progress), Failure: c.failure, File: c.file}
	a, p, d := c.attempt, c.pack, c.designer
	c.mu.Unlock()
	driven := c.host
	if a != nil {
		s.Open = &Open{Pack: p, State: a.State()}
		if d != nil {
			written := d.State()
			s.Open.Designer = &written
		}
		if h := a.Host(); h != nil {
			driven = h
		}
	}
	s.Host = driven.State()
	return s
}

// Place is where the page is now.
func (s State) Place() host.Place {
	if s.Open != nil {
		return host.Place{Exercise: s.Open.Pack.ID}
	}
	return s.Host.Place()
}
