package host

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A query finds messages by their text, whatever the case of its letters.
type query struct {
	text    string   // in lower case
	needles [][]byte // as typed, and as it stands in JSON
}

func newQuery(typed string) query {
	q := query{text: strings.ToLower(typed)}
	if typed == "" {
		return q
	}
	q.needles = [][]byte{[]byte(q.text)}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(q.text) // a string always can be
	if inJSON := unescaped(b.Bytes()[1 : b.Len()-len("\"\n")]); !bytes.Equal(inJSON, q.needles[0]) {
		q.needles = append(q.needles, inJSON)
	}
	return q
}

// matches reports whether the method or the JSON of m holds the text.
func (q query) matches(m *Message) bool {
	if strings.Contains(strings.ToLower(m.Method), q.text) {
		return true
	}
	lower := bytes.ToLower(unescaped(m.JSON))
	for _, needle := range q.needles {
		if bytes.Contains(lower, needle) {
			return true
		}
	}
	return false
}

// unescaped is JSON in which characters that an encoder wrote by their numbers,
// though it need not have, are written as themselves.
func unescaped(raw []byte) []byte {
	if !bytes.Contains(raw, []byte(`\u`)) {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' || i+1 == len(raw) {
			out = append(out, raw[i])
			i++
			continue
		}
		r, n := unit(raw[i:])
		if utf16.IsSurrogate(r) {
			low, more := unit(raw[i+n:])
			r = utf16.DecodeRune(r, low)
			n += more
		}
		if n == 0 || r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError {
			out = append(out, raw[i:i+2]...) // a backslash and what it escapes
			i += 2
			continue
		}
		out = utf8.AppendRune(out, r)
		i += n
	}
	return out
}

// unit is the UTF-16 unit that raw begins with as \uXXXX, and the length of that;
// 0 if it does not.
func unit(raw []byte) (rune, int) {
	const length = len(`\uXXXX`)
	if len(raw) < length || raw[0] != '\\' || raw[1] != 'u' {
		return 0, 0
	}
	n, err := strconv.ParseUint(string(raw[2:length]), 16, 16)
	if err != nil {
		return 0, 0
	}
	return rune(n), length
}
