package notes

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

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
	Declined     Outcome = "declined"      // the person said no
	Cancelled    Outcome = "cancelled"     // the person made no choice
	NotConfirmed Outcome = "not_confirmed" // answered, but the confirmation was left off
	Missing      Outcome = "missing"       // it was gone, or had changed, when the answer came
)

type deleteInput struct {
	Title string `json:"title" jsonschema:"part of the title, in any case"`
}

type deleteOutput struct {
	Outcome Outcome `json:"outcome"`
	Deleted string  `json:"deleted" jsonschema:"id of the deleted note, empty when nothing was deleted"`
	Message string  `json:"message" jsonschema:"what happened, for people"`
}

func (s *server) addDelete(srv *mcp.Server, a *ask.Asker) {
	ask.AddTool(srv, a, &mcp.Tool{
		Name:  "notes_delete",
		Title: "Delete a note",
		Description: "Deletes one note whose title contains the given text. The user is asked to confirm, and to choose when several notes match. " +
			"Only notes inside the roots that the user allows are found.",
		Annotations: hints(false, true, false),
	}, s.delete)
}

func (s *server) delete(ctx context.Context, q *ask.Q, in deleteInput) (deleteOutput, error) {
	wanted := line(in.Title)
	if wanted == "" {
		return deleteOutput{}, fmt.Errorf("title is empty: say which note, for instance a word of its title; notes_list shows all titles")
	}
	st, err := s.open(ctx, q)
	if err != nil {
		return deleteOutput{}, err
	}
	found, err := st.matching(ctx, wanted)
	if err != nil {
		return deleteOutput{}, err
	}
	switch {
	case len(found) == 0:
		return deleteOutput{}, fmt.Errorf("no note inside the roots has a title that contains %q; notes_list shows all titles", wanted)
	case len(found) > maxOffered:
		return deleteOutput{}, fmt.Errorf("%d notes have a title that contains %q, more than the %d a user can choose from; ask for a more exact title", len(found), wanted, maxOffered)
	}

	chosen, answer, err := st.choose(ctx, q, wanted, found)
	switch {
	case err != nil:
		return deleteOutput{}, err
	case answer.Action == ask.Decline:
		return deleteOutput{Outcome: Declined, Message: "You declined. Nothing was deleted."}, nil
	case answer.Action == ask.Cancel:
		return deleteOutput{Outcome: Cancelled, Message: "You closed the question without a choice. Nothing was deleted."}, nil
	case !answer.Bool("confirm"):
		return deleteOutput{Outcome: NotConfirmed, Message: "You did not confirm. Nothing was deleted."}, nil
	}

	if err := q.Commit(ctx); err != nil {
		return deleteOutput{}, err
	}
	return st.remove(chosen)
}

// matching returns the notes whose title contains text, in any case.
func (s *store) matching(ctx context.Context, text string) ([]Note, error) {
	all, err := s.all(ctx)
	if err != nil {
		return nil, err
	}
	text = strings.ToLower(text)
	return slices.DeleteFunc(all, func(n Note) bool {
		return !strings.Contains(strings.ToLower(n.Title), text)
	}), nil
}

// choose asks which of the notes found to delete, and for confirmation. With one
// note there is nothing to choose, and still something to confirm.
func (s *store) choose(ctx context.Context, q *ask.Q, wanted string, found []Note) (Note, ask.Answer, error) {
	confirm := form.Boolean("confirm", "Yes, delete it").Require()
	if len(found) == 1 {
		message := fmt.Sprintf("Delete the note %q (%s)?", found[0].Title, s.under(found[0].Name))
		answer, err := q.Form(ctx, "confirm", message, form.Object(confirm))
		return found[0], answer, err
	}
	options := make([]form.Option, len(found))
	for i, n := range found {
		options[i] = form.Option{Value: n.ID, Title: s.describe(n)}
	}
	message := fmt.Sprintf("%d notes match %q. Which one should be deleted?", len(found), wanted)
	answer, err := q.Form(ctx, "which", message, form.Object(
		form.OneOf("note_id", "Note", options...).Require(),
		confirm,
	))
	if err != nil || answer.Action != ask.Accept {
		return Note{}, answer, err
	}
	i := slices.IndexFunc(found, func(n Note) bool { return n.ID == answer.String("note_id") })
	if i < 0 {
		return Note{}, answer, fmt.Errorf("the note %q was not among those offered; nothing was deleted", answer.String("note_id"))
	}
	return found[i], answer, nil
}

// describe tells a person one note from another of the same title.
func (s *store) describe(n Note) string {
	when := n.Created
	if when.IsZero() {
		when = n.Modified
	}
	return fmt.Sprintf("%s (%s, %s)", n.Title, s.under(n.Name), when.Format(time.DateOnly))
}

// remove deletes n if it is still the note that the person saw. The answer took
// as long as people take, and the boundary may have moved meanwhile.
func (s *store) remove(n Note) (deleteOutput, error) {
	now, err := s.read(n.Name)
	if err == nil && (now.Title != n.Title || !now.Modified.Equal(n.Modified)) {
		return deleteOutput{Outcome: Missing, Message: fmt.Sprintf("The note %q has changed since you were asked. Nothing was deleted.", n.Title)}, nil
	}
	if err == nil {
		err = s.view.Remove(n.Name)
	}
	switch {
	case gone(err):
		return deleteOutput{Outcome: Missing, Message: fmt.Sprintf("The note %q is no longer there, or no longer inside the roots. Nothing was deleted.", n.Title)}, nil
	case err != nil:
		return deleteOutput{}, err
	}
	return deleteOutput{Outcome: Deleted, Deleted: n.ID, Message: fmt.Sprintf("Deleted the note %q.", n.Title)}, nil
}
