package ask

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Pages are the interactions of one kind that people finish on a page of the
// server's own, outside the protocol: signing in, paying, linking an account. A
// tool sends people there with [Q.Visit]; the page reports with
// [Pages.Complete].
//
// What a page is good for is fixed in its URL and cannot be changed: one call,
// made by one principal, for a time. Whoever finishes it must be who began it
// (mcp-rules A11.8 to A11.10), or a victim could be led to finish an attacker's
// page. The URL holds nothing about the person (A10.1), and the part that
// matters stands behind "#", so no server on the way sees it.
//
// The methods may be called concurrently.
type Pages struct {
	base string
	key  [sha256.Size]byte
	now  func() time.Time
	ttl  time.Duration

	mu        sync.Mutex
	done      map[string]bool      // by principal
	waiting   map[string]*visit    // by principal
	completed map[string]time.Time // id of a call → when that may be forgotten
}

// A visit is a page that a person consented to and has not finished.
type visit struct {
	id       string
	expires  time.Time
	finished func(context.Context) error
}

// PagesOptions configure [NewPages]. The zero value of each field has a default.
type PagesOptions struct {
	// TTL is how long a page is good for; the default is 15 minutes.
	TTL time.Duration
	// Now and Rand are the clock and the randomness. The defaults are the
	// system's.
	Now  func() time.Time
	Rand io.Reader
}

// NewPages returns the pages at the URL base, which has no fragment. It must be
// https, or http on a loopback host.
func NewPages(base string, o *PagesOptions) (*Pages, error) {
	if o == nil {
		o = new(PagesOptions)
	}
	p := &Pages{
		base: base, now: o.Now, ttl: o.TTL,
		done: map[string]bool{}, waiting: map[string]*visit{}, completed: map[string]time.Time{},
	}
	if p.now == nil {
		p.now = time.Now
	}
	if p.ttl == 0 {
		p.ttl = 15 * time.Minute
	}
	random := o.Rand
	if random == nil {
		random = rand.Reader
	}
	if _, err := io.ReadFull(random, p.key[:]); err != nil {
		return nil, fmt.Errorf("making a key for pages: %w", err)
	}
	return p, nil
}

// A Visit says how far a person has come with a page.
type Visit string

const (
	VisitDone      Visit = "done"
	VisitWaiting   Visit = "waiting" // they consented; the page is not finished
	VisitDeclined  Visit = "declined"
	VisitCancelled Visit = "cancelled"
)

// Visit sends the person to a page of p and says how far they have come: done,
// or waiting once they have consented, because consent is not completion (A5.5).
// It does not ask when the page is done, or is open and good: then the answer is
// "done" or "still waiting", however often it is called, so the same page is not
// asked for in a loop. With anew it forgets that and asks for a fresh page.
//
// It commits the call when the person has consented: after it, a body cannot ask
// any more. Errors are those of [Q.URL] and [Q.Commit].
func (q *Q) Visit(ctx context.Context, p *Pages, key, message string, anew bool) (Visit, error) {
	who := q.Principal()
	if !anew {
		if v := p.State(who); v != "" {
			return v, nil
		}
	}
	id, err := q.ID()
	if err != nil {
		return "", err
	}
	expires := q.Began().Add(p.ttl)
	answer, err := q.URL(ctx, key, message, p.base+"#token="+p.token(who, id, expires.Unix()))
	if err != nil {
		return "", err
	}
	switch answer.Action {
	case Decline:
		return VisitDeclined, nil
	case Cancel:
		return VisitCancelled, nil
	}
	if err := q.Commit(ctx); err != nil {
		return "", err
	}
	return p.consented(who, &visit{id: id, expires: expires, finished: answer.Finished}), nil
}

// Errors of [Pages.Complete].
var (
	ErrBadToken     = errors.New("this page does not belong to a question that you were asked; start again from the tool")
	ErrTokenExpired = errors.New("this page has expired; start again from the tool")
)

// Complete is called when a person has finished the page with this token. who is
// that person as the page's own session knows them, in the terms of
// [Options.Principal]; the token of somebody else is refused. Doing it twice is
// the same as once.
//
// An error of another kind is from telling the client; the page is done all the
// same.
func (p *Pages) Complete(ctx context.Context, who, token string) error {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ErrBadToken
	}
	id := parts[0]
	expires, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || !hmac.Equal([]byte(token), []byte(p.token(who, id, expires))) {
		return ErrBadToken
	}
	now := p.now()
	if now.After(time.Unix(expires, 0)) {
		return ErrTokenExpired
	}

	p.mu.Lock()
	p.forget(now)
	v := p.waiting[who]
	if v != nil && v.id == id {
		delete(p.waiting, who)
		p.done[who] = true
	} else {
		// Finished before the consent reached us: it may be on its way.
		p.completed[id] = time.Unix(expires, 0)
		v = nil
	}
	p.mu.Unlock()
	if v == nil {
		return nil
	}
	return v.finished(ctx)
}

// State is VisitDone, VisitWaiting, or empty when who has not begun.
func (p *Pages) State(who string) Visit {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forget(p.now())
	switch {
	case p.done[who]:
		return VisitDone
	case p.waiting[who] != nil:
		return VisitWaiting
	}
	return ""
}

// Reset forgets everybody.
func (p *Pages) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.done)
	clear(p.waiting)
	clear(p.completed)
}

// consented notes that who agreed to open a page, which they may have finished
// already.
func (p *Pages) consented(who string, v *visit) Visit {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forget(p.now())
	delete(p.done, who)
	delete(p.waiting, who)
	if _, ok := p.completed[v.id]; ok {
		delete(p.completed, v.id)
		p.done[who] = true
		return VisitDone
	}
	p.waiting[who] = v
	return VisitWaiting
}

// forget drops what has expired. The caller holds p.mu.
func (p *Pages) forget(now time.Time) {
	for id, t := range p.completed {
		if now.After(t) {
			delete(p.completed, id)
		}
	}
	for who, v := range p.waiting {
		if now.After(v.expires) {
			delete(p.waiting, who)
		}
	}
}

// token names a call and, without saying so, the principal who made it.
func (p *Pages) token(who, id string, expires int64) string {
	h := hmac.New(sha256.New, p.key[:])
	fmt.Fprintf(h, "%s.%d.%s", id, expires, who)
	return id + "." + strconv.FormatInt(expires, 10) + "." + base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
