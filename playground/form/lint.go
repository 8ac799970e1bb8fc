package form

import (
	"encoding/json"
	"strings"
)

// Lint reports what in a question is not portable or not permitted, for the
// author who writes it, with the id of each rule. Version is the protocol
// version it is to be sent under; an unknown one counts as the newest. Lint
// finds an error wherever Parse refuses, and goes on to the other fields. A
// question without findings draws the same form everywhere.
func Lint(raw json.RawMessage, message, version string) []Finding {
	l := linter{version: version}
	l.message(message)
	root, err := readJSON(raw, MaxSchemaBytes)
	if err != nil {
		l.findings = append(l.findings, refusal("", err))
		return l.findings
	}
	l.root(root)
	properties := root.get("properties")
	if properties == nil || properties.kind != jsonObject {
		return l.findings
	}
	freeText := false
	for i := range properties.members[:min(len(properties.members), MaxFields)] {
		p := &properties.members[i]
		f, err := readField(p.key, &p.value)
		if err != nil {
			l.findings = append(l.findings, refusal(Pointer("properties", p.key), err))
			continue
		}
		freeText = freeText || f.Kind == KindText
		l.field(&f, &p.value)
	}
	if freeText && asksForSecret(message) {
		l.add(SeverityWarning, l.secretRule(), "", LintSensitiveMessage)
	}
	return l.findings
}

type linter struct {
	version  string
	findings []Finding
}

func (l *linter) add(severity Severity, rule, path, code string, pairs ...any) {
	l.findings = append(l.findings, Finding{RuleID: rule, Severity: severity, Path: path, Code: code, Params: params(pairs)})
}

func (l *linter) secretRule() string {
	if l.version == Version20250618 {
		return "A8.1"
	}
	return "A8.2"
}

func (l *linter) message(message string) {
	if strings.TrimSpace(message) == "" {
		rule := "A3.2"
		if l.version == Version20250618 {
			rule = "A3.1"
		}
		l.add(SeverityError, rule, "", LintMessage)
	}
	if hasURL(message) {
		l.add(SeverityWarning, "A10.3", "", LintClickableURL)
	}
}

func (l *linter) root(root *node) {
	if err := checkRoot(root); err != nil {
		l.findings = append(l.findings, refusal("", err))
	}
	if root.kind != jsonObject {
		return
	}
	if root.get("type") == nil {
		l.add(SeverityError, "A4.1", "", LintRootType)
	}
	properties := root.get("properties")
	if properties == nil {
		l.add(SeverityError, "A4.1", "", LintProperties)
	} else if count := len(properties.members); count > MaxFields {
		l.findings = append(l.findings, refusal("/properties", refuse(CodeTooManyFields, "", "count", count, "max", MaxFields)))
	}
	if _, err := readRequired(root); err != nil {
		l.findings = append(l.findings, refusal("/required", err))
	}
	for _, name := range root.get("required").strings() {
		if properties == nil || properties.get(name) == nil {
			l.findings = append(l.findings, refusal("/required", refuse(CodeRequired, "", "name", shorten(name))))
		}
	}
	for i := range root.members {
		switch key := root.members[i].key; key {
		case "type", "properties", "required":
		case "$schema":
			if l.version == Version20250618 {
				l.add(SeverityWarning, "A4.1", "/$schema", LintRootKeyword, "keyword", key)
			}
		default:
			if !assertsOnRoot(key) { // those are errors already
				l.add(SeverityWarning, "A4.1", Pointer(key), LintRootKeyword, "keyword", shorten(key))
			}
		}
	}
}
