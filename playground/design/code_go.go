package design

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"askback/playground/form"
)

func goSDK(raw json.RawMessage, message string) string {
	// In a raw string there is no other way to write a back quote.
	schema := strings.ReplaceAll(tidy(raw, "\t\t", "\t"), "`", escape('`'))
	return `package tools

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// question asks the user in the middle of a tool call. Pass it to
// ServerSession.Elicit; under 2026-07-28 return it among the InputRequests of the
// result.
func question() *mcp.ElicitParams {
	return &mcp.ElicitParams{
		Mode:    "form",
		Message: ` + strconv.Quote(message) + `,
		// As text, it keeps the order of its fields.
		RequestedSchema: json.RawMessage(` + "`" + schema + "`" + `),
	}
}
`
}

func goForm(s *form.Schema, message string) string {
	var b strings.Builder
	b.WriteString(`package tools

import "askback/playground/form"

// question is the message and the form for ask.Q.Form, which asks under every
// protocol version.
func question() (message string, schema *form.Schema) {
	return ` + strconv.Quote(message) + `, form.Object(`)
	for i := range s.Fields {
		b.WriteString("\n\t\t" + goField(&s.Fields[i]) + ",")
	}
	if len(s.Fields) > 0 {
		b.WriteString("\n\t")
	}
	b.WriteString(")\n}\n")
	return b.String()
}

// goField is the expression that builds a field.
func goField(f *form.Field) string {
	var b strings.Builder
	if goNumber(f.Minimum) && goNumber(f.Maximum) {
		b.WriteString("form." + goBuilder(f.Kind) + "(" + strconv.Quote(f.Name) + ", " + strconv.Quote(f.Title))
		for _, o := range f.Options {
			b.WriteString(",\n\t\t\t" + goOption(o))
		}
		if f.Options != nil {
			b.WriteString(",\n\t\t")
		}
		b.WriteString(")" + goBound("AtLeast", f.Minimum) + goBound("AtMost", f.Maximum))
	} else {
		b.WriteString(goLiteral(f))
	}
	if f.Description != "" {
		b.WriteString(".Describe(" + strconv.Quote(f.Description) + ")")
	}
	b.WriteString(goCounts("Length", f.MinLength, f.MaxLength) + goCounts("Count", f.MinItems, f.MaxItems))
	if f.Default != nil {
		b.WriteString(".WithDefault(" + goValue(f.Default) + ")")
	}
	if f.Required {
		b.WriteString(".Require()")
	}
	return b.String()
}

// goBuilder is the function of package form that makes a field of a kind.
func goBuilder(kind form.Kind) string {
	switch kind {
	case form.KindEmail:
		return "Email"
	case form.KindURI:
		return "URI"
	case form.KindDate:
		return "Date"
	case form.KindDateTime:
		return "DateTime"
	case form.KindNumber:
		return "Number"
	case form.KindInteger:
		return "Integer"
	case form.KindBoolean:
		return "Boolean"
	case form.KindSingleSelect:
		return "OneOf"
	case form.KindMultiSelect:
		return "SomeOf"
	}
	return "Text"
}

// goNumber reports whether a bound survives being a float64, as the builders take
// it. No bound does.
func goNumber(bound json.Number) bool {
	const exactDigits, small, great = 15, 1e-300, 1e300
	if bound == "" {
		return true
	}
	value, err := bound.Float64()
	mantissa, _, _ := strings.Cut(strings.ToLower(bound.String()), "e")
	digits := strings.Trim(strings.Replace(strings.TrimPrefix(mantissa, "-"), ".", "", 1), "0")
	size := math.Abs(value)
	return err == nil && len(digits) <= exactDigits && (digits == "" || small < size && size < great)
}

// goLiteral is a number or integer whose bounds are beyond what the builders take.
func goLiteral(f *form.Field) string {
	kind := "form.Kind" + goBuilder(f.Kind)
	text := "form.Field{Name: " + strconv.Quote(f.Name) + ", Title: " + strconv.Quote(f.Title) + ", Kind: " + kind
	if f.Minimum != "" {
		text += ", Minimum: " + strconv.Quote(f.Minimum.String())
	}
	if f.Maximum != "" {
		text += ", Maximum: " + strconv.Quote(f.Maximum.String())
	}
	return text + "}"
}

func goOption(o form.Option) string {
	if o.Title == "" {
		return "form.Option{Value: " + strconv.Quote(o.Value) + "}"
	}
	return "form.Option{Value: " + strconv.Quote(o.Value) + ", Title: " + strconv.Quote(o.Title) + "}"
}

// goCounts is the call that sets two bounds, of which either may be missing.
func goCounts(method string, least, most *int) string {
	if least == nil && most == nil {
		return ""
	}
	write := func(n *int) string {
		if n == nil {
			return "-1"
		}
		return strconv.Itoa(*n)
	}
	return "." + method + "(" + write(least) + ", " + write(most) + ")"
}

// goBound is the call that sets a bound. A number of JSON is one of Go.
func goBound(method string, bound json.Number) string {
	if bound == "" {
		return ""
	}
	return "." + method + "(" + bound.String() + ")"
}

func goValue(value any) string {
	switch value := value.(type) {
	case string:
		return strconv.Quote(value)
	case bool:
		return strconv.FormatBool(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	case []string:
		quoted := make([]string, len(value))
		for i := range value {
			quoted[i] = strconv.Quote(value[i])
		}
		return "[]string{" + strings.Join(quoted, ", ") + "}"
	}
	return "nil"
}
