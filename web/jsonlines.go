package web

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Bounds on the JSON that the page shows. A person reads a few screens; a browser
// that has to lay out megabytes, or thousands of elements, stops answering.
const (
	maxJSON     = 64 << 10 // bytes of text
	maxLines    = 1200
	maxNesting  = 32 // what lies deeper is shown on one line
	maxOnLine   = 16 << 10
	maxCopied   = 256 << 10 // bytes that can be copied by a button
	foldFrom    = 150       // lines from which on some of it is folded at first
	foldDepth   = 3         // what is nested so deep and
	foldLines   = 8         // longer than this
	maxFound    = 500       // places that are marked because they hold what is searched for
	indentation = "  "
)

// jsonLines is JSON laid out for reading, a member or an item on each line.
type jsonLines struct {
	nodes []jsonNode // at the top: one, but for what is no JSON
	lines int
	cut   bool // the end was left out
}

// A jsonNode is one line or, for an object or array that is not empty, the lines
// from its opening bracket to its closing one.
type jsonNode struct {
	line     jsonLine
	children []jsonNode
	end      jsonLine // the closing bracket, if there are children
	folded   bool     // shown closed at first
	lines    int
	marked   bool // it, or something in it, has a remark or holds what is searched for
}

// A jsonLine is the text of a line, in parts that look different.
type jsonLine struct {
	number  int // from 1
	depth   int
	parts   []jsonPart
	remarks []string // sentences about what is on the line
}

// A jsonPart is a part of a line. The text of all parts of all lines is the JSON.
type jsonPart struct {
	text  string
	class string // of the styles; may be empty
}

// layOut lays out raw. remarks are sentences about its parts, by the path that
// [jsonPath] makes; find is text that is marked where it stands.
func layOut(raw json.RawMessage, remarks map[string][]string, find string) jsonLines {
	if !json.Valid(raw) {
		short := clip(string(raw), maxJSON)
		n := jsonNode{line: jsonLine{number: 1, parts: []jsonPart{{text: visible(short)}}}, lines: 1}
		return jsonLines{nodes: []jsonNode{n}, lines: 1, cut: len(short) < len(raw)}
	}
	l := layouter{raw: raw, left: maxJSON, remarks: remarks, finds: findable(find), found: maxFound}
	n := l.value(0, "", nil)
	out := jsonLines{nodes: []jsonNode{n}, lines: l.lines, cut: l.cut}
	if out.lines >= foldFrom {
		fold(out.nodes, 0)
	}
	return out
}

// jsonPath is the path to a part of JSON as one string.
func jsonPath(path []string) string { return strings.Join(path, "\x00") }

// fold closes what is deep, long and has nothing in it that matters.
func fold(nodes []jsonNode, depth int) {
	for i := range nodes {
		n := &nodes[i]
		n.folded = depth >= foldDepth && n.lines > foldLines && !n.marked
		if !n.folded { // else opening it shows all
			fold(n.children, depth+1)
		}
	}
}

// A layouter goes through valid JSON from front to back.
type layouter struct {
	raw     []byte
	at      int
	lines   int
	left    int // bytes that may still be shown
	cut     bool
	remarks map[string][]string
	finds   []string
	found   int // places that may still be marked
}

// findable is how text that is searched for may stand on a line: as it was typed,
// or as JSON writes it.
func findable(text string) []string {
	if text == "" {
		return nil
	}
	out := []string{strings.ToLower(visible(text))}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string always can be
	if escaped := strings.ToLower(visible(strings.TrimSuffix(b.String()[1:], "\"\n"))); escaped != out[0] {
		out = append(out, escaped)
	}
	return out
}

// full reports whether nothing more is to be shown.
func (l *layouter) full() bool {
	if l.left <= 0 || l.lines >= maxLines {
		l.cut = true
	}
	return l.cut
}

// value reads a value, whose line begins with name.
func (l *layouter) value(depth int, name string, path []string) jsonNode {
	l.space()
	l.lines++
	n := jsonNode{line: jsonLine{number: l.lines, depth: min(depth, maxNesting), remarks: l.remarks[jsonPath(path)]}}
	c := l.raw[l.at]
	if c != '{' && c != '[' || depth >= maxNesting || l.empty() {
		n.line.parts = l.parts(depth, name, l.whole(), scalarClass(c))
		n.marked = n.line.isMarked()
		n.lines = 1
		return n
	}
	closing := map[byte]string{'{': "}", '[': "]"}[c]
	n.line.parts = l.parts(depth, name, string(c), "punctuation")
	n.marked = n.line.isMarked()
	l.at++
	for i := 0; ; i++ {
		l.space()
		if l.raw[l.at] == closing[0] {
			break
		}
		if l.full() {
			l.leave()
			break
		}
		child := l.member(depth+1, c == '{', i, path)
		n.children = append(n.children, child)
		n.marked = n.marked || child.marked
	}
	l.at++
	l.lines++
	n.end = jsonLine{number: l.lines, depth: n.line.depth, parts: []jsonPart{{text: strings.Repeat(indentation, n.line.depth)}, {closing, "punctuation"}}}
	n.lines = l.lines - n.line.number + 1
	return n
}

