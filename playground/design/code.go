package design

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"askback/playground/form"
)

// The languages that a question can be copied in.
const (
	FormatJSON       = "json"       // the params of elicitation/create
	FormatGo         = "go"         // mcp.ElicitParams of the official SDK
	FormatGoForm     = "go-form"    // package form
	FormatTypeScript = "typescript" // elicitInput of the official SDK
)

// Formats lists them.
func Formats() []string { return []string{FormatJSON, FormatGo, FormatTypeScript, FormatGoForm} }

// Code writes a question in a format, as a whole file. raw is what schema was read
// from. What would be obeyed rather than seen is written by its number, and means
// the same.
func Code(format string, raw json.RawMessage, schema *form.Schema, message string) string {
	switch format {
	case FormatGo:
		return goSDK(raw, message)
	case FormatGoForm:
		return goForm(schema, message)
	case FormatTypeScript:
		return typeScript(raw, message)
	}
	return "{\n  \"message\": " + quoteJSON(message) + ",\n  \"requestedSchema\": " + tidy(raw, "  ", "  ") + "\n}\n"
}

// tidy lays out JSON, with members and items on lines of their own. It is for what
// package form has accepted: that is not nested deeply. What is no JSON is left as
// it is.
func tidy(raw json.RawMessage, prefix, indent string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(raw), prefix, indent); err != nil {
		return string(raw)
	}
	return escapeUnseen(b.String())
}

// escapeUnseen writes by their numbers those characters of a JSON text that are
// not seen: they can stand only in its strings.
func escapeUnseen(text string) string {
	unseen := func(r rune) bool { return r != '\n' && r != '\t' && r != '\r' && !unicode.IsGraphic(r) }
	if strings.IndexFunc(text, unseen) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unseen(r) {
			b.WriteString(escape(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escape is a character as \uXXXX, which JSON and TypeScript both know.
func escape(r rune) string {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return escape(high) + escape(low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// quoteJSON is text as a string of JSON, which is one of TypeScript too.
func quoteJSON(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return strconv.Quote(text) // a string can always be encoded
	}
	return escapeUnseen(strings.TrimSuffix(b.String(), "\n"))
}

func typeScript(raw json.RawMessage, message string) string {
	return `import type { Server } from "@modelcontextprotocol/sdk/server/index.js";

/** Asks the user in the middle of a tool call. Of an McpServer, pass the server in it. */
export function question(server: Server) {
  return server.elicitInput({
    mode: "form",
    message: ` + quoteJSON(message) + `,
    requestedSchema: ` + asLiteral(tidy(raw, "    ", "  ")) + `,
  });
}
`
}

// asLiteral is laid out JSON as an object literal. There a key of this one name
// would set the prototype.
func asLiteral(text string) string {
	if !strings.Contains(text, "_") && !strings.Contains(text, `\`) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		at := strings.IndexByte(line, '"')
		end := strings.Index(line, `": `)
		var key string
		if at < 0 || end < at || json.Unmarshal([]byte(line[at:end+1]), &key) != nil || key != "__proto__" {
			continue
		}
		lines[i] = line[:at] + `["__proto__"]` + line[end+1:]
	}
	return strings.Join(lines, "\n")
}
