package form

import (
	"encoding/json"
	"slices"
	"strings"
)

// field lints a field that can be drawn; n is the property it was read from.
func (l *linter) field(f *Field, n *node) {
	path := Pointer("properties", f.Name)
	if merged := withoutNull(n); merged != n || n.get("type") != nil && n.get("type").kind == jsonArray {
		l.add(SeverityError, "A4.2", path, LintNullable)
		n = merged
	}
	if n.get("type") == nil {
		kind := "string"
		if f.Kind == KindMultiSelect {
			kind = "array"
		}
		l.add(SeverityError, ruleOf(f.Kind, l.version), path, LintTypeMissing, "type", kind)
	}
	l.keywords(f, n, path)
	l.choice(f, n, path)
	l.defaults(f, n, path)
	l.words(f, path)
	if f.unsatisfiable() {
		l.add(SeverityError, "", path, LintUnsatisfiable)
	}
}

// keywords reports what the definition of the field does not list.
func (l *linter) keywords(f *Field, n *node, path string) {
	permitted := []string{"type", "title", "description", "default"}
	switch f.Kind {
	case KindNumber, KindInteger:
		permitted = append(permitted, "minimum", "maximum")
	case KindSingleSelect:
		permitted = append(permitted, "enum", "enumNames", "oneOf", "anyOf")
	case KindMultiSelect:
		permitted = append(permitted, "items", "minItems", "maxItems")
	case KindBoolean:
	default:
		permitted = append(permitted, "minLength", "maxLength", "format")
	}
	for i := range n.members {
		key, value := n.members[i].key, n.members[i].value.text
		at := path + Pointer(key)
		switch {
		case key == "format" && f.Kind == KindText:
			l.add(SeverityError, "A4.13", at, LintFormat, "format", shorten(value))
		case key == "pattern" && f.Pattern != "":
			l.add(SeverityWarning, "A4.14", at, LintPattern)
			if !f.PatternChecked() {
				l.add(SeverityInfo, "A4.14", at, LintPatternNotChecked)
			}
		case !slices.Contains(permitted, key):
			l.add(SeverityWarning, ruleOf(f.Kind, l.version), at, LintKeyword, "keyword", shorten(key))
		}
	}
}

// choice reports how the options are written.
func (l *linter) choice(f *Field, n *node, path string) {
	old := l.version == Version20250618
	switch f.Kind {
	case KindSingleSelect:
		if n.get("anyOf") != nil {
			l.add(SeverityError, "A4.9", path+"/anyOf", LintAnyOfSingle)
		}
		if n.get("enum") == nil && old {
			l.add(SeverityError, "A4.7", path, LintTitledVersion)
		}
		if names := n.get("enumNames"); names != nil {
			l.enumNames(f, names, path+"/enumNames")
		}
		l.titles(f, n, "A4.9", path)
	case KindMultiSelect:
		items := n.get("items")
		if old {
			l.add(SeverityError, "A4.3", path, LintArrayVersion)
		}
		switch {
		case items.get("oneOf") != nil:
			l.add(SeverityError, "A4.11", path+"/items/oneOf", LintItemsOneOf)
		case items.get("anyOf") != nil && items.get("type") != nil:
			l.add(SeverityError, "A4.11", path+"/items/type", LintItemsType)
		case items.get("enum") != nil && items.get("type") == nil:
			l.add(SeverityError, "A4.10", path+"/items", LintTypeMissing, "type", "string")
		}
		l.titles(f, items, "A4.11", path+"/items")
	}
	shown := make(map[string]bool, len(f.Options))
	for _, o := range f.Options {
		if shown[o.Label()] {
			l.add(SeverityWarning, "", path, LintOptionsLookAlike, "title", shorten(o.Label()))
		}
		shown[o.Label()] = true
	}
}

func (l *linter) enumNames(f *Field, names *node, path string) {
	rule := "A4.7"
	if l.version != Version20250618 {
		rule = "A4.12"
		l.add(SeverityWarning, rule, path, LintEnumNames)
	}
	if count := len(names.strings()); count != len(f.Options) {
		l.add(SeverityError, rule, path, LintEnumNamesCount, "count", count, "options", len(f.Options))
	}
}

// titles reports entries of oneOf and anyOf that lack theirs.
func (l *linter) titles(f *Field, n *node, rule, path string) {
	if n.get("enum") != nil {
		return
	}
	for _, o := range f.Options {
		if o.Title == "" {
			l.add(SeverityError, rule, path, LintOptionTitle, "value", shorten(o.Value))
		}
	}
}

func (l *linter) defaults(f *Field, n *node, path string) {
	value := n.get("default")
	if value == nil {
		return
	}
	path += "/default"
	if l.version == Version20250618 && f.Kind != KindBoolean {
		l.add(SeverityWarning, ruleOf(f.Kind, l.version), path, LintDefaultVersion)
	}
	if _, problem := f.check(value.plain()); problem != nil {
		l.add(SeverityError, "A4.16", path, LintDefaultRefused, "problem", problem.Code)
	}
}

// words reports what the texts of a field say.
func (l *linter) words(f *Field, path string) {
	if f.Title == "" {
		l.add(SeverityInfo, "", path, LintTitleMissing)
	}
	if f.Sensitive() {
		l.add(SeverityError, l.secretRule(), path, LintSensitive)
	}
	url := hasURL(f.Title) || hasURL(f.Description)
	for _, o := range f.Options {
		url = url || hasURL(o.Label())
	}
	if value, ok := f.Default.(string); ok && f.Kind == KindText {
		url = url || hasURL(value)
	}
	if url {
		l.add(SeverityWarning, "A10.3", path, LintClickableURL)
	}
}

// hasURL reports whether people, or a program that makes links, would see a
// URL in text.
func hasURL(text string) bool {
	lower := strings.ToLower(text)
	return strings.Contains(lower, "://") || strings.Contains(lower, "www.")
}

// unsatisfiable reports whether the bounds leave no answer at all.
func (f *Field) unsatisfiable() bool {
	over := func(lower, upper *int) bool { return lower != nil && upper != nil && *lower > *upper }
	if over(f.MinLength, f.MaxLength) || over(f.MinItems, f.MaxItems) {
		return true
	}
	if f.Kind == KindMultiSelect && f.MinItems != nil && *f.MinItems > len(f.Options) {
		return true
	}
	for _, lower := range []json.Number{f.Minimum, f.ExclusiveMinimum} {
		for _, upper := range []json.Number{f.Maximum, f.ExclusiveMaximum} {
			low, ok1 := parseDecimal(string(lower))
			high, ok2 := parseDecimal(string(upper))
			if ok1 && ok2 && low.compare(high) > 0 {
				return true
			}
		}
	}
	return false
}
