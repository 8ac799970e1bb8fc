package notes

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

type setupInput struct {
	Step    string `json:"step,omitempty" jsonschema:"what to set up: the sign-in, unless said, or where new notes go"`
	Restart bool   `json:"restart,omitempty" jsonschema:"ask for a new sign-in page although one is open or done"`
}

// A SetupStatus says how far the sign-in has come.
type SetupStatus string

const (
	Connected      SetupStatus = "connected"
	Waiting        SetupStatus = "waiting" // the person consented; the page is not finished
	SetupDeclined  SetupStatus = "declined"
	SetupCancelled SetupStatus = "cancelled"
	Saved          SetupStatus = "saved" // the preferences
)

type setupOutput struct {
	Status  SetupStatus `json:"status"`
	Message string      `json:"message" jsonschema:"what happened and what is next, for people"`
}

func (s *server) addSetup(srv *mcp.Server, a *ask.Asker) {
	addTool(srv, a, &mcp.Tool{
		Name:  "notes_setup",
		Title: "Set up notes",
		Description: "Signs the user in to the notes service on a page in their browser. The user is asked to open the page. " +
			"Opening it does not finish the sign-in: when the status is \"waiting\", call again once the user says that it is done. " +
			"With step \"preferences\" the user chooses in a form where new notes go.",
		InputSchema: input[setupInput](bounds{"step": oneOf(signIn, chooseFolder)}),
		Annotations: hints(false, false, true),
	}, s.setup)
}

// The steps of notes_setup. They are not asked for together: what goes through a
// form the client sees, what happens on the page it does not.
const (
	signIn       = "sign_in"
	chooseFolder = "preferences"
)

func (s *server) setup(ctx context.Context, q *ask.Q, in setupInput) (setupOutput, error) {
	if in.Step == chooseFolder {
		return s.prefer(ctx, q)
	}
	if s.connections == nil {
		return setupOutput{}, errors.New("this server has no sign-in: notes work without; the step \"preferences\" is all there is to set up")
	}
	visit, err := q.Visit(ctx, s.connections.pages, "connect",
		"To set up your notes, sign in on our page. It opens in your browser; what you do there is not seen by your client.", in.Restart)
	if err != nil {
		return setupOutput{}, err
	}
	switch visit {
	case ask.VisitDeclined:
		return setupOutput{Status: SetupDeclined, Message: "You declined. Notes work without signing in."}, nil
	case ask.VisitCancelled:
		return setupOutput{Status: SetupCancelled, Message: "You closed the question without a choice. Call again to be asked again."}, nil
	case ask.VisitDone:
		return setupOutput{Status: Connected, Message: "You are signed in."}, nil
	}
	return setupOutput{Status: Waiting, Message: "Waiting for the page: finish it in your browser, then call again. With restart you get a new page."}, nil
}
