package host

import "slices"

// A sieve holds which messages pass a filter and hold what is searched for. It
// looks at each message once, however often the trace is shown.
type sieve struct {
	of     any // the trace that it was made for
	filter Filter
	query  string

	last    int // Seq of the latest message looked at
	shown   []int
	hits    []int
	methods []string
}

// maxMethods is how many methods there are to filter by. A server may send any.
const maxMethods = 100

// sift brings the sieve up to date with what is shown of a trace.
func (v *viewer) sift(r *recorded) *sieve {
	s := v.sieve
	if s == nil || s.of != any(v.replay) || s.filter != v.filter || s.query != v.query.text {
		s = &sieve{of: v.replay, filter: v.filter, query: v.query.text}
		v.sieve = s
	}
	s.fit(r.messages)
	from, _ := placeOf(r.messages, s.last+1)
	for i := from; i < len(r.messages); i++ {
		s.add(&r.messages[i], &r.Steps[i], v.query)
	}
	return s
}

// fit leaves out what is not in messages any more. Slices that a State holds stay
// as they are.
func (s *sieve) fit(messages []Message) {
	if len(messages) == 0 {
		s.last, s.shown, s.hits = 0, nil, nil
		return
	}
	first, last := messages[0].Seq, messages[len(messages)-1].Seq
	s.shown, s.hits = between(s.shown, first, last), between(s.hits, first, last)
	s.last = min(s.last, last)
}

// between is the part of seqs from first to last. If it ends sooner it is a copy,
// so that what is appended to it does not show elsewhere.
func between(seqs []int, first, last int) []int {
	from, _ := slices.BinarySearch(seqs, first)
	to, _ := slices.BinarySearch(seqs, last+1)
	if to < len(seqs) {
		return slices.Clone(seqs[from:to])
	}
	return seqs[from:]
}

func (s *sieve) add(m *Message, step *Step, q query) {
	s.last = m.Seq
	if i, ok := slices.BinarySearch(s.methods, m.Method); !ok && m.Method != "" && len(s.methods) < maxMethods {
		s.methods = slices.Insert(slices.Clone(s.methods), i, m.Method)
	}
	if !s.filter.passes(m, step) {
		return
	}
	s.shown = append(s.shown, m.Seq)
	if q.text != "" && q.matches(m) {
		s.hits = append(s.hits, m.Seq)
	}
}
