package exercise

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/host"
)

// What may pass in one check: so many messages, and so many bytes of them. A tape
// keeps all of it.
const (
	maxTraffic = 2000
	maxBytes   = 8 << 20
)

// A driver is the host and the person of a check script: it says what the script
// says, which no form need have allowed.
type driver struct {
	place  *Place
	era    string
	tape   *host.Tape
	ctx    context.Context
	cancel context.CancelCauseFunc

	caps   *mcp.ClientCapabilities
	*link  // of the host that acts
	links  map[string]*link
	conns  int
	opened bool // a session was opened
	read   int  // messages of the tape that are in the record

	mu    sync.Mutex
	roots []string // URIs
	deaf  bool     // roots/list fails

	asked   chan *waiting
	results chan error // one for each call, when it is over
	queue   []*waiting
	running bool
	stop    context.CancelFunc // of the call that runs
}

// A link is the session of one host, or none yet.
type link struct {
	session *mcp.ClientSession
	wire    *notifier
}

// firstHost is the host that acts when the script says nothing of hosts.
const firstHost = "first"

// A waiting question, and where its answer goes.
type waiting struct {
	*mcp.ElicitParams
	answer chan *mcp.ElicitResult
}

// Why a check was given up.
type lateError struct{ seconds float64 }

func (e *lateError) Error() string { return fmt.Sprintf("no answer within %g seconds", e.seconds) }

var (
	errFlood = errors.New("too many messages")
	errBulk  = errors.New("too many bytes")
)

// newDriver returns a driver for one check. It must be closed.
func newDriver(ctx context.Context, place *Place, p *Pack, era string) *driver {
	d := &driver{place: place, era: era, caps: ask.Capabilities(era), asked: make(chan *waiting), results: make(chan error), link: new(link)}
	d.links = map[string]*link{firstHost: d.link}
	d.ctx, d.cancel = context.WithCancelCause(ctx)
	d.tape = host.NewTape(clock, func() {
		switch messages, bytes := d.tape.Size(); {
		case messages > maxTraffic:
			d.cancel(errFlood)
		case bytes > maxBytes:
			d.cancel(errBulk)
		}
	})
	for _, name := range p.Roots {
		d.roots = append(d.roots, d.uri(name))
	}
	return d
}

// close ends the session and the server.
func (d *driver) close() error {
	d.cancel(errors.New("the check is over"))
	err := d.place.Close()
	if d.running {
		<-d.results
	}
	for _, l := range d.links {
		if l.session != nil {
			_ = l.session.Close() // the server has gone already
		}
	}
	return err
}

// connect opens a session if there is none.
func (d *driver) connect(r *run) error {
	if d.session != nil {
		return nil
	}
	inner, err := d.place.Dial(d.ctx)
	if err != nil {
		return d.why(err)
	}
	d.conns++
	d.wire = &notifier{Transport: ask.Wire(d.tape.Transport(d.conns, d.era, inner))}
	d.session, err = d.client().Connect(d.ctx, d.wire, &mcp.ClientSessionOptions{ProtocolVersion: d.era})
	if err != nil {
		return d.why(err)
	}
	d.opened = true
	if got := d.session.InitializeResult().ProtocolVersion; got != d.era {
		return &failure{fact(FactEra, "era", d.era), fact(FactEra, "era", got), 0}
	}
	return d.list(r)
}

