package web

import (
	"context"
	"slices"

	"askback/playground/design"
	"askback/playground/exercise"
	"askback/playground/exercise/course"
	"askback/playground/host"
)

// ExerciseRegions returns what can change on the page with the exercises, in
// document order; [Regions] has the rest.
func ExerciseRegions(s course.State) []Region {
	live := awake(s.Host)
	var written *design.State
	var t *task
	if s.Open != nil && s.Open.Designer != nil {
		live = true // it needs no server
		written, t = s.Open.Designer, &task{s.Open.Design.Sent, rightChecks(s.Open), len(s.Open.Checks), s.Open.Unjudged()}
	}
	return append([]Region{
		{ID: "exercises", View: exerciseList(s, live)},
		{ID: "exercise", View: exerciseBrief(s.Open, live)},
		{ID: "checks", View: exerciseChecks(s.Open, live, s.Host.Messages)},
	}, designRegions(written, t)...)
}

// All returns every region of the page, in document order. Until there are
// exercises, what the static build drew of them stays.
func All(s course.State) []Region {
	if s.Packs == nil {
		return Regions(s.Host)
	}
	return slices.Concat(ExerciseRegions(s), Regions(s.Host))
}

// exerciseAttention leads to an exercise that has just been opened, and says how
// many checks are right when that has changed.
func exerciseAttention(ctx context.Context, before, now course.State, did host.Intent) (focus, announce string) {
	if now.Open == nil {
		return "", ""
	}
	if before.Open == nil || before.Open.Pack != now.Open.Pack {
		return "exercise", say(ctx, "Exercise: %s", now.Open.Pack.Title.In(languageOf(ctx).Tag))
	}
	right := rightChecks(now.Open)
	switch {
	case now.Open.Passed && !before.Open.Passed:
		return "", say(ctx, "Everything is right: you have done the exercise.")
	case right != rightChecks(before.Open):
		return "", say(ctx, "%d of %d checks are right.", right, len(now.Open.Checks))
	case now.Open.Designer != nil && before.Open.Designer != nil:
		if now.Open.Design != before.Open.Design && now.Open.Design.Sent {
			return "", say(ctx, "%d of %d checks are right.", right, len(now.Open.Checks))
		}
		return designerAttention(ctx, *before.Open.Designer, *now.Open.Designer, did)
	}
	return "", ""
}

func rightChecks(e *course.Open) (n int) {
	for _, c := range e.Checks {
		if c.Status == exercise.StatusRight {
			n++
		}
	}
	return n
}
