package design

import (
	"encoding/json"
	"slices"
	"strings"

	"askback/playground/ask"
	"askback/playground/host"
)

// Question is the id of the question that is looked at.
const Question = "preview"

// Handle does what the author wants, and returns at once. Intents are those of the
// page script, see [host.Intent]; these are the actions:
//
//	draft       for=design; form: message, schema   what is written
//	draft       for=preview; form                   what is entered into the form
//	answer      id=preview; form                    try to send it
//	decline     id=preview
//	cancel      id=preview
//	ask-again                                       put the question again
//	version     value                               look at it as a client of this version
//	format      value                               write it out in this format
//	example     name                                write this in place of what is there
//	tidy                                            lay out the schema
//	take-apart                                      take message and schema out of a whole request
//	bring-back                                      bring back what was there before one of those
//	vouch       form: point…                        answer for these points of the rubric, and no others
//	place       hash                                write what a link carries
//
// What makes no sense does nothing.
func (d *Designer) Handle(in host.Intent) {
	d.update(func() {
		switch in.Action {
		case "draft", "answer", "decline", "cancel":
			d.enter(in)
		case "ask-again":
			d.ask()
			d.look()
		case "version":
			if v := in.Args["value"]; slices.Contains(Versions(), v) && v != d.state.Version {
				d.state.Version = v
				d.ask()
				d.look()
			}
		case "format":
			if f := in.Args["value"]; slices.Contains(Formats(), f) {
				d.state.Format = f
				d.look()
			}
		case "vouch":
			w, ids := d.written(), []string{}
			for _, control := range in.Form {
				ids = append(ids, control[1])
			}
			w.Vouched = strings.Join(vouchable(ids), ",")
			d.write(w)
		case "place":
			if w, ok := readLink(in.Args["hash"]); ok && w != d.written() {
				d.load(w)
				d.relink()
			}
		default:
			d.rewrite(in)
		}
	})
}

// Takes reports whether an intent is for the designer on a page that has a host
// too, whose intents have the same names.
func Takes(in host.Intent) bool {
	switch in.Action {
	case "draft", "answer", "decline", "cancel":
		return in.Args["for"] == "design" || in.Args["for"] == Question || in.Args["id"] == Question
	case "ask-again", "version", "format", "tidy", "take-apart", "bring-back":
		return true
	}
	return false
}

// rewrite puts something else in place of what is written. The caller holds d.mu.
func (d *Designer) rewrite(in host.Intent) {
	switch in.Action {
	case "example":
		for _, e := range d.examples {
			if e.Name == in.Args["name"] {
				d.load(e.written())
			}
		}
	case "tidy":
		if !d.state.Stale && d.isJSON() {
			w := d.written()
			w.Schema = tidy(json.RawMessage(w.Schema), "", "  ")
			d.load(w)
		}
	case "take-apart":
		if message, schema, ok := takeApart(d.state.Schema); ok {
			d.load(written{Message: message, Schema: schema})
		}
	case "bring-back":
		if d.state.Before {
			d.load(d.before)
		}
	}
}

// enter does what concerns what is written, or what is entered into the form. The
// caller holds d.mu.
func (d *Designer) enter(in host.Intent) {
	s := &d.state
	switch {
	case in.Action == "draft" && in.Args["for"] == "design":
		w := d.written()
		for _, control := range in.Form {
			switch text := strings.ReplaceAll(control[1], "\r\n", "\n"); control[0] {
			case "message":
				w.Message = text
			case "schema":
				w.Schema = text
			}
		}
		if w != d.written() {
			d.write(w)
		}
	case s.Sent != nil || in.Args["for"] != Question && in.Args["id"] != Question:
	case s.Form == nil && len(s.Changes) > 0: // such a client is not asked
	case in.Action == "decline":
		d.send(ask.Decline, nil)
	case in.Action == "cancel":
		d.send(ask.Cancel, nil)
	case s.Form == nil:
	case in.Action == "draft":
		s.Draft = s.Form.Collect(in.Form)
	default:
		d.answer(in)
	}
}

// answer tries to send what is entered. The caller holds d.mu.
func (d *Designer) answer(in host.Intent) {
	s := &d.state
	s.Draft = s.Form.Collect(in.Form)
	content, problems := s.Form.Read(s.Draft)
	if s.Problems = problems; problems != nil {
		s.Attempts++
		return
	}
	// The client has seen less than the server asks.
	_, s.Doubts = d.schema.Validate(content)
	d.send(ask.Accept, content)
}

// send makes the result that the client would send. The caller holds d.mu.
func (d *Designer) send(action ask.Action, content map[string]any) {
	s := &d.state
	s.Answers++
	text := `{"action":` + quoteJSON(string(action))
	if action == ask.Accept {
		var members []string
		for _, f := range s.Form.Fields {
			if value, ok := content[f.Name]; ok {
				members = append(members, quoteJSON(f.Name)+":"+valueJSON(value))
			}
		}
		text += `,"content":{` + strings.Join(members, ",") + "}"
	}
	s.Sent = json.RawMessage(text + "}")
}

func valueJSON(value any) string {
	switch value := value.(type) {
	case string:
		return quoteJSON(value)
	case []string:
		quoted := make([]string, len(value))
		for i := range value {
			quoted[i] = quoteJSON(value[i])
		}
		return "[" + strings.Join(quoted, ",") + "]"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return "null" // not a value that a form reads
	}
	return string(text)
}
