package host

import (
	"bytes"
	"context"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A visit is a Visit with what it hangs on.
type visit struct {
	Visit
	link          *link
	call          *call // nil when the host cannot tell
	elicitationID string
}

// maxVisits is how many pages are kept that a person opened and did not say to be
// done with.
const maxVisits = 20

// A page is what a person was sent to, and for which tool.
type page struct{ tool, url string }

func (q *question) page() page { return page{q.Tool, q.URL.Text} }

// visit enters that the person opened the page of q. The caller holds h.mu.
func (h *Host) visit(q *question) {
	l := q.link
	if l.opened == nil {
		l.opened = map[page]int{}
	}
	l.opened[q.page()]++
	v := &visit{
		Visit: Visit{ID: q.ID, Call: q.Call, Tool: q.Tool, Server: q.Server, URL: q.URL, Finished: q.Finished},
		link:  l, call: h.call(q.Call), elicitationID: q.elicitationID,
	}
	if v.call != nil {
		v.call.Finished = v.call.Finished || q.Finished
		v.call.opened = append(v.call.opened, q.elicitationID)
	}
	// The same page opened once more is the same page.
	h.visits = slices.DeleteFunc(h.visits, func(x *visit) bool {
		return x.link != l || x.URL.Text == v.URL.Text && x.call == v.call
	})
	if len(h.visits) >= maxVisits {
		h.visits = h.visits[1:]
	}
	h.visits = append(h.visits, v)
}

// open are the visits of the session in use. The caller holds h.mu.
func (h *Host) open() []*visit {
	var out []*visit
	for _, v := range h.visits {
		if v.link == h.link {
			out = append(out, v)
		}
	}
	return out
}

// shown is v as it is to be seen. The caller holds h.mu.
func (h *Host) shown(v *visit) Visit {
	out := v.Visit
	out.Running = v.call != nil && v.call.runs()
	out.Again = h.callsAgain(v)
	return out
}

// callsAgain reports whether the tool is called again once the person is done with
// v: when its call has ended and asked for no other page that is open still. The
// caller holds h.mu.
func (h *Host) callsAgain(v *visit) bool {
	return v.call != nil && !v.call.runs() &&
		!slices.ContainsFunc(h.open(), func(x *visit) bool { return x != v && x.call == v.call })
}

// leave takes a visit off the page. The server is told nothing. The caller holds
// h.mu.
func (h *Host) leave(v *visit) {
	h.visits = slices.DeleteFunc(h.visits, func(x *visit) bool { return x == v })
}

// leaveEnded takes off the page the visits that wait for this very call to be made
// again: it is being made. The caller holds h.mu.
func (h *Host) leaveEnded(tool string, args []byte) {
	h.visits = slices.DeleteFunc(h.visits, func(v *visit) bool {
		return v.call != nil && !v.call.runs() && v.call.Tool == tool && bytes.Equal(v.call.Args, args)
	})
}

// handleVisit does what the person wants with a page that they opened. The caller
// holds h.mu.
func (h *Host) handleVisit(in Intent) {
	all := h.open()
	i := slices.IndexFunc(all, func(v *visit) bool { return v.ID == in.Args["id"] })
	if i < 0 {
		return
	}
	v := all[i]
	switch in.Action {
	case "visit-opened":
		v.Blocked = false
	case "url-blocked":
		v.Blocked = true
	case "visit-done":
		again := h.callsAgain(v)
		h.leave(v)
		if again {
			h.begin(v.call.Tool, v.call.Args)
		}
	case "visit-cancel":
		if v.call != nil && v.call.runs() {
			v.call.cancel(errStopped)
		}
		h.leave(v)
	}
}

// elicitationComplete notes that the server says it is done with a page: calling
// again is worth it. The notice may come before the person has consented and after
// they have gone on, and more than once; one about what nobody was asked is
// ignored (mcp-rules A6.4).
func (h *Host) elicitationComplete(l *link) func(context.Context, *mcp.ElicitationCompleteNotificationRequest) {
	return func(_ context.Context, req *mcp.ElicitationCompleteNotificationRequest) {
		id := req.Params.ElicitationID
		if id == "" {
			return // questions of 2026-07-28 have none
		}
		h.update(func() {
			for _, q := range h.questions {
				q.Finished = q.Finished || q.link == l && q.elicitationID == id
			}
			for _, v := range h.visits {
				v.Finished = v.Finished || v.link == l && v.elicitationID == id
			}
			for _, c := range h.calls {
				c.Finished = c.Finished || c.link == l && slices.Contains(c.opened, id)
			}
		})
	}
}
