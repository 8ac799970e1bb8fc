package host

import (
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
)

// otherServer is what the form for the URL of a server holds.
type otherServer struct {
	draft    string
	problems []form.Problem
}

// connectTo drives the server at a URL in place of the one that is driven now, or
// says why it does not. The rules are those for the pages of URL mode: https, or
// http to this machine.
func (h *Host) connectTo(url string) {
	judged, refused, _ := form.JudgeURL(url)
	if len(refused) > 0 {
		h.update(func() { h.elsewhere = otherServer{url, refused} })
		return
	}
	h.reconnect(func() { h.leaveFor(judged.Text) })
}

// leaveFor makes the next session one with the server at address. What the last
// one offered is not on offer any more. The caller holds h.mu.
func (h *Host) leaveFor(address string) {
	h.address, h.elsewhere = address, otherServer{}
	h.showTools(nil, false)
}

// reach returns a new connection to the server of l.
func (h *Host) reach(l *link) (mcp.Transport, error) {
	if l.address == "" {
		return h.opts.Dial(l.ctx)
	}
	if h.opts.DialURL == nil {
		return nil, errNoURL
	}
	return h.opts.DialURL(l.ctx, l.address)
}

// showServer enters what s says of the server. The caller holds h.mu.
func (h *Host) showServer(s *State) {
	s.Address = h.address
	s.Other = OtherServer{
		Possible: h.opts.DialURL != nil,
		Draft:    h.elsewhere.draft, Problems: slices.Clone(h.elsewhere.problems),
	}
	if h.link != nil {
		s.Server, s.Consent = h.link.server, h.consents[h.link.audience()]
	}
	if h.address == "" { // elsewhere nothing is known of their tools
		for _, p := range h.opts.Plays {
			s.Plays = append(s.Plays, p.Play)
		}
	}
}
