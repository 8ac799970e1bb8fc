package exercise

import (
	"slices"
	"strings"
)

// A Question is one of a quiz. It is right when the options chosen are those
// that are right; it may be tried again.
type Question struct {
	ID      string
	Text    Text
	Options []Option
	Several bool // any number may be chosen, not just one
}

// An Option of a question.
type Option struct {
	ID    string
	Right bool
	Text  Text
	Why   Text // shown when it has been chosen: why it is right or not
}

// right reports whether these options are the right answer.
func (q *Question) right(chosen []string) bool {
	for _, o := range q.Options {
		if slices.Contains(chosen, o.ID) != o.Right {
			return false
		}
	}
	return true
}

// judge judges what was chosen. What the right choice would be, it does not say.
func (q *Question) judge(chosen []string) Verdict {
	v := Verdict{Check: q.ID, Right: q.right(chosen)}
	if !v.Right {
		expected, seen := fact(FactChosen), fact(FactNoChoice)
		if len(chosen) > 0 {
			seen = fact(FactChoice, "options", chosen)
		}
		v.Expected, v.Seen = &expected, &seen
	}
	return v
}

// option returns the option of this id, or nil.
func (q *Question) option(id string) *Option {
	for i := range q.Options {
		if q.Options[i].ID == id {
			return &q.Options[i]
		}
	}
	return nil
}

// question returns the question of this id, or nil.
func (p *Pack) question(id string) *Question {
	for i := range p.Questions {
		if p.Questions[i].ID == id {
			return &p.Questions[i]
		}
	}
	return nil
}

// A quizText is what quiz.<language>.yaml says of a question.
type quizText struct {
	Text    string                `yaml:"text"`
	Options map[string]optionText `yaml:"options"`
}

type optionText struct {
	Text string `yaml:"text"`
	Why  string `yaml:"why"`
}

// questions reads the questions and their words in each language.
func (a *archive) questions(p *Pack, h *header, s *sheet) {
	for i, q := range h.Questions {
		if p.question(q.ID) != nil {
			s.wrong([]any{"questions", i}, "the question %q is there twice", q.ID)
			continue
		}
		p.Questions = append(p.Questions, s.question(i, q))
	}
	if h.Kind == Quiz && len(h.Questions) == 0 {
		s.wrong([]any{"kind"}, "a quiz has questions, and there are none")
	}
	for _, language := range Languages() {
		f, ok := a.file(textFile("quiz", language, "yaml"))
		switch {
		case ok && len(h.Questions) == 0:
			a.wrong(f.line-1, f.name, "exercise.yaml has no questions")
		case ok:
			a.quizTexts(p, f, language)
		case language == "en" && len(h.Questions) > 0:
			a.wrong(1, textFile("quiz", language, "yaml"), "the file is missing: it has the words of the questions")
		}
	}
}

// question checks what exercise.yaml says of the i-th question.
func (s *sheet) question(i int, q question) Question {
	path := []any{"questions", i}
	if why := badID(q.ID); why != "" {
		s.wrong(path, "%s", why)
	}
	if len(q.Options) < 2 {
		s.wrong(path, "the question %q has fewer than two options", q.ID)
	}
	if len(q.Right) == 0 {
		s.wrong(path, "the question %q has no right option", q.ID)
	}
	out := Question{ID: q.ID, Text: Text{}, Several: len(q.Right) > 1}
	for j, id := range q.Options {
		if why := badID(id); why != "" {
			s.wrong(append(path, "options", j), "%s", why)
		}
		if slices.Contains(q.Options[:j], id) {
			s.wrong(append(path, "options", j), "the option %q is there twice", id)
			continue
		}
		out.Options = append(out.Options, Option{ID: id, Right: slices.Contains(q.Right, id), Text: Text{}, Why: Text{}})
	}
	for j, id := range q.Right {
		if !slices.Contains(q.Options, id) {
			s.wrong(append(path, "right", j), "%q is not among the options", id)
		}
	}
	return out
}

// quizTexts enters the words of one language.
func (a *archive) quizTexts(p *Pack, f archived, language string) {
	texts := map[string]quizText{}
	s, ok := a.readSheet(f, texts)
	if !ok {
		return
	}
	for _, id := range sorted(texts) {
		if p.question(id) == nil {
			s.wrong([]any{id}, "exercise.yaml has no question %q", id)
		}
	}
	for i := range p.Questions {
		q := &p.Questions[i]
		t := texts[q.ID]
		s.word(q.Text, language, t.Text, q.ID, "text")
		for _, id := range sorted(t.Options) {
			if q.option(id) == nil {
				s.wrong([]any{q.ID, "options", id}, "the question %q has no option %q", q.ID, id)
			}
		}
		for j := range q.Options {
			o := &q.Options[j]
			s.word(o.Text, language, t.Options[o.ID].Text, q.ID, "options", o.ID, "text")
			s.word(o.Why, language, t.Options[o.ID].Why, q.ID, "options", o.ID, "why")
		}
	}
}

// word enters one text of one language.
func (s *sheet) word(t Text, language, text string, path ...any) {
	text = strings.TrimSpace(text)
	if text == "" {
		var name []string
		for _, step := range path {
			name = append(name, step.(string))
		}
		s.wrong(path, "the words of %s are missing", strings.Join(name, "."))
		return
	}
	t[language] = text
}
