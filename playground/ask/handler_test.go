package ask_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// TestHandlerTranscripts plays every file of testdata/http against
// [ask.Handler], over a real connection. A line is one of those of
// [TestTranscripts], or
//
//	header NAME: VALUE  the next request has this header; without a value it has none
//	> JSON              posts this, in the session of the era or with the headers of 2026-07-28
//	>> TEXT             posts this text as it is
//	get, delete         sends a request of this method
//	status N            the last request is answered with this status
//	end                 the stream of the last request ends, and nothing more came
//
// What the server writes is read in the order of its coming, from whichever
// response it comes in.
func TestHandlerTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/http/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			p := newHTTPPlayer(t)
			for i, line := range strings.Split(string(data), "\n") {
				if err := p.play(strings.TrimSpace(line)); err != nil {
					t.Fatalf("%s:%d: %v\n%s", file, i+1, err, strings.Join(p.log, "\n"))
				}
			}
		})
	}
}

// An httpPlayer is a player whose client speaks Streamable HTTP.
type httpPlayer struct {
	*player
	url     string
	session string
	header  http.Header // of the next request
	status  int         // of the last one
	ended   chan struct{}
}

func newHTTPPlayer(t *testing.T) *httpPlayer {
	p := &httpPlayer{player: newPlayer(t), header: http.Header{}}
	p.conn, p.in = poster{p: p}, make(chan json.RawMessage, 100)
	p.url = serveHTTP(t, ask.Handler(func(*http.Request) *mcp.Server { return p.server }, nil))
	return p
}

// serveHTTP serves h until the test ends and returns the URL.
func serveHTTP(t *testing.T, h http.Handler) string {
	ts := httptest.NewServer(h)
	t.Cleanup(func() {
		ts.CloseClientConnections() // streams that are still open would keep it
		ts.Close()
	})
	return ts.URL
}

func (p *httpPlayer) play(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	default:
		return p.player.play(line)
	case "header", "status", "era", ">", ">>", "<", "<|", "get", "delete", "end":
		p.log = append(p.log, line)
	}
	switch verb {
	case "header":
		name, value, _ := strings.Cut(rest, ":")
		p.header[http.CanonicalHeaderKey(name)] = []string{strings.TrimSpace(value)}
	case "status":
		if want, err := strconv.Atoi(rest); err != nil || want != p.status {
			return fmt.Errorf("status %d", p.status)
		}
	case "era":
		return p.begin(rest)
	case ">":
		return p.write(rest)
	case ">>":
		return p.send(http.MethodPost, rest)
	case "<", "<|":
		return p.next(rest, verb == "<|")
	case "get", "delete":
		return p.send(strings.ToUpper(verb), "")
	case "end":
		<-p.ended
		select {
		case raw := <-p.in:
			return fmt.Errorf("the server wrote %s", raw)
		default:
		}
	}
	return nil
}

// begin opens a session where the era has sessions.
func (p *httpPlayer) begin(era string) error {
	p.era, p.session = era, ""
	if era >= ask.V20260728 {
		return nil
	}
	hello := `{"id":0,"method":"initialize","params":{"protocolVersion":"` + era + `","clientInfo":{"name":"test","version":"1"},"capabilities":` + string(p.caps) + `}}`
	if err := p.write(hello); err != nil {
		return err
	}
	if err := p.next(`{"id":0,"result":{"protocolVersion":"`+era+`"}}`, true); err != nil {
		return err
	}
	return p.write(`{"method":"notifications/initialized"}`)
}

// A poster is the connection of an httpPlayer as far as the player writes to it.
type poster struct {
	mcp.Connection // nil
	p              *httpPlayer
}

func (c poster) Write(_ context.Context, msg jsonrpc.Message) error {
	if r, ok := msg.(*jsonrpc.Request); ok && c.p.era >= ask.V20260728 {
		var params struct{ Name string }
		if err := json.Unmarshal(r.Params, &params); err != nil {
			return err
		}
		c.p.preset("Mcp-Method", r.Method)
		if params.Name != "" {
			c.p.preset("Mcp-Name", params.Name)
		}
	}
	raw, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	return c.p.send(http.MethodPost, string(raw))
}

