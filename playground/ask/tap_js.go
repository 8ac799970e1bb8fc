package ask

import "github.com/modelcontextprotocol/go-sdk/mcp"

// tapHTTP is not for the page, whose servers are workers. To link the HTTP client
// would cost it 1.2 MB.
func tapHTTP(t *mcp.StreamableClientTransport, in, out Look) mcp.Transport {
	return &tapped{t, in, out}
}
