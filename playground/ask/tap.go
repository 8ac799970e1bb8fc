package ask

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Look sees a message on its way and returns it, or what is to go on in its
// place; it must not change the message that it was given. It may be called
// concurrently.
type Look func(jsonrpc.Message) jsonrpc.Message

// Tap returns t with a look at every message: at those that come in before they
// are read, at those that go out before they are written. Either may be nil.
//
// A tap on a [mcp.StreamableClientTransport] is on the HTTP bodies, and what it
// returns is one too. Around the SDK's connection it would be in the way:
// go-sdk v1.8.0 tells that connection what was negotiated by a method that no
// other type can have (transport.go, clientConnection). Without it, sessions of
// the older eras lose their standalone stream, with every request and notice of
// the server outside a call, and the Mcp-Protocol-Version header.
func Tap(t mcp.Transport, in, out Look) mcp.Transport {
	if in == nil {
		in = func(msg jsonrpc.Message) jsonrpc.Message { return msg }
	}
	if out == nil {
		out = func(msg jsonrpc.Message) jsonrpc.Message { return msg }
	}
	if h := tapHTTP(t, in, out); h != nil {
		return h
	}
	return &tapped{t, in, out}
}

type tapped struct {
	mcp.Transport
	in, out Look
}

func (t *tapped) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &tappedConn{c, t.in, t.out}, nil
}

type tappedConn struct {
	mcp.Connection
	in, out Look
}

func (c *tappedConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	msg, err := c.Connection.Read(ctx)
	if err != nil {
		return nil, err
	}
	return c.in(msg), nil
}

func (c *tappedConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	return c.Connection.Write(ctx, c.out(msg))
}
