package ask

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
	"askback/playground/roots"
)

// A Q is what the body of one tool call asks through. Its methods may be called
// from one goroutine at a time.
type Q struct {
	asker   *Asker
	req     *mcp.CallToolRequest
	version string
	caps    *mcp.ClientCapabilities
	via     courier

	flow      flow
	pending   mcp.InputRequestMap // what this round asks, by key
	replayed  bool                // flow came from a requestState
	committed bool

	rootsRead bool
	rootsMu   sync.Mutex
	onRoots   func([]roots.Root)
}

// A courier carries questions to the client in the way of one era.
type courier interface {
	// elicit returns the answer to p. schema is nil in URL mode.
	elicit(ctx context.Context, q *Q, key string, p *mcp.ElicitParams, schema *form.Schema) (Answer, error)
	// roots returns the roots in force.
	roots(ctx context.Context, q *Q) ([]roots.Root, error)
	// refresh makes sure, before the body acts, that it acts on the roots in
	// force now.
	refresh(ctx context.Context, q *Q) error
}

// Version is the protocol version that governs this call.
func (q *Q) Version() string { return q.version }

// Supports reports whether the client declared that it answers questions of
// this kind. Asking nonetheless fails with an [UnsupportedError].
func (q *Q) Supports(kind Kind) bool { return supports(q.caps, q.version, kind) }

// Principal is who calls, as [Options.Principal] sees it.
func (q *Q) Principal() string { return q.flow.Principal }

// ID names this call. It is unguessable and the same in each of its rounds, so
// a body can put it into a URL.
func (q *Q) ID() (string, error) {
	if q.flow.ID == "" {
		var b [16]byte
		if _, err := io.ReadFull(q.asker.rand, b[:]); err != nil {
			return "", fmt.Errorf("naming the call: %w", err)
		}
		q.flow.ID = base64.RawURLEncoding.EncodeToString(b[:])
	}
	return q.flow.ID, nil
}

// Began is when the first round of this call began, to the second.
func (q *Q) Began() time.Time { return time.Unix(q.flow.Began, 0) }

// Form asks the person to fill in a form: message says why, in a sentence. The
// key names the question among those of this body.
//
// The answer has been validated against schema: an accepted one holds every
// required field, only values that were offered, and nothing else. Errors:
// [ErrPending], [UnsupportedError], [AnswerError], [ErrCommitted], or the
// client's failure to ask; whichever it is, the body returns it and does
// nothing.
func (q *Q) Form(ctx context.Context, key, message string, schema *form.Schema) (Answer, error) {
	if err := q.mayAsk(KindForm); err != nil {
		return Answer{}, err
	}
	// What an older version cannot say is left out of the question and nothing
	// of the answer: it is judged by the whole schema.
	shown, changes := schema.For(q.version)
	if shown == nil {
		return Answer{}, fmt.Errorf("asking %q: protocol version %s has no form for it: %s", key, q.version, changes[len(changes)-1].Message())
	}
	raw, err := shown.MarshalJSON()
	if err != nil {
		return Answer{}, fmt.Errorf("asking %q: %w", key, err)
	}
	return q.via.elicit(ctx, q, key, &mcp.ElicitParams{Mode: "form", Message: message, RequestedSchema: json.RawMessage(raw)}, schema)
}

// URL asks the person to open a page. Accept is consent to that and no more
// (mcp-rules A5.5): whether the interaction succeeded, the body must know from
// elsewhere. The URL must be https, or http on a loopback host; it must hold no
// secret, and to bind the page to this call it may hold [Q.ID].
//
// Errors are those of [Q.Form].
func (q *Q) URL(ctx context.Context, key, message, url string) (Answer, error) {
	if err := q.mayAsk(KindURL); err != nil {
		return Answer{}, err
	}
	if _, problems, _ := form.JudgeURL(url); problems != nil {
		return Answer{}, fmt.Errorf("asking %q: %s", key, problems[0].Message())
	}
	return q.via.elicit(ctx, q, key, &mcp.ElicitParams{Mode: "url", Message: message, URL: url}, nil)
}

// Roots returns where the client lets this server work, now. It never returns
// an old set after the client has said that the set changed, and what is no
// usable root is left out. An empty result allows nothing.
//
// Errors are those of [Q.Form]; a client that fails to answer is an error and
// not an empty set, so that the caller keeps the smaller scope that it had.
func (q *Q) Roots(ctx context.Context) ([]roots.Root, error) {
	if err := q.mayAsk(KindRoots); err != nil {
		return nil, err
	}
	list, err := q.via.roots(ctx, q)
	if err == nil {
		q.rootsRead = true
	}
	return list, err
}

// OnRoots has f called with the new roots whenever the client changes them
// while this call runs, before the next operation that follows the change. It
// may be called from another goroutine, and not after the body has returned.
func (q *Q) OnRoots(f func([]roots.Root)) {
	q.rootsMu.Lock()
	defer q.rootsMu.Unlock()
	q.onRoots = f
}

func (q *Q) tellRoots(list []roots.Root) {
	q.rootsMu.Lock()
	defer q.rootsMu.Unlock()
	if q.onRoots != nil {
		q.onRoots(list)
	}
}

// Commit ends the asking: from here on the body acts. It makes sure that the
// same answers have not been acted on before ([ErrUsed]) and that the roots are
// those in force. When it fails, the body returns the error and does nothing.
func (q *Q) Commit(ctx context.Context) error {
	if q.committed {
		return nil
	}
	if len(q.flow.Asked) > 0 {
		return ErrPending
	}
	if q.rootsRead {
		if err := q.via.refresh(ctx, q); err != nil {
			return err
		}
	}
	if q.replayed {
		ok, err := q.asker.consumed.Consume(ctx, q.flow.ID, q.asker.now(), q.asker.until(&q.flow))
		if err != nil {
			return err
		}
		if !ok {
			return ErrUsed
		}
	}
	q.committed = true
	return nil
}

// mayAsk is the guard of every question: never a kind that was not declared
// (mcp-rules A1.6, A1.7, C2.11), never after Commit.
func (q *Q) mayAsk(kind Kind) error {
	if q.committed {
		return ErrCommitted
	}
	if len(q.flow.Asked) > 0 {
		return ErrPending
	}
	if !q.Supports(kind) {
		return &UnsupportedError{Kind: kind}
	}
	return nil
}

// digest is what makes a question the same question.
func digest(v any) [sha256.Size]byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("ask: digest of %T: %v", v, err)) // our own types
	}
	return sha256.Sum256(b)
}

// digestArguments is the same for two spellings of the same arguments: a client
// that retries may write them in another order.
func digestArguments(raw json.RawMessage) [sha256.Size]byte {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return sha256.Sum256(raw) // absent, or not JSON: then the SDK refuses the call
	}
	return digest(v)
}

// finish turns what the body returned into what the SDK is to send.
func finish[Out any](q *Q, out Out, err error) (*mcp.CallToolResult, Out, error) {
	var zero Out
	if len(q.flow.Asked) > 0 {
		// A body that lost ErrPending on the way has still not been answered.
		res, err := q.inputRequired()
		return res, zero, err
	}
	var unsupported *UnsupportedError
	switch {
	case err == nil:
		return nil, out, nil
	case errors.As(err, &unsupported) && stateless(q.version):
		return nil, zero, unsupported.wire()
	}
	return nil, zero, err
}
