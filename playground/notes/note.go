package notes

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
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
	Where    string    // as clients see it: beginning with the name of its root
	Modified time.Time
	Revision string // a digest of the whole file: equal means unchanged
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
// first heading, or its file name, and its id is made from its place. The text
// without the front matter comes with it.
func parse(name string, data []byte, modified time.Time) (Note, []byte) {
	h, body := frontMatter(data)
	n := Note{ID: h.ID, Title: line(h.Title), Tags: h.Tags, Created: h.Created, Name: name, Modified: modified, Revision: revision(data)}
	if !validID(n.ID) {
		n.ID = placeID(name)
	}
	if n.Title == "" {
		n.Title = heading(body)
	}
	if n.Title == "" {
		n.Title = strings.TrimSuffix(path.Base(name), Ext)
	}
	return n, body
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
// Archiving leaves it the same.
func placeID(name string) string {
	sum := sha256.Sum256([]byte(strings.Replace(name, "/"+archive+"/", "/", 1)))
	return "note-" + hex.EncodeToString(sum[:6])
}

// collidedID is the id of a note whose own is not the only one of its kind.
func collidedID(name string) string {
	sum := sha256.Sum256([]byte("collided " + name))
	return "note-" + hex.EncodeToString(sum[:6])
}

func revision(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// frontMatter reads the front matter of a note, and returns the rest.
func frontMatter(data []byte) (h header, body []byte) {
	head, body := split(data)
	if yaml.Unmarshal(head, &h) != nil {
		h = header{}
	}
	return h, body
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

// withHeading is body with the text of its first level-one heading replaced.
func withHeading(body []byte, title string) []byte {
	at := 0
	for text := range bytes.Lines(body) {
		if bytes.HasPrefix(text, []byte("# ")) {
			end := at + len(bytes.TrimRight(text, "\r\n"))
			return slices.Concat(body[:at+2], []byte(title), body[end:])
		}
		at += len(text)
	}
	return body
}
