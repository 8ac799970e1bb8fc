package exercise

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"askback/notesfs"
	"askback/playground/ask"
)

// Eras are the protocol versions that a script can be run under, oldest first.
func Eras() []string { return []string{ask.V20250618, ask.V20251125, ask.V20260728} }

// lessonTime is when the files of every exercise were written; graderTime is
// what the clock of every server says.
var (
	lessonTime = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)
	graderTime = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
)

// Parse reads a pack. name is what errors call it, such as the name of its file.
//
// The error joins one [Mistake] for each thing that is wrong, with the line of
// the whole archive; [Mistakes] takes it apart.
func Parse(name string, data []byte) (*Pack, error) { return parse(name, data, nil) }

// parse is Parse for packs of some kinds, nil for all. Others are not read beyond
// their header, and nil without an error.
func parse(name string, data []byte, kinds []Kind) (*Pack, error) {
	a := open(name, data)
	if len(data) > MaxPack {
		return nil, a.err()
	}
	p := &Pack{}
	h, s := a.header(p)
	if h != nil && kinds != nil && !slices.Contains(kinds, p.Kind) {
		return nil, nil
	}
	a.places(p)
	a.texts(p)
	if h == nil {
		return nil, a.err() // the rest would be told of again and again
	}
	a.tree(p, h, s)
	a.questions(p, h, s)
	a.checks(p, h, s)
	a.solutions(p, h, s)
	if a.mistakes != nil {
		return nil, a.err()
	}
	p.Hash, p.Archive = a.hash(p), data
	return p, nil
}

// places notes files that stand where nothing looks for them.
func (a *archive) places(p *Pack) {
	named := []string{headerFile}
	for _, language := range Languages() {
		named = append(named, textFile("brief", language, "md"), textFile("hints", language, "md"), textFile("quiz", language, "yaml"))
	}
	for _, f := range a.files {
		folder, rest, nested := strings.Cut(f.name, "/")
		switch {
		case !fs.ValidPath(f.name):
			a.wrong(f.line-1, f.name, "this is no file name: write it with single slashes, without . and ..")
		case known(named, f.name):
		case nested && (folder == "fs" || folder == "later" || folder == "starter" || folder == "solution"):
		case nested && folder == "wrong" && strings.Contains(rest, "/"):
		default:
			a.wrong(f.line-1, f.name, "nothing reads a file of this name; there are %s, and the folders fs, later, starter, solution and wrong/NAME", strings.Join(named, ", "))
		}
	}
}

// maxHints bounds a ladder.
const maxHints = 20

func textFile(name, language, ext string) string { return name + "." + language + "." + ext }

// texts reads the briefs and the hints.
func (a *archive) texts(p *Pack) {
	p.Brief, p.Hints = Text{}, Hints{}
	for _, language := range Languages() {
		if f, ok := a.file(textFile("brief", language, "md")); ok {
			p.Brief[language] = strings.TrimSpace(string(f.data))
			if p.Brief[language] == "" {
				a.wrong(f.line, f.name, "the brief is empty")
			}
		}
		if f, ok := a.file(textFile("hints", language, "md")); ok {
			p.Hints[language] = a.ladder(f)
		}
	}
	if _, ok := a.file("brief.en.md"); !ok {
		a.wrong(1, "brief.en.md", "the file is missing: it tells the learner what to do")
	}
	if _, ok := a.file("hints.en.md"); !ok {
		a.wrong(1, "hints.en.md", "the file is missing: it helps a learner who is stuck, the worked solution last")
	}
	for _, language := range sorted(p.Hints) {
		if steps, n := p.Hints[language], len(p.Hints["en"]); n > 0 && len(steps) != n {
			f, _ := a.file(textFile("hints", language, "md"))
			a.wrong(f.line, f.name, "its ladder has the length %d, and the English one %d: a learner who changes the language must find the same steps", len(steps), n)
		}
	}
}

// ladder splits hints at the lines that hold nothing but ---.
func (a *archive) ladder(f archived) []string {
	var out []string
	var step strings.Builder
	line, at := f.line, f.line
	flush := func() {
		text := strings.TrimSpace(step.String())
		if text == "" {
			a.wrong(at, f.name, "this hint is empty")
		}
		out = append(out, text)
		step.Reset()
	}
	for text := range strings.Lines(string(f.data)) {
		if strings.TrimSpace(text) == "---" {
			flush()
			at = line + 1
		} else {
			step.WriteString(text)
		}
		line++
	}
	flush()
	if len(out) > maxHints {
		a.wrong(f.line, f.name, "there are %d hints, more than %d", len(out), maxHints)
	}
	return out
}

// lowered is err with its reason in lower case: systems differ in that.
func lowered(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%s %s: %s", p.Op, p.Path, strings.ToLower(p.Err.Error()))
	}
	return err
}

