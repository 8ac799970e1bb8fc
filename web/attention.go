package web

import (
	"context"
	"slices"

	"askback/playground/host"
)

// Attention says where to lead a person whose page has gone from one state to
// another: the id of the element to focus, and a sentence for those who do not
// see the page. Either may be empty. did is what the person did last.
//
// The focus moves when something calls for an answer, when what had it is gone,
// and to the result of a call; it is never taken from another question, nor from
// somebody who is typing.
func Attention(before, now host.State, did host.Intent) (focus, announce string) {
	focus, announce = attention(before, now, did)
	if did.Action == "draft" {
		focus = ""
	}
	return focus, announce
}

func attention(before, now host.State, did host.Intent) (focus, announce string) {
	ctx := context.Background()
	if settled(before, now, did) && len(now.Questions) > 0 {
		focus = key("question", now.Questions[0].ID) // the card that had the focus is gone
	}
	for _, q := range drawnQuestions(now) {
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
	if focus != "" || announce != "" {
		return focus, announce
	}
	for _, c := range slices.Backward(now.Calls) {
		if c.End.IsZero() || ended(before, c.ID) {
			continue
		}
		announce = say(ctx, "%s: %s", theirs(c.Tool), statusWord(ctx, c))
		if len(now.Questions) == 0 {
			focus = keyN("call", c.ID)
		}
		break
	}
	return focus, announce
}

// settled reports whether the person has just dealt with a question: it waited
// before and does no more.
func settled(before, now host.State, did host.Intent) bool {
	_, was := questionByID(before, did.Args["id"])
	_, is := questionByID(now, did.Args["id"])
	return was && !is
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