// preset gives the next request a header unless the transcript did.
func (p *httpPlayer) preset(name, value string) {
	if p.header[name] == nil {
		p.header.Set(name, value)
	}
}

func (p *httpPlayer) send(method, body string) error {
	p.preset("Content-Type", "application/json")
	p.preset("Accept", "application/json, text/event-stream")
	if !strings.Contains(body, `"initialize"`) {
		p.preset("Mcp-Protocol-Version", p.era)
	}
	if p.session != "" {
		p.preset("Mcp-Session-Id", p.session)
	}
	req, err := http.NewRequestWithContext(p.t.Context(), method, p.url, strings.NewReader(body))
	if err != nil {
		return err
	}
	for name, values := range p.header {
		if values[0] != "" {
			req.Header[name] = values
		}
	}
	req.Host = p.header.Get("Host")
	p.header = http.Header{}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	p.status = res.StatusCode
	if id := res.Header.Get("Mcp-Session-Id"); id != "" {
		p.session = id
	}
	p.ended = make(chan struct{})
	go p.receive(res, p.ended)
	return nil
}

// receive passes on the messages of a response. Text that is no message it
// leaves out: then the status says what matters.
func (p *httpPlayer) receive(res *http.Response, ended chan<- struct{}) {
	defer close(ended)
	defer res.Body.Close()
	switch kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";"); kind {
	case "application/json":
		if raw, err := io.ReadAll(res.Body); err == nil {
			p.in <- raw
		}
	case "text/event-stream":
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && data != "" {
				p.in <- json.RawMessage(data)
			}
		}
	}
}

// next waits for a message and compares it.
func (p *httpPlayer) next(text string, partly bool) error {
	var want any
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		return err
	}
	raw := <-p.in
	p.log = append(p.log, "  got "+string(raw))
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		return err
	}
	delete(got, "jsonrpc")
	if result, ok := got["result"].(map[string]any); ok {
		delete(result, "_meta") // serverInfo
	}
	return p.match("", want, got, partly)
}

// callPick is a call under 2026-07-28 that comes with these answers.
func callPick(version, responses string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pick","arguments":{},"inputResponses":` + responses +
		`,"_meta":{"` + mcp.MetaKeyProtocolVersion + `":"` + version + `","` + mcp.MetaKeyClientCapabilities + `":{"elicitation":{}}}}}`
}

// Of a request that is broken in one way, what this package answers and, so that
// the repair can go when the SDK does without, what the SDK's own handler does.
func TestHandlerRepairs(t *testing.T) {
	for _, test := range []struct {
		name, version, responses string
		stateless                bool // which of the SDK's handlers is compared
		ours, bare               string
	}{
		{"an entry of no kind is ignored", "2026-07-28", `{"x":{}}`, true, `"resultType":"input_required"`, `"code":-32020`},
		{"a broken entry is no broken header", "2026-07-28", `{"x":{"roots":5}}`, true, `"code":-32602`, `"code":-32020`},
		{"sessions and requests are served at one address", "2026-07-28", `{}`, false, `"resultType":"input_required"`, `"code":-32022`},
		{"an old version is told which there are", "1999-01-01", `{}`, true, `"code":-32022`, `Bad Request: Unsupported protocol version`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPlayer(t)
			server := func(*http.Request) *mcp.Server { return p.server }
			for want, h := range map[string]http.Handler{
				test.ours: ask.Handler(server, nil),
				test.bare: mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{Stateless: test.stateless}),
			} {
				req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(callPick(test.version, test.responses)))
				for name, value := range map[string]string{
					"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
					"Mcp-Protocol-Version": test.version, "Mcp-Method": "tools/call", "Mcp-Name": "pick",
				} {
					req.Header.Set(name, value)
				}
				res := httptest.NewRecorder()
				h.ServeHTTP(res, req)
				if !strings.Contains(res.Body.String(), want) {
					t.Errorf("%T: want %s, got %d %s", h, want, res.Code, res.Body)
				}
			}
		})
	}
}

