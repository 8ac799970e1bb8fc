// Package course is the exercises as a page has them: which there are, the one that
// is open, how far the learner has come, and what the page around is told.
//
// What a person does comes in as a [host.Intent], what there is to see goes out as
// a [State]. An exercise of kind drive brings a host of its own, with the same
// files, clock and server each time; while it is open, that one is driven.
package course

import (
	"context"
	"slices"
	"sync"
	"time"

	"askback/playground/exercise"
	"askback/playground/host"
)

// Options of a course.
type Options struct {
	// Host is what the page drives while no exercise with a host is open. Who made
	// it starts and closes it.
	Host *host.Host
	// Packs are the exercises, in their order. Those that are not done on the page
	// are left out.
	Packs []*exercise.Pack
	// Progress is how far the learner has come before; may be nil.
	Progress exercise.Progress
	// Now dates what is shown; the default is the system's clock.
	Now func() time.Time
}

// A Course is the exercises of one page. It is safe for concurrent use.
type Course struct {
	host    *host.Host
	packs   []*exercise.Pack
	now     func() time.Time
	changed chan struct{}
	ctx     context.Context
	cancel  context.CancelFunc
	wg      sync.WaitGroup

	mu       sync.Mutex
	learner  string
	wanted   int    // counts what was asked to be opened: only the last is shown
	opening  string // id of the exercise that is being begun
	attempt  *exercise.Attempt
	leave    context.CancelFunc // ends what follows attempt
	pack     *exercise.Pack     // of attempt
	progress exercise.Progress
	failure  Failure
	told     []Event
	last     *told // what was told last of the attempt
	file     host.File
}

// A Failure is why something was not done, as a code.
type Failure string

const (
	NoFailure   Failure = ""
	NoSuch      Failure = "no-such"       // there is no such exercise
	DidNotBegin Failure = "did-not-begin" // it could not be begun, or cannot go on
	BadProgress Failure = "bad-progress"  // the file holds no progress
)

// Failures lists them.
func Failures() []Failure { return []Failure{NoSuch, DidNotBegin, BadProgress} }

// Static is what a page shows before its program runs, when the host of the page
// shows this.
func Static(shown host.State) (State, error) {
	all, err := exercise.Load()
	if err != nil {
		return State{}, err
	}
	return State{Host: shown, Packs: attempted(all.All())}, nil
}

// attempted are those of the exercises that are done on the page: it has no place
// yet to write code or a schema in.
func attempted(all []*exercise.Pack) []*exercise.Pack {
	return slices.DeleteFunc(slices.Clone(all), func(p *exercise.Pack) bool {
		return p.Kind == exercise.Code || p.Kind == exercise.Design
	})
}

// New returns a course in which no exercise is open.
func New(o Options) *Course {
	c := &Course{host: o.Host, now: o.Now, changed: make(chan struct{}, 1)}
	if c.now == nil {
		c.now = time.Now
	}
	c.packs = attempted(o.Packs)
	c.progress = o.Progress
	if c.progress == nil {
		c.progress = exercise.Progress{}
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.leave = func() {}
	c.follow(c.ctx, c.host.Changed())
	return c
}

// Close ends the exercise that is open. What is handled after that does nothing.
func (c *Course) Close() {
	c.cancel()
	c.mu.Lock()
	a := c.attempt
	c.attempt, c.pack = nil, nil
	c.mu.Unlock()
	if a != nil {
		a.Close()
	}
	c.wg.Wait()
}

// Changed receives a value after the state has changed. Changes in quick
// succession may share one.
func (c *Course) Changed() <-chan struct{} { return c.changed }

func (c *Course) touch() {
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

// follow passes on that something has changed, until ctx is done.
func (c *Course) follow(ctx context.Context, changed <-chan struct{}) {
	c.wg.Go(func() {
		for {
			select {
			case <-changed:
				c.look()
				c.touch()
			case <-ctx.Done():
				return
			}
		}
	})
}

// find returns the exercise of this id, or nil.
func (c *Course) find(id string) *exercise.Pack {
	for _, p := range c.packs {
		if p.ID == id {
			return p
		}
	}
	return nil
}
