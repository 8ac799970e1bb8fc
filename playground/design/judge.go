package design

import (
	"strings"
	"unicode/utf8"

	"askback/playground/form"
)

// A judge collects why points are not met.
type judge struct{ reasons map[string][]form.Finding }

// add notes a reason about the value at path; pairs are keys and values of its
// parameters.
func (j judge) add(point, path, code string, pairs ...any) {
	f := form.Finding{Severity: form.SeverityInfo, Path: path, Code: code}
	for i := 0; i+1 < len(pairs); i += 2 {
		if f.Params == nil {
			f.Params = map[string]any{}
		}
		f.Params[pairs[i].(string)] = pairs[i+1]
	}
	j.reasons[point] = append(j.reasons[point], f)
}

// message judges the message for itself. That there is none, the linter says.
func (j judge) message(message string) {
	if strings.TrimSpace(message) == "" {
		return
	}
	if fitsAnything(message) {
		j.add(PointMessage, "", ReasonGeneric)
	}
	if n := utf8.RuneCountInString(message); n > maxMessage {
		j.add(PointMessage, "", ReasonLong, "length", n, "max", maxMessage)
	} else if n := sentences(message); n > maxSentences {
		j.add(PointMessage, "", ReasonSentences, "count", n, "max", maxSentences)
	}
	for _, word := range fields(message) {
		if isTerm(word) {
			j.add(PointMessage, "", ReasonJargon, "word", word)
			break
		}
	}
}

// words judges whether the message names things as the program does. Only words
// that look like it count: a field may be called "note", and so is a note.
func (j judge) words(message string, all []form.Field) {
	own := map[string]bool{}
	for _, f := range all {
		own[f.Name] = strings.Contains(f.Name, "_")
		for _, o := range f.Options {
			own[o.Value] = o.Label() != o.Value && !strings.Contains(o.Label(), o.Value) && strings.ContainsAny(o.Value, "0123456789_")
		}
	}
	for _, word := range fields(message) {
		if own[word] || isIdentifier(word) {
			j.add(PointMessage, "", ReasonMessageID, "word", word)
			return
		}
	}
}

// form judges the fields that can be drawn.
func (j judge) form(message string, all []form.Field) {
	if n := len(all); n > maxFields {
		j.add(PointSchema, "/properties", ReasonManyFields, "count", n, "max", maxFields)
	}
	consent := false
	for i := range all {
		f := &all[i]
		path := form.Pointer("properties", f.Name)
		// What has a default is a setting, not a question.
		if typed := f.Kind == form.KindText || f.Kind == form.KindNumber || f.Kind == form.KindInteger; typed && f.Default == nil {
			j.add(PointProse, path, ReasonProse)
		}
		if f.Title != "" && isIdentifier(f.Title) {
			j.add(PointSchema, path, ReasonTitleID, "title", f.Title)
		}
		if declines(f.Label()) {
			j.add(PointMapping, path, ReasonDeclines, "label", f.Label())
		}
		j.options(f, path)
		if f.Kind == form.KindBoolean && f.Required {
			consent = true
			if f.Default == true {
				j.add(PointSchema, path+"/default", ReasonPresumed)
			}
		}
	}
	if destroys(message) && !consent {
		j.add(PointSchema, "/properties", ReasonNoConsent)
	}
}

func (j judge) options(f *form.Field, path string) {
	switch n := len(f.Options); {
	case f.Kind != form.KindSingleSelect && f.Kind != form.KindMultiSelect:
		return
	case n < minOptions && f.Kind == form.KindSingleSelect:
		j.add(PointSchema, path, ReasonOneOption)
	case n > maxOptions:
		j.add(PointSchema, path, ReasonManyOptions, "count", n, "max", maxOptions)
	}
	identified := false
	for _, o := range f.Options {
		if declines(o.Label()) {
			j.add(PointMapping, path, ReasonDeclines, "label", o.Label())
		}
		if !identified && isIdentifier(o.Label()) {
			identified = true // one says it for all
			j.add(PointSchema, path, ReasonOptionID, "value", o.Label())
		}
	}
}
