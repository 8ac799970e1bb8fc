package host

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// Handle does what the person wants. It returns at once; what takes time goes on
// by itself and shows in the state. An intent that no longer makes sense, such as
// a second answer to the same question, does nothing.
func (h *Host) Handle(in Intent) {
	switch in.Action {
	case "era":
		h.chooseEra(in.Args["value"])
	case "place":
		h.goTo(ParsePlace(in.Args["hash"]))
	case "kept":
		h.update(func() {
			h.keeping = NotKept
			if in.Args["ok"] == "true" {
				h.keeping = Kept
			}
		})
	case "connect":
		h.connectTo(in.Field("url"))
	case "connect-own":
		h.reconnect(func() { h.leaveFor("") })
	case "root-add":
		h.addRoot(in.Args["name"])
	case "root-add-uri":
		uri := in.Args["instead"] // of a button that offers another spelling
		if uri == "" {
			uri = in.Field("uri")
		}
		h.addRootURI(uri)
	case "root-name":
		h.nameRoot(in.Args["name"], in.Field("title"))
	case "fold", "unfold", "more":
		h.update(func() { h.refold(in) })
	case "undo":
		h.undo(in)
	case "load-state":
		h.update(func() { h.loadState(in) })
	case "consent":
		h.update(func() { h.consent(in) })
	case "root-remove":
		h.removeRoot(in.Args["name"])
	case "tool":
		h.update(func() {
			name := in.Args["name"]
			if t := h.findTool(name); t == nil || t.Name != h.tool { // else what was typed would be gone
				h.wanted = ""
				h.openTool(name)
			}
		})
	case "draft":
		h.update(func() { h.keepDraft(in) })
	case "call":
		h.update(func() { h.callOpenTool(in) })
	case "again":
		h.withCall(in, h.again)
	case "stop":
		h.withCall(in, func(c *call) { c.cancel(errStopped) })
	case "compare", "compare-message", "compare-close":
		h.update(func() { h.handleCompare(in) })
	case "play":
		h.play(in.Args["name"])
	case "reset":
		h.reset(nil)
	case "server-stopped":
		h.serverStopped()
	default:
		if in.Action == "message" || strings.HasPrefix(in.Action, "wire-") {
			h.handleWire(in)
		} else {
			h.handleQuestion(in)
		}
	}
}

func (h *Host) handleQuestion(in Intent) {
	h.update(func() {
		q := h.question(in.Args["id"])
		switch {
		case q == nil:
			h.handleVisit(in)
			return
		case in.Action == "question":
			h.turnedTo = q.ID
			return
		case q.Mode == ModeRoots:
			if in.Action == "cancel" {
				h.putOff(q)
			}
			return
		}
		switch in.Action {
		case "answer":
			h.answer(q, in.Form)
		case "decline":
			h.send(q, &mcp.ElicitResult{Action: string(ask.Decline)})
		case "cancel":
			h.send(q, &mcp.ElicitResult{Action: string(ask.Cancel)})
		case "url-opened":
			h.opened(q)
		case "url-blocked":
			q.Blocked = true
		}
	})
}

// Field is the value of a control of the form, empty if there is none.
func (in Intent) Field(name string) string {
	for _, c := range in.Form {
		if c[0] == name {
			return c[1]
		}
	}
	return ""
}

func (h *Host) withCall(in Intent, f func(*call)) {
	id, err := strconv.Atoi(in.Args["call"])
	if err != nil {
		return
	}
	h.update(func() {
		if c := h.call(id); c != nil {
			f(c)
		}
	})
}

func (h *Host) chooseEra(era string) {
	for _, e := range Eras() {
		if e == era {
			h.reconnect(func() { h.era = era })
			return
		}
	}
}

// keepDraft remembers what a form holds while it is typed, so that drawing it
// again changes nothing. The caller holds h.mu.
func (h *Host) keepDraft(in Intent) {
	switch owner := in.Args["for"]; owner {
	case "args":
		if t := h.formTool(in); t != nil {
			h.args = readDraft(t.Input, in.Form)
		}
	case "server":
		h.elsewhere = otherServer{draft: in.Field("url")}
	case "root":
		h.draftRoot(in.Field("uri"))
	case "root-name":
		h.draftTitle(in.Args["name"], in.Field("title"))
	default:
		if q := h.question(owner); q != nil && q.Form != nil {
			q.Draft = readDraft(q.Form, in.Form)
		}
	}
}

// formTool is the open tool, or nil when in comes from the form of another that
// was open when the page was last drawn. The caller holds h.mu.
func (h *Host) formTool(in Intent) *Tool {
	t := h.findTool(h.tool)
	if name, ok := in.Args["tool"]; ok && t != h.findTool(name) {
		return nil
	}
	return t
}

// callOpenTool calls the open tool if its arguments are right. The caller holds
// h.mu.
func (h *Host) callOpenTool(in Intent) {
	if t, args := h.openCall(in); t != nil {
		h.begin(t.Name, args)
	}
}

// openCall is the open tool with the arguments that its form holds, or nil when
// they are not right. The caller holds h.mu.
func (h *Host) openCall(in Intent) (*Tool, json.RawMessage) {
	t := h.formTool(in)
	if t == nil {
		return nil, nil
	}
	h.args = readDraft(t.Input, in.Form)
	args, problems := readArgs(t, h.args)
	h.argIssues = problems
	if len(problems) > 0 {
		h.refused++
		return nil, nil
	}
	return t, args
}
