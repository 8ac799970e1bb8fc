package exercise

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"askback/playground/host"
)

// headerFile holds what a pack says of itself.
const headerFile = "exercise.yaml"

// A header is exercise.yaml as it is written.
type header struct {
	ID        string            `yaml:"id"`
	Version   int               `yaml:"version"`
	Kind      Kind              `yaml:"kind"`
	Of        string            `yaml:"of"`
	Eras      []string          `yaml:"eras"`
	Level     string            `yaml:"level"`
	Minutes   int               `yaml:"minutes"`
	Order     int               `yaml:"order"`
	After     []string          `yaml:"after"`
	Title     Text              `yaml:"title"`
	Roots     []string          `yaml:"roots"`
	Consent   bool              `yaml:"consent"`
	Links     map[string]string `yaml:"links"` // symbolic links of the tree, to their targets
	Tools     []Tool            `yaml:"tools"`
	Checks    map[string]Text   `yaml:"checks"`
	Questions []question        `yaml:"questions"`
	Wrong     map[string]string `yaml:"wrong"` // wrong solutions, to the checks that catch them
}

// A question is one of exercise.yaml; its words are in quiz.<language>.yaml.
type question struct {
	ID      string   `yaml:"id"`
	Options []string `yaml:"options"`
	Right   []string `yaml:"right"`
}

// A sheet is a YAML file that knows on which lines its values stand.
type sheet struct {
	a    *archive
	file archived
	root yaml.Node
}

// readSheet decodes a YAML file into v. Fields that v does not have are
// mistakes.
func (a *archive) readSheet(f archived, v any) (*sheet, bool) {
	s := &sheet{a: a, file: f}
	dec := yaml.NewDecoder(bytes.NewReader(f.data))
	dec.KnownFields(true)
	err := dec.Decode(v)
	if err == nil {
		err = yaml.Unmarshal(f.data, &s.root)
	}
	if err == nil && dec.Decode(new(yaml.Node)) != io.EOF {
		err = errors.New("there is a second document")
	}
	var several *yaml.TypeError
	switch {
	case err == nil:
		return s, true
	case err == io.EOF:
		a.wrong(f.line, f.name, "it is empty")
	case errors.As(err, &several):
		for _, text := range several.Errors {
			s.report(text)
		}
	default:
		s.report(err.Error())
	}
	return s, false
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?line (\d+): `)

// report notes a mistake in the words of the YAML package, which begin with the
// line in the file.
func (s *sheet) report(text string) {
	line := s.file.line
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			line += n - 1
		}
		text = text[len(m[0]):]
	}
	text = strings.TrimPrefix(text, "yaml: ")
	if i := strings.Index(text, " in type "); i >= 0 {
		text = text[:i] + "; " + headerHelp
	}
	s.a.wrong(line, s.file.name, "%s", text)
}

const headerHelp = "see the package documentation of playground/exercise for the fields there are"

// wrong notes a mistake about what stands at a path of keys and indexes.
func (s *sheet) wrong(path []any, format string, args ...any) {
	s.a.wrong(s.line(path...), s.file.name, format, args...)
}

// line is the line of the archive on which the value at a path stands, or of as
// much of the path as there is.
func (s *sheet) line(path ...any) int {
	n := &s.root
	line := 1
	if n.Kind == yaml.DocumentNode && len(n.Content) > 0 {
		n = n.Content[0]
	}
	for _, step := range path {
		next := (*yaml.Node)(nil)
		switch step := step.(type) {
		case string:
			for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
				if n.Content[i].Value == step {
					line, next = n.Content[i].Line, n.Content[i+1]
				}
			}
		case int:
			if n.Kind == yaml.SequenceNode && step < len(n.Content) {
				next = n.Content[step]
				line = next.Line
			}
		}
		if next == nil {
			break
		}
		n = next
	}
	return s.file.line + line - 1
}

var (
	idSyntax = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	levels   = []string{"easy", "medium", "hard"}
)

// maxID bounds an id: it stands in links and in what a learner's progress is
// kept in.
const maxID = 32

func badID(id string) string {
	if len(id) > maxID || !idSyntax.MatchString(id) {
		return fmt.Sprintf("%q is no id: it has lower-case letters, digits and single hyphens, %d at most", id, maxID)
	}
	return ""
}

// text notes what is wrong with a text.
func (s *sheet) text(t Text, path ...any) {
	if strings.TrimSpace(t["en"]) == "" {
		s.wrong(path, "the English text (en) is missing; the other languages fall back to it")
	}
	for _, language := range sorted(t) {
		if !known(Languages(), language) {
			s.wrong(append(path, language), "there is no language %q here, only %s", language, strings.Join(Languages(), ", "))
		}
	}
}

func known[S ~string](all []S, one S) bool {
	for _, x := range all {
		if x == one {
			return true
		}
	}
	return false
}

// header reads exercise.yaml into p and notes what is wrong with it.
func (a *archive) header(p *Pack) (*header, *sheet) {
	f, ok := a.file(headerFile)
	if !ok {
		a.wrong(1, headerFile, "the file is missing: it says what the exercise is")
		return nil, nil
	}
	h := &header{}
	s, ok := a.readSheet(f, h)
	if !ok {
		return nil, nil
	}
	p.ID, p.Version, p.Kind, p.Of, p.Eras, p.Level = h.ID, h.Version, h.Kind, h.Of, h.Eras, h.Level
	p.Minutes, p.Order, p.After, p.Title, p.Roots, p.Consent, p.Tools = h.Minutes, h.Order, h.After, h.Title, h.Roots, h.Consent, h.Tools
	if why := badID(h.ID); why != "" {
		s.wrong([]any{"id"}, "%s", why)
	}
	if h.Of != "" && badID(h.Of) != "" {
		s.wrong([]any{"of"}, "%s", badID(h.Of))
	}
	if h.Version < 1 {
		s.wrong([]any{"version"}, "version is %d; the first one is 1", h.Version)
	}
	if !known(Kinds(), h.Kind) {
		s.wrong([]any{"kind"}, "there is no kind %q, only drive, code, design and quiz", h.Kind)
	}
	if !known(levels, h.Level) {
		s.wrong([]any{"level"}, "there is no level %q, only %s", h.Level, strings.Join(levels, ", "))
	}
	if h.Minutes < 1 || h.Minutes > 600 {
		s.wrong([]any{"minutes"}, "minutes is %d; say about how long the exercise takes", h.Minutes)
	}
	s.eras(h)
	s.text(h.Title, "title")
	for i, id := range h.After {
		if why := badID(id); why != "" {
			s.wrong([]any{"after", i}, "%s", why)
		}
	}
	for i, t := range h.Tools {
		if t.Name == "" {
			s.wrong([]any{"tools", i}, "the tool has no name")
		}
		s.text(t.About, "tools", i, "about")
	}
	return h, s
}

func (s *sheet) eras(h *header) {
	needed := h.Kind == Drive || h.Kind == Code
	if needed && len(h.Eras) == 0 {
		s.wrong([]any{"eras"}, "eras is missing: the protocol versions, such as [2025-11-25, 2026-07-28]")
	}
	for i, era := range h.Eras {
		if !known(host.Eras(), era) && !(h.Kind != Drive && known(Eras(), era)) {
			s.wrong([]any{"eras", i}, "there is no protocol version %q for an exercise of kind %s", era, h.Kind)
		}
	}
}
