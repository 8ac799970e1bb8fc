package web

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many marks may stand on one letter. No script needs as many;
// more of them grow out of the line and over what the host says there.
const maxMarks = 6

// visible returns server text as it may be shown: control characters and
// directional overrides, which a terminal or a browser would obey, characters that
// hide text from people, and marks heaped on a letter are written out, so that a
// person sees that they are there. Line breaks, tabs, and what scripts need to join
// letters or turn them round stay.
// Escaping for HTML is templ's business.
func visible(s string) string {
	var seen reader
	if strings.IndexFunc(s, seen.writesOut) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	seen = reader{}
	for _, r := range s {
		switch {
		case !seen.writesOut(r):
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

// A reader goes through a text letter by letter.
type reader struct {
	last  rune
	marks int // in a row
}

// writesOut reports whether r, which is next, is to be written out.
func (t *reader) writesOut(r rune) bool {
	last := t.last
	t.last = r
	if r < 0x300 { // most text; no marks there
		t.marks = 0
		return obeyed(r)
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		t.marks++
	} else {
		t.marks = 0
	}
	joins := r == 0x200c || r == 0x200d
	return t.marks > maxMarks || joins && last < 0x300 || obeyed(r) // Latin letters are never joined
}

// obeyed reports whether r changes how the text around it is shown, or is there
// without being shown.
func obeyed(r rune) bool {
	switch {
	case r == '\n', r == '\r', r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true // embeddings, overrides and isolates
	case r >= 0x2060 && r <= 0x2064, r == 0x200b, r == 0xfeff, r >= 0xe0000 && r <= 0xe007f:
		return true // seen by nobody but programs: spaces without width, and tags
	case r == 0xad, r == 0x34f, r == 0x180e, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x2800, r >= 0xfff9 && r <= 0xfffb:
		return true // letters that are blank, and remarks for programs
	}
	return false
}
