package course

import (
	"encoding/json"
	"maps"
	"slices"

	"askback/playground/exercise"
)

// Kept is an attempt under way, as a page finds it when it is loaded again. The zero
// value is none.
type Kept struct {
	Receipt exercise.Receipt
	// Message and Schema are what stands in the designer of an exercise of kind
	// design.
	Message, Schema string
}

// savedKept is Kept as JSON.
type savedKept struct {
	Receipt json.RawMessage `json:"receipt"`
	Message string          `json:"message,omitempty"`
	Schema  string          `json:"schema,omitempty"`
}

// Marshal writes it for a browser to keep; none is an empty text.
func (k Kept) Marshal() ([]byte, error) {
	if k.Receipt.Exercise == "" {
		return nil, nil
	}
	receipt, err := k.Receipt.Marshal()
	if err != nil {
		return nil, err
	}
	return json.Marshal(savedKept{receipt, k.Message, k.Schema})
}

// ReadKept reads what Marshal wrote.
func ReadKept(data []byte) (Kept, error) {
	if len(data) == 0 {
		return Kept{}, nil
	}
	var s savedKept
	if err := json.Unmarshal(data, &s); err != nil {
		return Kept{}, err
	}
	r, err := exercise.ReadReceipt(s.Receipt)
	if err != nil {
		return Kept{}, err
	}
	return Kept{Receipt: *r, Message: s.Message, Schema: s.Schema}, nil
}

// Equal reports whether both would be kept as the same bytes.
func (k Kept) Equal(other Kept) bool {
	a, b := k.Receipt, other.Receipt
	return a.Start == b.Start && a.Trace == b.Trace && a.Messages == b.Messages && k.Message == other.Message && k.Schema == other.Schema &&
		slices.EqualFunc(a.Inputs, b.Inputs, func(x, y exercise.Input) bool { return x.Chain == y.Chain })
}

// Kept are the attempts that the page should find when it is loaded again, by the
// ids of their exercises.
func (c *Course) Kept() map[string]Kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.note()
	return maps.Clone(c.kept)
}

// note has c.kept hold the attempt that is open. One in which nothing has been done
// is not worth it, and leaves that of another learner in its place. The caller holds
// c.mu.
func (c *Course) note() {
	if c.attempt == nil || c.attempt.State().Working {
		return // what is half done could not be done again
	}
	k := Kept{Receipt: c.attempt.Receipt()}
	begun := len(k.Receipt.Inputs) > 0
	if c.designer != nil {
		s, starter := c.designer.State(), c.pack.StarterDesign()
		k.Message, k.Schema = s.Message, s.Schema
		begun = begun || s.Message != starter.Message || s.Schema != starter.Schema
	}
	switch id := c.pack.ID; {
	case begun:
		c.kept[id] = k
	case c.kept[id].Receipt.Start == k.Receipt.Start: // it has been begun again
		delete(c.kept, id)
	}
}

// A beginning is an exercise that has been begun.
type beginning struct {
	pack            *exercise.Pack // nil where none is to be open
	attempt         *exercise.Attempt
	message, schema string // what stands in the designer, of kind design
	failure         Failure
}

// begin begins an exercise, or goes on with the attempt that was kept of it. If the
// same does not come of that, it begins anew and says so.
func (c *Course) begin(p *exercise.Pack, o exercise.Options) beginning {
	if p == nil {
		return beginning{}
	}
	c.mu.Lock()
	c.note()
	k := c.kept[p.ID]
	c.mu.Unlock()
	starter := p.StarterDesign()
	b := beginning{pack: p, message: starter.Message, schema: starter.Schema}
	if k.Receipt.Exercise == p.ID && k.Receipt.Learner == o.Learner {
		a, _, err := exercise.Resume(c.ctx, p, &k.Receipt, o)
		if a != nil && err == nil {
			b.attempt = a
			if p.Kind == exercise.Design {
				b.message, b.schema = k.Message, k.Schema
			}
			return b
		}
		b.failure = NotResumed
	}
	var err error
	if b.attempt, err = exercise.Begin(c.ctx, p, o); err != nil {
		b.failure = DidNotBegin
	}
	return b
}
