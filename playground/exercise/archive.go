package exercise

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// MaxPack bounds a pack, in bytes.
const MaxPack = 1 << 20

// A Mistake is one thing that is wrong with a pack.
type Mistake struct {
	Pack string // the name given to Parse
	Line int    // of the whole archive, from 1; 0 when it is about none
	File string // inside the archive; empty for the check script
	What string
}

func (m *Mistake) Error() string {
	where := m.Pack
	if m.Line > 0 {
		where = fmt.Sprintf("%s:%d", m.Pack, m.Line)
	}
	if m.File != "" {
		where += " (" + m.File + ")"
	}
	return where + ": " + m.What
}

// Mistakes are the mistakes in an error of [Parse], in the order of lines.
func Mistakes(err error) []*Mistake {
	var out []*Mistake
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		for _, e := range joined.Unwrap() {
			out = append(out, Mistakes(e)...)
		}
		return out
	}
	var m *Mistake
	if errors.As(err, &m) {
		out = append(out, m)
	}
	return out
}

// An archive is a txtar archive whose parts know where they stood.
type archive struct {
	pack     string
	script   []byte
	files    []archived
	mistakes []*Mistake
}

type archived struct {
	name string
	line int // of the first line of its data
	data []byte
}

// open splits a pack into its files.
func open(pack string, data []byte) *archive {
	a := &archive{pack: pack}
	if len(data) > MaxPack {
		a.wrong(0, "", "it has %d bytes, more than %d", len(data), MaxPack)
		return a
	}
	parsed := txtar.Parse(data)
	a.script = parsed.Comment
	lines := markers(data)
	for i, f := range parsed.Files {
		line := 0
		if i < len(lines) {
			line = lines[i] + 1
		}
		if slices.ContainsFunc(a.files, func(x archived) bool { return x.name == f.Name }) {
			a.wrong(line-1, f.Name, "the file is there twice")
			continue
		}
		a.files = append(a.files, archived{f.Name, line, f.Data})
	}
	return a
}

// markers are the lines, from 1, on which files begin. It is told as package
// txtar tells it.
func markers(data []byte) []int {
	var out []int
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if whole, ok := bytes.CutSuffix(line, []byte("\n")); ok {
			line = bytes.TrimSuffix(whole, []byte("\r"))
		}
		if bytes.HasPrefix(line, []byte("-- ")) && bytes.HasSuffix(line, []byte(" --")) && len(line) >= len("--  --") &&
			len(bytes.TrimSpace(line[3:len(line)-3])) > 0 {
			out = append(out, n)
		}
	}
	return out
}

// wrong notes a mistake.
func (a *archive) wrong(line int, file, format string, args ...any) {
	a.mistakes = append(a.mistakes, &Mistake{Pack: a.pack, Line: max(line, 0), File: file, What: fmt.Sprintf(format, args...)})
}

// err joins the mistakes, in the order of lines.
func (a *archive) err() error {
	slices.SortStableFunc(a.mistakes, func(x, y *Mistake) int { return x.Line - y.Line })
	errs := make([]error, len(a.mistakes))
	for i, m := range a.mistakes {
		errs[i] = m
	}
	return errors.Join(errs...)
}

// file returns the file of this name.
func (a *archive) file(name string) (archived, bool) {
	for _, f := range a.files {
		if f.name == name {
			return f, true
		}
	}
	return archived{}, false
}

// below are the files below a folder, without it in their names.
func (a *archive) below(folder string) []archived {
	var out []archived
	for _, f := range a.files {
		if name, ok := strings.CutPrefix(f.name, folder+"/"); ok {
			out = append(out, archived{name, f.line, f.data})
		}
	}
	return out
}
