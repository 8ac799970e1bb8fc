package ask

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Consumed remembers which flows of questions have been acted on, so that a
// requestState cannot be redeemed twice (mcp-rules C2.10b). A server that runs
// in several places needs one that they share.
//
// Its methods may be called concurrently.
type Consumed interface {
	// Consume marks id as used and reports whether it was unused. Of any number
	// of concurrent calls with one id exactly one gets true. The mark may be
	// forgotten after until.
	Consume(ctx context.Context, id string, now, until time.Time) (bool, error)
	// Used reports whether id is marked.
	Used(ctx context.Context, id string) (bool, error)
}

// ErrFull is returned when no more ids can be remembered. Forgetting one that is
// still valid would let it be redeemed twice, so nothing is forgotten early.
var ErrFull = errors.New("too many answers in a short time; try again later")

// NewConsumed returns a Consumed in memory that holds at most limit ids.
func NewConsumed(limit int) Consumed {
	return &memory{limit: limit, until: make(map[string]time.Time)}
}

type memory struct {
	mu    sync.Mutex
	limit int
	until map[string]time.Time
}

func (m *memory) Consume(_ context.Context, id string, now, until time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, used := m.until[id]; used {
		return false, nil
	}
	if len(m.until) >= m.limit {
		for id, t := range m.until {
			if t.Before(now) {
				delete(m.until, id)
			}
		}
		if len(m.until) >= m.limit {
			return false, ErrFull
		}
	}
	m.until[id] = until
	return true, nil
}

func (m *memory) Used(_ context.Context, id string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, used := m.until[id]
	return used, nil
}
