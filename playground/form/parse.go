package form

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Parse reads a requestedSchema. The error is an *[Error]. Time and memory are
// bounded by the package's limits, whatever the input.
func Parse(raw json.RawMessage) (*Schema, error) {
	s, err := parse(raw)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func parse(raw json.RawMessage) (*Schema, *Error) {
	root, err := readJSON(raw, MaxSchemaBytes)
	if err != nil {
		return nil, err
	}
	if err := checkRoot(root); err != nil {
		return nil, err
	}
	required, err := readRequired(root)
	if err != nil {
		return nil, err
	}
	s := &Schema{raw: bytes.Clone(raw)}
	if properties := root.get("properties"); properties != nil {
		if count := len(properties.members); count > MaxFields {
			return nil, refuse(CodeTooManyFields, "", "count", count, "max", MaxFields)
		}
		for i := range properties.members {
			p := &properties.members[i]
			f, err := readField(p.key, &p.value)
			if err != nil {
				return nil, err
			}
			f.Required = required[p.key]
			delete(required, p.key)
			s.Fields = append(s.Fields, f)
		}
	}
	for _, name := range root.get("required").strings() {
		if required[name] {
			return nil, refuse(CodeRequired, shorten(name), "name", shorten(name))
		}
	}
	return s, nil
}

// Readable returns those fields of a schema that could be drawn each by itself,
// whatever stands beside them. It is for authors who are not done yet: [Parse] draws
// a form whole or not at all. The error says why nothing can be read; it is an
// *[Error].
func Readable(raw json.RawMessage) ([]Field, error) {
	root, err := readJSON(raw, MaxSchemaBytes)
	if err != nil {
		return nil, err
	}
	properties := root.get("properties")
	if properties == nil {
		return nil, nil
	}
	var fields []Field
	for i := range properties.members[:min(len(properties.members), MaxFields)] {
		p := &properties.members[i]
		f, err := readField(p.key, &p.value)
		if err != nil {
			continue
		}
		f.Required = slices.Contains(root.get("required").strings(), p.key)
		fields = append(fields, f)
	}
	return fields, nil
}

// checkRoot refuses a root that means something else than its properties. A
// root without type or properties is read as an object without fields: it can
// mean nothing else. Lint reports both (A4.1).
func checkRoot(root *node) *Error {
	if root.kind != jsonObject {
		return refuse(CodeNotObject, "")
	}
	if t := root.get("type"); t != nil && !t.isString("object") {
		return refuse(CodeNotObject, "")
	}
	if p := root.get("properties"); p != nil && p.kind != jsonObject {
		return refuse(CodeNotObject, "")
	}
	if d := root.get("$schema"); d != nil && !knownDialect(d) {
		return refuse(CodeDialect, "", "dialect", shorten(d.text))
	}
	for i := range root.members {
		if key := root.members[i].key; assertsOnRoot(key) {
			return refuse(CodeUnsupported, "", "keyword", key)
		}
	}
	return nil
}

// knownDialect reports whether the subset means the same in dialect d as in
// 2020-12, the default (A4.18). Nothing is ever fetched.
func knownDialect(d *node) bool {
	if d.kind != jsonString {
		return false
	}
	uri := strings.TrimSuffix(d.text, "#")
	uri = strings.TrimPrefix(strings.TrimPrefix(uri, "https://"), "http://")
	switch uri {
	case "json-schema.org/draft/2020-12/schema", "json-schema.org/draft/2019-09/schema",
		"json-schema.org/draft-07/schema", "json-schema.org/draft-06/schema":
		return true
	}
	return false
}

// readRequired is the set of required names.
func readRequired(root *node) (map[string]bool, *Error) {
	list := root.get("required")
	if list == nil {
		return nil, nil
	}
	names := list.strings()
	if list.kind != jsonArray || len(names) != len(list.items) {
		return nil, refuse(CodeKeyword, "", "keyword", "required")
	}
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set, nil
}

// strings is the strings among n's items.
func (n *node) strings() []string {
	if n == nil {
		return nil
	}
	var list []string
	for i := range n.items {
		if n.items[i].kind == jsonString {
			list = append(list, n.items[i].text)
		}
	}
	return list
}

// asserts reports whether a keyword narrows what is valid in a way that the
// subset does not have. To ignore one would be to accept answers that the
// schema forbids; to ignore an annotation or an unknown word is harmless.
func asserts(keyword string) bool {
	switch keyword {
	case "$ref", "$dynamicRef", "$recursiveRef", "allOf", "not", "if", "then", "else",
		"const", "multipleOf", "contains", "minContains", "maxContains", "prefixItems",
		"additionalItems", "unevaluatedItems", "dependentSchemas", "dependentRequired",
		"dependencies", "patternProperties", "propertyNames", "minProperties",
		"maxProperties", "unevaluatedProperties":
		return true
	}
	return false
}

// assertsOnRoot is asserts for the root, where a choice has no meaning either.
func assertsOnRoot(keyword string) bool {
	return asserts(keyword) || keyword == "anyOf" || keyword == "oneOf" || keyword == "enum"
}
