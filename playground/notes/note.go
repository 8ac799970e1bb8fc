package notes

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// A Note is one Markdown file.
type Note struct {
	ID       string
	Title    string
	Tags     []string
	Created  time.Time // zero when the front matter does not say
	Name     string    // as in package notesfs
	Modified time.Time
}

// Ext is the ending of a note's file name.
const Ext = ".md"

// header is the front matter that notes may have.
type header struct {
	ID      string    `yaml:"id"`
	Title   string    `yaml:"title"`
	Tags    []string  `yaml:"tags"`
	Created time.Time `yaml:"created"`
}

// parse reads what a note says of itself. A file without front matter, or with
// some that is no YAML of this shape, is a note all the same: its title is its
// first heading, or its file name, and its id is made from its place.
func parse(name string, data []byte, modified time.Time) Note {
	h, body := frontMatter(data)
	n := Note{ID: h.ID, Title: line(h.Title), Tags: h.Tags, Created: h.Created, Name: name, Modified: modified}
	if !validID(n.ID) {
		n.ID = placeID(name)
	}
	if n.Title == "" {
		n.Title = heading(body)
	}
	if n.Title == "" {
		n.Title = strings.TrimSuffix(path.Base(name), Ext)
	}
	return n
}

// validID reports whether an id that a file claims can serve as one. It is shown
// to clients and comes back from them.
func validID(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	for _, c := range []byte(id) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.') {
			return false
		}
	}
	return true
}

// placeID is the id of a note that has none of its own. A digest, because an id
// is shown to clients and must not say more than that they are the same note.
func placeID(name string) string {
	sum := sha256.Sum256([]byte(name))
	return "note-" + hex.EncodeToString(sum[:6])
}

// frontMatter splits off a block between two lines of three dashes at the top.
func frontMatter(data []byte) (h header, body []byte) {
	const fence = "---"
	first, rest, ok := bytes.Cut(data, []byte("\n"))
	if !ok || string(bytes.TrimRight(first, "\r ")) != fence {
		return header{}, data
	}
	for at := 0; at < len(rest); {
		text, _, _ := bytes.Cut(rest[at:], []byte("\n"))
		next := min(at+len(text)+1, len(rest))
		if string(bytes.TrimRight(text, "\r ")) == fence {
			if yaml.Unmarshal(rest[:at], &h) != nil {
				h = header{}
			}
			return h, rest[next:]
		}
		at = next
	}
	return header{}, data // never closed: it is text
}

// heading is the first level-one heading of a Markdown text.
func heading(body []byte) string {
	for text := range bytes.Lines(body) {
		if after, ok := bytes.CutPrefix(text, []byte("# ")); ok {
			return line(string(after))
		}
	}
	return ""
}

// line is s as one line without surrounding space: titles stand in lists.
func line(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
