package host_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"askback/playground/host"
)

// quiet reports whether the host is quiet now: an hour passes at once.
func quiet(t *testing.T, h *host.Host) bool {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Hour)
	defer stop()
	err := h.AwaitQuiet(ctx)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	return err == nil
}

// A host is quiet when only the person is waited for.
func TestQuiet(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		want := func(is bool, when string) {
			t.Helper()
			if got := quiet(t, h); got != is {
				t.Errorf("%s: quiet %v, want %v", when, got, is)
			}
		}
		want(true, "connected")
		do(h, "tool name=one")
		want(true, "a tool is open")
		do(h, "call tool=one")
		want(false, "the server works")
		p.send(1, "elicitation/create", askName)
		want(true, "it asks")
		do(h, "root-add name=a")
		want(true, "it may not know the roots")
		do(h, "consent value=share")
		p.send(2, "roots/list", `{}`)
		want(true, "it has been told the roots")
		do(h, "root-add name=b")
		want(false, "it was told that they have changed, and has not asked")
		p.send(3, "roots/list", `{}`)
		want(true, "it has asked")
		do(h, "answer id=q1", [2]string{"name", "x"})
		want(false, "it has its answer")
		p.respond(3, `{"content":[]}`)
		want(true, "it has answered")
	})
}

// A call that was stopped is over when the server says so.
func TestQuietAfterStop(t *testing.T) {
	drive(t, nil, func(p *peer, h *host.Host) {
		do(h, "tool name=one")
		do(h, "call tool=one")
		p.send(1, "elicitation/create", askName)
		h.Handle(host.Intent{Action: "stop", Args: map[string]string{"call": "1"}})
		if quiet(t, h) { // while its question is still on the page, too
			t.Error("quiet before the server has let go of the call")
		}
		p.respond(3, `{"content":[]}`)
		if !quiet(t, h) {
			t.Error("not quiet afterwards")
		}
	})
}

// What waits for quiet is let go when the host closes.
func TestDone(t *testing.T) {
	drive(t, nil, func(_ *peer, h *host.Host) {
		h.Close()
		<-h.Done()
	})
}

// respond sends the result of the host's request with this id.
func (p *peer) respond(id int64, result string) {
	p.t.Helper()
	res := &jsonrpc.Response{Result: []byte(result)}
	res.ID, _ = jsonrpc.MakeID(float64(id))
	if err := p.last().Write(context.Background(), res); err != nil {
		p.t.Fatal(err)
	}
	synctest.Wait()
}
