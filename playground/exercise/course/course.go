// Package course is the exercises as a page has them: which there are, the one that
// is open, how far the learner has come, and what the page around is told.
//
// What a person does comes in as a [host.Intent], what there is to see goes out as
// a [State]. An exercise of kind drive brings a host of its own, with the same
// files, clock and server each time; while it is open, that one is driven.
package course

import (
	"context"
	"maps"
	"sync"
	"time"

	"askback/playground/design"
	"askback/playground/exercise"
	"askback/playground/host"
)

// Options of a course.
type Options struct {
	// Host is what the page drives while no exercise with a host is open. Who made
	// it starts and closes it.
	Host *host.Host
	// Progress is how far the learner has come before; may be nil.
	Progress exercise.Progress
	// Kept are the attempts that were under way before, by exercise; may be nil.
	Kept map[string]Kept
	// Now dates what is shown; the default is the system's clock.
	Now func() time.Time
}

// A Course is the exercises of one page. It is safe for concurrent use.
type Course struct {
	host    *host.Host
	now     func() time.Time
	changed chan struct{}
	ctx     context.Context
	cancel  context.CancelFunc
	wg      sync.WaitGroup

	mu       sync.Mutex
	packs    []*exercise.Pack // nil until there are some
	learner  string
	wanted   int    // counts what was asked to be opened: only the last is shown
	opening  string // id of the exercise that is being begun
	attempt  *exercise.Attempt
	leave    context.CancelFunc // ends what follows attempt
	pack     *exercise.Pack     // of attempt
	designer *design.Designer   // of attempt, if it is of kind design; else nil
	progress exercise.Progress
	kept     map[string]Kept // attempts to go on with, by exercise
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
	NotResumed  Failure = "not-resumed"   // what was kept of it does not come out as before: it has begun anew
	BadProgress Failure = "bad-progress"  // the file holds no progress
)

// Failures lists them.
func Failures() []Failure { return []Failure{NoSuch, DidNotBegin, NotResumed, BadProgress} }

// Load reads the exercises that are done on a page. It has no place yet to write
// code in.
func Load() ([]*exercise.Pack, error) {
	c, err := exercise.Load(exercise.Drive, exercise.Quiz, exercise.Design)
	if err != nil {
		return nil, err
	}
	return c.All(), nil
}

// New returns a course without exercises; see [Course.Offer].
func New(o Options) *Course {
	c := &Course{host: o.Host, now: o.Now, kept: map[string]Kept{}, changed: make(chan struct{}, 1)}
	if c.now == nil {
		c.now = time.Now
	}
	maps.Copy(c.kept, o.Kept)
	c.progress = o.Progress
	if c.progress == nil {
		c.progress = exercise.Progress{}
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.leave = func() {}
	c.follow(c.ctx, c.host.Changed())
	return c
}

// Offer makes these the exercises, in this order. What was to be opened before is
// opened now.
func (c *Course) Offer(packs []*exercise.Pack) {
	c.mu.Lock()
	c.packs = packs
	id := c.opening
	c.mu.Unlock()
	c.open(id)
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

// find returns the exercise of this id, or nil. The caller holds c.mu.
func (c *Course) find(id string) *exercise.Pack {
	for _, p := range c.packs {
		if p.ID == id {
			return p
		}
	}
	return nil
}
