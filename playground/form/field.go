package form

import (
	"encoding/json"
	"math"
	"strconv"
)

// readField reads one property. It is the only reader of a property: Parse
// stops at the first error, Lint calls it for each.
func readField(name string, n *node) (Field, *Error) {
	if name == "" || len(name) > MaxName {
		return Field{}, refuse(CodeName, shorten(name), "max", MaxName)
	}
	f := Field{Name: name}
	if err := f.read(n); err != nil {
		err.Field = shorten(name)
		return Field{}, err
	}
	return f, nil
}

func (f *Field) read(n *node) *Error {
	if n.kind != jsonObject {
		return refuse(CodeKeyword, "", "keyword", "properties")
	}
	n = withoutNull(n)
	for i := range n.members {
		if asserts(n.members[i].key) {
			return refuse(CodeUnsupported, "", "keyword", n.members[i].key)
		}
	}
	var err *Error
	if f.Title, err = readText(n, "title", MaxLabel); err != nil {
		return err
	}
	if f.Description, err = readText(n, "description", MaxDescription); err != nil {
		return err
	}
	typ, err := typeOf(n)
	if err != nil {
		return err
	}
	switch typ {
	case "string":
		err = f.readString(n)
	case "number", "integer":
		err = f.readNumber(n, Kind(typ))
	case "boolean":
		f.Kind = KindBoolean
		err = refuseChoice(n)
	case "array":
		err = f.readArray(n)
	default:
		err = refuse(CodeType, "", "type", shorten(typ))
	}
	if err != nil {
		return err
	}
	f.Default = f.readDefault(n.get("default"))
	return nil
}

// withoutNull takes the null out of {anyOf: [X, {type: null}]}, which several
// generators write for an optional field (A18): X with what stands beside it.
// Other schemas are returned as they are.
func withoutNull(n *node) *node {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		union := n.get(keyword)
		if union == nil || len(union.items) != 2 || n.get("type") != nil {
			continue
		}
		for i := range union.items {
			other := &union.items[1-i]
			if !union.items[i].get("type").isString("null") || other.kind != jsonObject {
				continue
			}
			merged := node{kind: jsonObject}
			for _, m := range n.members {
				if m.key != keyword {
					merged.members = append(merged.members, m)
				}
			}
			for _, m := range other.members {
				if merged.get(m.key) == nil {
					merged.members = append(merged.members, m)
				}
			}
			return &merged
		}
	}
	return n
}

// typeOf is the type of a property. A type joined with null is the type; one
// that is left out is told by the choices, if there are any (A18).
func typeOf(n *node) (string, *Error) {
	t := n.get("type")
	if t == nil {
		switch {
		case n.get("items") != nil:
			return "array", nil
		case n.get("enum") != nil || n.get("oneOf") != nil || n.get("anyOf") != nil:
			return "string", nil
		}
		return "", refuse(CodeType, "", "type", "none")
	}
	if t.kind == jsonString {
		return t.text, nil
	}
	var found []string
	for _, name := range t.strings() {
		if name != "null" {
			found = append(found, name)
		}
	}
	if t.kind != jsonArray || len(found) != 1 {
		return "", refuse(CodeType, "", "type", "several")
	}
	return found[0], nil
}

func (f *Field) readString(n *node) *Error {
	f.Kind = KindText
	if format := n.get("format"); format != nil {
		switch format.text {
		case "email", "uri", "date", "date-time":
			f.Kind = Kind(format.text)
		case "password":
			f.secret = true
		}
	}
	var err *Error
	if f.MinLength, err = readCount(n, "minLength"); err != nil {
		return err
	}
	if f.MaxLength, err = readCount(n, "maxLength"); err != nil {
		return err
	}
	if f.Pattern, err = readText(n, "pattern", MaxSchemaBytes); err != nil {
		return err
	}
	f.matcher = newMatcher(f.Pattern)
	if f.Options, err = readOptions(n); err != nil {
		return err
	}
	if f.Options != nil {
		f.Kind = KindSingleSelect
		f.enumNames = n.get("enum") != nil && n.get("enumNames") != nil
	}
	return nil
}

func (f *Field) readNumber(n *node, kind Kind) *Error {
	f.Kind = kind
	for _, bound := range []struct {
		keyword string
		value   *json.Number
	}{
		{"minimum", &f.Minimum}, {"maximum", &f.Maximum},
		{"exclusiveMinimum", &f.ExclusiveMinimum}, {"exclusiveMaximum", &f.ExclusiveMaximum},
	} {
		v := n.get(bound.keyword)
		if v == nil {
			continue
		}
		if v.kind != jsonNumber || len(v.text) > MaxDigits {
			return refuse(CodeKeyword, "", "keyword", bound.keyword)
		}
		*bound.value = json.Number(v.text)
	}
	return refuseChoice(n)
}

// refuseChoice refuses a choice where only strings may be chosen from.
func refuseChoice(n *node) *Error {
	for _, keyword := range []string{"enum", "oneOf", "anyOf"} {
		if n.get(keyword) != nil {
			return refuse(CodeUnsupported, "", "keyword", keyword)
		}
	}
	return nil
}

