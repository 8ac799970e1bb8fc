package exercise

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/host"
)

// overtaking is how long a copy of a request may take to overtake the request. It
// takes longer only where the server does one thing at a time, and then it is
// served after it.
const overtaking = time.Second

func checkTwice(p *proof, args []string) error {
	if len(args) == 0 || args[0] != "accept" {
		return errUsage
	}
	return checkAnswer(p, args)
}

// doTwice gives an answer in two copies of one request that the server has at the
// same time: before it uses a file for the first, it is to serve the second as a
// whole. Where that cannot be arranged, the second comes after the first. Of the
// two, one is acted on. Nothing of the second is in the record.
func doTwice(r *run, args []string) error {
	d := r.driver
	done := make(chan copied, 1)
	began := make(chan struct{}, 1)
	send := func() {
		began <- struct{}{}
		go func() { done <- d.sendCopy() }()
	}
	if d.place.Overtake != nil {
		d.place.Overtake(func() {
			send()
			select {
			case c := <-done:
				done <- c
			case <-time.After(overtaking):
			}
		})
	}
	if err := doAnswer(r, args); err != nil {
		return err
	}
	select {
	case <-began:
	default:
		send()
	}
	second := <-done
	if second.err != nil {
		return d.why(second.err)
	}
	count := 0
	if second.acted {
		count++
	}
	if r.call.result != nil && !r.call.result.isError {
		count++
	}
	if count != 1 {
		return r.fail(fact(FactCopies, "count", 1), fact(FactCopies, "count", count))
	}
	return nil
}

// A copied is what came of the copy of a request.
type copied struct {
	acted bool // it has a result that is no error
	err   error
}

// sendCopy sends the last call once more, in a session of its own.
func (d *driver) sendCopy() copied {
	var last host.Message
	for _, m := range d.tape.Messages() {
		if m.Kind == host.RequestMessage && m.Method == "tools/call" {
			last = m
		}
	}
	p, err := d.paramsOf(last, d.place.Top)
	if err != nil {
		return copied{err: err}
	}
	session, err := d.stranger(d.ctx, d.place)
	if err != nil {
		return copied{err: err}
	}
	defer session.Close()
	res, err := session.CallTool(d.ctx, &p)
	switch {
	case refusal(err) != nil:
		return copied{}
	case err != nil:
		return copied{err: err}
	}
	return copied{acted: !res.IsError && len(res.InputRequests) == 0}
}

// stranger opens a session that is not in the record.
func (d *driver) stranger(ctx context.Context, place *Place) (*mcp.ClientSession, error) {
	inner, err := place.Dial(ctx)
	if err != nil {
		return nil, err
	}
	return d.client().Connect(ctx, ask.Wire(inner), &mcp.ClientSessionOptions{ProtocolVersion: d.era})
}
