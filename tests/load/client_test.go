package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A client is a person with a host of one protocol version, and the notes they
// have made.
type client struct {
	t       testing.TB
	world   *world
	name    string // also of its root
	version string
	dice    *rand.Rand

	notes []*note
	made  int

	// Of the session in use:
	session *mcp.ClientSession
	line    *line
	http    *http.Client
	host    *mcp.Client

	mu      sync.Mutex
	roots   []string
	attempt *attempt // under way
}

func newClient(t testing.TB, w *world, number int, seed uint64) *client {
	versions := []string{ask.V20260728, ask.V20251125, ask.V20260728, ask.V20250618}
	c := &client{
		t: t, world: w,
		name:    fmt.Sprintf("c%02d", number),
		version: versions[number%len(versions)],
		dice:    rand.New(rand.NewPCG(seed, uint64(number))),
	}
	c.roots = c.allRoots()
	return c
}

func (c *client) dir() string { return "home/" + c.name }

func (c *client) allRoots() []string {
	return []string{"file:///" + c.dir(), "file:///" + common}
}

// use makes so many calls, or as many as it can until then, in one session after
// the other.
func (c *client) use(calls int, until time.Time) {
	for calls > 0 && time.Now().Before(until) && c.connect() {
		for left := 1 + c.dice.IntN(30); left > 0 && calls > 0 && c.session != nil && time.Now().Before(until); left-- {
			c.act()
			calls--
			if c.line.wasCut() {
				left = min(left, 4)
			}
		}
		c.leave()
	}
}

// together has a question on the screen when all other clients have one too.
func (c *client) together() {
	if !c.connect() {
		return
	}
	if c.create(nil); c.session != nil {
		c.decide("notes_delete", "deleted", nowhere, nil)
	}
	c.leave()
}

// connect opens a session.
func (c *client) connect() bool {
	c.line = new(line)
	c.http = c.line.httpClient()
	c.host = mcp.NewClient(&mcp.Implementation{Name: c.name, Version: "1"}, &mcp.ClientOptions{
		Capabilities:   ask.Capabilities(c.version),
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	c.host.AddReceivingMiddleware(ask.Answering(c.version, c))
	transport := ask.Wire(&mcp.StreamableClientTransport{Endpoint: c.world.url, HTTPClient: c.http})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	session, err := c.host.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: c.version})
	if err != nil {
		c.t.Errorf("%s cannot connect: %v", c.name, err)
		return false
	}
	c.session = session
	return true
}

// leave ends the session, most of the time as it should end.
func (c *client) leave() {
	if c.session == nil {
		return
	}
	if c.dice.IntN(8) == 0 {
		c.world.count("gone without a word")
		c.line.die(c.dice.IntN(2) == 0)
	}
	c.drop()
}

// drop closes the session. Where the line is dead or the session ended, that
// fails; it must not take for ever.
func (c *client) drop() {
	if c.session == nil {
		return
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = c.session.Close()
	}()
	select {
	case <-closed:
		c.http.CloseIdleConnections()
	case <-time.After(patience):
		c.t.Errorf("%s, %s: closing the session hangs", c.name, c.version)
		c.line.die(true)
		<-closed
	}
	c.session = nil
}

// Roots and Elicit make the client an [ask.Respondent].

func (c *client) Roots(context.Context) (*mcp.ListRootsResult, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	res := &mcp.ListRootsResult{Roots: []*mcp.Root{}}
	for _, uri := range c.roots {
		res.Roots = append(res.Roots, &mcp.Root{URI: uri})
	}
	return res, nil
}

func (c *client) Elicit(ctx context.Context, q *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	c.mu.Lock()
	a := c.attempt
	c.mu.Unlock()
	if a == nil || a.reply == nil {
		return nil, errors.New("nobody is there to be asked")
	}
	return a.elicit(ctx, q)
}

// allow changes the roots and tells so where there is a notice for it.
func (c *client) allow(uris []string) {
	c.mu.Lock()
	c.roots = uris
	c.mu.Unlock()
	c.host.AddRoots(&mcp.Root{URI: "file:///"}) // which sends the notice
}

const (
	// patience is after how long a call counts as hanging.
	patience = 30 * time.Second
	// A call on a line that was cut may wait for what will not come: the client of
	// the SDK does not say an answer twice that was lost on the way.
	patienceAfterCut = 3 * time.Second
)

