package outside

import (
	"fmt"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage bounds a message over HTTP, as the SDK does over standard output.
const maxMessage = mcp.DefaultMaxLineLength

// bounded gives up a response that is longer than this: what comes as JSON, the SDK
// reads as a whole.
type bounded int64

func (most bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(req)
	if err == nil {
		res.Body = &boundedBody{res.Body, int64(most), int64(most)}
	}
	return res, err
}

type boundedBody struct {
	io.ReadCloser
	most, left int64
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("the response has more than %d bytes", b.most)
	}
	return n, err
}
