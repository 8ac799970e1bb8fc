package host

import (
	"context"
	"slices"
	"strconv"
)

// A WireView is the wire as the person looks at it: the trace that is being
// recorded or one that was imported, with what they filter and search for.
type WireView struct {
	Trace    int // which it is: 0 for the session's, 1, 2, 3… for those imported
	Messages []Message
	Analysis // of Messages

	List   bool // a list, not a sequence diagram
	Wide   bool // it takes room from the rest of the page
	Filter Filter
	// Methods are those that Messages have, in order of name.
	Methods []string
	// Shown are the Seqs of the messages that pass the filter. Those in
	// Shown[From:To] are drawn.
	Shown    []int
	From, To int

	Query string
	Hits  []int // Seqs of the messages among Shown that hold Query
	Hit   int   // the one that was gone to last, from 1; 0 for none

	Selected int // Seq of the message that is shown in full; 0 for none

	Imported *Imported // nil while the live trace is shown
	// ImportProblem is why the file chosen last is not shown.
	ImportProblem *TraceError
}

// Imported says which part of an imported trace is shown.
type Imported struct {
	Name  string // of the file
	Total int    // messages
	At    int    // how many of them are shown: the first so many
}

// Of how many messages are drawn at a time, and by how many that window is moved.
// It is a few screens: what a browser lays out at once without anybody noticing.
const (
	windowSize = 100
	windowMove = 50
)

// A viewer is how the person looks at the trace. The host's mu guards it.
type viewer struct {
	list, wide bool
	filter     Filter
	query      query
	typed      string
	hit        int // Seq of the hit gone to last; 0 for none
	selected   int
	from       int // where the window begins in what is shown; -1 while it follows the end
	imports    int // counts them
	replay     *replay
	problem    *TraceError
	sieve      *sieve
}

// A replay is an imported trace that is stepped through.
type replay struct {
	name  string
	trace *trace
	at    int
	upTo  *recorded
}

// goTo shows the first n messages.
func (r *replay) goTo(n int) {
	r.at = min(max(n, 1), len(r.trace.messages))
	r.upTo = r.trace.until(r.at)
}

// source is the trace that is looked at. The caller holds h.mu.
func (h *Host) source(live *recorded) *recorded {
	if r := h.viewer.replay; r != nil {
		return r.upTo
	}
	return live
}

// wireView is what there is to see of the wire. The caller holds h.mu.
func (h *Host) wireView(live *recorded) WireView {
	v := &h.viewer
	r := h.source(live)
	s := v.sift(r)
	w := WireView{
		Messages: r.messages, Analysis: r.Analysis,
		List: v.list, Wide: v.wide, Filter: v.filter, Methods: s.methods, Shown: s.shown,
		Query: v.typed, Hits: s.hits, Selected: v.selected, ImportProblem: v.problem,
	}
	if i, ok := slices.BinarySearch(s.hits, v.hit); ok {
		w.Hit = i + 1
	}
	if v.replay != nil {
		w.Trace = v.imports
		w.Imported = &Imported{v.replay.name, len(v.replay.trace.messages), v.replay.at}
	}
	w.From, w.To = v.window(len(s.shown))
	return w
}

// window is the part of n messages that is drawn.
func (v *viewer) window(n int) (from, to int) {
	if v.from < 0 || v.from+windowSize > n {
		return max(n-windowSize, 0), n
	}
	return v.from, v.from + windowSize
}

// moveWindow shows earlier or later messages.
func (v *viewer) moveWindow(by, n int) {
	from, _ := v.window(n)
	v.from = max(from+by, 0)
	if v.from+windowSize >= n {
		v.from = -1
	}
}

// reveal moves the window to where a message is drawn.
func (v *viewer) reveal(shown []int, seq int) {
	i, ok := slices.BinarySearch(shown, seq)
	from, to := v.window(len(shown))
	if ok && (i < from || i >= to) {
		v.from = max(i-windowSize/2, 0)
	}
}

// find goes to the next or the previous hit from where the person is, and round
// at the ends.
func (v *viewer) find(s *sieve, back bool) {
	if len(s.hits) == 0 {
		return
	}
	i, at := slices.BinarySearch(s.hits, v.hit)
	switch {
	case back:
		i--
	case at:
		i++
	}
	v.hit = s.hits[(i+len(s.hits))%len(s.hits)]
	v.selected = v.hit
	v.reveal(s.shown, v.hit)
}

