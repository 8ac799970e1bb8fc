package web

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// visible returns server text as it may be shown: control characters and
// directional overrides, which a terminal or a browser would obey, and characters
// that hide text from people are written out, so that a person sees that they are
// there. Line breaks, tabs, and what scripts need to join letters or turn them
// round stay.
// Escaping for HTML is templ's business.
func visible(s string) string {
	if strings.IndexFunc(s, obeyed) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !obeyed(r):
			b.WriteRune(r)
		case r < 0x20:
			b.WriteRune('\u2400' + r) // the pictures of the C0 controls
		case r == 0x7f:
			b.WriteRune('\u2421')
		default:
			fmt.Fprintf(&b, "[U+%04X]", r)
		}
	}
	return b.String()
}

// obeyed reports whether r changes how the text around it is shown, or is there
// without being shown.
func obeyed(r rune) bool {
	switch {
	case r == '\n', r == '\r', r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true // embeddings, overrides and isolates
	case r >= 0x2060 && r <= 0x2064, r == 0x200b, r == 0xfeff, r >= 0xe0000 && r <= 0xe007f:
		return true // seen by nobody but programs: spaces without width, and tags
	}
	return false
}

// theirs makes server text fit to stand inside a sentence of the host: on one
// line, not too long, and isolated, so that right-to-left text does not move
// the words around it.
func theirs(s string) string { return cited(s, 80) }

// cited is theirs for a text of up to n characters.
func cited(s string, n int) string {
	const firstStrongIsolate, popDirectionalIsolate = "\u2068", "\u2069"
	return firstStrongIsolate + brief(s, n) + popDirectionalIsolate
}

// brief is s on one line and of at most n characters, the last of them "…" if
// something was left out.
func brief(s string, n int) string {
	short := clip(s, 4*n)
	whole := len(short) == len(s)
	runes := []rune(strings.Join(strings.Fields(visible(short)), " "))
	if whole && len(runes) <= n {
		return string(runes)
	}
	return string(runes[:min(len(runes), n-1)]) + "…"
}

// clip cuts s to at most n bytes, not inside a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// inTextarea is s as the content of a textarea, whose first line break a parser
// of HTML takes away.
func inTextarea(s string) string { return "\n" + s }

// key returns an id for the element that stands for name: prefix-name with
// everything in name but ASCII letters and digits escaped. A name may be any
// text, while ids are listed with spaces between them; and because no name
// brings a "-" along, key(p, a)+"-hint" is the id of nothing else.
func key(prefix string, name string) string {
	var b strings.Builder
	b.WriteString(prefix)
	b.WriteByte('-')
	for i := 0; i < len(name); i++ {
		c := name[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "_%02x", c)
	}
	return b.String()
}

// keyN is key for something numbered.
func keyN(prefix string, n int) string { return prefix + "-" + strconv.Itoa(n) }

// byteSize writes a size for people.
func byteSize(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1000_000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " kB"
	}
	return strconv.FormatFloat(float64(n)/1000_000, 'f', 1, 64) + " MB"
}

// seconds writes a duration for people: "4 ms", "6.2 s".
func seconds(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "<1 ms"
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}
