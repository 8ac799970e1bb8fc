package web

import (
	"context"

	"askback/playground/host"
)

// Show is the id of what should be scrolled to when the page goes from one state
// to another; empty if nothing should move.
func Show(before, now host.State) string {
	w := now.Wire
	if newlyCompared(before, now) {
		return "compare-title"
	}
	if w.Selected != 0 && (w.Hit != before.Wire.Hit && w.Hit != 0 || stepped(before, now)) {
		return keyN("message-line", w.Selected)
	}
	return ""
}

// stepped reports whether the person went to another message of an imported trace.
func stepped(before, now host.State) bool {
	a, b := before.Wire.Imported, now.Wire.Imported
	return a != nil && b != nil && before.Wire.Trace == now.Wire.Trace && a.At != b.At
}

// wireAttention is [Attention] for the wire. ok is false when nothing happened
// there that calls for it.
func wireAttention(ctx context.Context, before, now host.State, did host.Intent) (focus, announce string, ok bool) {
	w := now.Wire
	switch {
	case w.Trace != before.Wire.Trace && w.Imported != nil:
		return "wire-imported", count(ctx, w.Imported.Total, "A trace of %d message is shown.", "A trace of %d messages is shown."), true
	case w.Trace != before.Wire.Trace:
		return "wire", say(ctx, "The live trace is shown."), true
	case stepped(before, now):
		m := w.Messages[len(w.Messages)-1]
		return "", say(ctx, "Message %d of %d: %s, %s", w.Imported.At, w.Imported.Total, theirs(m.Method), kindWord(ctx, m.Kind)), true
	case did.Action == "wire-all" && before.Wire.Filter != w.Filter:
		return "wire-filter-summary", "", true // the button is gone
	case did.Action == "wire-window" && before.Wire.From != w.From && len(before.Wire.Shown) == len(w.Shown):
		return windowFocus(w), "", true
	}
	return "", "", false
}

// windowFocus is where the focus goes when the button is gone that moved the
// window.
func windowFocus(w host.WireView) string {
	switch {
	case w.From == 0:
		return keyN("message-line", w.Shown[w.From])
	case w.To == len(w.Shown):
		return keyN("message-line", w.Shown[w.To-1])
	}
	return ""
}
