// Package hostile makes MCP servers out of the very messages that they send. What
// the SDK would refuse to say, these say: schemas that are allowed and seldom,
// schemas that are not, notices about nothing, and in every string that a server
// controls whatever might break a page, inject into it or pass for it.
//
// A [Server] speaks both eras, in memory and over Streamable HTTP:
//
//	s := &hostile.Server{Call: func(c *hostile.Call) any {
//		answer, err := c.Ask(`{"message":"Name?","requestedSchema":{"type":"object"}}`)
//		…
//		return json.RawMessage(`{"content":[]}`)
//	}}
//
// [Everything] is the server whose every string is hostile.
package hostile