// tree lays out the files at the start.
func (a *archive) tree(p *Pack, h *header, s *sheet) {
	files := notesfs.New(&notesfs.Options{Now: func() time.Time { return lessonTime }, MaxBytes: MaxPack, MaxEntries: 10_000})
	put := func(name string, line int, file string, write func() error) {
		err := files.MkdirAll(path.Dir(name), 0o755)
		if err == nil {
			err = write()
		}
		if err != nil {
			a.wrong(line, file, "it cannot be laid out: %v", lowered(err))
		}
	}
	for _, f := range a.below("fs") {
		put(f.name, f.line-1, "fs/"+f.name, func() error { return files.WriteFile(f.name, f.data, 0o644) })
	}
	for _, name := range slices.Sorted(maps.Keys(h.Links)) {
		line := s.line("links", name)
		where, ok := strings.CutPrefix(name, "fs/")
		if !ok {
			a.wrong(line, headerFile, "the link %q is not below fs/", name)
			continue
		}
		put(where, line, headerFile, func() error { return files.Symlink(h.Links[name], where) })
	}
	for i, root := range h.Roots {
		if _, err := files.Stat(root); err != nil {
			s.wrong([]any{"roots", i}, "there is nothing at the root %q: write it as below fs, such as home/alice/Documents", root)
		}
	}
	p.Files = files.Snapshot()
	p.later = map[string][]byte{}
	for _, f := range a.below("later") {
		p.later[f.name] = f.data
	}
}

// solutions collects what learners begin with and what proves the checks.
func (a *archive) solutions(p *Pack, h *header, s *sheet) {
	p.Starter, p.Solution = loose(a.below("starter")), loose(a.below("solution"))
	byName := map[string][]File{}
	for _, folder := range []string{"solution", "wrong"} {
		for _, f := range a.below(folder) {
			if path.Base(f.name) == inputsFile {
				a.inputs(p, folder, f)
			}
		}
	}
	for _, f := range a.below("wrong") {
		name, rest, nested := strings.Cut(f.name, "/")
		if !nested {
			continue // places has said so
		}
		if h.Wrong[name] == "" {
			a.wrong(f.line-1, "wrong/"+f.name, "exercise.yaml does not say under wrong which check catches %q", name)
		}
		byName[name] = append(byName[name], File{rest, f.data})
	}
	for _, name := range slices.Sorted(maps.Keys(h.Wrong)) {
		path := []any{"wrong", name}
		if why := badID(name); why != "" {
			s.wrong(path, "%s", why)
		}
		if _, ok := p.check(h.Wrong[name]); !ok {
			s.wrong(path, "there is no check %q to catch it", h.Wrong[name])
		}
		if byName[name] == nil {
			s.wrong(path, "there are no files below wrong/%s", name)
		}
		p.Wrong = append(p.Wrong, Wrong{name, h.Wrong[name], byName[name]})
	}
	if len(p.Solution) == 0 {
		s.wrong([]any{"kind"}, "there is no solution: without it nobody knows that the exercise can be solved")
	}
	if len(p.Wrong) == 0 {
		s.wrong([]any{"kind"}, "there is no wrong solution: without it nobody knows that the checks catch anything")
	}
	if len(p.Starter) == 0 && (h.Kind == Code || h.Kind == Design) {
		s.wrong([]any{"kind"}, "there is no starter: a learner of a %s exercise begins with files", h.Kind)
	}
}

func loose(files []archived) []File {
	var out []File
	for _, f := range files {
		out = append(out, File{f.name, f.data})
	}
	return out
}

// hash names what influences a verdict. Each part goes in with its length, so
// that no two packs of different parts read the same.
func (a *archive) hash(p *Pack) string {
	sum := sha256.New()
	part := func(text string) { fmt.Fprintf(sum, "%d:%s", len(text), text) }
	part("askback exercise 1")
	part(p.ID)
	part(fmt.Sprint(p.Version))
	part(string(p.Kind))
	part(fmt.Sprint(p.Consent))
	for _, list := range [][]string{p.Eras, p.Roots} {
		part(fmt.Sprint(len(list)))
		for _, one := range list {
			part(one)
		}
	}
	for _, sec := range p.script {
		part(strings.TrimSpace(sec.id + " " + sec.when))
		part(sec.text)
	}
	for _, q := range p.Questions {
		part(q.ID)
		for _, o := range q.Options {
			part(fmt.Sprint(o.ID, o.Right))
		}
	}
	for _, name := range sorted(p.later) {
		part(name)
		part(string(p.later[name]))
	}
	tree, err := p.Files.MarshalBinary()
	if err != nil {
		panic("exercise: " + err.Error()) // a snapshot of a tree that was just laid out
	}
	part(string(tree))
	return hex.EncodeToString(sum.Sum(nil))
}
