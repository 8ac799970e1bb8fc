package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/ask/asktest"
)

type visitInput struct {
	Anew bool `json:"anew,omitempty"`
}

type visitOutput struct {
	Visit ask.Visit `json:"visit"`
}

// A clinic is a server with a tool that sends people to a page.
type clinic struct {
	*asktest.Client
	t      *testing.T
	pages  *ask.Pages
	now    time.Time
	person *asktest.Person
}

func eachPages(t *testing.T, f func(*clinic)) {
	for _, version := range asktest.Versions()[1:] { // URL mode came with 2025-11-25
		t.Run(version, func(t *testing.T) {
			c := &clinic{t: t, now: time.Unix(1_800_000_000, 0)}
			clock := func() time.Time { return c.now }
			pages, err := ask.NewPages("https://pages.example/", &ask.PagesOptions{Now: clock})
			if err != nil {
				t.Fatal(err)
			}
			c.pages = pages
			asker, err := ask.New(&ask.Options{Now: clock, Principal: func(*mcp.CallToolRequest) string { return "alice" }})
			if err != nil {
				t.Fatal(err)
			}
			s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
			asker.Install(s)
			ask.AddTool(s, asker, &mcp.Tool{Name: "visit"}, func(ctx context.Context, q *ask.Q, in visitInput) (visitOutput, error) {
				v, err := q.Visit(ctx, pages, "page", "Please sign in.", in.Anew)
				return visitOutput{v}, err
			})
			c.person = &asktest.Person{T: t}
			c.Client = asktest.Connect(t, s, version, c.person)
			f(c)
		})
	}
}

// visit calls the tool and returns how far it says that the person is.
func (c *clinic) visit(anew bool, answers ...asktest.Reply) ask.Visit {
	c.t.Helper()
	c.person.Answers = answers
	res, err := c.Do("visit", map[string]any{"anew": anew})
	if err != nil || res.IsError {
		c.t.Fatalf("%+v, %v", res, err)
	}
	if len(c.person.Answers) > 0 {
		c.t.Error("it did not ask")
	}
	return ask.Visit(res.StructuredContent.(map[string]any)["visit"].(string))
}

// token is that of the page asked for last.
func (c *clinic) token() string {
	_, token, _ := strings.Cut(c.person.Asked[len(c.person.Asked)-1].URL, "#token=")
	return token
}

var yes = asktest.Reply{Action: ask.Accept}

func TestVisit(t *testing.T) {
	eachPages(t, func(c *clinic) {
		for action, want := range map[ask.Action]ask.Visit{ask.Decline: ask.VisitDeclined, ask.Cancel: ask.VisitCancelled} {
			if got := c.visit(false, asktest.Reply{Action: action}); got != want {
				c.t.Errorf("%s: %s", action, got)
			}
		}
		if got := c.visit(false, yes); got != ask.VisitWaiting {
			c.t.Errorf("after consent: %s", got)
		}
		token := c.token()
		if got := c.visit(false); got != ask.VisitWaiting { // and it does not ask
			c.t.Errorf("too early: %s", got)
		}
		for range 2 {
			if err := c.pages.Complete(c.t.Context(), "alice", token); err != nil {
				c.t.Error(err)
			}
		}
		if got := c.visit(false); got != ask.VisitDone {
			c.t.Errorf("after the page: %s", got)
		}
		if got := c.visit(true, yes); got != ask.VisitWaiting || c.token() == token {
			c.t.Errorf("anew: %s, the same page %v", got, c.token() == token)
		}
	})
}

// The page may be finished before the consent has reached the server.
func TestVisitFinishedFirst(t *testing.T) {
	eachPages(t, func(c *clinic) {
		quick := yes
		quick.Before = func() {
			if err := c.pages.Complete(c.t.Context(), "alice", c.token()); err != nil {
				c.t.Error(err)
			}
		}
		if got := c.visit(false, quick); got != ask.VisitDone {
			c.t.Errorf("%s", got)
		}
	})
}

// Whoever finishes a page must be who began it: the victim of a link that an
// attacker began finishes nothing (A11.8 to A11.10, C10).
func TestVisitOfAnother(t *testing.T) {
	eachPages(t, func(c *clinic) {
		c.visit(false, yes)
		token := c.token()
		for who, other := range map[string]string{"mallory": token, "": token, "alice": token + "x"} {
			if err := c.pages.Complete(c.t.Context(), who, other); !errors.Is(err, ask.ErrBadToken) {
				c.t.Errorf("%q with %q: %v", who, other, err)
			}
		}
		for i := range token { // an edited URL
			edited := []byte(token)
			edited[i] ^= 1
			if err := c.pages.Complete(c.t.Context(), "alice", string(edited)); err == nil {
				c.t.Fatalf("accepted %q", edited)
			}
		}
		c.now = c.now.Add(16 * time.Minute)
		if err := c.pages.Complete(c.t.Context(), "alice", token); !errors.Is(err, ask.ErrTokenExpired) {
			c.t.Errorf("expired: %v", err)
		}
		// The wait has ended with it, so the person is asked again.
		if got := c.visit(false, yes); got != ask.VisitWaiting || c.token() == token {
			c.t.Errorf("after it expired: %s", got)
		}
	})
}
