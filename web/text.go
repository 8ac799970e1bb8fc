package web

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

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