// whole reads a value for one line.
func (l *layouter) whole() string {
	from := l.at
	brackets := strings.IndexByte("{[", l.raw[from]) >= 0 && l.empty()
	l.skip()
	text := string(l.raw[from:l.at])
	switch {
	case brackets: // without what white space there is between them
		return text[:1] + text[len(text)-1:]
	case len(text) > maxOnLine:
		l.cut = true
		return clip(text, maxOnLine) + "…"
	}
	return text
}

// member reads a member of an object or an item of an array with the comma after
// it.
func (l *layouter) member(depth int, named bool, i int, path []string) jsonNode {
	name, elem := "", strconv.Itoa(i)
	if named {
		from := l.at
		l.skip()
		name = string(l.raw[from:l.at])
		elem = ""
		_ = json.Unmarshal(l.raw[from:l.at], &elem) // it is a string
		l.space()
		l.at++ // the colon
	}
	n := l.value(depth, name, append(slices.Clip(path), elem))
	l.space()
	if l.raw[l.at] == ',' {
		l.at++
		end := &n.line
		if n.children != nil {
			end = &n.end
		}
		end.parts = append(end.parts, jsonPart{",", "punctuation"})
	}
	return n
}

// parts are those of a line that begins with a name, which may be empty.
func (l *layouter) parts(depth int, name, text, class string) []jsonPart {
	out := []jsonPart{{text: strings.Repeat(indentation, min(depth, maxNesting))}}
	if name != "" {
		l.cut = l.cut || len(name) > maxOnLine
		out = append(out, l.search(visible(clip(name, maxOnLine)), "name")...)
		out = append(out, jsonPart{": ", "punctuation"})
	}
	out = append(out, l.search(visible(text), class)...)
	for _, p := range out {
		l.left -= len(p.text)
	}
	return out
}

// search splits text where it holds what is searched for.
func (l *layouter) search(text, class string) []jsonPart {
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // where case changes lengths, places do not agree
		return []jsonPart{{text, class}}
	}
	var out []jsonPart
	for _, find := range l.finds {
		for l.found > 0 {
			i := strings.Index(lower, find)
			if i < 0 {
				break
			}
			out = append(out, jsonPart{text[:i], class}, jsonPart{text[i : i+len(find)], "found"})
			text, lower = text[i+len(find):], lower[i+len(find):]
			l.found--
		}
	}
	return append(out, jsonPart{text, class})
}

func (line jsonLine) isMarked() bool {
	return len(line.remarks) > 0 || slices.ContainsFunc(line.parts, func(p jsonPart) bool { return p.class == "found" })
}

func scalarClass(c byte) string {
	switch c {
	case '"':
		return "string"
	case '{', '[':
		return "punctuation"
	}
	return "literal"
}

func (l *layouter) space() {
	for l.at < len(l.raw) && strings.IndexByte(" \t\r\n", l.raw[l.at]) >= 0 {
		l.at++
	}
}

// empty reports whether the object or array here holds nothing.
func (l *layouter) empty() bool {
	i := l.at + 1
	for strings.IndexByte(" \t\r\n", l.raw[i]) >= 0 {
		i++
	}
	return l.raw[i] == '}' || l.raw[i] == ']'
}

// skip goes to the end of the value here.
func (l *layouter) skip() {
	switch l.raw[l.at] {
	case '"':
		for l.at++; l.raw[l.at] != '"'; l.at++ {
			if l.raw[l.at] == '\\' {
				l.at++
			}
		}
		l.at++
	case '{', '[':
		l.at++
		l.leave()
		l.at++
	default:
		for l.at < len(l.raw) && strings.IndexByte(" \t\r\n,]}", l.raw[l.at]) < 0 {
			l.at++
		}
	}
}

// leave goes to the bracket that closes the object or array that we are in.
func (l *layouter) leave() {
	for depth := 0; ; {
		switch l.raw[l.at] {
		case '"':
			l.skip()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return
			}
			depth--
		}
		l.at++
	}
}
