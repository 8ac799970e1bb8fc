package notes

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// errHeader says that a note's front matter cannot be kept while something in it
// changes.
var errHeader = errors.New("its front matter is not a YAML mapping, so it cannot be changed without losing something; correct the file first")

const fence = "---"

// split splits a note into what stands between two lines of three dashes at its
// top, and the rest. Without such a block, head is nil and body is everything.
func split(data []byte) (head, body []byte) {
	first, rest, ok := bytes.Cut(data, []byte("\n"))
	if !ok || string(bytes.TrimRight(first, "\r ")) != fence {
		return nil, data
	}
	for at := 0; at < len(rest); {
		text, _, _ := bytes.Cut(rest[at:], []byte("\n"))
		next := min(at+len(text)+1, len(rest))
		if string(bytes.TrimRight(text, "\r ")) == fence {
			return rest[:at:at], rest[next:]
		}
		at = next
	}
	return nil, data // never closed: it is text
}

// A change sets a field of the front matter.
type change struct {
	field string
	value any // string, []string or time.Time, of which the day counts
}

// edit returns data with the fields of its front matter changed and its body
// replaced, unless body is nil. The lines of other fields stay as they are, byte
// for byte, and so do comments.
func edit(data, body []byte, changes ...change) ([]byte, error) {
	head, old := split(data)
	if body == nil {
		body = old
	}
	if inText, _ := split(body); head == nil && inText != nil && len(changes) == 0 {
		// A text that begins with a fence is a text, and must not say which note
		// it is.
		return slices.Concat([]byte(fence+"\n"+fence+"\n"), body), nil
	}
	if len(changes) == 0 {
		return slices.Concat(data[:len(data)-len(old)], body), nil
	}
	lines := slices.Collect(strings.Lines(string(head)))
	end := "\n"
	if len(lines) > 0 && strings.HasSuffix(lines[0], "\r\n") {
		end = "\r\n"
	}
	for _, c := range changes {
		from, to, comment, err := find(lines, c.field)
		if err != nil {
			return nil, err
		}
		lines = slices.Replace(lines, from, to, c.field+": "+scalar(c.value)+comment+end)
	}
	return slices.Concat([]byte(fence+end+strings.Join(lines, "")+fence+end), body), nil
}

// find returns which lines of front matter a field takes, and the comment behind
// it; where it is to go when it is not there.
func find(lines []string, field string) (from, to int, comment string, err error) {
	var doc yaml.Node
	if yaml.Unmarshal([]byte(strings.Join(lines, "")), &doc) != nil {
		return 0, 0, "", errHeader
	}
	if len(doc.Content) == 0 {
		return len(lines), len(lines), "", nil
	}
	mapping := doc.Content[0]
	if mapping.Kind != yaml.MappingNode || mapping.Style&yaml.FlowStyle != 0 {
		return 0, 0, "", errHeader
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key, value := mapping.Content[i], mapping.Content[i+1]
		if key.Value != field {
			continue
		}
		from, to = key.Line-1, len(lines)
		if i+2 < len(mapping.Content) {
			to = mapping.Content[i+2].Line - 1
		}
		for to > from+1 && isComment(lines[to-1]) {
			to--
		}
		if comment = cmp.Or(key.LineComment, value.LineComment); comment != "" {
			comment = " " + comment
		}
		return from, to, comment, nil
	}
	return len(lines), len(lines), "", nil
}

// isComment reports whether a line of front matter says nothing.
func isComment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

// scalar is a value on one line of YAML: a text, a day or a list of texts.
func scalar(value any) string {
	switch v := value.(type) {
	case time.Time:
		return v.Format(time.DateOnly)
	case []string:
		list := make([]string, len(v))
		for i, s := range v {
			list[i] = quoted(s)
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	return quoted(value.(string))
}

// quoted is a text as YAML: plain where nobody could take it for anything else,
// else as JSON has it, which YAML takes too.
func quoted(s string) string {
	var plain any
	if bare.MatchString(s) && yaml.Unmarshal([]byte(s), &plain) == nil && plain == s {
		return s
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string cannot fail
	return unprintable.ReplaceAllStringFunc(strings.TrimSuffix(b.String(), "\n"), func(s string) string {
		r, _ := utf8.DecodeRuneInString(s)
		return fmt.Sprintf(`\u%04x`, r)
	})
}

// unprintable are the characters that JSON lets stand and YAML does not (YAML
// 1.2, 5.1).
var unprintable = regexp.MustCompile("[\x7f-\u009f\ufeff\ufffe\uffff]")

var bare = regexp.MustCompile(`^[\pL\pN]([\pL\pN ._/-]*[\pL\pN])?$`)
