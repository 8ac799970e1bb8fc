package web

import (
	"context"

	"askback/playground/host"
)

// Attention says where to lead a person whose page has gone from one state to
// another: the id of the element to focus, and a sentence for those who do not
// see the page. Either may be empty. The focus moves only when something calls
// for an answer or has gone from under it; it is never taken from another
// question.
func Attention(before, now host.State) (focus, announce string) {
	ctx := context.Background()
	for _, q := range now.Questions {
		was, ok := questionByID(before, q.ID)
		switch id := key("question", q.ID); {
		case !ok:
			if len(before.Questions) == 0 {
				focus = id
			}
			announce = askedBy(ctx, q)
		case q.Attempts != was.Attempts:
			return id + "-summary", ""
		}
	}
	if now.ArgAttempts != before.ArgAttempts {
		return key("args", now.Tool) + "-summary", ""
	}
	if focus != "" || announce != "" || len(now.Calls) == 0 {
		return focus, announce
	}
	// A call that ended. When its question was the last, the focus was in it.
	c := now.Calls[len(now.Calls)-1]
	if !c.End.IsZero() && !ended(before, c.ID) {
		announce = say(ctx, "%s: %s", theirs(c.Tool), statusWord(ctx, c))
		if len(now.Questions) == 0 {
			focus = keyN("call", c.ID)
		}
	}
	return focus, announce
}

func questionByID(s host.State, id string) (host.Question, bool) {
	for _, q := range s.Questions {
		if q.ID == id {
			return q, true
		}
	}
	return host.Question{}, false
}

func ended(s host.State, call int) bool {
	for _, c := range s.Calls {
		if c.ID == call {
			return !c.End.IsZero()
		}
	}
	return false
}
