package form

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MarshalJSON is the requestedSchema: as it was sent, if it came from [Parse],
// else in the canonical form of the current version, fields in order. It fails
// for what Parse would refuse, and for a default that its field refuses.
func (s *Schema) MarshalJSON() ([]byte, error) {
	if s.raw != nil {
		return bytes.Clone(s.raw), nil
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Default == nil {
			continue
		}
		if _, problem := f.check(f.Default); problem != nil {
			return nil, fmt.Errorf("schema: default of %w", problem)
		}
	}
	raw := encode(s.Fields, Version20260728)
	if _, err := Parse(raw); err != nil {
		return nil, err
	}
	return raw, nil
}

// encode writes fields in the definitions of version. What the version cannot
// say is left out; see [Schema.For] for what that is.
func encode(fields []Field, version string) json.RawMessage {
	var properties, required []string
	for i := range fields {
		f := &fields[i]
		properties = append(properties, quote(f.Name)+":"+f.encode(version))
		if f.Required {
			required = append(required, quote(f.Name))
		}
	}
	text := `{"type":"object","properties":{` + strings.Join(properties, ",") + `}`
	if required != nil {
		text += `,"required":` + list(required)
	}
	return json.RawMessage(text + "}")
}

// object writes the members of a JSON object in the order they are added.
type object struct{ b strings.Builder }

func (o *object) add(key, value string) {
	if o.b.Len() > 0 {
		o.b.WriteByte(',')
	}
	o.b.WriteString(quote(key) + ":" + value)
}

func (o *object) addText(key, value string) {
	if value != "" {
		o.add(key, quote(value))
	}
}

func (o *object) addCount(key string, value *int) {
	if value != nil {
		o.add(key, strconv.Itoa(*value))
	}
}

func (o *object) addNumber(key string, value json.Number) {
	if value != "" {
		o.add(key, value.String())
	}
}

func (o *object) String() string { return "{" + o.b.String() + "}" }

func (f *Field) encode(version string) string {
	var o object
	switch f.Kind {
	case KindNumber, KindInteger, KindBoolean:
		o.add("type", quote(string(f.Kind)))
	case KindMultiSelect:
		o.add("type", `"array"`)
	default:
		o.add("type", `"string"`)
	}
	o.addText("title", f.Title)
	o.addText("description", f.Description)
	switch f.Kind {
	case KindEmail, KindURI, KindDate, KindDateTime:
		o.add("format", quote(string(f.Kind)))
	case KindSingleSelect:
		titled := "oneOf"
		if version == Version20250618 || f.enumNames {
			titled = "enumNames"
		}
		encodeOptions(&o, f.Options, titled)
	case KindMultiSelect:
		o.add("items", encodeItems(f.Options))
		o.addCount("minItems", f.MinItems)
		o.addCount("maxItems", f.MaxItems)
	}
	o.addCount("minLength", f.MinLength)
	o.addCount("maxLength", f.MaxLength)
	o.addNumber("minimum", f.Minimum)
	o.addNumber("maximum", f.Maximum)
	if f.Default != nil && (version != Version20250618 || f.Kind == KindBoolean) {
		o.add("default", encodeDefault(f.Default))
	}
	return o.String()
}

// encodeOptions writes options as a plain enum, or with their titles in the
// keyword titled: oneOf, anyOf, or enumNames, the only one that 2025-06-18 has
// (A4.7, A4.9).
func encodeOptions(o *object, options []Option, titled string) {
	values := make([]string, len(options))
	names := make([]string, len(options))
	pairs := make([]string, len(options))
	for i, option := range options {
		values[i], names[i] = quote(option.Value), quote(option.Label())
		pairs[i] = `{"const":` + values[i] + `,"title":` + names[i] + `}`
	}
	switch {
	case !anyTitled(options):
		o.add("enum", list(values))
	case titled == "enumNames":
		o.add("enum", list(values))
		o.add(titled, list(names))
	default:
		o.add(titled, list(pairs))
	}
}

// encodeItems is {"type":"string","enum":[…]} or {"anyOf":[…]}, the latter
// without a type (A4.10, A4.11).
func encodeItems(options []Option) string {
	var items object
	if !anyTitled(options) {
		items.add("type", `"string"`)
	}
	encodeOptions(&items, options, "anyOf")
	return items.String()
}

func anyTitled(options []Option) bool {
	return slices.ContainsFunc(options, func(o Option) bool { return o.Label() != o.Value })
}

// list is a JSON array of values that are JSON already.
func list(values []string) string { return "[" + strings.Join(values, ",") + "]" }

func encodeDefault(value any) string {
	switch value := value.(type) {
	case string:
		return quote(value)
	case []string:
		quoted := make([]string, len(value))
		for i := range value {
			quoted[i] = quote(value[i])
		}
		return list(quoted)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return "null" // not a value that check lets through
	}
	return string(text)
}