func (f *Field) readArray(n *node) *Error {
	f.Kind = KindMultiSelect
	if err := refuseChoice(n); err != nil {
		return err
	}
	var err *Error
	if f.MinItems, err = readCount(n, "minItems"); err != nil {
		return err
	}
	if f.MaxItems, err = readCount(n, "maxItems"); err != nil {
		return err
	}
	items := n.get("items")
	if items == nil || items.kind != jsonObject {
		return refuse(CodeItems, "")
	}
	if t := items.get("type"); t != nil && !t.isString("string") {
		return refuse(CodeItems, "")
	}
	for i := range items.members {
		switch key := items.members[i].key; {
		case asserts(key), key == "minLength", key == "maxLength", key == "pattern":
			return refuse(CodeUnsupported, "", "keyword", key)
		}
	}
	if f.Options, err = readOptions(items); err != nil {
		return err
	}
	if f.Options == nil {
		return refuse(CodeItems, "")
	}
	return nil
}

// readOptions reads the choices of a string schema in any of their forms, or
// nil if it has none. Two forms at once would be two lists.
func readOptions(n *node) ([]Option, *Error) {
	var list *node
	var form string
	for _, keyword := range []string{"enum", "oneOf", "anyOf"} {
		if l := n.get(keyword); l != nil {
			if list != nil {
				return nil, refuse(CodeUnsupported, "", "keyword", keyword)
			}
			list, form = l, keyword
		}
	}
	switch {
	case list == nil:
		return nil, nil
	case list.kind != jsonArray:
		return nil, refuse(CodeKeyword, "", "keyword", form)
	case len(list.items) == 0:
		return nil, refuse(CodeNoOptions, "")
	case len(list.items) > MaxOptions:
		return nil, refuse(CodeTooManyOptions, "", "count", len(list.items), "max", MaxOptions)
	}
	options := make([]Option, len(list.items))
	seen := make(map[string]bool, len(options))
	names := n.get("enumNames")
	for i := range list.items {
		o, err := readOption(&list.items[i], form)
		if err != nil {
			return nil, err
		}
		if form == "enum" && names != nil && i < len(names.items) {
			o.Title = names.items[i].text
		}
		if size := max(len(o.Value), len(o.Title)); size > MaxLabel {
			return nil, refuse(CodeTextTooLong, "", "keyword", form, "bytes", size, "max", MaxLabel)
		}
		if seen[o.Value] {
			return nil, refuse(CodeDuplicateOption, "", "value", shorten(o.Value))
		}
		seen[o.Value] = true
		options[i] = o
	}
	return options, nil
}

// readOption reads an entry of enum, or a const with an optional title.
func readOption(n *node, form string) (Option, *Error) {
	if form == "enum" {
		if n.kind != jsonString {
			return Option{}, refuse(CodeKeyword, "", "keyword", form)
		}
		return Option{Value: n.text}, nil
	}
	value := n.get("const")
	if value == nil || value.kind != jsonString {
		return Option{}, refuse(CodeUnsupported, "", "keyword", form)
	}
	if t := n.get("type"); t != nil && !t.isString("string") {
		return Option{}, refuse(CodeUnsupported, "", "keyword", form)
	}
	for i := range n.members {
		switch key := n.members[i].key; key {
		case "const", "title", "description", "type":
		default:
			if asserts(key) || key == "enum" || key == "oneOf" || key == "anyOf" || key == "pattern" {
				return Option{}, refuse(CodeUnsupported, "", "keyword", key)
			}
		}
	}
	title, err := readText(n, "title", MaxLabel)
	return Option{Value: value.text, Title: title}, err
}

func readText(n *node, keyword string, limit int) (string, *Error) {
	v := n.get(keyword)
	switch {
	case v == nil:
		return "", nil
	case v.kind != jsonString:
		return "", refuse(CodeKeyword, "", "keyword", keyword)
	case len(v.text) > limit:
		return "", refuse(CodeTextTooLong, "", "keyword", keyword, "bytes", len(v.text), "max", limit)
	}
	return v.text, nil
}

// readCount reads a whole number that is not negative. One too great for an
// int counts as the greatest.
func readCount(n *node, keyword string) (*int, *Error) {
	v := n.get(keyword)
	if v == nil {
		return nil, nil
	}
	d, ok := parseDecimal(v.text)
	if v.kind != jsonNumber || !ok || !d.integral() || d.sign() < 0 {
		return nil, refuse(CodeKeyword, "", "keyword", keyword)
	}
	count := math.MaxInt
	if i, ok := d.int64(); ok && i <= math.MaxInt {
		count = int(i)
	}
	return &count, nil
}

// readDefault is the typed default, or nil if there is none that the field
// would accept: what a form cannot show must not be sent. Lint reports those.
// An empty text is how an empty control looks, so it is no default.
func (f *Field) readDefault(n *node) any {
	if n == nil || n.kind == jsonString && n.text == "" && f.Kind != KindSingleSelect {
		return nil
	}
	value, problem := f.check(n.plain())
	if problem != nil {
		return nil
	}
	return value
}

// text is a checked value as a form control shows it.
func text(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}
