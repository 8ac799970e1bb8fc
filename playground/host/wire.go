package host

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// goodbye is how long a connection stays open for last words when its session is
// over.
const goodbye = time.Second

// A wire is a transport with what the SDK lacks: notifications that it has no way
// to send, and an end for connections to peers that take no message any more. It
// passes the connection on as it is.
type wire struct {
	mcp.Transport
	over context.Context // done when the session is over
	c    mcp.Connection
}

func (w *wire) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := w.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	w.c = c
	context.AfterFunc(w.over, func() {
		time.AfterFunc(goodbye, func() { _ = c.Close() }) // it may have been closed
	})
	return c, nil
}

func (w *wire) notify(ctx context.Context, method string) error {
	return w.c.Write(ctx, &jsonrpc.Request{Method: method})
}
