package form

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind of a JSON value.
type jsonKind byte

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

// node is a JSON value with the order of its members kept, which a Go map
// loses and a form needs.
type node struct {
	kind    jsonKind
	truth   bool
	text    string // of a string, or the digits of a number
	items   []node
	members []member
}

type member struct {
	key   string
	value node
}

// get is the member called key, or nil.
func (n *node) get(key string) *node {
	for i := range n.members {
		if n.members[i].key == key {
			return &n.members[i].value
		}
	}
	return nil
}

func (n *node) isString(text string) bool {
	return n != nil && n.kind == jsonString && n.text == text
}

// readJSON reads one JSON value within the package's limits. A key that comes
// twice is refused: which of the two counts differs from reader to reader.
func readJSON(raw []byte, maxBytes int) (*node, *Error) {
	if len(raw) > maxBytes {
		return nil, refuse(CodeTooLarge, "", "bytes", len(raw), "max", maxBytes)
	}
	if !utf8.Valid(raw) { // a decoder would replace what it cannot read
		return nil, notJSON(raw, "not UTF-8", len(raw)-len(afterValidUTF8(raw)))
	}
	r := jsonReader{raw: raw, decoder: json.NewDecoder(bytes.NewReader(raw))}
	r.decoder.UseNumber()
	n, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := r.decoder.Token(); err != io.EOF {
		return nil, r.broken("text after the value")
	}
	return &n, nil
}

type jsonReader struct {
	raw     []byte
	decoder *json.Decoder
	values  int
}

// broken says that the JSON is none, and where. The decoder does not tell: it reads
// ahead.
func (r *jsonReader) broken(detail string) *Error {
	at := len(bytes.TrimRight(r.raw, " \t\r\n"))
	var wrong *json.SyntaxError
	if err := json.Unmarshal(r.raw, new(json.RawMessage)); errors.As(err, &wrong) && !strings.HasPrefix(wrong.Error(), "unexpected end") {
		at = int(wrong.Offset) - 1 // of the byte after which it was noticed
	}
	return notJSON(r.raw, detail, at)
}

// notJSON says that raw is no JSON because of what stands at an offset.
func notJSON(raw []byte, detail string, at int) *Error {
	line, column := Position(raw, at)
	return refuse(CodeJSON, "", "detail", detail, "line", line, "column", column)
}

// afterValidUTF8 is what is left of raw from where it is no UTF-8.
func afterValidUTF8(raw []byte) []byte {
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		if r == utf8.RuneError && size == 1 {
			break
		}
		raw = raw[size:]
	}
	return raw
}

// Position is where an offset of text is, as people count: lines and characters
// from 1.
func Position(text []byte, offset int) (line, column int) {
	before := text[:max(0, min(offset, len(text)))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:])
}

func (r *jsonReader) value(depth int) (node, *Error) {
	token, err := r.decoder.Token()
	if err != nil {
		return node{}, r.broken(shorten(strings.TrimPrefix(err.Error(), "json: ")))
	}
	if r.values++; r.values > MaxValues {
		return node{}, refuse(CodeTooManyValues, "", "max", MaxValues)
	}
	switch token := token.(type) {
	case bool:
		return node{kind: jsonBool, truth: token}, nil
	case json.Number:
		return node{kind: jsonNumber, text: token.String()}, nil
	case string:
		return node{kind: jsonString, text: token}, nil
	case json.Delim:
		if depth >= MaxDepth {
			return node{}, refuse(CodeTooDeep, "", "max", MaxDepth)
		}
		if token == '[' {
			return r.array(depth + 1)
		}
		return r.object(depth + 1)
	}
	return node{kind: jsonNull}, nil
}

func (r *jsonReader) array(depth int) (node, *Error) {
	n := node{kind: jsonArray}
	for r.decoder.More() {
		item, err := r.value(depth)
		if err != nil {
			return node{}, err
		}
		n.items = append(n.items, item)
	}
	return n, r.end()
}

func (r *jsonReader) object(depth int) (node, *Error) {
	n := node{kind: jsonObject}
	seen := make(map[string]bool)
	for r.decoder.More() {
		at := int(r.decoder.InputOffset())
		key, err := r.value(depth) // a string, or the decoder would have failed
		if err != nil {
			return node{}, err
		}
		if seen[key.text] {
			at += bytes.IndexByte(r.raw[at:], '"')
			line, column := Position(r.raw, at)
			return node{}, refuse(CodeDuplicateKey, "", "key", shorten(key.text), "line", line, "column", column)
		}
		seen[key.text] = true
		value, err := r.value(depth)
		if err != nil {
			return node{}, err
		}
		n.members = append(n.members, member{key.text, value})
	}
	return n, r.end()
}

// end reads the closing bracket.
func (r *jsonReader) end() *Error {
	if _, err := r.decoder.Token(); err != nil {
		return r.broken("unexpected end")
	}
	return nil
}

// plain is n as encoding/json would decode it with UseNumber.
func (n *node) plain() any {
	switch n.kind {
	case jsonBool:
		return n.truth
	case jsonNumber:
		return json.Number(n.text)
	case jsonString:
		return n.text
	case jsonArray:
		list := make([]any, len(n.items))
		for i := range n.items {
			list[i] = n.items[i].plain()
		}
		return list
	case jsonObject:
		object := make(map[string]any, len(n.members))
		for i := range n.members {
			object[n.members[i].key] = n.members[i].value.plain()
		}
		return object
	}
	return nil
}

// quote is text as a JSON string, without the escapes for HTML.
func quote(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil { // a string can always be encoded
		return strconv.Quote(text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// shorten keeps what a message can show of a text that may be hostile.
func shorten(text string) string {
	const shown = 100
	if len(text) <= shown {
		return text
	}
	return strings.ToValidUTF8(text[:shown], "") + "…"
}
