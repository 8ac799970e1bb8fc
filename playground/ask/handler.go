package ask

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// HandlerOptions configure [Handler]. The zero value of each field has a
// default.
type HandlerOptions struct {
	// SessionTimeout is after how long without a request a session of the older
	// eras ends, with all that runs in it. A client that waits, for an answer or
	// on a stream, has a request under way, so the time that a person takes does
	// not count. The default is one hour.
	SessionTimeout time.Duration
	// MaxBody bounds a request, in bytes. The default is that of the SDK,
	// [mcp.DefaultMaxRequestBodyBytes].
	MaxBody int64
	// Events keeps what was written to the streams of the older eras, so that a
	// client whose connection broke while a person was thinking can take the
	// stream up again. The default is [mcp.NewMemoryEventStore].
	Events mcp.EventStore
	// CrossOrigin says which pages of other origins may send requests. The
	// default is none: a server on this machine is not for any page that
	// happens to be open in a browser.
	CrossOrigin *http.CrossOriginProtection
	// Logger is for what goes wrong. The default is not to log.
	Logger *slog.Logger
}

// Handler serves an MCP server over Streamable HTTP, in every protocol version
// at one address (mcp-rules C6.3): requests of 2026-07-28 statelessly, each on
// its own, and those of the older eras in the sessions that their initialize
// opened. The SDK has a handler for either and none for both: its stateful one
// refuses 2026-07-28 (go-sdk-gaps 22), its stateless one cannot ask.
//
// server returns the server for a request, as for
// [mcp.NewStreamableHTTPHandler]; an [Asker] must be installed in it, so that a
// session that ends takes its calls with it. To know who calls, wrap the handler
// in [auth.RequireBearerToken]; see [Options.Principal].
//
// [auth.RequireBearerToken]: https://pkg.go.dev/github.com/modelcontextprotocol/go-sdk/auth#RequireBearerToken
func Handler(server func(*http.Request) *mcp.Server, o *HandlerOptions) http.Handler {
	if o == nil {
		o = new(HandlerOptions)
	}
	h := &handler{maxBody: o.MaxBody}
	if h.maxBody == 0 {
		h.maxBody = mcp.DefaultMaxRequestBodyBytes
	}
	timeout := o.SessionTimeout
	if timeout == 0 {
		timeout = time.Hour
	}
	events := o.Events
	if events == nil {
		events = mcp.NewMemoryEventStore(nil)
	}
	h.sessions = &lifetimes{timeout: timeout, m: map[string]*lifetime{}, next: mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{
		EventStore:          events,
		MaxRequestBodyBytes: h.maxBody,
		Logger:              o.Logger,
	})}
	h.requests = mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{
		Stateless:           true,
		MaxRequestBodyBytes: h.maxBody,
		// Here the request is all there is of a call: when it is gone, nobody
		// waits for the answer.
		PropagateRequestCancellation: true,
		Logger:                       o.Logger,
	})
	protection := o.CrossOrigin
	if protection == nil {
		protection = http.NewCrossOriginProtection()
	}
	return protection.Handler(h)
}

type handler struct {
	maxBody  int64
	sessions http.Handler // the older eras
	requests http.Handler // 2026-07-28
}

const versionHeader = "Mcp-Protocol-Version"

// envelope is what the handler must know of a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		// Streams to open and sessions to end are of the older eras; the SDK
		// says so to those who ask under 2026-07-28.
		h.of(r.Header.Get(versionHeader)).ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.maxBody))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			http.Error(w, fmt.Sprintf("the request has more than the %d bytes allowed", large.Limit), http.StatusRequestEntityTooLarge)
			return
		}
		http.Error(w, "the request ended early", http.StatusBadRequest)
		return
	}
	var msg envelope
	_ = json.Unmarshal(body, &msg) // what is no message, or a batch, the SDK refuses
	version := r.Header.Get(versionHeader)
	switch declared := declaredVersion(msg.Params); {
	case declared == "" && msg.Method == "initialize": // which negotiates, whatever the header
		version = ""
	case declared != "" && declared != version: // the SDK says that they differ
		version = V20260728
	case declared != "" && !slices.Contains(mcp.SupportedProtocolVersions(), declared):
		refuse(w, msg.ID, unsupportedVersion(declared))
		return
	}
	if stateless(version) {
		if body, err = repairResponses(body, msg); err != nil {
			refuse(w, msg.ID, invalidParams("%v", err))
			return
		}
	}
	again := r.WithContext(r.Context()) // a copy to read once more
	again.Body, again.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	h.of(version).ServeHTTP(w, again)
}

// of returns the SDK's handler for a protocol version; empty is that of a
// session.
func (h *handler) of(version string) http.Handler {
	if stateless(version) {
		return h.requests
	}
	return h.sessions
}

// declaredVersion is the protocol version that the params of a request name in
// their _meta, as every request of 2026-07-28 does and none before.
func declaredVersion(params json.RawMessage) string {
	var p struct {
		Meta object `json:"_meta"`
	}
	var version string
	if json.Unmarshal(params, &p) == nil {
		_ = json.Unmarshal(p.Meta[mcp.MetaKeyProtocolVersion], &version) // the SDK refuses what is no string
	}
	return version
}

// unsupportedVersion is the error for a version that nobody here speaks
// (mcp-rules C3.7). The SDK has it as well, but only for versions to come: to an
// old one it answers with text, in which no client finds what it could use
// instead.
func unsupportedVersion(version string) *jsonrpc.Error {
	return &jsonrpc.Error{
		Code:    mcp.CodeUnsupportedProtocolVersion,
		Message: fmt.Sprintf("this server does not speak protocol version %q", version),
		Data: mustMarshal(mcp.UnsupportedProtocolVersionData{
			Supported: mcp.SupportedProtocolVersions(),
			Requested: version,
		}),
	}
}

// refuse answers a request with an error, as 2026-07-28 wants it over HTTP.
func refuse(w http.ResponseWriter, id json.RawMessage, why *jsonrpc.Error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	answer := object{"jsonrpc": json.RawMessage(`"2.0"`), "id": json.RawMessage("null"), "error": mustMarshal(why)}
	if id != nil {
		answer["id"] = id
	}
	_, _ = w.Write(mustMarshal(answer)) // a client that has gone needs no answer
}
