package exercise

import (
	"io/fs"
	"slices"
	"strings"

	"askback/notesfs"
	"askback/playground/roots"
)

// A scene is what the commands of one check look at: the record, and a place in
// it.
type scene struct {
	*record
	driven bool // a script drives, so the present is at the end of the record
	call   *call
	at     int  // which question of the call is looked at
	ended  bool // the result is looked at
	final  bool // the whole is looked at, from the start to the end
	step   int  // place of the last did

	choices *choices
}

// question is the one that is looked at, or nil.
func (s *scene) question() *asked {
	if s.call == nil || s.at >= len(s.call.questions) {
		return nil
	}
	return s.call.questions[s.at]
}

// between are the files before and after: at the start of the call and at the
// moment that is looked at.
func (s *scene) between() (before, after *notesfs.Snapshot) {
	switch q := s.question(); {
	case s.final || s.call == nil:
		return s.start, s.files
	case s.driven:
		return s.call.before, s.files
	case q != nil && !s.ended:
		return s.call.before, q.files
	case s.call.result != nil:
		return s.call.before, s.call.result.files
	}
	return s.call.before, s.files
}

// seq is the message that is looked at.
func (s *scene) seq() int {
	switch q := s.question(); {
	case s.final:
		return 0
	case q != nil && !s.ended:
		return q.seq
	case s.call == nil:
		return 0
	case s.call.result != nil:
		return s.call.result.seq
	case s.at > 0 && s.at <= len(s.call.questions) && s.call.questions[s.at-1].answer != nil:
		return s.call.questions[s.at-1].answer.seq
	}
	return s.call.seq
}

// fail is the failure of a command that looked at the present place.
func (s *scene) fail(expected, seen Fact) error {
	return &failure{expected, seen, s.seq()}
}

// now is what there is at the present place, whatever was expected.
func (s *scene) now() Fact {
	if q := s.question(); q != nil {
		return q.fact()
	}
	switch c := s.call; {
	case c == nil:
		return fact(FactNoCall)
	case c.result == nil:
		return fact(FactNoResult)
	default:
		return c.result.fact()
	}
}

func (q *asked) fact() Fact {
	switch {
	case q.mode == "url":
		return fact(FactURL, "url", shorten(q.url))
	case q.broken != nil:
		return fact(FactBroken, "why", q.broken.Error())
	case q.schema == nil:
		return fact(FactBroken, "why", "mode "+q.mode)
	}
	return fact(FactForm, "fields", q.fields())
}

func (q *asked) fields() []string {
	out := []string{}
	for _, f := range q.schema.Fields {
		out = append(out, f.Name)
	}
	return out
}

func (r *result) fact() Fact {
	switch {
	case r.code != 0:
		return fact(FactRefused, "code", int(r.code), "text", shorten(r.text))
	case r.isError:
		return fact(FactToolError, "text", shorten(r.text))
	}
	return fact(FactOK, "values", pairs(r.structured))
}

// content is what a snapshot has at a name: a file's bytes or a link's target.
func content(files *notesfs.Snapshot, name string) (string, bool) {
	info, err := files.Lstat(name)
	switch {
	case err != nil:
		return "", false
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := files.ReadLink(name)
		return "link " + target, err == nil
	case info.IsDir():
		return "directory", true
	}
	data, err := files.ReadFile(name)
	return "file " + string(data), err == nil
}

// changes are what differs between two trees, but for the files excepted and the
// directories that lead to them.
func changes(before, after *notesfs.Snapshot, except []string) []string {
	out := []string{}
	for _, c := range notesfs.Diff(before, after) {
		excused := func(name string) bool {
			return name == "" || slices.ContainsFunc(except, func(e string) bool {
				return roots.Contains(name, e) && (name == e || isDir(before, name) || isDir(after, name))
			})
		}
		if !excused(c.Name) || !excused(c.From) {
			out = append(out, c.String())
		}
	}
	return out
}

func isDir(files *notesfs.Snapshot, name string) bool {
	info, err := files.Lstat(name)
	return err == nil && info.IsDir()
}

// fileName is the name of package notesfs of what a script calls fs/….
func fileName(arg string) (string, bool) {
	name, ok := strings.CutPrefix(arg, "fs/")
	return name, ok && fs.ValidPath(name)
}