// client is the host as the SDK sees it.
func (d *driver) client() *mcp.Client {
	client := mcp.NewClient(&mcp.Implementation{Name: "askback-grader", Version: "1"}, &mcp.ClientOptions{
		Capabilities:   d.caps,
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	client.AddReceivingMiddleware(ask.Answering(d.era, d))
	return client
}

// list has the server list its tools.
func (d *driver) list(r *run) error {
	for _, err := range d.session.Tools(d.ctx, nil) {
		if err != nil {
			return d.why(err)
		}
	}
	return d.sync(r)
}

// settle waits until every host has received what the server sent before.
func (d *driver) settle(r *run) error {
	acts := d.link
	defer func() { d.link = acts }()
	for _, name := range sorted(d.links) {
		if d.link = d.links[name]; d.session != nil {
			if err := d.list(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// why turns an error of a session into what a learner can be told.
func (d *driver) why(err error) error {
	var f *failure
	var late *lateError
	wire := refusal(err)
	cause := context.Cause(d.ctx)
	seq := 0
	if m := d.tape.Messages(); len(m) > 0 {
		seq = m[len(m)-1].Seq
	}
	switch {
	case err == nil || errors.As(err, &f):
		return err
	case errors.As(cause, &late):
		return &failure{fact(FactAlive), fact(FactLate, "seconds", fmt.Sprintf("%g", late.seconds)), seq}
	case errors.Is(cause, errFlood):
		return &failure{fact(FactAlive), fact(FactFlood, "count", maxTraffic), seq}
	case errors.Is(cause, errBulk):
		return &failure{fact(FactAlive), fact(FactBulk, "bytes", maxBytes), seq}
	case wire != nil:
		return &failure{fact(FactAlive), fact(FactRefused, "code", int(wire.Code), "text", shorten(wire.Message)), seq}
	}
	why := err.Error()
	if d.place.Said != nil {
		if said := d.place.Said(); said != "" {
			why += "; " + said
		}
	}
	return &failure{fact(FactAlive), fact(FactEnded, "why", shorten(why)), seq}
}

// Elicit puts a question before the script. It is a method of [ask.Respondent].
func (d *driver) Elicit(ctx context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	q := &waiting{p, make(chan *mcp.ElicitResult, 1)}
	select {
	case d.asked <- q:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-d.ctx.Done():
		return nil, d.ctx.Err()
	}
	select {
	case a := <-q.answer:
		return a, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-d.ctx.Done():
		return nil, d.ctx.Err()
	}
}

// Roots is a method of [ask.Respondent].
func (d *driver) Roots(context.Context) (*mcp.ListRootsResult, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.deaf {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the roots cannot be read now"}
	}
	res := &mcp.ListRootsResult{Roots: []*mcp.Root{}}
	for _, uri := range d.roots {
		res.Roots = append(res.Roots, &mcp.Root{URI: uri})
	}
	return res, nil
}

// begin starts a call and waits until it asks or ends.
func (d *driver) begin(r *run, params *mcp.CallToolParams) error {
	session := d.session
	return d.start(r, params.Name, func(ctx context.Context) error {
		_, err := ask.Call(ctx, session, d.era, params, d, func(int) {})
		return err
	})
}

// start starts what request does and waits until it asks or ends.
func (d *driver) start(r *run, what string, request func(context.Context) error) error {
	if d.running {
		return r.fail(fact(FactNothing), r.now())
	}
	ctx, stop := context.WithCancel(d.ctx)
	d.running, d.stop = true, stop
	go func() {
		defer stop()
		d.results <- request(ctx)
	}()
	if err := d.await(r); err != nil {
		return err
	}
	if len(r.calls) == 0 {
		return r.fail(fact(FactCall, "tool", what), fact(FactNoCall))
	}
	r.call, r.at, r.ended = r.calls[len(r.calls)-1], 0, false
	return nil
}

// await waits until the call has asked all that it asks at a time, or has ended.
func (d *driver) await(r *run) error {
	for {
		select {
		case q := <-d.asked:
			d.queue = append(d.queue, q)
		case err := <-d.results:
			d.running, d.queue = false, nil
			for _, c := range r.calls {
				c.over = true
			}
			if context.Cause(d.ctx) != nil || err != nil && refusal(err) == nil && !ours(err) {
				return errors.Join(d.why(err), d.sync(r))
			}
			return d.sync(r)
		case <-d.ctx.Done():
			return errors.Join(d.why(d.ctx.Err()), d.sync(r))
		}
		if err := d.sync(r); err != nil {
			return err
		}
		if len(d.queue) >= r.unanswered() {
			return nil
		}
	}
}

// refusal is the error that a server has answered with, or nil for any other. What
// the SDK could not send it reports in the same type.
func refusal(err error) *jsonrpc.Error {
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || wire.Code == -32005 && wire.Message == "rejected by transport" {
		return nil
	}
	return wire
}

// ours reports whether an error is one with which [ask.Call] ends a call because
// of what the person said: to the script, that is a result like any other.
func ours(err error) bool {
	var url *ask.URLRequiredError
	return errors.As(err, &url) || errors.Is(err, context.Canceled)
}

// unanswered counts the questions that wait.
func (r *record) unanswered() int {
	n := 0
	for _, c := range r.calls {
		for _, q := range c.questions {
			if q.answer == nil && !c.over {
				n++
			}
		}
	}
	return n
}

// sync brings the record up to date.
func (d *driver) sync(r *run) error {
	files, err := d.place.Snapshot(context.WithoutCancel(d.ctx))
	if err != nil {
		return fmt.Errorf("reading the files: %w", err)
	}
	all := d.tape.Messages()
	r.add(d.messages(all[min(d.read, len(all)):]), d.era, files)
	d.read = len(all)
	return nil
}

// messages are messages with the names of files as the exercise calls them.
func (d *driver) messages(on []host.Message) []host.Message {
	out := slices.Clone(on)
	if d.place.Top != "" {
		for i := range out {
			out[i].JSON = bytes.ReplaceAll(out[i].JSON, []byte(d.place.Top), nil)
		}
	}
	return out
}

// reply answers the question that is looked at.
func (d *driver) reply(r *run, res *mcp.ElicitResult) error {
	q := r.question()
	if q == nil || len(d.queue) == 0 {
		return r.fail(fact(FactForm, "fields", []string{"…"}), r.now())
	}
	i := slices.IndexFunc(d.queue, func(w *waiting) bool {
		return w.Message == q.message && w.ElicitationID == q.id && (w.Mode == "url") == (q.mode == "url")
	})
	if i < 0 {
		return fmt.Errorf("the question %q does not wait any more", q.message)
	}
	d.queue[i].answer <- res
	d.queue = slices.Delete(d.queue, i, i+1)
	r.at++
	if len(d.queue) > 0 { // the server hears of it when all are answered
		return nil
	}
	return d.await(r)
}

// notify sends a notice that the SDK has no way to send.
func (d *driver) notify(method string) error {
	return d.why(d.wire.notify(d.ctx, method))
}

// view is the files, for what somebody else does to them meanwhile.
func (d *driver) view() notesfs.View { return d.place.Files }

// A notifier is a transport that can send notices.
type notifier struct {
	mcp.Transport
	c mcp.Connection
}

func (n *notifier) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := n.Transport.Connect(ctx)
	n.c = c
	return c, err
}

func (n *notifier) notify(ctx context.Context, method string) error {
	return n.c.Write(ctx, &jsonrpc.Request{Method: method})
}
