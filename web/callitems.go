package web

import (
	"slices"
	"time"

	"askback/playground/host"
)

// maxCalls is how many calls are drawn, beside those that run.
const maxCalls = 20

// drawnCalls are the calls that are drawn, the latest first.
func drawnCalls(s host.State) (out []host.Call) {
	for i, c := range slices.Backward(s.Calls) {
		if len(s.Calls)-i <= maxCalls || c.End.IsZero() {
			out = append(out, c)
		}
	}
	return out
}

// A cardKey is what the card of a call is told by. What a call was for does not
// change, nor what came of it once it has ended: when it began and ended stands for
// both. Calls of two exercises may have the same id.
type cardKey struct {
	id, rounds        int
	began, end        time.Time
	status            host.CallStatus
	finished, visited bool
	uncompared        host.Uncompared
	here              bool // it is a call to the server that is driven
	phase             host.Phase
	server            string
}

// callItems are what stands under the heading of the calls.
func callItems(s host.State) []Item {
	out := []Item{{ID: "calls-title", View: callsTitle()}}
	if len(s.Calls) == 0 {
		out = append(out, Item{ID: "calls-none", View: noCalls()})
	}
	all := drawnCalls(s)
	for _, c := range all {
		k := cardKey{
			id: c.ID, rounds: c.Rounds, began: c.Began, end: c.End, status: c.Status, finished: c.Finished, visited: visited(s, c.ID),
			uncompared: c.Uncompared, here: c.Address == s.Address, phase: s.Phase, server: s.Server.Label(),
		}
		out = append(out, Item{keyN("call", c.ID), k, call(c, s)})
	}
	if more := len(s.Calls) - len(all); more > 0 {
		out = append(out, Item{ID: "calls-more", Key: more, View: moreCalls(more)})
	}
	return out
}
