package course

import (
	"encoding/json"

	"askback/playground/exercise"
)

// An Event is something for the page around the frame, as web/EMBED.md describes
// it.
type Event struct {
	Type     string          `json:"type"` // "ready", "progress" or "result"
	Exercise string          `json:"exercise"`
	Version  int             `json:"version,omitempty"` // with ready
	Right    int             `json:"right,omitempty"`   // with progress
	Of       int             `json:"of,omitempty"`
	Passed   bool            `json:"passed"`
	Receipt  json.RawMessage `json:"receipt,omitempty"` // with result
}

// told is what an attempt looked like when it was told of last.
type told struct {
	right  int
	passed bool
}

// look notes what has become of the exercise that is open: in the progress, and
// for the page around.
func (c *Course) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.attempt == nil {
		return
	}
	s := c.attempt.State()
	if s.Failure != "" {
		c.failure = DidNotBegin
	}
	if s.Working {
		return // what is half done is told when it is
	}
	c.progress.Note(c.pack, s, c.now()) // also of a hint that was seen, which turns no check
	now := told{passed: s.Passed}
	for _, check := range s.Checks {
		if check.Status == exercise.StatusRight {
			now.right++
		}
	}
	id := c.pack.ID
	switch {
	case c.last == nil:
		c.told = append(c.told, Event{Type: "ready", Exercise: id, Version: c.pack.Version})
	case *c.last == now:
		return
	default:
		c.told = append(c.told, Event{Type: "progress", Exercise: id, Right: now.right, Of: len(s.Checks), Passed: now.passed})
	}
	fresh := now.passed && (c.last == nil || !c.last.passed)
	c.last = &now
	if fresh {
		r := c.attempt.Receipt()
		if text, err := r.Marshal(); err == nil {
			c.tellResult(r, text)
		}
	}
}

// tellResult tells the page around of a receipt. The caller holds c.mu.
func (c *Course) tellResult(r exercise.Receipt, text []byte) {
	c.told = append(c.told, Event{Type: "result", Exercise: r.Exercise, Passed: r.Passed, Receipt: text})
}

// Told returns the events since it was called last, in order.
func (c *Course) Told() []Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.told
	c.told = nil
	return out
}
