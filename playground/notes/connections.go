package notes

import (
	"context"
	"io"
	"time"

	"askback/playground/ask"
)

// Connections is the simulated service that notes_setup signs in to. It stands
// for an identity provider outside MCP, so nothing secret passes through the
// client; what makes its page safe is in [ask.Pages].
type Connections struct {
	pages *ask.Pages
}

// NewConnections returns a service whose page is at the URL page, with a key
// from random. Random and now may be nil for the system's.
func NewConnections(page string, random io.Reader, now func() time.Time) (*Connections, error) {
	pages, err := ask.NewPages(page, &ask.PagesOptions{Rand: random, Now: now})
	if err != nil {
		return nil, err
	}
	return &Connections{pages}, nil
}

// Complete is called when somebody has finished the page with this token. The
// simulated page knows nobody, so this is for servers that do not know their
// callers either: with a principal, a token is refused here ([ask.ErrBadToken]).
// Other errors are those of [ask.Pages.Complete].
func (c *Connections) Complete(ctx context.Context, token string) error {
	return c.pages.Complete(ctx, "", token)
}

// Reset forgets everybody.
func (c *Connections) Reset() { c.pages.Reset() }
