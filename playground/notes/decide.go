package notes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"askback/playground/ask"
	"askback/playground/form"
)

// maxOffered is how many notes a question offers. Beyond that a person is not
// helped by a list, and the model can narrow down in words.
const maxOffered = 20

// An Outcome says what became of a request that a person decided on.
type Outcome string

const (
	Deleted      Outcome = "deleted"
	Archived     Outcome = "archived"
	Declined     Outcome = "declined"      // the person said no
	Cancelled    Outcome = "cancelled"     // the person made no choice
	NotConfirmed Outcome = "not_confirmed" // answered, but the confirmation was left off
	Missing      Outcome = "missing"       // it was gone, or had changed, when the answer came
)

// A deed is what a person is asked to agree to, in the words of the question.
type deed struct {
	do   string // "delete"
	done string // "deleted"
}

// A decision is what came of asking: the note to act on, or why not to act.
type decision struct {
	note    Note
	outcome Outcome // empty: act
	message string
}

// decide finds the notes whose title contains wanted and that fit, and has the
// person choose one and confirm: one question, also for a single note. What
// would be settled sooner in words is an error that says so.
//
// The notes are those that were there when the person was asked, in every
// protocol version. Whether the chosen one is still the same, [store.still] says.
func (s *store) decide(ctx context.Context, q *ask.Q, d deed, wanted string, fit func(Note) bool) (decision, error) {
	wanted = line(wanted)
	if wanted == "" {
		return decision{}, errors.New("title is empty: say which note, for instance a word of its title; notes_list shows all titles")
	}
	found, err := ask.Keep(q, "found", func() ([]Note, error) {
		low := strings.ToLower(wanted)
		found, err := s.where(ctx, func(n Note, _ func() []byte) bool {
			return strings.Contains(strings.ToLower(n.Title), low) && fit(n)
		})
		switch {
		case err != nil:
			return nil, err
		case len(found) == 0:
			return nil, fmt.Errorf("no note inside the roots has a title that contains %q; notes_list shows all titles", wanted)
		case len(found) > maxOffered:
			return nil, fmt.Errorf("%d notes have a title that contains %q, more than the %d a user can choose from; ask for a more exact title", len(found), wanted, maxOffered)
		}
		return found, nil
	})
	if err != nil {
		return decision{}, err
	}
	chosen, answer, err := s.choose(ctx, q, d, wanted, found)
	nothing := " Nothing was " + d.done + "."
	switch {
	case err != nil:
		return decision{}, err
	case answer.Action == ask.Decline:
		return decision{outcome: Declined, message: "You declined." + nothing}, nil
	case answer.Action == ask.Cancel:
		return decision{outcome: Cancelled, message: "You closed the question without a choice." + nothing}, nil
	case !answer.Bool("confirm"):
		return decision{outcome: NotConfirmed, message: "You did not confirm." + nothing}, nil
	}
	return decision{note: chosen}, q.Commit(ctx)
}

// choose asks which of the notes found it is to be, and for confirmation. With
// one note there is nothing to choose, and still something to confirm.
func (s *store) choose(ctx context.Context, q *ask.Q, d deed, wanted string, found []Note) (Note, ask.Answer, error) {
	confirm := form.Boolean("confirm", "Yes, "+d.do+" it").Require()
	if len(found) == 1 {
		message := fmt.Sprintf("%s the note %q (%s)?", strings.ToUpper(d.do[:1])+d.do[1:], found[0].Title, found[0].Where)
		answer, err := q.Form(ctx, "confirm", message, form.Object(confirm))
		return found[0], answer, err
	}
	options := make([]form.Option, len(found))
	for i, n := range found {
		options[i] = form.Option{Value: n.ID, Title: describe(n)}
	}
	message := fmt.Sprintf("%d notes match %q. Which one should be %s?", len(found), wanted, d.done)
	answer, err := q.Form(ctx, "which", message, form.Object(
		form.OneOf("note_id", "Note", options...).Require(),
		confirm,
	))
	if err != nil || answer.Action != ask.Accept {
		return Note{}, answer, err
	}
	i := slices.IndexFunc(found, func(n Note) bool { return n.ID == answer.String("note_id") })
	if i < 0 {
		return Note{}, answer, fmt.Errorf("the note %q was not among those offered; nothing was %s", answer.String("note_id"), d.done)
	}
	return found[i], answer, nil
}

// describe tells a person one note from another of the same title.
func describe(n Note) string {
	when := n.Created
	if when.IsZero() {
		when = n.Modified
	}
	return fmt.Sprintf("%s (%s, %s)", n.Title, n.Where, when.Format(time.DateOnly))
}

// still looks again at the note that the person saw, before anything is done to
// it: the answer took as long as people take, and the boundary may have moved
// meanwhile. The decision is to act only if it is the same note. The caller holds
// s.writes.
func (s *store) still(n Note, d deed) (decision, error) {
	now, err := s.read(n.Name)
	switch {
	case gone(err):
		return s.vanished(n, d), nil
	case err != nil:
		return decision{}, s.failed("read", n.Name, err)
	case now.Revision != n.Revision:
		s.index.forget(n.Name) // it may have been found as it was before
		return decision{outcome: Missing, message: fmt.Sprintf("The note %q has changed since you were asked. Nothing was %s.", n.Title, d.done)}, nil
	}
	return decision{note: n}, nil
}

func (s *store) vanished(n Note, d deed) decision {
	return decision{outcome: Missing, message: fmt.Sprintf("The note %q is no longer there, or no longer inside the roots. Nothing was %s.", n.Title, d.done)}
}
