package ask

import (
	"context"
	"encoding/json"
	"fmt"

	"askback/playground/form"
)

// An Action is what the person did with a question. There are exactly three
// (mcp-rules A5.1), and they are never the same: decline is a no, cancel is no
// choice at all and may be asked again.
type Action string

const (
	Accept  Action = "accept"
	Decline Action = "decline"
	Cancel  Action = "cancel"
)

// An Answer is what came back to a question, checked against what was asked.
type Answer struct {
	Action Action `json:"action"`
	// Content holds the fields of an accepted form and nothing that was not
	// asked for. It is nil in URL mode and unless Action is Accept.
	Content map[string]any `json:"content,omitempty"`

	finished func(context.Context) error
}

// String returns the text, or the single choice, given for field; empty when
// the person left it out.
func (a Answer) String(field string) string {
	s, _ := a.Content[field].(string)
	return s
}

// Bool reports whether field was answered with true, and nothing that merely
// looks like it.
func (a Answer) Bool(field string) bool {
	b, _ := a.Content[field].(bool)
	return b
}

// Finished tells the client that the interaction behind an accepted URL is
// over, where the protocol version has a notice for that (2025-11-25,
// mcp-rules A6). Elsewhere it does nothing: there a client learns by calling
// again. It may be called after the call has ended.
func (a Answer) Finished(ctx context.Context) error {
	if a.finished == nil {
		return nil
	}
	return a.finished(ctx)
}

// readElicit turns what a client sent for a question into an Answer. The same
// rules hold in every era; schema is nil in URL mode.
func readElicit(key string, schema *form.Schema, action string, content map[string]any) (Answer, error) {
	switch Action(action) {
	case Decline, Cancel:
		// Whatever else came with it means nothing (mcp-rules A5.6).
		return Answer{Action: Action(action)}, nil
	case Accept:
	default:
		return Answer{}, &AnswerError{Key: key, Reason: fmt.Sprintf("the action is %q; it must be accept, decline or cancel", action)}
	}
	if schema == nil {
		return Answer{Action: Accept}, nil
	}
	if content == nil {
		content = map[string]any{} // valid only if no field is required
	}
	clean, problems := schema.Validate(content)
	if len(problems) > 0 {
		return Answer{}, &AnswerError{Key: key, Reason: problems[0].Error()}
	}
	return Answer{Action: Accept, Content: clean}, nil
}

// decodeAnswer reads an Answer back from a sealed state. The schema makes the
// values what they were: JSON knows no integers.
func decodeAnswer(key string, schema *form.Schema, raw json.RawMessage) (Answer, error) {
	var a Answer
	if err := json.Unmarshal(raw, &a); err != nil {
		return Answer{}, err
	}
	return readElicit(key, schema, string(a.Action), a.Content)
}
