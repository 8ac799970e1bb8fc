package exercise

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// A section is the part of a check script that judges one check.
type section struct {
	id   string
	line int    // of the archive: the line after its heading
	when string // the conditions of its heading
	text string // its lines
}

// under reports whether the check is judged under a protocol version.
func (s section) under(era string) bool {
	for cond := range strings.FieldsSeq(s.when) {
		not, named := strings.HasPrefix(cond, "[!"), strings.Trim(cond, "[!]")
		if (named == era) == not {
			return false
		}
	}
	return true
}

// uses reports whether a command stands in the check, with these arguments among
// its own.
func (s section) uses(command string, args ...string) bool {
	for line := range strings.Lines(s.text) {
		words := strings.Fields(withoutConditions(line))
		if len(words) > 0 && words[0] == command && !slices.ContainsFunc(args, func(a string) bool { return !slices.Contains(words, a) }) {
			return true
		}
	}
	return false
}

// heading takes a heading apart: an id, and conditions.
func heading(line string) (id, when string, ok bool) {
	words := strings.Fields(strings.TrimPrefix(line, "#"))
	if !strings.HasPrefix(line, "#") || len(words) == 0 {
		return "", "", false
	}
	for _, w := range words[1:] {
		if !strings.HasPrefix(w, "[") || !strings.HasSuffix(w, "]") {
			return "", "", false
		}
	}
	return words[0], strings.Join(words[1:], " "), true
}

// split cuts the script into sections. One begins at a line that holds # and an
// id, perhaps with conditions; # and other words are a comment.
func (a *archive) split() []section {
	var out []section
	n, astray := 0, false
	for line := range bytes.Lines(a.script) {
		n++
		text := strings.TrimSpace(string(line))
		if id, when, ok := heading(strings.TrimRight(string(line), "\r\n")); ok {
			if why := badID(id); why != "" {
				a.wrong(n, "", "%s", why)
			}
			if slices.ContainsFunc(out, func(s section) bool { return s.id == id }) {
				a.wrong(n, "", "the check %q is there twice", id)
			}
			out = append(out, section{id: id, line: n + 1, when: when})
			continue
		}
		if strings.HasPrefix(text, "#") {
			line = []byte("\n") // a comment: the engine would take it for a section
			text = ""
		}
		if len(out) == 0 {
			if text != "" && !astray {
				astray = true
				a.wrong(n, "", "this line belongs to no check: a check begins with a line such as \"# asked-once\"")
			}
			continue
		}
		out[len(out)-1].text += strings.TrimRight(string(line), "\r\n") + "\n"
	}
	return out
}

// checks reads the script and gives each of its checks its title.
func (a *archive) checks(p *Pack, h *header, s *sheet) {
	p.script = a.split()
	for _, sec := range p.script {
		title, ok := h.Checks[sec.id]
		if !ok && badID(sec.id) == "" {
			a.wrong(sec.line-1, "", "the check %q has no title under checks in exercise.yaml", sec.id)
		}
		p.Checks = append(p.Checks, Check{sec.id, title})
	}
	for _, id := range slices.Sorted(maps.Keys(h.Checks)) {
		if !slices.ContainsFunc(p.script, func(sec section) bool { return sec.id == id }) {
			s.wrong([]any{"checks", id}, "the script has no check %q: it would begin with the line \"# %s\"", id, id)
		}
		s.text(h.Checks[id], "checks", id)
	}
	for i, q := range p.Questions {
		if _, ok := p.check(q.ID); ok {
			s.wrong([]any{"questions", i}, "there is a check %q too; a question is a check of its own", q.ID)
		}
		p.Checks = append(p.Checks, Check{q.ID, q.Text})
	}
	if len(p.script) == 0 && h.Kind != Quiz {
		a.wrong(1, "", "there is no check script above the first file")
	}
	a.proof(p)
}
