package exercise

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"askback/playground/form"
)

// The twelve points of a question that is fit to be asked: five things that a
// design says, three that it must not do, three cases in which no form is asked
// at all, and the mode.
const (
	PointTrigger     = "trigger"     // which input or ambiguity leads to the question
	PointMessage     = "message"     // one sentence without jargon
	PointSchema      = "schema"      // flat: a choice to tell things apart, a yes or no to confirm
	PointMapping     = "mapping"     // what accept, decline and cancel each lead to
	PointRate        = "rate"        // a cap for each call, and never in a loop
	PointNesting     = "nesting"     // no objects inside the form
	PointProse       = "prose"       // nothing that the model could have asked in words
	PointOnce        = "once"        // not more than one question for a call
	PointReadOnly    = "read-only"   // a tool that only reads does not ask
	PointAnnotations = "annotations" // where the host heeds the destructive hint, the hint first
	PointSignIn      = "sign-in"     // signing in is URL mode, with the version checked
	PointMode        = "mode"        // a form, or a page for what no form may hold
)

// RubricPoints are the ids of the twelve points, in order.
func RubricPoints() []string {
	return []string{
		PointTrigger, PointMessage, PointSchema, PointMapping, PointRate,
		PointNesting, PointProse, PointOnce,
		PointReadOnly, PointAnnotations, PointSignIn,
		PointMode,
	}
}

// A Point of the rubric, as far as the schema and the message show it.
type Point struct {
	ID string
	// Met is nil where they do not show it: what a tool does with an answer is not
	// in its form.
	Met *bool
	// Seen says why it is not met.
	Seen Fact
}

// Rubric judges a design for one protocol version by the twelve points.
func Rubric(schema json.RawMessage, message, version string) []Point {
	out := make([]Point, 0, 12)
	for _, id := range RubricPoints() {
		p := Point{ID: id}
		switch id {
		case PointMessage:
			p.judge(messageFault(message))
		case PointSchema:
			p.judge(schemaFault(schema, message, version))
		case PointNesting:
			p.judge(nestingFault(schema))
		case PointProse:
			p.judge(proseFault(schema))
		case PointMode:
			p.judge(modeFault(schema, message, version))
		}
		out = append(out, p)
	}
	return out
}

func (p *Point) judge(fault *Fact) {
	met := fault == nil
	p.Met = &met
	if fault != nil {
		p.Seen = *fault
	}
}

// maxMessage is how long a sentence may be that a person reads in one go.
const maxMessage = 160

// messageFault says why a message is not one plain sentence.
func messageFault(message string) *Fact {
	message = strings.TrimSpace(message)
	f := func(why string, pairs ...any) *Fact {
		out := fact(FactMessage, append([]any{"why", why}, pairs...)...)
		return &out
	}
	switch n := sentences(message); {
	case message == "":
		return f("empty")
	case utf8.RuneCountInString(message) > maxMessage:
		return f("long", "count", utf8.RuneCountInString(message), "max", maxMessage)
	case n > 1:
		return f("sentences", "count", n)
	}
	if word := jargon(message); word != "" {
		return f("jargon", "word", word)
	}
	return nil
}

// sentences counts the sentences of a text. What stands in quotes belongs to the
// sentence around it.
func sentences(text string) int {
	n, open := 0, false
	var quoted rune
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case quoted != 0:
			if r == quoted {
				quoted = 0
			}
		case r == '"' || r == '“' || r == '«' || r == '‘':
			quoted = map[rune]rune{'"': '"', '“': '”', '«': '»', '‘': '’'}[r]
			open = true
		case r == '.' || r == '?' || r == '!' || r == '。':
			end := i+1 == len(runes) || unicode.IsSpace(runes[i+1])
			if open && end {
				n, open = n+1, false
			}
		case !unicode.IsSpace(r):
			open = true
		}
	}
	if open {
		n++
	}
	return n
}

