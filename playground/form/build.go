package form

import (
	"encoding/json"
	"slices"
	"strconv"
)

// Object is a schema written in Go: its fields in the order given. What Parse
// would refuse, such as two fields of one name, MarshalJSON refuses.
func Object(fields ...Field) *Schema {
	s := &Schema{Fields: slices.Clone(fields)}
	for i := range s.Fields {
		f := &s.Fields[i]
		// A default that the field refuses stays, for MarshalJSON to report.
		if value, problem := f.check(f.Default); problem == nil {
			f.Default = value
		}
	}
	return s
}

// Text is a field for a text of any kind.
func Text(name, title string) Field { return Field{Name: name, Title: title, Kind: KindText} }

// Email is a field for an email address.
func Email(name, title string) Field { return Field{Name: name, Title: title, Kind: KindEmail} }

// URI is a field for a URI. A URL that the person is to open does not belong
// in a form (A10.3); it is asked for in URL mode.
func URI(name, title string) Field { return Field{Name: name, Title: title, Kind: KindURI} }

// Date is a field for a calendar date.
func Date(name, title string) Field { return Field{Name: name, Title: title, Kind: KindDate} }

// DateTime is a field for a date and time with its offset.
func DateTime(name, title string) Field { return Field{Name: name, Title: title, Kind: KindDateTime} }

// Number is a field for a number.
func Number(name, title string) Field { return Field{Name: name, Title: title, Kind: KindNumber} }

// Integer is a field for a whole number.
func Integer(name, title string) Field { return Field{Name: name, Title: title, Kind: KindInteger} }

// Boolean is a field for yes or no.
func Boolean(name, title string) Field { return Field{Name: name, Title: title, Kind: KindBoolean} }

// OneOf is a field for one of the options.
func OneOf(name, title string, options ...Option) Field {
	return Field{Name: name, Title: title, Kind: KindSingleSelect, Options: options}
}

// SomeOf is a field for any of the options (multi-select). It exists since
// 2025-11-25.
func SomeOf(name, title string, options ...Option) Field {
	return Field{Name: name, Title: title, Kind: KindMultiSelect, Options: options}
}

// Require is f as a required field.
func (f Field) Require() Field {
	f.Required = true
	return f
}

// Describe is f with a description.
func (f Field) Describe(description string) Field {
	f.Description = description
	return f
}

// WithDefault is f with a default: a string, a number of any Go type, a bool
// or a []string, as the kind asks.
func (f Field) WithDefault(value any) Field {
	f.Default = value
	return f
}

// Length is f with a length of least to most code points. A negative number
// sets no bound.
func (f Field) Length(least, most int) Field {
	f.MinLength, f.MaxLength = bounds(least, most)
	return f
}

// Count is f with a number of choices from least to most. A negative number
// sets no bound.
func (f Field) Count(least, most int) Field {
	f.MinItems, f.MaxItems = bounds(least, most)
	return f
}

func bounds(least, most int) (lower, upper *int) {
	if least >= 0 {
		lower = &least
	}
	if most >= 0 {
		upper = &most
	}
	return lower, upper
}

// AtLeast is f with a lower bound of its value.
func (f Field) AtLeast(bound float64) Field {
	f.Minimum = number(bound)
	return f
}

// AtMost is f with an upper bound of its value.
func (f Field) AtMost(bound float64) Field {
	f.Maximum = number(bound)
	return f
}

func number(value float64) json.Number {
	return json.Number(strconv.FormatFloat(value, 'f', -1, 64))
}
