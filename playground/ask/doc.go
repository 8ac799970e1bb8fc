// Package ask is how a tool asks the user back in the middle of a call, and how
// it learns the roots, written once for every protocol version.
//
// A tool body asks with [Q.Form], [Q.URL] and [Q.Roots], as often as it needs,
// one after the other, and marks with [Q.Commit] the point from which it acts:
//
//	ask.AddTool(server, asker, tool, func(ctx context.Context, q *ask.Q, in Input) (Output, error) {
//		answer, err := q.Form(ctx, "which", "Which note?", schema)
//		if err != nil {
//			return Output{}, err // as it is: the package knows what to make of it
//		}
//		if answer.Action != ask.Accept {
//			return Output{Outcome: "kept"}, nil
//		}
//		if err := q.Commit(ctx); err != nil {
//			return Output{}, err
//		}
//		return act(answer.String("note"))
//	})
//
// Under 2025-06-18 and 2025-11-25 each question is a request from the server,
// and the body waits in it. Under 2026-07-28 the server never sends requests:
// the body ends with an InputRequiredResult, and when the client retries with
// the answer it runs again from the top, with the answers given so far replayed
// from the sealed requestState. A body must therefore have no effect before
// [Q.Commit]; after it, it cannot ask.
//
// The other end, answering, is here too, because it shares the work-arounds for
// what go-sdk loses on the way: see [Wire], [Answering] and [Call].
//
// This package does not know what is asked for: no notes, no tickets. It does
// not draw forms either; see package form.
package ask
