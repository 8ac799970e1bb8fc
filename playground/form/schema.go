package form

import "encoding/json"

// Kind is what a field is drawn as.
type Kind string

const (
	KindText         Kind = "text"
	KindEmail        Kind = "email"
	KindURI          Kind = "uri"
	KindDate         Kind = "date"
	KindDateTime     Kind = "date-time"
	KindNumber       Kind = "number"
	KindInteger      Kind = "integer"
	KindBoolean      Kind = "boolean"
	KindSingleSelect Kind = "single-select"
	KindMultiSelect  Kind = "multi-select"
)

// Schema is a form: the fields in the order in which they were sent or
// written. The zero value is a form without fields. A Schema that came from
// [Parse] must not be changed; then it is safe for concurrent use.
type Schema struct {
	Fields []Field

	raw json.RawMessage // as sent; nil if built in Go
}

// Field returns the field called name.
func (s *Schema) Field(name string) (*Field, bool) {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return &s.Fields[i], true
		}
	}
	return nil, false
}

// Field is one field of a form. Name, Title, Description and the options are
// the server's words: untrusted text.
type Field struct {
	Name        string // the key of the answer
	Title       string // may be empty; see Label
	Description string
	Kind        Kind
	Required    bool

	// Default is what the form shows at first: a string, an int64 (integer), a
	// float64 (number), a bool or a []string (multi-select); nil if there is
	// none. A default that the field itself would refuse is not kept.
	Default any

	MinLength, MaxLength *int // code points of a text
	MinItems, MaxItems   *int // options of a multi-select

	// Bounds of a number as written in the schema, "" for none. As text they
	// are exact, and ready for a form control.
	Minimum, Maximum                   json.Number
	ExclusiveMinimum, ExclusiveMaximum json.Number

	Options []Option // of a select

	// Pattern is the schema's pattern, for display; see PatternChecked.
	Pattern string

	matcher   *matcher
	secret    bool // format "password", which is none of the four
	enumNames bool // the titles came so, which is deprecated and permitted (A4.12)
}

// Label is the title, or the name if there is none.
func (f Field) Label() string {
	if f.Title != "" {
		return f.Title
	}
	return f.Name
}

// PatternChecked reports whether answers are held to Pattern. A pattern that
// Go cannot run, or only at too great a cost, is a hint for the person.
func (f Field) PatternChecked() bool { return f.matcher != nil }

// Option is one choice of a select: Value is sent, Title is shown.
type Option struct {
	Value string
	Title string // may be empty; see Label
}

// Label is the title, or the value if there is none.
func (o Option) Label() string {
	if o.Title != "" {
		return o.Title
	}
	return o.Value
}

func (f *Field) hasOption(value string) bool {
	for _, o := range f.Options {
		if o.Value == value {
			return true
		}
	}
	return false
}