// look begins anew with another trace. How it is laid out stays.
func (v *viewer) look(r *replay) {
	*v = viewer{list: v.list, wide: v.wide, imports: v.imports, from: -1, replay: r}
}

// handleWire does what the person wants to see of the wire.
func (h *Host) handleWire(in Intent) {
	if in.Action == "wire-import" {
		h.importTrace(in)
		return
	}
	live := h.trace.all()
	h.update(func() {
		h.compareNothing() // it stands in the place of the wire
		r := h.source(live)
		switch v := &h.viewer; in.Action {
		case "message":
			v.choose(in.Args["seq"])
		case "wire-layout":
			v.list = in.Args["value"] == "list"
		case "wire-wide":
			v.wide = !v.wide
		case "wire-filter", "wire-only", "wire-all":
			v.filterBy(in)
		case "wire-search":
			v.typed, v.hit = in.Field("query"), 0
			v.query = newQuery(v.typed)
		case "wire-find":
			v.find(v.sift(r), in.Args["to"] == "previous")
		case "wire-window":
			v.draw(in.Args["to"], len(v.sift(r).shown))
		case "wire-live":
			v.look(nil)
		case "wire-step":
			v.step(in.Args["to"])
		case "wire-export":
			h.export(live)
		case "wire-save-message":
			h.saveMessage(r, in.Args["seq"])
		}
	})
}

// choose shows a message in full, or no more.
func (v *viewer) choose(seq string) {
	n, err := strconv.Atoi(seq)
	if err != nil || n == v.selected {
		n = 0
	}
	v.selected = n
}

// filterBy changes what is shown.
func (v *viewer) filterBy(in Intent) {
	f := Filter{}
	switch in.Action {
	case "wire-filter":
		f = Filter{Dir: in.Field("dir"), Kind: in.Field("kind"), Method: in.Field("method"), Exchange: v.filter.Exchange}
	case "wire-only":
		f = v.filter
		f.Exchange, _ = strconv.Atoi(in.Args["exchange"]) // without one, all
	}
	v.filter, v.from, v.hit = f, -1, 0
}

// draw moves the window, beneath which n messages are shown.
func (v *viewer) draw(to string, n int) {
	switch to {
	case "earlier":
		v.moveWindow(-windowMove, n)
	case "later":
		v.moveWindow(windowMove, n)
	case "latest":
		v.from = -1
	}
}

// importTrace shows the trace that a file holds. The one of the session goes on
// unseen.
func (h *Host) importTrace(in Intent) {
	// A page does not read a file that is too large.
	if size, err := strconv.Atoi(in.Field("file.size")); err == nil && size > MaxTraceFile {
		h.update(func() { h.viewer.problem = &TraceError{Problem: TraceTooLarge, Detail: strconv.Itoa(size)} })
		return
	}
	if why := in.Field("file.refused"); why != "" {
		h.update(func() { h.viewer.problem = &TraceError{Problem: TraceUnreadable, Detail: word(why)} })
		return
	}
	h.spawn(func(context.Context) {
		t, err := readTrace([]byte(in.Field("file")))
		h.update(func() {
			if err != nil {
				h.viewer.problem = err
				return
			}
			r := &replay{name: word(in.Field("file.name")), trace: t}
			r.goTo(len(t.messages))
			h.compareNothing()
			h.viewer.imports++
			h.viewer.look(r)
		})
	})
}

// step goes through an imported trace and shows the message that it comes to.
func (v *viewer) step(to string) {
	r := v.replay
	if r == nil {
		return
	}
	switch to {
	case "first":
		r.goTo(1)
	case "previous":
		r.goTo(r.at - 1)
	case "next":
		r.goTo(r.at + 1)
	case "last":
		r.goTo(len(r.trace.messages))
	}
	v.from, v.hit = -1, 0
	v.selected = r.trace.messages[r.at-1].Seq
}

// ViewTrace is a trace as a person sees it who has chosen nothing yet.
func ViewTrace(messages []Message) WireView {
	h := Host{}
	h.viewer.look(nil)
	return h.wireView(&recorded{messages, Analyze(messages)})
}
