package browser

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// A task is what the main thread of the page does without letting anybody in
// between. Its time is that of the processor: what else the machine is at does not
// make it longer.
type task struct {
	took time.Duration
	did  string // the parts of it that took longest
}

// A traced is an event of a trace of Chromium.
type traced struct {
	Name string  `json:"name"`
	Ph   string  `json:"ph"`
	Pid  int     `json:"pid"`
	Tid  int     `json:"tid"`
	Ts   float64 `json:"ts"`   // microseconds
	Tdur float64 `json:"tdur"` // of the processor
	Dur  float64 `json:"dur"`
}

// longest does something and returns the longest task of the page meanwhile.
func (p *tab) longest(do func()) task {
	p.t.Helper()
	var mu sync.Mutex
	var events []traced
	complete := make(chan struct{})
	over := sync.OnceFunc(func() { close(complete) })
	ctx, cancel := context.WithCancel(p.context())
	defer cancel()
	if err := chromedp.Listen(ctx, func(event any) {
		switch event := event.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, raw := range event.Value {
				var e traced
				if json.Unmarshal(raw, &e) == nil {
					events = append(events, e)
				}
			}
		case *tracing.EventTracingComplete:
			over()
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	if _, err := call(p, tracing.Start, tracing.StartParams{
		TransferMode: tracing.StartTransferModeReportEvents,
		TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{
			"toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing",
		}},
	}); err != nil {
		p.t.Fatal(err)
	}
	eval[bool](p, `performance.mark("askback:traced"), true`)
	do()
	if _, err := call(p, tracing.End, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
	select {
	case <-complete: // which takes a busy machine minutes
	case <-ctx.Done():
		p.t.Fatal("the browser ended before it handed over the trace")
	}
	mu.Lock()
	defer mu.Unlock()
	return longestOf(p.t, events)
}

// longestOf finds the longest task in the thread of the page: that with the mark.
func longestOf(t *testing.T, events []traced) task {
	t.Helper()
	at := slices.IndexFunc(events, func(e traced) bool { return e.Name == "askback:traced" })
	if at < 0 {
		t.Fatalf("the mark is not in the trace of %d events", len(events))
	}
	main := events[at]
	events = slices.DeleteFunc(slices.Clone(events), func(e traced) bool {
		return e.Pid != main.Pid || e.Tid != main.Tid || e.Ph != "X"
	})
	isTask := func(e traced) bool { return e.Name == "RunTask" || e.Name == "ThreadControllerImpl::RunTask" }
	var longest traced
	count := 0
	for _, e := range events {
		if isTask(e) {
			count++
			if e.Tdur > longest.Tdur {
				longest = e
			}
		}
	}
	if count == 0 {
		t.Fatalf("there is no task among %d events", len(events))
	}
	parts := map[string]float64{}
	for _, e := range events {
		if !isTask(e) && e.Ts >= longest.Ts && e.Ts+e.Dur <= longest.Ts+longest.Dur {
			parts[e.Name] += e.Tdur
		}
	}
	names := make([]string, 0, len(parts))
	for name := range parts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Compare(parts[y], parts[x]) })
	out := task{took: time.Duration(longest.Tdur * float64(time.Microsecond))}
	for _, name := range names[:min(len(names), 4)] {
		out.did += " " + name + " " + time.Duration(parts[name]*float64(time.Microsecond)).Round(100*time.Microsecond).String()
	}
	return out
}
