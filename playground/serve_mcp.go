package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"

	"askback/playground/ask"
)

// limits bound what clients of the MCP endpoint may ask of this machine.
type limits struct {
	body      int64         // bytes of a request
	bodyTime  time.Duration // to send it
	perSecond rate.Limit    // requests of one address
	burst     int           // of these at once
	inFlight  int           // requests under way, of all addresses, streams too
}

var usualLimits = limits{body: 4 << 20, bodyTime: 30 * time.Second, perSecond: 50, burst: 200, inFlight: 1000}

// mcpHandler serves server in every protocol version at one address. A browser
// page of another origin may not use it, nor one that has itself taken for this
// machine (DNS rebinding). Streams end when stop is done; calls may go on.
func mcpHandler(stop context.Context, server *mcp.Server, l limits, log *slog.Logger) http.Handler {
	h := ask.Handler(func(*http.Request) *mcp.Server { return server }, &ask.HandlerOptions{MaxBody: l.body, Logger: log})
	h = untilStopped(stop, h)
	return limited(l, h)
}

// untilStopped ends the streams of clients that only listen when stop is done.
// Otherwise the server could not be stopped while one is connected.
func untilStopped(stop context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			defer context.AfterFunc(stop, cancel)()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}

// limited refuses what is beyond the limits, with 429 or 503: both say that it may
// be tried again. The size of a body is not its business.
func limited(l limits, next http.Handler) http.Handler {
	rates := &rates{perSecond: l.perSecond, burst: l.burst, m: map[string]*rate.Limiter{}}
	slots := make(chan struct{}, l.inFlight)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !rates.of(r.RemoteAddr).Allow() {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests from your address", http.StatusTooManyRequests)
			return
		}
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		default:
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests at once", http.StatusServiceUnavailable)
			return
		}
		if r.ContentLength != 0 {
			// For the body only: how long the answer takes, a person decides.
			control := http.NewResponseController(w)
			if control.SetReadDeadline(time.Now().Add(l.bodyTime)) == nil {
				r.Body = &timedBody{r.Body, control}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// A timedBody takes the deadline off when it has been read. One that did not come
// keeps it, so that nobody waits for the rest.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// rates are how often each address may come.
type rates struct {
	perSecond rate.Limit
	burst     int

	mu sync.Mutex
	m  map[string]*rate.Limiter
}

// maxAddresses bounds the addresses remembered. Beyond it all are forgotten,
// which is generous for a moment and never grows.
const maxAddresses = 10_000

func (r *rates) of(remote string) *rate.Limiter {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if l, ok := r.m[host]; ok {
		return l
	}
	if len(r.m) >= maxAddresses {
		clear(r.m)
	}
	l := rate.NewLimiter(r.perSecond, r.burst)
	r.m[host] = l
	return l
}
