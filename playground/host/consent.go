package host

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A Consent is what the person has said about telling a server the roots
// (mcp-rules B17). It is given once for each server and can be taken back.
type Consent int

const (
	NotAsked Consent = iota // a request for the roots waits until the person has said
	Shared
	Refused // the server is told an empty list: nothing is allowed
)

// An audience is a server as far as consent goes. A name alone would not do:
// a server at another address can claim it.
type audience struct{ address, name string }

// audience is who is told over l. The caller holds the host's mu.
func (l *link) audience() audience { return audience{l.address, l.server.Name} }

// maxWaiting is how many requests for the roots may wait for one consent.
const maxWaiting = 20

// errOver is why a request was given up whose call has ended.
var errOver = errors.New("the call that asked this is over")

// Roots returns what the person lets this server know: the roots once they have
// consented, an empty list when they have refused. Before either it waits, as
// long as the person takes. That no root is set can be told to anybody.
func (r respondent) Roots(ctx context.Context) (*mcp.ListRootsResult, error) {
	if err := r.awaitConsent(ctx); err != nil {
		return nil, err
	}
	r.h.mu.Lock()
	defer r.h.mu.Unlock()
	r.l.told = true
	if c := r.h.asker(ctx, r.l); c != nil {
		c.met.roots = told(r.h.exposed(r.l))
	}
	return told(r.h.exposed(r.l)), nil
}

// exposed are the roots that the server of l is told when it asks. The caller
// holds h.mu.
func (h *Host) exposed(l *link) []Root {
	if h.consents[l.audience()] != Shared {
		return nil
	}
	return h.roots
}

// awaitConsent returns when the person has said whether the server may know the
// roots, or has put the question aside. It ends early as [respondent.Elicit] does.
func (r respondent) awaitConsent(ctx context.Context) error {
	h, l := r.h, r.l
	select {
	case <-l.known: // who it is has to be told to the person
	case <-ctx.Done():
		return ctx.Err()
	case <-l.ctx.Done():
		return context.Cause(l.ctx)
	}
	var q *question
	var c *call
	var full bool
	h.update(func() {
		if len(h.roots) == 0 || h.consents[l.audience()] != NotAsked {
			return
		}
		q = h.consentQuestion(l)
		if full = q.waiting >= maxWaiting; full {
			return
		}
		q.waiting++
		if c = h.asker(ctx, l); c != nil {
			if q.Call == 0 {
				q.Call, q.Tool = c.ID, c.Tool
			}
			c.asks(h.now())
			c.waiting++
		}
	})
	switch {
	case q == nil:
		return nil
	case full:
		return &jsonrpc.Error{
			Code:    jsonrpc.CodeInternalError,
			Message: fmt.Sprintf("%d requests for the roots wait for the person already; ask again when they have answered", maxWaiting),
		}
	}
	defer h.update(func() {
		if q.waiting--; q.waiting == 0 {
			h.drop(q)
		}
		if c != nil {
			c.waiting--
			h.resume(c)
		}
	})
	var callOver <-chan struct{} // nil when the host cannot tell which call asks
	if c != nil {
		callOver = c.ctx.Done()
	}
	defer l.countdown.hold()()
	select {
	case <-q.decided:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-callOver:
		return errOver
	case <-l.ctx.Done():
		return context.Cause(l.ctx)
	}
}

// consentQuestion is the card that asks whether the server of l may know the
// roots. There is one, however often the server asks. The caller holds h.mu.
func (h *Host) consentQuestion(l *link) *question {
	i := slices.IndexFunc(h.questions, func(q *question) bool { return q.Mode == ModeRoots && q.link == l })
	if i >= 0 {
		return h.questions[i]
	}
	h.asked++
	q := &question{
		Question: Question{ID: fmt.Sprintf("q%d", h.asked), Server: l.server, Address: l.address, Mode: ModeRoots},
		link:     l, decided: make(chan struct{}),
	}
	h.questions = append(h.questions, q)
	h.note(NoteConsentAsked, l)
	return q
}

// consent does what the person says about telling a server the roots: the one
// that a card is about, or else the one in use. The caller holds h.mu.
func (h *Host) consent(in Intent) {
	l := h.link
	if q := h.question(in.Args["id"]); q != nil {
		l = q.link
	}
	if l == nil {
		return // there is nobody to tell
	}
	switch in.Args["value"] {
	case "share":
		h.decide(l, Shared)
	case "refuse":
		h.decide(l, Refused)
	}
}

// decide enters what the person says and lets go of what waits for it. A server
// that has been told something else hears that the list has changed, in the way
// of its protocol version. The caller holds h.mu.
func (h *Host) decide(l *link, c Consent) {
	who := l.audience()
	if h.consents[who] == c {
		return
	}
	before := h.exposed(l)
	h.consents[who] = c
	h.note(map[Consent]string{Shared: NoteShared, Refused: NoteRefused}[c], l)
	for _, q := range slices.Clone(h.questions) {
		if q.Mode == ModeRoots && q.link.audience() == who {
			h.putAside(q)
		}
	}
	if l.told && l.era < ask.V20260728 && !slices.Equal(before, h.exposed(l)) {
		h.tellRoots(l)
	}
}

// putAside takes a card off the page and lets those go on who wait for it.
// Without a consent they are told an empty list, and the next request puts the
// question again. The caller holds h.mu.
func (h *Host) putAside(q *question) {
	close(q.decided)
	h.drop(q)
}

// putOff answers a card with no choice. The caller holds h.mu.
func (h *Host) putOff(q *question) {
	h.note(NoteConsentLater, q.link)
	h.putAside(q)
}
