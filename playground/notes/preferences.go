package notes

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"askback/playground/ask"
	"askback/playground/form"
	"askback/playground/roots"
)

// preferences are what people chose at their first run, by principal. They last
// as long as the server runs, and hold nothing secret: what is secret never goes
// through a form (mcp-rules A8.1).
type preferences struct {
	mu sync.Mutex
	m  map[string]preference
}

type preference struct {
	Folder string // where new notes go
}

func (p *preferences) of(principal string) preference {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.m[principal]
}

func (p *preferences) set(principal string, to preference) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m == nil {
		p.m = map[string]preference{}
	}
	p.m[principal] = to
}

// preferred is the folder that was said, or else the one that the person chose.
func (s *server) preferred(q *ask.Q, said string) string {
	return cmp.Or(said, s.preferences.of(q.Principal()).Folder)
}

// prefer asks for the preferences: which root new notes go to.
func (s *server) prefer(ctx context.Context, q *ask.Q) (setupOutput, error) {
	st, err := s.open(ctx, q)
	if err != nil {
		return setupOutput{}, err
	}
	list := st.view.Roots()
	if len(list) < 2 {
		return setupOutput{Status: Saved, Message: "There is nothing to choose: new notes go to the only root there is, or nowhere."}, nil
	}
	if len(list) > maxOffered {
		return setupOutput{}, fmt.Errorf("there are %d roots, more than the %d a user can choose from; give notes_create a folder instead", len(list), maxOffered)
	}
	options := make([]form.Option, len(list))
	for i, root := range list {
		options[i] = form.Option{Value: roots.URI(root), Title: labels(list)[i]}
	}
	answer, err := q.Form(ctx, "preferences", "Where should new notes go when nothing else is said?", form.Object(
		form.OneOf("folder", "Folder", options...).Require(),
	))
	switch {
	case err != nil:
		return setupOutput{}, err
	case answer.Action == ask.Decline:
		return setupOutput{Status: SetupDeclined, Message: "You declined. Nothing was saved; notes_create needs a folder."}, nil
	case answer.Action == ask.Cancel:
		return setupOutput{Status: SetupCancelled, Message: "You closed the question without a choice. Call again to be asked again."}, nil
	}
	if err := q.Commit(ctx); err != nil {
		return setupOutput{}, err
	}
	s.preferences.set(q.Principal(), preference{Folder: answer.String("folder")})
	return setupOutput{Status: Saved, Message: "Saved. New notes go there while this server runs."}, nil
}