// The same over any other transport, where the SDK finds the right error and
// still does not ignore.
func TestServerWire(t *testing.T) {
	for _, test := range []struct {
		responses  string
		ours, bare string
	}{
		{`{"x":{}}`, `"resultType":"input_required"`, `"code":-32602`},
		{`{"x":{"roots":5}}`, `"code":-32602`, `"code":-32602`},
	} {
		for want, wire := range map[string]func(mcp.Transport) mcp.Transport{
			test.ours: ask.ServerWire,
			test.bare: func(t mcp.Transport) mcp.Transport { return t },
		} {
			client, server := mcp.NewInMemoryTransports()
			ss, err := newPlayer(t).server.Connect(t.Context(), wire(server), nil)
			if err != nil {
				t.Fatal(err)
			}
			conn, err := client.Connect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			msg, err := jsonrpc.DecodeMessage([]byte(callPick("2026-07-28", test.responses)))
			if err == nil {
				err = conn.Write(t.Context(), msg)
			}
			if err == nil {
				msg, err = conn.Read(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			if raw, _ := jsonrpc.EncodeMessage(msg); !strings.Contains(string(raw), want) {
				t.Errorf("%s: want %s, got %s", test.responses, want, raw)
			}
			conn.Close()
			ss.Wait()
		}
	}
}

func TestHandlerBoundsTheBody(t *testing.T) {
	h := ask.Handler(func(*http.Request) *mcp.Server { return newPlayer(t).server }, &ask.HandlerOptions{MaxBody: 10})
	for body, want := range map[string]int{"0123456789": http.StatusBadRequest, "0123456789a": http.StatusRequestEntityTooLarge} {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		res := httptest.NewRecorder()
		if h.ServeHTTP(res, req); res.Code != want {
			t.Errorf("%d bytes: status %d, want %d", len(body), res.Code, want)
		}
	}
}

// Under 2026-07-28 a client that goes takes its call with it.
func TestHandlerEndsWithTheRequest(t *testing.T) {
	began, ended := make(chan struct{}), make(chan error, 1)
	server := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "pick"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ thing) (*mcp.CallToolResult, outcome, error) {
		close(began)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, outcome{}, ctx.Err()
	})
	p := &httpPlayer{player: newPlayer(t), header: http.Header{}}
	p.url = serveHTTP(t, ask.Handler(func(*http.Request) *mcp.Server { return server }, nil))
	client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
	cs, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: p.url}, &mcp.ClientSessionOptions{ProtocolVersion: ask.V20260728})
	if err != nil {
		t.Fatal(err)
	}
	defer cs.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	if _, err := cs.CallTool(ctx, &mcp.CallToolParams{Name: "pick"}); err == nil {
		t.Error("the call returned a result")
	}
	if err := <-ended; err != context.Canceled {
		t.Errorf("the body ended with %v", err)
	}
}

// A person may take any time to answer, as long as their client is there. When it
// has gone and does not come back, the call ends.
func TestHandlerForgetsIdleSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &httpPlayer{player: newPlayer(t)}
		asker, err := ask.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		ask.AddTool(p.server, asker, &mcp.Tool{Name: "wait"}, func(ctx context.Context, q *ask.Q, _ thing) (outcome, error) {
			_, err := q.Roots(ctx)
			ended <- err
			return outcome{}, err
		})
		h := ask.Handler(func(*http.Request) *mcp.Server { return p.server }, &ask.HandlerOptions{SessionTimeout: time.Hour})
		post := func(ctx context.Context, session, body string) string {
			req := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(body))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			req.Header.Set("Mcp-Session-Id", session)
			res := httptest.NewRecorder()
			h.ServeHTTP(res, req)
			return res.Header().Get("Mcp-Session-Id")
		}
		pass := func(d time.Duration) {
			<-time.After(d)
			synctest.Wait()
		}
		session := post(t.Context(), "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"c","version":"1"},"capabilities":{"roots":{}}}}`)
		post(t.Context(), session, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)

		ctx, leave := context.WithCancel(t.Context())
		go post(ctx, session, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait","arguments":{}}}`)
		pass(24 * time.Hour)
		if len(ended) > 0 {
			t.Fatalf("the call of a client that is there ended: %v", <-ended)
		}
		leave()
		pass(59 * time.Minute)
		if len(ended) > 0 {
			t.Fatalf("the call of a client that may come back ended: %v", <-ended)
		}
		pass(2 * time.Minute)
		if len(ended) == 0 {
			t.Fatal("the call of a client that has gone still waits")
		}
	})
}
