package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"

	"askback/playground/ask"
	"askback/playground/ask/asktest"
)

// endpoint serves notes on a directory until the test ends.
func endpoint(t *testing.T, stop context.Context, dir string, l limits) *httptest.Server {
	t.Helper()
	var roots dirList
	if err := roots.Set(dir); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	server, err := notesOnDisk(roots, nil, log)
	if err != nil {
		t.Fatal(err)
	}
	ts := httptest.NewServer(mcpHandler(stop, server, l, log))
	t.Cleanup(func() {
		ts.CloseClientConnections() // streams of the older eras
		ts.Close()
	})
	return ts
}

func TestServeMCP(t *testing.T) {
	dir, _ := notesDir(t)
	ts := endpoint(t, t.Context(), dir, usualLimits)
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			c := dial(t, &mcp.StreamableClientTransport{Endpoint: ts.URL, HTTPClient: ts.Client()}, version)
			if got := c.call(t, "notes_list", nil); !strings.Contains(got, `"total":2`) {
				t.Errorf("notes_list: %s", got)
			}
			if got := c.call(t, "notes_delete", map[string]any{"title": "Report"}, asktest.Reply{Action: ask.Decline}); !strings.Contains(got, `"outcome":"declined"`) {
				t.Errorf("notes_delete: %s", got)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// hello is an initialize, changed by the test before it is sent.
func hello(t *testing.T, url string, change func(*http.Request)) *http.Response {
	t.Helper()
	const body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	change(r)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// Who may come in: no page of another origin, none that had its own name resolve
// to this machine, and not without bounds.
func TestServeMCPRefuses(t *testing.T) {
	dir, _ := notesDir(t)
	l := usualLimits
	l.body = 1000
	ts := endpoint(t, t.Context(), dir, l)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for name, c := range map[string]struct {
		change func(*http.Request)
		status int
	}{
		"as it is":               {func(*http.Request) {}, 200},
		"its own origin":         {header("Origin", ts.URL), 200},
		"another origin":         {header("Origin", "https://evil.example"), 403},
		"no origin":              {header("Origin", "null"), 403},
		"a page of another":      {header("Sec-Fetch-Site", "cross-site"), 403},
		"a name of this machine": {func(r *http.Request) { r.Host = "evil.example" }, 403},
		"too much": {func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(make([]byte, 2000))), 2000
		}, 413},
		"another type":   {header("Content-Type", "text/plain"), 415},
		"another method": {func(r *http.Request) { r.Method = http.MethodPut }, 405},
	} {
		t.Run(name, func(t *testing.T) {
			if res := hello(t, ts.URL, c.change); res.StatusCode != c.status {
				text, _ := io.ReadAll(res.Body)
				t.Errorf("got %s (%s), want %d", res.Status, text, c.status)
			}
		})
	}
}

func TestServeMCPLimits(t *testing.T) {
	dir, _ := notesDir(t)
	t.Run("rate", func(t *testing.T) {
		l := usualLimits
		l.perSecond, l.burst = 0, 2
		ts := endpoint(t, t.Context(), dir, l)
		for i, want := range []int{200, 200, 429} {
			if res := hello(t, ts.URL, func(*http.Request) {}); res.StatusCode != want {
				t.Errorf("request %d: %s, want %d", i+1, res.Status, want)
			}
		}
	})
	t.Run("at once", func(t *testing.T) {
		l := usualLimits
		l.inFlight = 0
		ts := endpoint(t, t.Context(), dir, l)
		if res := hello(t, ts.URL, func(*http.Request) {}); res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
			t.Errorf("got %s, %q", res.Status, res.Header)
		}
	})
	t.Run("a body that does not come", func(t *testing.T) {
		l := usualLimits
		l.bodyTime = 1 // nanosecond: it has passed when it is set
		ts := endpoint(t, t.Context(), dir, l)
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", ts.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		io.WriteString(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 500\r\n\r\n{")
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.Contains(string(answer), " 400 ") {
			t.Errorf("got %q, %v", answer, err)
		}
	})
	t.Run("addresses", func(t *testing.T) {
		r := rates{perSecond: 0, burst: 1, m: nil}
		r.m = map[string]*rate.Limiter{}
		if !r.of("10.0.0.1:1").Allow() || r.of("10.0.0.1:2").Allow() || !r.of("10.0.0.2:1").Allow() {
			t.Error("each address has its own limit, whatever the port")
		}
		for i := range maxAddresses + 1 {
			r.of(string(rune('a'+i%26)) + string(rune(i)))
		}
		if len(r.m) > maxAddresses {
			t.Errorf("%d addresses are remembered", len(r.m))
		}
	})
}

// With notes of its own the command needs no site. It has a sign-in page, and told
// to stop while clients listen, it stops.
func TestServeNotes(t *testing.T) {
	root, _ := notesDir(t)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	env, _ := testEnvironment(nil)
	printed, stdout := io.Pipe()
	env.stdout = stdout
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, env, []string{"serve", "-addr", "localhost:0", "-dir", t.TempDir(), "-root", root})
	}()
	line := make([]byte, 100)
	n, err := printed.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	_, url, _ := strings.Cut(strings.TrimSpace(string(line[:n])), " at ")
	c := dial(t, &mcp.StreamableClientTransport{Endpoint: url + "/mcp"}, ask.V20251125) // with its stream
	if got := c.call(t, "notes_list", nil); !strings.Contains(got, `"total":2`) {
		t.Errorf("notes_list: %s", got)
	}
	signIn(t, c)
	interrupt()
	if err := <-done; err != nil {
		t.Errorf("interrupted: %v", err)
	}
	_ = c.Close() // of a connection that the server has ended
}
