package design

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"askback/playground/form"
)

// A Span is a part of a text, counted in UTF-16 units as browsers do.
type Span struct{ Start, End int }

// deepest is how far below the root anything is looked for.
const deepest = 2 * form.MaxDepth

// locate finds where in a JSON text the values stand that JSON Pointers name, each
// with its key; of the root only how it begins. Those that are not there have no
// span. Text that is no JSON is searched up to where it breaks.
func locate(text string, pointers []string) map[string]Span {
	l := locator{text: text, decoder: json.NewDecoder(strings.NewReader(text)), wanted: map[string]bool{}, found: map[string]Span{}}
	for _, p := range pointers {
		l.wanted[p] = true
	}
	if len(pointers) > 0 {
		l.value("", -1, 0)
	}
	return inUnits(text, l.found)
}

type locator struct {
	text    string
	decoder *json.Decoder
	wanted  map[string]bool
	found   map[string]Span // in bytes
}

// next is the next token and where it begins; false at the end of what is JSON.
func (l *locator) next() (token json.Token, start int, ok bool) {
	start = int(l.decoder.InputOffset())
	for start < len(l.text) && strings.IndexByte(" \t\r\n,:", l.text[start]) >= 0 {
		start++
	}
	token, err := l.decoder.Token()
	return token, start, err == nil
}

// value reads the value at a pointer, whose key began at from; -1 for one that has
// none.
func (l *locator) value(pointer string, from, depth int) bool {
	token, start, ok := l.next()
	if !ok || depth > deepest {
		return false
	}
	if from < 0 {
		from = start
	}
	if pointer == "" && l.wanted[pointer] {
		l.found[pointer] = Span{start, int(l.decoder.InputOffset())}
	}
	switch token {
	case json.Delim('{'):
		ok = l.object(pointer, depth)
	case json.Delim('['):
		ok = l.array(pointer, depth)
	}
	if _, known := l.found[pointer]; ok && !known && l.wanted[pointer] {
		l.found[pointer] = Span{from, int(l.decoder.InputOffset())}
	}
	return ok
}

func (l *locator) object(pointer string, depth int) bool {
	for l.decoder.More() {
		key, start, ok := l.next()
		name, isText := key.(string)
		if !ok || !isText || !l.value(pointer+form.Pointer(name), start, depth+1) {
			return false
		}
	}
	_, _, ok := l.next()
	return ok
}

func (l *locator) array(pointer string, depth int) bool {
	for i := 0; l.decoder.More(); i++ {
		if !l.value(pointer+"/"+strconv.Itoa(i), -1, depth+1) {
			return false
		}
	}
	_, _, ok := l.next()
	return ok
}

// inUnits turns spans in bytes of text into spans in UTF-16 units.
func inUnits(text string, spans map[string]Span) map[string]Span {
	offsets := make([]int, 0, 2*len(spans))
	for _, s := range spans {
		offsets = append(offsets, s.Start, s.End)
	}
	slices.Sort(offsets)
	units := make(map[int]int, len(offsets))
	at, n := 0, 0
	for _, offset := range offsets {
		n += unitsIn(text[at:offset])
		at = offset
		units[offset] = n
	}
	out := make(map[string]Span, len(spans))
	for pointer, s := range spans {
		out[pointer] = Span{units[s.Start], units[s.End]}
	}
	return out
}

// unitsIn is the length of text in UTF-16 units.
func unitsIn(text string) int {
	n := utf8.RuneCountInString(text)
	for _, r := range text {
		if r > 0xffff {
			n++
		}
	}
	return n
}
