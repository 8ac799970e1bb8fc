package form

import "strings"

// Draft is a form as it stands on the screen: for each field the texts of its
// control. A select has the values chosen; a boolean has "true", "false" or
// nothing; all others have one text. An empty list or an empty text is an
// empty control. Where a control that has one text sent several, the last
// counts: a checkbox that is checked comes after the hidden field that stands
// for an unchecked one. A date-time has one text, or those of a [Moment]. Behind
// a date or date-time that is filled in only in part comes [Unfinished].
//
// A field that is missing from a Draft was not touched, so it shows its
// default. Whoever collects a form from a page must therefore set every field
// it drew, also a group in which nothing is chosen.
type Draft map[string][]string

// Set sets the texts of a field's control.
func (d Draft) Set(name string, values ...string) { d[name] = values }

// Get is the text of a control that has one, or "".
func (d Draft) Get(name string) string {
	if values := d[name]; len(values) > 0 {
		return values[len(values)-1]
	}
	return ""
}

// Has reports whether value is among the texts of a field's control.
func (d Draft) Has(name, value string) bool {
	for _, v := range d[name] {
		if v == value {
			return true
		}
	}
	return false
}

// Defaults is what the form shows at first: an entry for every field, with the
// default filled in where there is one (A4.16).
func (s *Schema) Defaults() Draft {
	d := make(Draft, len(s.Fields))
	for i := range s.Fields {
		d[s.Fields[i].Name] = s.Fields[i].shownDefault()
	}
	return d
}

func (f *Field) shownDefault() []string {
	switch value := f.Default.(type) {
	case nil:
		return []string{}
	case []string:
		return append([]string{}, value...)
	default:
		return []string{text(value)}
	}
}

// Read turns a draft into the content of an accept: typed values, empty
// controls left out, defaults where nothing was touched. It ends in the same
// check as [Schema.Validate] and returns what Validate would. An empty control
// is no answer, so a required text needs a character even where the schema
// would take "". Fields of the draft that the schema does not declare are
// ignored.
func (s *Schema) Read(draft Draft) (content map[string]any, problems []Problem) {
	typed := make(map[string]any, len(s.Fields))
	var unread []Problem
	for i := range s.Fields {
		f := &s.Fields[i]
		shown, touched := draft[f.Name]
		if !touched {
			shown = f.shownDefault()
		}
		value, problem := f.fromControl(shown)
		switch {
		case problem != nil:
			unread = append(unread, *problem)
		case value != nil:
			typed[f.Name] = value
		}
	}
	content, problems = s.Validate(typed)
	if unread == nil {
		return content, problems
	}
	return nil, s.merge(unread, problems)
}

// merge is the problems of both lists, one for a field, in field order; the
// first list goes first. What could not be read is not also missing.
func (s *Schema) merge(first, second []Problem) []Problem {
	byField := make(map[string]Problem, len(first)+len(second))
	for _, p := range second {
		byField[p.Field] = p
	}
	for _, p := range first {
		byField[p.Field] = p
	}
	var all []Problem
	for i := range s.Fields {
		if p, ok := byField[s.Fields[i].Name]; ok {
			all = append(all, p)
		}
	}
	return all
}

// fromControl is the value that the texts of a control stand for, or nil for
// an empty control.
func (f *Field) fromControl(shown []string) (any, *Problem) {
	if f.Kind == KindMultiSelect {
		// Nothing chosen is an answer only where one must be given.
		if len(shown) == 0 && !f.Required {
			return nil, nil
		}
		return shown, nil
	}
	if len(shown) == 0 {
		return nil, nil
	}
	if f.Kind == KindDateTime && len(shown) >= 3 {
		return f.fromMoment(shown)
	}
	last := shown[len(shown)-1]
	switch {
	case last == Unfinished && (f.Kind == KindDate || f.Kind == KindDateTime):
		return nil, f.problem(ProblemUnfinished)
	case f.Kind == KindSingleSelect && last == "" && f.hasOption(""):
		return last, nil // "" is a choice only where it is offered
	case len(last) > MaxText:
		return nil, f.problem(ProblemTooLarge, "max", MaxText)
	case f.Kind == KindSingleSelect || f.Kind == KindText:
		return nonEmpty(last), nil
	}
	typed := strings.TrimSpace(last)
	switch {
	case typed == "":
		return nil, nil
	case f.Kind == KindBoolean:
		return readBoolean(f, typed)
	case f.Kind == KindNumber || f.Kind == KindInteger:
		d, ok := parseDecimal(typed)
		if !ok {
			return nil, f.problem(ProblemNumber)
		}
		return d, nil
	case f.Kind == KindDateTime:
		return withSeconds(typed), nil
	}
	return typed, nil
}

func nonEmpty(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func readBoolean(f *Field, typed string) (any, *Problem) {
	switch typed {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return nil, f.problem(ProblemBoolean)
}

// withSeconds adds the seconds that a browser's control leaves out:
// 2026-07-28T09:30+09:00 is 2026-07-28T09:30:00+09:00.
func withSeconds(typed string) string {
	const minutes = len("2026-07-28T09:30")
	if len(typed) > minutes && strings.IndexByte("Zz+-", typed[minutes]) >= 0 {
		return typed[:minutes] + ":00" + typed[minutes:]
	}
	return typed
}
