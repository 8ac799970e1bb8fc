package host

import (
	"cmp"
	"slices"
	"time"
)

// A linker analyses messages one after the other. See [Analyze].
type linker struct {
	steps    []Step               // what was added does not change any more
	calls    map[int]*linkedCall  // by the Seq of their first message
	order    []*linkedCall        // the same, oldest first
	sent     map[int]sent         // requests without a response, by Seq
	ids      map[wireID]int       // the same by id, to their Seq
	running  map[int][]int        // by connection: calls whose latest request has no response
	pending  map[resumption]ended // rounds that a retry may follow
	progress map[wireID]int       // progress tokens, to the exchange
	pages    map[elicited]int     // elicitation ids, to the exchange
	hello    map[int]int          // by connection: the exchange of its initialize
	seen     map[int]EraNotes     // by connection
}

// sent is a request that waits for its response.
type sent struct {
	at       time.Time
	exchange int
	round    int
	call     digest
	id       wireID
}

// A resumption is what a retry must carry to follow a result.
type resumption struct {
	conn         int
	call, inputs digest
	state        digest
	stated       bool
}

// ended is a round that ended with input_required.
type ended struct {
	seq, exchange int
	at            time.Time
	asksPerson    bool
}

type elicited struct {
	conn int
	id   string
}

type linkedCall struct {
	CallTrace
	began time.Time
	waits []span // in which a person was waited for; in order, apart from each other
}

type span struct{ from, to time.Time }

// consent is how long a list of roots takes at least if it was for a person's
// consent: a program answers sooner, and nobody reads and presses faster.
const consent = 500 * time.Millisecond

func newLinker() *linker {
	return &linker{
		calls: map[int]*linkedCall{}, sent: map[int]sent{}, ids: map[wireID]int{}, running: map[int][]int{},
		pending: map[resumption]ended{}, progress: map[wireID]int{}, pages: map[elicited]int{},
		hello: map[int]int{}, seen: map[int]EraNotes{},
	}
}

func (l *linker) analysis() Analysis {
	a := Analysis{Steps: slices.Clip(l.steps)}
	a.Calls = slices.Grow(a.Calls, len(l.order))
	for _, c := range l.order {
		if c.Last >= l.steps[0].Seq {
			a.Calls = append(a.Calls, c.CallTrace)
		}
	}
	return a
}

func (l *linker) add(f facts, era string) {
	s := Step{Seq: f.seq, Notes: f.notes, Fresh: f.notes &^ l.seen[f.conn]}
	l.seen[f.conn] |= f.notes
	switch f.kind {
	case RequestMessage:
		l.request(f, era, &s)
	case NotificationMessage:
		l.notification(f, &s)
	default:
		l.response(f, &s)
	}
	if c := l.calls[s.Exchange]; c != nil {
		c.Last = f.seq
		c.Messages++
		if s.Round == 0 {
			s.Round = c.Rounds
		}
	}
	l.steps = append(l.steps, s)
}

// forget drops the steps of the n oldest messages. What else is known of them
// stays until the linker is made anew.
func (l *linker) forget(n int) { l.steps = l.steps[n:] }

// linkAll analyses messages, of which facts are the facts.
func linkAll(messages []Message, facts []facts) *linker {
	l := newLinker()
	for i, m := range messages {
		l.add(facts[i], m.Era)
	}
	return l
}

func (l *linker) request(f facts, era string, s *Step) {
	id := wireID{f.conn, f.dir, f.id}
	switch {
	case f.dir == ToHost:
		s.Exchange = cmp.Or(l.onlyCall(f.conn), f.seq)
	case mayAskBack(f.method):
		l.callRequest(f, era, s)
		l.running[f.conn] = append(l.running[f.conn], s.Exchange)
	default:
		s.Exchange = f.seq
		if f.method == "initialize" {
			l.hello[f.conn] = f.seq
		}
	}
	l.sent[f.seq] = sent{f.at, s.Exchange, s.Round, f.call, id}
	l.ids[id] = f.seq
	if f.token != "" {
		l.progress[wireID{f.conn, f.dir, f.token}] = s.Exchange
	}
	l.elicits(f, s.Exchange)
}

// callRequest finds out whether a call begins or goes on.
func (l *linker) callRequest(f facts, era string, s *Step) {
	before, ok := l.before(f)
	if !ok || l.calls[before.exchange] == nil {
		s.Exchange, s.Round, s.First = f.seq, 1, true
		c := &linkedCall{
			CallTrace: CallTrace{First: f.seq, Conn: f.conn, Era: era, Method: f.method, Name: f.name, Rounds: 1},
			began:     f.at,
		}
		l.calls[f.seq] = c
		l.order = append(l.order, c)
		return
	}
	c := l.calls[before.exchange]
	c.Rounds++
	s.Exchange, s.Round, s.Follows = before.exchange, c.Rounds, before.seq
	if waited := f.at.Sub(before.at); before.asksPerson || waited >= consent {
		s.Waited = max(waited, 0)
		c.wait(before.at, f.at)
	}
}

