package exercise

import (
	"slices"
	"strings"

	"askback/playground/form"
)

func doAsked(r *run, args []string) error {
	q := r.question()
	expected := fact(FactForm, "fields", append([]string{}, args[1:]...))
	switch args[0] {
	case "nothing":
		if q != nil {
			return r.fail(fact(FactNothing), q.fact())
		}
		if r.call == nil {
			return r.fail(fact(FactNothing), fact(FactNoCall))
		}
		return nil
	case "url":
		if q == nil || q.mode != "url" {
			return r.fail(fact(FactURL, "url", "…"), r.now())
		}
	default:
		if q == nil || q.schema == nil || !sameSet(q.fields(), args[1:]) {
			return r.fail(expected, r.now())
		}
	}
	beside := 0
	for _, x := range r.call.questions {
		if x.seq == q.seq {
			beside++
		}
	}
	if beside > 1 {
		return r.fail(fact(FactMessages, "method", "elicitation/create", "count", 1), fact(FactMessages, "method", "elicitation/create", "count", beside))
	}
	return nil
}

// sameSet compares lists whose order does not matter.
func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// options are those of the form that is asked.
func (s *scene) options() ([]form.Option, bool) {
	q := s.question()
	if q == nil || q.schema == nil {
		return nil, false
	}
	var out []form.Option
	for _, f := range q.schema.Fields {
		out = append(out, f.Options...)
	}
	return out, true
}

func doOffered(r *run, args []string) error {
	expected := fact(FactOptions, "values", args)
	options, ok := r.options()
	if !ok {
		return r.fail(expected, r.now())
	}
	got := []string{}
	for _, o := range options {
		got = append(got, o.Value)
	}
	if !sameSet(got, args) {
		return r.fail(expected, fact(FactOptions, "values", got))
	}
	return nil
}

func doTitled(r *run, args []string) error {
	expected := fact(FactOwnTitles)
	if len(args) > 0 {
		expected = fact(FactTitles, "values", args)
	}
	options, ok := r.options()
	if !ok {
		return r.fail(expected, r.now())
	}
	got, own := []string{}, len(options) > 0
	for _, o := range options {
		own = own && o.Title != "" && o.Title != o.Value && !slices.Contains(got, o.Title)
		got = append(got, o.Label())
	}
	if len(args) == 0 && !own || len(args) > 0 && !sameSet(got, args) {
		return r.fail(expected, fact(FactTitles, "values", got))
	}
	return nil
}

func doField(r *run, args []string) error {
	required := map[string]string{"required": "yes", "optional": "no"}[strings.Join(args[2:], "")]
	expected := fact(FactField, "name", args[0], "kind", args[1], "required", required)
	q := r.question()
	if q == nil || q.schema == nil {
		return r.fail(expected, r.now())
	}
	f, ok := q.schema.Field(args[0])
	if !ok {
		return r.fail(expected, fact(FactNoField, "name", args[0]))
	}
	is := "no"
	if f.Required {
		is = "yes"
	}
	if string(f.Kind) != args[1] || required != "" && is != required {
		return r.fail(expected, fact(FactField, "name", args[0], "kind", string(f.Kind), "required", is))
	}
	return nil
}

func doSays(r *run, args []string) error {
	text := ""
	switch q := r.question(); {
	case q != nil && !r.ended:
		text = q.message
	case r.call != nil && r.call.result != nil:
		text = r.call.result.text
	}
	for _, part := range args {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(part)) {
			return r.fail(fact(FactSays, "text", part), fact(FactText, "text", shorten(text)))
		}
	}
	return nil
}

func doLeads(r *run, args []string) error {
	q := r.question()
	if q == nil || q.mode != "url" || !strings.HasPrefix(q.url, args[0]) {
		return r.fail(fact(FactURL, "url", args[0]+"…"), r.now())
	}
	return nil
}

func doIdentified(r *run, args []string) error {
	q := r.question()
	if q == nil {
		return r.fail(fact(FactIDs, "yes", args[0]), r.now())
	}
	is := "no"
	if q.id != "" {
		is = "yes"
	}
	if is != args[0] {
		return r.fail(fact(FactIDs, "yes", args[0]), fact(FactIDs, "yes", is))
	}
	return nil
}
