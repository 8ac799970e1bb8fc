package form

// The protocol versions with form elicitation. The definitions of the last two
// are the same.
const (
	Version20250618 = "2025-06-18"
	Version20251125 = "2025-11-25"
	Version20260728 = "2026-07-28"
)

// For is the schema in the canonical definitions of a protocol version, and
// what had to change for it. An unknown version counts as the newest. If a
// field cannot be said in that version at all (a multi-select in 2025-06-18),
// For returns nil and a finding of [SeverityError]: a form is asked whole or
// not at all.
//
// What the person answers still has to pass the schema as it was: a bound that
// was lost on the way is then asked about again, not forgotten.
func (s *Schema) For(version string) (*Schema, []Finding) {
	var changes []Finding
	possible := true
	for i := range s.Fields {
		f := &s.Fields[i]
		change := func(severity Severity, rule, code string) {
			changes = append(changes, Finding{RuleID: rule, Severity: severity, Path: Pointer("properties", f.Name), Code: code})
			possible = possible && severity != SeverityError
		}
		if f.Pattern != "" {
			change(SeverityWarning, "A4.14", LostPattern)
		}
		if f.ExclusiveMinimum != "" || f.ExclusiveMaximum != "" {
			change(SeverityWarning, "A4.5", LostBound)
		}
		if version != Version20250618 {
			continue
		}
		if f.Kind == KindMultiSelect {
			change(SeverityError, "A4.3", LintArrayVersion)
		}
		if f.Kind == KindSingleSelect && anyTitled(f.Options) {
			change(SeverityInfo, "A4.7", ChangedTitles)
		}
		if f.Default != nil && f.Kind != KindBoolean && f.Kind != KindMultiSelect {
			change(SeverityWarning, ruleOf(f.Kind, version), LostDefault)
		}
	}
	if !possible {
		return nil, changes
	}
	older, err := parse(encode(s.Fields, version))
	if err != nil { // a schema built in Go that MarshalJSON would refuse
		return nil, append(changes, refusal("", err))
	}
	return older, changes
}

// ruleOf is the rule that defines a kind of field in a version.
func ruleOf(kind Kind, version string) string {
	switch kind {
	case KindNumber, KindInteger:
		return "A4.5"
	case KindBoolean:
		return "A4.6"
	case KindSingleSelect:
		if version == Version20250618 {
			return "A4.7"
		}
		return "A4.8"
	case KindMultiSelect:
		return "A4.10"
	}
	return "A4.4"
}
