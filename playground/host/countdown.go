package host

import (
	"sync"
	"time"
)

// A countdown calls a function when a server has kept the host waiting for too
// long. It stands still while the server waits for a person and begins anew
// after that: the time of a person counts nowhere.
type countdown struct {
	length time.Duration

	mu    sync.Mutex
	timer *time.Timer
	held  int
	ended bool
}

func newCountdown(length time.Duration, f func()) *countdown {
	return &countdown{length: length, timer: time.AfterFunc(length, f)}
}

// hold stops the clock until release is called.
func (c *countdown) hold() (release func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held++
	c.timer.Stop()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.held--; c.held == 0 && !c.ended {
			c.timer.Reset(c.length)
		}
	}
}

// end stops the clock for good.
func (c *countdown) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.timer.Stop()
}