// jargon is a word that a person who uses the tool need not know; empty when
// there is none.
func jargon(message string) string {
	words := strings.FieldsFunc(message, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`.,;:!?"'()[]{}“”‘’«»¿¡`, r)
	})
	known := []string{
		"json", "schema", "enum", "boolean", "bool", "string", "null", "elicitation", "elicit", "mcp", "rpc", "parameter",
		"param", "argument", "payload", "requestedschema", "server", "client", "api", "id", "uuid", "tool", "esquema",
		"parámetro", "servidor", "booleano", "스키마", "파라미터", "매개변수", "서버", "불리언",
	}
	for _, w := range words {
		// note_id and note-14 are names for programs.
		if slices.Contains(known, strings.ToLower(w)) || strings.Contains(w, "_") || isCode(w) {
			return w
		}
	}
	return ""
}

// isCode reports whether a word is lower-case letters, a hyphen and digits.
func isCode(w string) bool {
	letters, digits, ok := strings.Cut(w, "-")
	return ok && letters != "" && digits != "" &&
		strings.Trim(letters, "abcdefghijklmnopqrstuvwxyz") == "" && strings.Trim(digits, "0123456789") == ""
}

// schemaFault says why a schema is not one that works everywhere.
func schemaFault(schema json.RawMessage, message, version string) *Fact {
	for _, finding := range form.Lint(schema, message, version) {
		about := finding.Code == form.LintMessage || finding.Code == form.LintClickableURL || finding.Code == form.LintSensitive || finding.Code == form.LintSensitiveMessage
		if finding.Severity != form.SeverityInfo && !about {
			f := fact(FactLint, "code", finding.Code, "path", finding.Path, "text", finding.Message())
			return &f
		}
	}
	s, err := form.Parse(schema)
	if err != nil {
		f := fact(FactBroken, "why", err.Error())
		return &f
	}
	if len(s.Fields) == 0 {
		f := fact(FactForm, "fields", []string{})
		return &f
	}
	return nil
}

// nestingFault finds what is not flat.
func nestingFault(schema json.RawMessage) *Fact {
	var s struct {
		Properties map[string]struct {
			Type       any             `json:"type"`
			Properties json.RawMessage `json:"properties"`
			Items      struct {
				Type       any             `json:"type"`
				Properties json.RawMessage `json:"properties"`
			} `json:"items"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		f := fact(FactBroken, "why", err.Error())
		return &f
	}
	for _, name := range sorted(s.Properties) {
		p := s.Properties[name]
		if p.Type == "object" || p.Properties != nil || p.Items.Type == "object" || p.Items.Properties != nil || p.Items.Type == "array" {
			f := fact(FactField, "name", name, "kind", "object", "required", "")
			return &f
		}
	}
	return nil
}

// proseFault finds a field for free text or a number: what can be typed, the
// model can ask for in words. It reads the schema itself, so that it also says
// something of one that cannot be drawn.
func proseFault(schema json.RawMessage) *Fact {
	var s struct {
		Properties map[string]struct {
			Type  any             `json:"type"`
			Enum  json.RawMessage `json:"enum"`
			OneOf json.RawMessage `json:"oneOf"`
			AnyOf json.RawMessage `json:"anyOf"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		f := fact(FactBroken, "why", err.Error())
		return &f
	}
	for _, name := range sorted(s.Properties) {
		p := s.Properties[name]
		typed := p.Type == "string" || p.Type == "number" || p.Type == "integer"
		if typed && p.Enum == nil && p.OneOf == nil && p.AnyOf == nil {
			f := fact(FactField, "name", name, "kind", fmt.Sprint(p.Type), "required", "")
			return &f
		}
	}
	return nil
}

// modeFault finds what must not go through a form.
func modeFault(schema json.RawMessage, message, version string) *Fact {
	for _, finding := range form.Lint(schema, message, version) {
		switch finding.Code {
		case form.LintSensitive, form.LintSensitiveMessage, form.LintClickableURL:
			f := fact(FactLint, "code", finding.Code, "path", finding.Path, "text", finding.Message())
			return &f
		}
	}
	return nil
}
