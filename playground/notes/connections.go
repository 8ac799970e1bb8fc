package notes

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

// Connections is the simulated service that notes_setup signs in to: who has
// signed in, who is about to, and the page where people do it. It stands for an
// identity provider outside MCP, so nothing secret passes through the client.
type Connections struct {
	page string
	key  [sha256.Size]byte
	now  func() time.Time

	mu        sync.Mutex
	connected map[string]bool      // by principal
	waiting   map[string]*attempt  // by principal
	completed map[string]time.Time // id of a call → when its sign-in may be forgotten
}

// An attempt is a sign-in that a person consented to and has not finished.
type attempt struct {
	id       string
	expires  time.Time
	finished func(context.Context) error
}

// connectTime is how long a sign-in page is good for.
const connectTime = 15 * time.Minute

// NewConnections returns a service whose page is at the URL page, with a key
// from random. Random and now may be nil for the system's.
func NewConnections(page string, random io.Reader, now func() time.Time) (*Connections, error) {
	if random == nil {
		random = rand.Reader
	}
	if now == nil {
		now = time.Now
	}
	c := &Connections{
		page: page, now: now,
		connected: map[string]bool{}, waiting: map[string]*attempt{}, completed: map[string]time.Time{},
	}
	if _, err := io.ReadFull(random, c.key[:]); err != nil {
		return nil, fmt.Errorf("making a key for sign-in pages: %w", err)
	}
	return c, nil
}

// Errors of [Connections.Complete].
var (
	ErrBadToken     = errors.New("this sign-in page does not belong to a question of this server; start again from the notes_setup tool")
	ErrTokenExpired = errors.New("this sign-in page has expired; start again from the notes_setup tool")
)

// url is the page for one call. It names the call and nobody: the token is good
// only for finishing what the caller of that call began (mcp-rules A11.9), and a
// changed one is refused (A11.10). It stands behind the "#", so no server on the
// way sees it.
func (c *Connections) url(id string, began time.Time) string {
	expires := began.Add(connectTime).Unix()
	return c.page + "#token=" + id + "." + strconv.FormatInt(expires, 10) + "." + c.mac(id, expires)
}

func (c *Connections) mac(id string, expires int64) string {
	h := hmac.New(sha256.New, c.key[:])
	fmt.Fprintf(h, "%s.%d", id, expires)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// Complete is called when a person has finished the page with this token. Doing
// it twice is the same as once.
func (c *Connections) Complete(ctx context.Context, token string) error {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ErrBadToken
	}
	id := parts[0]
	expires, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || !hmac.Equal([]byte(parts[2]), []byte(c.mac(id, expires))) {
		return ErrBadToken
	}
	now := c.now()
	if now.After(time.Unix(expires, 0)) {
		return ErrTokenExpired
	}

	c.mu.Lock()
	c.forget(now)
	c.completed[id] = time.Unix(expires, 0)
	var finished func(context.Context) error
	for principal, a := range c.waiting {
		if a.id == id {
			c.connected[principal] = true
			delete(c.waiting, principal)
			finished = a.finished
		}
	}
	c.mu.Unlock()
	if finished == nil {
		return nil
	}
	return finished(ctx)
}

// forget drops what has expired. The caller holds c.mu.
func (c *Connections) forget(now time.Time) {
	for id, t := range c.completed {
		if now.After(t) {
			delete(c.completed, id)
		}
	}
	for principal, a := range c.waiting {
		if now.After(a.expires) {
			delete(c.waiting, principal)
		}
	}
}

// state tells how far principal has come.
func (c *Connections) state(principal string) (connected, waiting bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(c.now())
	_, waiting = c.waiting[principal]
	return c.connected[principal], waiting
}

// await notes that principal consented to the page of this call. It reports
// whether the page has been finished already; otherwise finished will be called
// when it is.
func (c *Connections) await(principal, id string, began time.Time, finished func(context.Context) error) (connected bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(c.now())
	if _, ok := c.completed[id]; ok {
		delete(c.completed, id) // redeemed
		delete(c.waiting, principal)
		c.connected[principal] = true
		return true
	}
	c.waiting[principal] = &attempt{id: id, expires: began.Add(connectTime), finished: finished}
	return false
}

// disconnect forgets that principal has signed in, or was about to.
func (c *Connections) disconnect(principal string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.connected, principal)
	delete(c.waiting, principal)
}

// Reset forgets everybody.
func (c *Connections) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.connected)
	clear(c.waiting)
	clear(c.completed)
}
