package web

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"askback/playground/host"
)

// A wireItem draws one thing of the wire, in one of the two layouts.
type wireItems struct {
	head    func() Item // what stands above all
	call    func(c host.CallTrace, only bool) templ.Component
	wait    func(step host.Step) templ.Component // nil where it is said beside the message
	message func(m shownMessage) templ.Component
	note    func(n host.Note) templ.Component
	waits   func(q host.Question) templ.Component
	prefix  string // of ids
}

// A shownMessage is a message with all that is said about it.
type shownMessage struct {
	host.Message
	Step  host.Step
	Call  bool // it belongs to a call
	Open  bool // it is shown in full
	Hit   bool // it has what is searched for
	At    bool // it is the hit that was gone to last
	Query string
}

// messageKey is what a shown message is told by. A message does not change: the
// trace it is of and its Seq stand for it.
type messageKey struct {
	trace           int
	step            host.Step
	pair            int
	open, hit, here bool
	query           string
}

type callKey struct {
	trace int
	call  host.CallTrace
	only  bool
}

func diagramItems(s host.State) func() []Item {
	return func() []Item {
		if s.Wire.List {
			return nil
		}
		return wireItems{
			head: func() Item { return Item{"wire-lanes", nil, lanes()} },
			call: callHead, wait: waitLine, message: arrow, note: traceNote, waits: waitsLine,
		}.all(s)
	}
}

func rowItems(s host.State) func() []Item {
	return func() []Item {
		if !s.Wire.List {
			return nil
		}
		return wireItems{
			head: func() Item { return Item{"row-head", nil, rowHead()} },
			call: callRow, message: messageRow, note: noteRow, waits: waitsRow, prefix: "row-",
		}.all(s)
	}
}

// all draws the part of the wire that is in the window.
func (d wireItems) all(s host.State) []Item {
	w := s.Wire
	if len(w.Shown) == 0 {
		return nil
	}
	out := []Item{d.head()}
	headed := map[int]bool{}
	notes := d.notesOf(s)
	if w.From == 0 {
		out = append(out, d.notesAfter(notes, 0)...)
	}
	for _, seq := range w.Shown[w.From:w.To] {
		i, ok := w.Place(seq)
		if !ok {
			continue
		}
		step := w.Steps[i]
		call, isCall := w.CallOf(step)
		if isCall && !headed[call.First] {
			headed[call.First] = true
			only := w.Filter.Exchange == call.First
			out = append(out, Item{keyN(d.prefix+"call-trace", call.First), callKey{w.Trace, call, only}, d.call(call, only)})
		}
		if d.wait != nil && step.Waited > 0 {
			out = append(out, Item{keyN(d.prefix+"wait", seq), step, d.wait(step)})
		}
		out = append(out, d.messageItem(w, i, isCall))
		out = append(out, d.notesAfter(notes, seq)...)
	}
	if w.Imported == nil && w.To == len(w.Shown) {
		for _, q := range s.Questions {
			out = append(out, Item{key(d.prefix+"wire-waits", q.ID), nil, d.waits(q)})
		}
	}
	return out
}

func (d wireItems) messageItem(w host.WireView, i int, isCall bool) Item {
	m := shownMessage{Message: w.Messages[i], Step: w.Steps[i], Call: isCall}
	m.Open = m.Seq == w.Selected
	_, m.Hit = slices.BinarySearch(w.Hits, m.Seq)
	m.At = w.Hit > 0 && w.Hits[w.Hit-1] == m.Seq
	if m.Open {
		m.Query = w.Query
	}
	k := messageKey{w.Trace, m.Step, m.Pair, m.Open, m.Hit, m.At, m.Query}
	return Item{keyN(d.prefix+"message", m.Seq), k, d.message(m)}
}

// notesOf are the notes to draw: those of the session, while nothing is filtered.
func (d wireItems) notesOf(s host.State) map[int][]host.Note {
	if s.Wire.Imported != nil || s.Wire.Filter != (host.Filter{}) {
		return nil
	}
	out := map[int][]host.Note{}
	for _, n := range s.Notes {
		out[n.After] = append(out[n.After], n)
	}
	return out
}

func (d wireItems) notesAfter(notes map[int][]host.Note, seq int) (out []Item) {
	for _, n := range notes[seq] {
		out = append(out, Item{keyN(d.prefix+"note", n.ID), nil, d.note(n)})
	}
	return out
}

func seqText(seq int) string { return "#" + strconv.Itoa(seq) }
