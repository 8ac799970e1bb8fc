package ask

import (
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Of any number of concurrent redemptions exactly one succeeds (D7).
func TestConsumeOnce(t *testing.T) {
	c := NewConsumed(10)
	now := time.Unix(0, 0)
	var won atomic.Int64
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			ok, err := c.Consume(t.Context(), "x", now, now.Add(time.Hour))
			if err != nil {
				t.Error(err)
			}
			if ok {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d redemptions succeeded", won.Load())
	}
}

// A full store forgets what has expired, and nothing else.
func TestConsumedBound(t *testing.T) {
	c := NewConsumed(3)
	now := time.Unix(0, 0)
	for i := range 3 {
		if ok, err := c.Consume(t.Context(), strconv.Itoa(i), now, now.Add(time.Duration(i+1)*time.Minute)); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	if _, err := c.Consume(t.Context(), "3", now, now.Add(time.Hour)); !errors.Is(err, ErrFull) {
		t.Errorf("a fourth id: %v", err)
	}
	later := now.Add(90 * time.Second)
	if ok, err := c.Consume(t.Context(), "3", later, later.Add(time.Hour)); !ok || err != nil {
		t.Errorf("after one expired: %v, %v", ok, err)
	}
	for id, want := range map[string]bool{"0": false, "1": true, "2": true, "3": true} {
		if used, _ := c.Used(t.Context(), id); used != want {
			t.Errorf("%s used: %v", id, used)
		}
	}
}