// An attempt is a call under way.
type attempt struct {
	ctx    context.Context // of the call
	cancel context.CancelFunc
	reply  reply

	mu       sync.Mutex
	accepted bool // the answer is on its way
	trouble  bool // of the client's making
	ended    bool // is the session
	asked    int
}

// A reply is what a person does with a question.
type reply func(context.Context, *attempt, *mcp.ElicitParams) (*mcp.ElicitResult, error)

func (a *attempt) elicit(ctx context.Context, q *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	a.mu.Lock()
	a.asked++
	a.mu.Unlock()
	return a.reply(ctx, a, q)
}

// troubled notes that the call may fail now.
func (a *attempt) troubled() {
	a.mu.Lock()
	a.trouble = true
	a.mu.Unlock()
}

// An outcome is what a call came to, as far as the client can know.
type outcome struct {
	result map[string]any // nil when none arrived
	failed string         // what the result says that is an error
	// may reports whether the tool may have acted although no result arrived.
	may bool
}

// call calls a tool. mishap, if there is one, happens to it at a moment that
// nobody chose.
func (c *client) call(tool string, args map[string]any, r reply, mishap func(*attempt)) outcome {
	limit := patience
	if c.line.wasCut() || mishap != nil {
		limit = patienceAfterCut
	}
	a := &attempt{reply: r}
	a.ctx, a.cancel = context.WithTimeout(context.Background(), limit)
	defer a.cancel()
	c.mu.Lock()
	outer := c.attempt
	c.attempt = a
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.attempt = outer
		c.mu.Unlock()
	}()
	if mishap != nil {
		a.trouble = true
		timer := time.AfterFunc(time.Duration(c.dice.IntN(20_000))*time.Microsecond, func() { mishap(a) })
		defer timer.Stop()
	}

	res, err := ask.Call(a.ctx, c.session, c.version, &mcp.CallToolParams{Name: tool, Arguments: args}, c, func(int) {})
	c.world.calls.Add(1)
	a.mu.Lock()
	accepted, trouble, ended := a.accepted, a.trouble, a.ended
	c.world.questions.Add(int64(a.asked))
	a.mu.Unlock()
	// A tool that asks acts after the answer, one that does not at once.
	o := outcome{may: accepted || r == nil}
	if ended {
		defer c.drop()
	}
	switch {
	case err != nil:
		if !trouble && !c.line.wasCut() {
			c.t.Errorf("%s, %s: %s %v: %v", c.name, c.version, tool, args, err)
		}
		if errors.Is(a.ctx.Err(), context.DeadlineExceeded) {
			c.world.count("waited in vain")
		}
		c.world.count("failed")
		c.drop() // whether it is of use still, the client cannot know
		return o
	case res.IsError:
		o.failed = res.Content[0].(*mcp.TextContent).Text
		return o
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err == nil {
		err = json.Unmarshal(raw, &o.result)
	}
	if err != nil {
		c.t.Errorf("%s: %s: %v", c.name, tool, err)
	}
	return o
}

// act does one thing.
func (c *client) act() {
	switch n := c.dice.IntN(100); {
	case n < 25:
		c.create(c.mishap())
	case n < 37:
		c.update(c.mishap())
	case n < 70:
		c.decide("notes_delete", "deleted", nowhere, c.mishap())
	case n < 76:
		c.decide("notes_archive", "archived", archived, c.mishap())
	case n < 80:
		c.narrow()
	default:
		c.list()
	}
}

// mishap is what happens to a call, mostly nothing.
func (c *client) mishap() func(*attempt) {
	switch c.dice.IntN(25) {
	case 0:
		c.world.count("stopped somewhere")
		return func(a *attempt) { a.cancel() }
	case 1:
		c.world.count("cut somewhere")
		line, reset := c.line, c.dice.IntN(2) == 0
		return func(*attempt) { line.cut(reset) }
	}
	return nil
}

// any returns one of the notes that are there, or nil.
func (c *client) any() *note {
	var there []*note
	for _, n := range c.notes {
		if n.certain() {
			there = append(there, n)
		}
	}
	if len(there) == 0 {
		return nil
	}
	return there[c.dice.IntN(len(there))]
}

func (c *client) create(mishap func(*attempt)) {
	c.made++
	n := &note{title: fmt.Sprintf("%s-%04d", c.name, c.made), fates: []fate{{}}}
	c.notes = append(c.notes, n)
	text := fmt.Sprintf("%s, as it was made.", n.title)
	o := c.call("notes_create", map[string]any{"title": n.title, "text": text, "folder": c.name}, nil, mishap)
	c.wrote(n, text, o)
}

