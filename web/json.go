package web

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A value is JSON taken apart for drawing, with the order of members kept.
type value struct {
	kind    kind
	text    string   // of a scalar
	members []member // of an object
	items   []value  // of an array
}

type member struct {
	name  string
	value value
}

type kind int

const (
	scalar kind = iota
	str
	object
	array
)

// Bounds on what is drawn as a list or table; past them the JSON itself is
// shown, which costs the browser far less.
const (
	maxDepth = 4
	maxItems = 500 // scalars, objects and arrays in all
)

// parseValue takes raw apart. ok is false if it is not JSON or more than the
// page draws.
func parseValue(raw json.RawMessage) (v value, ok bool) {
	if len(raw) > maxJSON {
		return value{}, false
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	budget := maxItems
	v, ok = readValue(d, 0, &budget)
	return v, ok && !d.More()
}

func readValue(d *json.Decoder, depth int, budget *int) (value, bool) {
	*budget--
	token, err := d.Token()
	if err != nil || *budget < 0 || depth > maxDepth {
		return value{}, false
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return readObject(d, depth, budget)
		}
		return readArray(d, depth, budget)
	case string:
		return value{kind: str, text: t}, true
	case json.Number:
		return value{text: t.String()}, true
	case bool:
		if t {
			return value{text: "true"}, true
		}
		return value{text: "false"}, true
	}
	return value{text: "null"}, true
}

func readObject(d *json.Decoder, depth int, budget *int) (value, bool) {
	v := value{kind: object}
	for d.More() {
		token, err := d.Token()
		name, isName := token.(string)
		if err != nil || !isName {
			return value{}, false
		}
		m, ok := readValue(d, depth+1, budget)
		if !ok {
			return value{}, false
		}
		v.members = append(v.members, member{name, m})
	}
	_, err := d.Token() // the closing brace
	return v, err == nil
}

func readArray(d *json.Decoder, depth int, budget *int) (value, bool) {
	v := value{kind: array}
	for d.More() {
		item, ok := readValue(d, depth+1, budget)
		if !ok {
			return value{}, false
		}
		v.items = append(v.items, item)
	}
	_, err := d.Token() // the closing bracket
	return v, err == nil
}

// columns returns the names to head a table with, if v is an array of flat
// objects that share their members.
func (v value) columns() (names []string, ok bool) {
	if v.kind != array || len(v.items) == 0 {
		return nil, false
	}
	for i, item := range v.items {
		if item.kind != object || len(item.members) == 0 {
			return nil, false
		}
		for j, m := range item.members {
			if m.value.kind == object || m.value.kind == array {
				return nil, false
			}
			if i == 0 {
				names = append(names, m.name)
			} else if j >= len(names) || names[j] != m.name {
				return nil, false
			}
		}
		if len(item.members) != len(names) {
			return nil, false
		}
	}
	return names, len(names) <= 5
}

// line is an object of scalars on one line: `title: "TPS report", n: 3`.
// What is not an object of scalars is compact JSON.
func line(raw json.RawMessage) string {
	v, ok := parseValue(raw)
	if !ok || v.kind != object {
		return brief(string(raw), 200)
	}
	parts := make([]string, 0, len(v.members))
	for _, m := range v.members {
		switch m.value.kind {
		case object, array:
			return brief(string(raw), 200)
		case str:
			parts = append(parts, m.name+": “"+m.value.text+"”")
		default:
			parts = append(parts, m.name+": "+m.value.text)
		}
	}
	return brief(strings.Join(parts, ", "), 200)
}
