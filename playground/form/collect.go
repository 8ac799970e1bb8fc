package form

import (
	"slices"
	"strings"
)

// Collect is the draft that the controls of a page hold, each a name and a value,
// in order. All fields were drawn, so none of them counts as untouched. What is no
// field of the schema is left out.
func (s *Schema) Collect(controls [][2]string) Draft {
	draft := make(Draft, len(s.Fields))
	for i := range s.Fields {
		draft.Set(s.Fields[i].Name)
	}
	for _, c := range controls {
		i := Drawn(s.Fields, func(f Field) string { return f.Name }, c[0])
		if i < 0 {
			continue
		}
		f := &s.Fields[i]
		value := f.drawnValue(c[1])
		if f.Kind == KindMultiSelect || f.Kind == KindDateTime || value == Unfinished {
			draft[f.Name] = append(draft[f.Name], value)
		} else {
			draft.Set(f.Name, value) // a checkbox is preceded by a hidden control that says false
		}
	}
	return draft
}

// drawnValue is what a control of f stands for that has this value on the page.
func (f *Field) drawnValue(value string) string {
	if i := Drawn(f.Options, func(o Option) string { return o.Value }, value); i >= 0 {
		return f.Options[i].Value
	}
	return value
}

// Drawn is the index of the one among all whose name came back from a page as text:
// which is called so, or else which a page gives back so. It is -1 for none.
//
// A server may choose any text for a name, and a page cannot hold every text: HTML
// has no NUL, and one kind of line break.
func Drawn[T any](all []T, name func(T) string, text string) int {
	if i := slices.IndexFunc(all, func(x T) bool { return name(x) == text }); i >= 0 {
		return i
	}
	held := strings.NewReplacer("\x00", "\uFFFD", "\r\n", "\n", "\r", "\n")
	return slices.IndexFunc(all, func(x T) bool { return held.Replace(name(x)) == text })
}