func (c *client) update(mishap func(*attempt)) {
	n := c.any()
	if n == nil {
		c.create(mishap)
		return
	}
	c.made++
	text := fmt.Sprintf("%s, as changed for %d.", n.title, c.made)
	o := c.call("notes_update", map[string]any{"id": n.id, "revision": n.revision, "text": text}, nil, mishap)
	c.wrote(n, text, o)
}

// wrote enters what came of writing a note.
func (c *client) wrote(n *note, text string, o outcome) {
	switch {
	case o.failed != "":
		c.refused(o)
		n.is(fate{folder, text}, false) // if it was the client's fault
	case o.result == nil:
		n.is(fate{folder, text}, false)
	default:
		n.is(fate{folder, text}, true)
		n.id, n.revision = fmt.Sprint(o.result["id"]), fmt.Sprint(o.result["revision"])
	}
}

// refused judges an error that a tool returned: the client has given no cause
// for one, unless its line was cut.
func (c *client) refused(o outcome) {
	if !c.line.wasCut() {
		c.t.Errorf("%s, %s: %s", c.name, c.version, o.failed)
	}
}

// decide has a tool ask for one note, or which of several.
func (c *client) decide(tool, done string, to place, mishap func(*attempt)) {
	n := c.any()
	if n == nil {
		c.create(mishap)
		return
	}
	title := n.title
	if c.dice.IntN(3) == 0 {
		title = title[:len(title)-1] // which fits up to ten
	}
	behaviour := c.behaviour()
	o := c.call(tool, map[string]any{"title": title}, behaviour.reply(c, n), mishap)
	then := fate{to, n.fates[0].text}
	if to == nowhere {
		then.text = ""
	}
	switch {
	case o.failed != "":
		if behaviour.sure {
			c.refused(o)
		}
		if o.may {
			n.is(then, false)
		}
	case o.result == nil:
		if o.may {
			n.is(then, false)
		}
	case o.result["outcome"] == done && behaviour.outcome == "":
		if o.result[done] != n.id {
			c.t.Errorf("%s: %s is %v and should have been %s", c.name, done, o.result[done], n.id)
		}
		n.is(then, true)
		c.world.count(done)
	case o.result["outcome"] == behaviour.outcome:
		c.world.count(behaviour.outcome)
	default:
		c.t.Errorf("%s, %s: %s of %q: the outcome is %v, and the person %s", c.name, c.version, tool, title, o.result["outcome"], behaviour.name)
	}
}

// narrow takes the client's own root away for a moment.
func (c *client) narrow() {
	c.allow(c.allRoots()[1:])
	o := c.call("notes_list", nil, nil, nil)
	if titles, ok := c.listed(o); ok && !slices.Equal(titles, commonTitles()) {
		c.t.Errorf("%s, %s: with %s only, there are %q", c.name, c.version, common, titles)
	}
	c.allow(c.allRoots())
	if c.session != nil {
		c.list()
	}
}

// list compares the notes that there are with those that should be.
func (c *client) list() { c.compare(c.call("notes_list", map[string]any{"limit": 200}, nil, nil)) }

func (c *client) compare(o outcome) {
	titles, ok := c.listed(o)
	if !ok {
		return
	}
	for _, n := range c.notes {
		i := slices.Index(titles, n.title)
		switch {
		case i < 0 && n.certain():
			c.t.Errorf("%s, %s: the list lacks %s", c.name, c.version, n.title)
		case i >= 0 && !n.can(folder):
			c.t.Errorf("%s, %s: the list has %s, which is %q", c.name, c.version, n.title, n.fates)
		}
		if i >= 0 {
			titles = slices.Delete(titles, i, i+1)
		}
	}
	if !slices.Equal(titles, commonTitles()) {
		c.t.Errorf("%s, %s: the list has also %q", c.name, c.version, titles)
	}
}

// listed returns the titles of a list in order, unless none arrived.
func (c *client) listed(o outcome) ([]string, bool) {
	if o.failed != "" {
		c.refused(o)
	}
	if o.result == nil {
		return nil, false
	}
	var titles []string
	list, _ := o.result["notes"].([]any)
	for _, n := range list {
		summary, _ := n.(map[string]any)
		titles = append(titles, fmt.Sprint(summary["title"]))
	}
	if total := fmt.Sprint(o.result["total"]); total != fmt.Sprint(len(titles)) {
		c.t.Errorf("%s: %d of %s notes are listed", c.name, len(titles), total)
	}
	slices.SortFunc(titles, strings.Compare)
	return titles, true
}
