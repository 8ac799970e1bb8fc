package design

import "strings"

// A Mistake is why a text is no JSON, in terms of what to do about it.
type Mistake string

const (
	NoMistake     Mistake = ""
	EndsEarly     Mistake = "ends-early"     // something that was opened is not closed
	ExtraComma    Mistake = "extra-comma"    // before what stands there
	MissingComma  Mistake = "missing-comma"  // before what stands there
	MissingColon  Mistake = "missing-colon"  // after a name
	WrongQuotes   Mistake = "wrong-quotes"   // none at all, or others than "
	Comment       Mistake = "comment"        // JSON has none
	TextAfterward Mistake = "text-afterward" // behind a whole value
	OtherMistake  Mistake = "other"
)

// Mistakes lists them.
func Mistakes() []Mistake {
	return []Mistake{EndsEarly, ExtraComma, MissingComma, MissingColon, WrongQuotes, Comment, TextAfterward, OtherMistake}
}

// space is what JSON has between its parts.
const space = " \t\r\n"

// mistakeAt says what is wrong at an offset of a text, as far as what stands around
// it tells.
func mistakeAt(text string, at int) Mistake {
	before := strings.TrimRight(text[:at], space)
	there := strings.TrimLeft(text[at:], space)
	if there == "" {
		return EndsEarly
	}
	open, key := scan(before)
	ended := before != "" && strings.IndexByte(`"}]0123456789el`, before[len(before)-1]) >= 0 // a value: e and l of true, false, null
	switch first := there[0]; {
	case strings.HasPrefix(there, "//") || strings.HasPrefix(there, "/*"):
		return Comment
	case (first == '}' || first == ']') && strings.HasSuffix(before, ","):
		return ExtraComma
	case ended && len(open) == 0:
		return TextAfterward
	case key:
		return MissingColon
	case ended && (first == '"' || first == '{' || first == '['):
		return MissingComma
	case first == '\'' || 'a' <= first && first <= 'z' || 'A' <= first && first <= 'Z' || strings.HasPrefix(there, "“"):
		return WrongQuotes
	}
	return OtherMistake
}

// scan reads the brackets and the strings of a text that is JSON so far: open are
// the brackets that are not closed, and key is set if the last thing is the name of
// a member.
func scan(text string) (open []byte, key bool) {
	var last byte // that is no space, before the string that is being read
	inside := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inside && c == '\\':
			i++
			continue
		case c == '"':
			if inside = !inside; !inside {
				key = len(open) > 0 && open[len(open)-1] == '{' && (last == '{' || last == ',')
			}
			continue
		case inside || strings.IndexByte(space, c) >= 0:
			continue
		case c == '{' || c == '[':
			open = append(open, c)
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
		last, key = c, false
	}
	return open, key
}