// before is the round that a call follows.
func (l *linker) before(f facts) (ended, bool) {
	if f.stated {
		exact, ok := l.pending[resumption{f.conn, f.call, digest{}, f.state, true}]
		if !ok { // its parameters are not those of before, which is against the rules (C4.10)
			exact, ok = l.pending[resumption{f.conn, digest{}, digest{}, f.state, true}]
		}
		return exact, ok
	}
	key := resumption{f.conn, f.call, f.inputs, digest{}, false}
	e, ok := l.pending[key]
	delete(l.pending, key) // a new call that asks for the same is no retry of this one
	return e, ok
}

func (l *linker) response(f facts, s *Step) {
	req, ok := l.sent[f.pair]
	if !ok {
		return // its request is not known any more
	}
	delete(l.sent, f.pair)
	delete(l.ids, req.id)
	s.Exchange, s.Round = req.exchange, req.round
	s.Took = max(f.at.Sub(req.at), 0)
	l.elicits(f, s.Exchange)
	if f.dir == ToServer {
		if f.method == "elicitation/create" || f.method == "roots/list" && s.Took >= consent {
			s.Human, s.Waited = s.Took, s.Took
			l.waited(f.conn, s.Exchange, req.at, f.at)
		}
		return
	}
	c := l.calls[s.Exchange]
	if c == nil {
		return
	}
	l.stop(f.conn, s.Exchange)
	s.Human = c.human(req.at, f.at)
	c.Whole, c.Human = max(f.at.Sub(c.began), 0), c.human(c.began, f.at)
	if f.needsInput {
		l.await(f, req, s.Exchange)
		return
	}
	s.Last, c.Ended = !c.Ended, true // it may have been cancelled before
	if c.Rounds > 1 {
		s.Whole, s.WholeHuman = c.Whole, c.Human
	}
}

// await notes what the retry must carry that follows the result f.
func (l *linker) await(f facts, req sent, exchange int) {
	e := ended{f.seq, exchange, f.at, f.asksPerson}
	if !f.stated {
		l.pending[resumption{f.conn, req.call, f.inputs, digest{}, false}] = e
		return
	}
	l.pending[resumption{f.conn, req.call, digest{}, f.state, true}] = e
	l.pending[resumption{f.conn, digest{}, digest{}, f.state, true}] = e
}

func (l *linker) notification(f facts, s *Step) {
	switch {
	case f.method == "notifications/initialized":
		s.Exchange = l.hello[f.conn]
	case f.cancels != "":
		s.Exchange = l.sent[l.ids[wireID{f.conn, f.dir, f.cancels}]].exchange
		if c := l.calls[s.Exchange]; c != nil && f.dir == ToServer && !c.Ended {
			l.stop(f.conn, s.Exchange)
			s.Last, c.Ended = true, true
		}
	case f.token != "":
		s.Exchange = l.progress[wireID{f.conn, opposite(f.dir), f.token}]
	case len(f.elicitations) > 0:
		s.Exchange = l.pages[elicited{f.conn, f.elicitations[0]}]
	case f.dir == ToHost && f.method == "notifications/message":
		s.Exchange = l.onlyCall(f.conn)
	}
}

// elicits notes the pages that a message speaks of.
func (l *linker) elicits(f facts, exchange int) {
	for _, id := range f.elicitations {
		l.pages[elicited{f.conn, id}] = exchange
	}
}

// onlyCall is the one call of a connection that has no response yet, or 0.
func (l *linker) onlyCall(conn int) int {
	if r := l.running[conn]; len(r) == 1 {
		return r[0]
	}
	return 0
}

func (l *linker) stop(conn, exchange int) {
	r := l.running[conn]
	if i := slices.Index(r, exchange); i >= 0 {
		l.running[conn] = slices.Delete(r, i, i+1)
	}
}

// waited notes that a person was waited for in an exchange. When nobody can tell
// which call it was for, they all waited.
func (l *linker) waited(conn, exchange int, from, to time.Time) {
	if c := l.calls[exchange]; c != nil {
		c.wait(from, to)
		return
	}
	for _, running := range l.running[conn] {
		l.calls[running].wait(from, to)
	}
}

// wait adds a span that ends no earlier than those before it.
func (c *linkedCall) wait(from, to time.Time) {
	for n := len(c.waits); n > 0 && !c.waits[n-1].to.Before(from); n-- {
		if c.waits[n-1].from.Before(from) {
			from = c.waits[n-1].from
		}
		c.waits = c.waits[:n-1]
	}
	c.waits = append(c.waits, span{from, to})
}

// human is how much of the time between from and to a person was waited for.
func (c *linkedCall) human(from, to time.Time) time.Duration {
	var sum time.Duration
	for _, w := range c.waits {
		begin, end := w.from, w.to
		if begin.Before(from) {
			begin = from
		}
		if end.After(to) {
			end = to
		}
		sum += max(end.Sub(begin), 0)
	}
	return sum
}
