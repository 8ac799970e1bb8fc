package exercise

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// A want is one argument of a command that looks at values: key=value and its
// variants.
type want struct {
	key, op, value string
}

// The operators of a want.
const (
	opIs    = "="  // the value, or with nothing after it no value
	opIsNot = "!=" // any other value
	opHas   = "~=" // a text with this in it, in any case
)

var wantSyntax = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.-]*)(=|!=|~=)((?s:.*))$`)

func readWants(args []string) ([]want, error) {
	var out []want
	for _, a := range args {
		m := wantSyntax.FindStringSubmatch(a)
		if m == nil {
			return nil, fmt.Errorf("%q is not key=value (or key!=value, key~=part, key=* for any)", a)
		}
		out = append(out, want{m[1], m[2], m[3]})
	}
	return out, nil
}

// content are wants as values to send: what is JSON is that, anything else a
// text.
func readContent(args []string) (map[string]any, error) {
	wants, err := readWants(args)
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	for _, w := range wants {
		if w.op != opIs {
			return nil, fmt.Errorf("%s%s%s cannot be sent: write %s=VALUE", w.key, w.op, w.value, w.key)
		}
		var v any
		if decode(json.RawMessage(w.value), &v) != nil {
			v = w.value
		}
		out[w.key] = v
	}
	return out, nil
}

// met reports whether what is at the key of values is what is wanted.
func (w want) met(values map[string]any) bool {
	got := lookUp(values, w.key)
	switch {
	case w.op == opHas:
		return strings.Contains(strings.ToLower(asText(got)), strings.ToLower(w.value))
	case w.op == opIsNot:
		return !equalValue(got, w.value)
	case w.value == "":
		return isEmpty(got)
	case w.value == "*":
		return !isEmpty(got)
	}
	return equalValue(got, w.value)
}

// fact is what is wanted.
func (w want) fact() Fact {
	switch {
	case w.op == opIsNot:
		return fact(FactOther, "key", w.key, "value", w.value)
	case w.op == opHas:
		return fact(FactSays, "text", w.value)
	case w.value == "*":
		return fact(FactSome, "key", w.key)
	}
	return fact(FactValue, "key", w.key, "value", w.value)
}

func (w want) String() string { return w.key + w.op + w.value }

// unmet is the first of the wants that is not met.
func unmet(wants []want, values map[string]any) (want, bool) {
	for _, w := range wants {
		if !w.met(values) {
			return w, true
		}
	}
	return want{}, false
}

// lookUp finds a.b.0 in values. A key with a dot in it is found too.
func lookUp(values map[string]any, key string) any {
	if v, ok := values[key]; ok {
		return v
	}
	var v any = values
	for step := range strings.SplitSeq(key, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// isEmpty: nothing was given, in any of the ways in which servers say so.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case bool:
		return !v
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// equalValue compares values, not spellings: 1.0 is 1, and members of an object
// have no order.
func equalValue(v any, text string) bool {
	if asText(v) == text {
		return v != nil
	}
	var other any
	if _, isText := v.(string); isText || decode(json.RawMessage(text), &other) != nil {
		return false
	}
	return reflect.DeepEqual(plain(v), plain(other))
}

// plain is a value with its numbers as float64.
func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return v.String()
		}
		return f
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key := range v {
			out[key] = plain(v[key])
		}
		return out
	}
	return v
}

// asText is a value as people read it.
func asText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}

// pairs are values as a list of key=value, for a Fact.
func pairs(values map[string]any) []string {
	out := []string{}
	for _, key := range sorted(values) {
		out = append(out, key+"="+shorten(asText(values[key])))
	}
	return out
}

func wantTexts(wants []want) []string {
	out := []string{}
	for _, w := range wants {
		out = append(out, w.String())
	}
	return out
}

// shorten keeps what a server wrote to a length that can be read.
func shorten(text string) string {
	const most = 300
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
