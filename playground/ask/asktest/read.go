package asktest

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// Read reads a resource and sees the request through its questions.
func (c *Client) Read(uri string) (*mcp.ReadResourceResult, error) {
	return ask.Read(context.Background(), c.ClientSession, c.version, uri, c.person)
}

// Version is the protocol version of the client.
func (c *Client) Version() string { return c.version }

// Hear has f called with the method of everything that the server sends from now
// on, before anything else is done with it.
func (c *Client) Hear(f func(method string, params mcp.Params)) {
	c.client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			f(method, req.GetParams())
			return next(ctx, method, req)
		}
	})
}
