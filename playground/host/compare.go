package host

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
)

// A Comparison is one call under two protocol versions. Both were made anew, to
// twins of the server with copies of the files: what a person did for the call is
// repeated, and nothing of theirs is touched.
type Comparison struct {
	N       int // 1, 2, 3…
	Call    int // id of the call that the person made; 0 for that of the open tool
	Tool    string
	Args    json.RawMessage
	Running bool            // it is being made; there are no sides yet
	Sides   [2]ComparedSide // under the older version, and the newer
	Stages  []Stage
	Results Likeness
}

// A ComparedSide is the call under one version.
type ComparedSide struct {
	Era      string
	Messages []Message
	Analysis // of Messages
	Waits    Waiting
	Cause    Cause // why it did not come to an end, where neither the wire nor Waits says it
	Selected int   // Seq of the message that is shown in full; 0 for none
}

// Waiting is what a call waits for that the person has not said.
type Waiting int

const (
	NotWaiting Waiting = iota
	WaitsForAnswer
	WaitsForConsent // to the roots
)

// Likeness says whether both sides came to the same.
type Likeness int

const (
	NotBoth Likeness = iota // one of them has no result
	Alike
	Unlike
)

// Uncompared is why a call is not compared. The zero value is that it can be.
type Uncompared string

const (
	UncomparedNever     Uncompared = "never"     // this page has no twin of its server
	UncomparedElsewhere Uncompared = "elsewhere" // it is a call to the server at a URL, of which there is no twin
	UncomparedRunning   Uncompared = "running"   // it has not ended
	UncomparedLate      Uncompared = "late"      // the files are not kept any more as they were before it
)

type twin = func(context.Context, *notesfs.Snapshot, time.Time) (mcp.Transport, error)

// uncompared is why a call is not compared. The caller holds h.mu.
func (h *Host) uncompared(c *call) Uncompared {
	switch {
	case h.opts.Twin == nil:
		return UncomparedNever
	case c.Address != "":
		return UncomparedElsewhere
	case c.runs():
		return UncomparedRunning
	case c.met.files == nil:
		return UncomparedLate
	}
	return ""
}

// uncomparedHere is why the open tool is not compared. The caller holds h.mu.
func (h *Host) uncomparedHere() Uncompared {
	switch {
	case h.opts.Twin == nil, h.files == nil:
		return UncomparedNever
	case h.address != "":
		return UncomparedElsewhere
	}
	return ""
}

// handleCompare does what the person wants compared. The caller holds h.mu.
func (h *Host) handleCompare(in Intent) {
	switch c := h.comparison; {
	case in.Action == "compare-close":
		h.compareNothing()
	case in.Action == "compare-message" && c != nil:
		h.comparison = c.choose(in.Args["side"], in.Args["seq"])
	case in.Action == "compare" && in.Args["call"] != "":
		id, err := strconv.Atoi(in.Args["call"])
		if c := h.call(id); err == nil && c != nil && h.uncompared(c) == "" {
			h.compare(Comparison{Call: id, Tool: c.Tool, Args: c.Args}, c.met.clone(), c.Began)
		}
	case in.Action == "compare" && h.link != nil && h.uncomparedHere() == "":
		if t, args := h.openCall(in); t != nil {
			h.compare(Comparison{Tool: t.Name, Args: args}, h.recordNow(h.link), h.now())
		}
	}
}

// compareNothing ends what is being compared, if anything is. The caller holds h.mu.
func (h *Host) compareNothing() {
	if h.endCompare != nil {
		h.endCompare()
	}
	h.comparison = nil
}

// compare makes a call under both versions. The caller holds h.mu.
func (h *Host) compare(c Comparison, met record, at time.Time) {
	h.compareNothing()
	h.compares++
	c.N, c.Running = h.compares, true
	h.comparison = &c
	ctx, cancel := context.WithCancel(h.ctx)
	h.endCompare = cancel
	h.attend(func(context.Context) {
		defer cancel()
		done := c
		done.Running = false
		for i, era := range []string{ask.V20251125, ask.V20260728} {
			done.Sides[i] = h.shadowCall(ctx, era, c.Tool, c.Args, met, at)
		}
		done.align()
		h.update(func() {
			if h.comparison == &c { // else the person has gone on
				h.comparison = &done
			}
		})
	})
}

// choose is c with a message of one side shown in full, or no more.
func (c Comparison) choose(side, seq string) *Comparison {
	i, err := strconv.Atoi(side)
	n, wrong := strconv.Atoi(seq)
	if err != nil || wrong != nil || i < 0 || i >= len(c.Sides) {
		return &c
	}
	if c.Sides[i].Selected == n {
		n = 0
	}
	c.Sides[i].Selected = n
	return &c
}

// Message is the message of this side with this Seq.
func (s ComparedSide) Message(seq int) (Message, bool) {
	i, ok := placeOf(s.Messages, seq)
	if !ok {
		return Message{}, false
	}
	return s.Messages[i], true
}

// Open reports whether the wire shows no end of the call, but Waits or Cause says
// how it stands.
func (s ComparedSide) Open() bool { return s.Waits != NotWaiting || s.Cause.Code != "" }
