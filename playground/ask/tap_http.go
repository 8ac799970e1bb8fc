package ask

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tapHTTP returns the tap on a Streamable HTTP transport, and nil for others.
func tapHTTP(transport mcp.Transport, in, out Look) mcp.Transport {
	t, ok := transport.(*mcp.StreamableClientTransport)
	if !ok {
		return nil
	}
	client := http.DefaultClient
	if t.HTTPClient != nil {
		client = t.HTTPClient
	}
	seen := *client
	tap := &tappedHTTP{base: client.Transport, in: in, out: out, limit: t.MaxEventSize}
	if tap.base == nil {
		tap.base = http.DefaultTransport
	}
	if tap.limit == 0 {
		tap.limit = mcp.DefaultMaxEventSize
	}
	seen.Transport = tap
	again := *t
	again.HTTPClient = &seen
	return &again
}

// A tappedHTTP looks at the messages in the bodies that pass.
type tappedHTTP struct {
	base    http.RoundTripper
	in, out Look
	limit   int // of an event, in bytes; negative for none
}

func (t *tappedHTTP) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		body, err := io.ReadAll(req.Body)
		req.Body.Close()
		if err != nil {
			return nil, err
		}
		body = through(t.out, body)
		req = req.Clone(req.Context())
		req.ContentLength = int64(len(body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		req.Body, _ = req.GetBody()
	}
	res, err := t.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	switch kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); kind {
	case "application/json":
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			return nil, err
		}
		body = through(t.in, body)
		res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		res.Header.Set("Content-Length", strconv.Itoa(len(body)))
	case "text/event-stream":
		res.Body = &tappedEvents{Closer: res.Body, lines: bufio.NewReader(res.Body), look: t.in, limit: t.limit}
	}
	return res, nil
}

// through returns body as it is after the look. What is no single message is not
// looked at.
func through(look Look, body []byte) []byte {
	msg, err := jsonrpc.DecodeMessage(body)
	if err != nil {
		return body
	}
	seen := look(msg)
	if seen == msg {
		return body
	}
	raw, err := jsonrpc.EncodeMessage(seen)
	if err != nil {
		return body // nothing that a Look makes
	}
	return raw
}

// tappedEvents is a stream of server-sent events, each looked at when it is
// complete.
type tappedEvents struct {
	io.Closer
	lines *bufio.Reader
	look  Look
	limit int

	ready []byte // of an event, not read yet
	err   error  // after that
}

func (e *tappedEvents) Read(p []byte) (int, error) {
	for len(e.ready) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		e.ready, e.err = e.next()
	}
	n := copy(p, e.ready)
	e.ready = e.ready[n:]
	return n, nil
}

// next reads an event with the empty line that ends it. More than limit it does
// not hold: then it returns what it has, and the SDK, which has the same limit,
// gives up.
func (e *tappedEvents) next() ([]byte, error) {
	var raw, rest, data []byte
	for {
		line, err := e.line()
		raw = append(raw, line...)
		text := bytes.TrimRight(line, "\r\n")
		switch value, isData := bytes.CutPrefix(text, []byte("data:")); {
		case err != nil:
			return raw, err // the event is not complete: as it is
		case e.limit >= 0 && len(raw) > e.limit:
			return raw, nil
		case isData:
			data = append(append(data, bytes.TrimPrefix(value, []byte(" "))...), '\n')
		case len(text) > 0:
			rest = append(rest, line...)
		case len(data) == 0:
			return raw, nil
		default:
			seen := through(e.look, data)
			if bytes.Equal(seen, data) {
				return raw, nil
			}
			return append(append(append(rest, "data: "...), seen...), "\n\n"...), nil
		}
	}
}

// line reads a line, or as much of it as limit allows.
func (e *tappedEvents) line() ([]byte, error) {
	var line []byte
	for {
		part, err := e.lines.ReadSlice('\n')
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) || e.limit >= 0 && len(line) > e.limit {
			if errors.Is(err, bufio.ErrBufferFull) {
				err = nil
			}
			return line, err
		}
	}
}
