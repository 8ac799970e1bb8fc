package lesson

import (
	"context"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
)

// Twin returns what makes servers like that of [NewServer], each with files of its
// own, a clock that stands still, and the same randomness: [host.Options].Twin. No
// sign-in at one of them is ever finished.
func Twin(connectPage string) func(context.Context, *notesfs.Snapshot, time.Time) (mcp.Transport, error) {
	return func(ctx context.Context, files *notesfs.Snapshot, at time.Time) (mcp.Transport, error) {
		now := func() time.Time { return at }
		own := notesfs.New(&notesfs.Options{Now: now})
		own.Restore(files)
		server, err := serve(own, connectPage, newDice, now)
		if err != nil {
			return nil, err
		}
		return server.Dial(ctx)
	}
}

// dice are randomness that is the same each time, for nothing that has to be secret.
type dice struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func newDice() io.Reader { return &dice{source: rand.NewChaCha8([32]byte{})} }

func (d *dice) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.source.Read(p)
}
