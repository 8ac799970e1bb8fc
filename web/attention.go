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
func Attention(ctx context.Context, before, now host.State, did host.Intent) (focus, announce string) {
	focus, announce = attention(ctx, before, now, did)
	if did.Action == "draft" {
		focus = ""
	}
	return focus, announce
}

func attention(ctx context.Context, before, now host.State, did host.Intent) (focus, announce string) {
	switch {
	case settled(before, now, did) && len(now.Questions) > 0: // the card that had the focus is gone
		focus = key("question", current(now))
	case did.Action == "question" && current(now) != current(before):
		focus = key("question", current(now))
	}
	for _, q := range now.Questions {
		was, ok := questionByID(before, q.ID)
		switch id := key("question", q.ID); {
		case !ok:
			if len(before.Questions) == 0 {
				focus = key("question", current(now))
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
	if focus, announce, ok := compareAttention(ctx, before, now); ok {
		return focus, announce
	}
	if focus, announce, ok := wireAttention(ctx, before, now, did); ok {
		return focus, announce
	}
	focus, announce = visitAttention(ctx, before, now)
	for _, c := range slices.Backward(now.Calls) {
		if c.End.IsZero() || ended(before, c.ID) {
			continue
		}
		announce = say(ctx, "%s: %s", theirs(c.Tool), statusWord(ctx, c))
		if len(now.Questions) == 0 && !visited(now, c.ID) {
			focus = keyN("call", c.ID)
		}
		break
	}
	return focus, announce
}

// visitAttention leads to the card of a page that was just opened, and from one
// that was just closed to the call that it was for.
func visitAttention(ctx context.Context, before, now host.State) (focus, announce string) {
	for _, v := range now.Visits {
		was, ok := visitByID(before, v.ID)
		switch {
		case !ok:
			focus = key("visit", v.ID)
		case v.Finished && !was.Finished:
			announce = say(ctx, "The server says that the page of %s is finished.", theirs(v.URL.Host))
		}
	}
	for _, v := range before.Visits {
		if _, open := visitByID(now, v.ID); !open && focus == "" && len(now.Questions) == 0 {
			focus = keyN("call", v.Call)
		}
	}
	return focus, announce
}

func visitByID(s host.State, id string) (host.Visit, bool) {
	for _, v := range s.Visits {
		if v.ID == id {
			return v, true
		}
	}
	return host.Visit{}, false
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
