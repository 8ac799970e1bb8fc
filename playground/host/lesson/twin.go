package lesson

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/notes"
)

// Twin returns what makes servers like that of [NewServer], each with files of its
// own, a clock that stands still, and the same randomness: [host.Options].Twin. No
// sign-in at one of them is ever finished.
func Twin(connectPage string) func(context.Context, *notesfs.Snapshot, time.Time) (mcp.Transport, error) {
	return func(ctx context.Context, files *notesfs.Snapshot, at time.Time) (mcp.Transport, error) {
		now := func() time.Time { return at }
		own := notesfs.New(&notesfs.Options{Now: now})
		own.Restore(files)
		connections, err := notes.NewConnections(connectPage, newDice(), now)
		if err != nil {
			return nil, err
		}
		// Sealing states takes randomness under one protocol version only, so ids of
		// notes have a source of their own.
		asker, err := ask.New(&ask.Options{Now: now, Rand: newDice()})
		if err != nil {
			return nil, err
		}
		server := notes.NewServer(notes.Options{
			View:  func(roots []string) (notesfs.View, error) { return notesfs.NewScope(own, roots...) },
			Asker: asker, Connections: connections, Now: now, Rand: newDice(),
		})
		client, far := mcp.NewInMemoryTransports()
		if _, err := server.Connect(ctx, far, nil); err != nil {
			return nil, err
		}
		return client, nil
	}
}

// dice are randomness that is the same each time, for nothing that has to be secret.
type dice struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func newDice() *dice { return &dice{source: rand.NewChaCha8([32]byte{})} }

func (d *dice) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.source.Read(p)
}
