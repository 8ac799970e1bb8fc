//go:build js && wasm

package port

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// An item is one thing that came out of the port: the text of a message, or the
// error that Read returns in its place. io.EOF is the end of the stream.
type item struct {
	text string
	err  error
}

func (i item) message() (jsonrpc.Message, error) {
	if i.err != nil {
		return nil, i.err
	}
	msg, err := jsonrpc.DecodeMessage([]byte(i.text))
	if err != nil {
		return nil, fmt.Errorf("port: %w: %w", ErrMalformed, err)
	}
	return msg, nil
}

// A queue holds what was received and not yet read. It has no bound, so that put
// never waits: put is called in a callback from JavaScript, which must not.
// The mutex is held for slice operations only, never across a wait.
type queue struct {
	ready chan struct{} // has an element when there may be something to take

	mu    sync.Mutex
	items []item
	eof   bool // nothing more is accepted
}

func newQueue() *queue {
	return &queue{ready: make(chan struct{}, 1)}
}

// put appends i. What comes after the end of the stream is dropped.
func (q *queue) put(i item) {
	q.mu.Lock()
	if !q.eof {
		q.items = append(q.items, i)
		q.eof = errors.Is(i.err, io.EOF)
	}
	q.mu.Unlock()
	q.signal()
}

// take removes the oldest item. The end of the stream is never removed: every
// take after it finds it again.
func (q *queue) take() (i item, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return item{}, false
	}
	i = q.items[0]
	if last := q.eof && len(q.items) == 1; !last {
		q.items[0] = item{} // the text may be large
		q.items = q.items[1:]
	}
	if len(q.items) > 0 {
		q.signal() // for another reader
	}
	return i, true
}

// ended reports whether the end of the stream has been received.
func (q *queue) ended() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.eof
}

func (q *queue) signal() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}
