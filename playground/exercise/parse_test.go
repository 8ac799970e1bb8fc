package exercise_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"askback/playground/exercise"
)

// A pack full of mistakes gives one error for each, with the file and the line of
// the whole archive. A line of testdata/mistakes.txtar that is wrong is named in
// the list beside it.
func TestMistakes(t *testing.T) {
	data, err := os.ReadFile("testdata/mistakes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	p, err := exercise.Parse("mistakes.txtar", data)
	if p != nil || err == nil {
		t.Fatal("the pack was read")
	}
	var got strings.Builder
	lines := strings.Split(string(data), "\n")
	for _, m := range exercise.Mistakes(err) {
		fmt.Fprintln(&got, m)
		if m.Line < 1 || m.Line > len(lines) {
			t.Errorf("there is no line %d", m.Line)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/mistakes.txt", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got.String() != string(want) {
		t.Errorf("mistakes:\n%s", got.String())
	}
}

// Without its parts a pack is told what is missing.
func TestMissingParts(t *testing.T) {
	whole := catalogue(t).Archive("first-question")
	for part, want := range map[string]string{
		"exercise.yaml": "it says what the exercise is",
		"brief.en.md":   "it tells the learner what to do",
		"hints.en.md":   "the worked solution last",
		"solution":      "there is no solution",
		"wrong":         "there is no wrong solution",
	} {
		a := txtar.Parse(whole)
		a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool {
			return f.Name == part || strings.HasPrefix(f.Name, part+"/")
		})
		if part == "wrong" {
			for i := range a.Files {
				if f := &a.Files[i]; f.Name == "exercise.yaml" {
					f.Data, _, _ = bytes.Cut(f.Data, []byte("wrong:"))
				}
			}
		}
		_, err := exercise.Parse("p", txtar.Format(a))
		if err == nil || len(exercise.Mistakes(err)) != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("without %s: %v", part, err)
		}
	}
}

// What influences a verdict changes the hash; what learners read does not.
func TestHash(t *testing.T) {
	whole := string(catalogue(t).Archive("first-question"))
	parse := func(text string) *exercise.Pack {
		p, err := exercise.Parse("p", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	base := parse(whole)
	for name, test := range map[string]struct {
		old, new string
		same     bool
	}{
		"a brief":     {"You are the host now", "You, yes you, are the host now", true},
		"a title":     {"en: The first question", "en: The very first question", true},
		"a solution":  {"-- solution/inputs.txt --\n", "-- solution/inputs.txt --\n# solved\n", true},
		"a check":     {"answered decline\n", "answered decline\nasked nothing\n", false},
		"a file":      {"red stapler", "blue stapler", false},
		"the version": {"version: 1", "version: 2", false},
		"the roots":   {"roots: [home/alice/Documents/Notes, home/alice/Scratch]", "roots: [home/alice/Documents/Notes]", false},
		"the eras":    {"eras: [2025-11-25, 2026-07-28]", "eras: [2026-07-28]", false},
		"consent":     {"kind: drive\n", "kind: drive\nconsent: true\n", false},
	} {
		if !strings.Contains(whole, test.old) {
			t.Fatalf("%s: the pack has no %q", name, test.old)
		}
		if got := parse(strings.Replace(whole, test.old, test.new, 1)); (got.Hash == base.Hash) != test.same {
			t.Errorf("%s: the same hash %v, want %v", name, got.Hash == base.Hash, test.same)
		}
	}
}

// The exercises of the catalogue are complete in every language.
func TestCatalogueIsTranslated(t *testing.T) {
	for _, p := range catalogue(t).All() {
		texts := map[string]exercise.Text{"title": p.Title, "brief": p.Brief}
		for _, c := range p.Checks {
			texts["check "+c.ID] = c.Title
		}
		for _, q := range p.Questions {
			for _, o := range q.Options {
				texts[q.ID+"."+o.ID], texts[q.ID+"."+o.ID+" why"] = o.Text, o.Why
			}
		}
		for _, tool := range p.Tools {
			texts["tool "+tool.Name] = tool.About
		}
		for name, text := range texts {
			if missing := text.Missing(); len(missing) > 0 {
				t.Errorf("%s: %s is not in %v", p.ID, name, missing)
			}
		}
		for _, language := range exercise.Languages() {
			if p.Hints[language] == nil {
				t.Errorf("%s: there are no hints in %s", p.ID, language)
			}
		}
	}
}

// What an exercise comes after, and what it is the other part of, is there.
func TestCatalogueHangsTogether(t *testing.T) {
	c := catalogue(t)
	for _, p := range c.All() {
		for _, id := range p.After {
			if c.Find(id) == nil {
				t.Errorf("%s comes after %q, which is not there", p.ID, id)
			}
		}
	}
}

// The files of a pack are laid out the same each time, links too.
func TestFiles(t *testing.T) {
	p := catalogue(t).Find("boundary-host")
	target, err := fs.ReadLink(p.Files, "home/alice/Documents/Notes/shortcut")
	if err != nil || target != "../../Private" {
		t.Errorf("link to %q, %v", target, err)
	}
	data, err := fs.ReadFile(p.Files, "home/alice/Documents/Notes/shortcut/plan.md")
	if err != nil || !strings.Contains(string(data), "Surprise party") {
		t.Errorf("behind it %q, %v", data, err)
	}
}

func FuzzParse(f *testing.F) {
	c := catalogue(f)
	for _, p := range c.All() {
		f.Add(c.Archive(p.ID))
	}
	mistakes, err := os.ReadFile("testdata/mistakes.txtar")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(mistakes)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := exercise.Parse("p", data)
		if (p == nil) == (err == nil) {
			t.Fatalf("pack %v, error %v", p, err)
		}
		for _, m := range exercise.Mistakes(err) {
			if m.Line < 0 || m.Line > bytes.Count(data, []byte("\n"))+1 {
				t.Errorf("there is no line %d", m.Line)
			}
			if m.What == "" {
				t.Error("a mistake without words")
			}
		}
		if p == nil {
			return
		}
		if again, err := exercise.Parse("p", data); err != nil || again.Hash != p.Hash {
			t.Errorf("read once more: %v", err)
		}
	})
}

// Whatever stands in a script, it is read or refused, and what was read can be
// judged.
func FuzzScript(f *testing.F) {
	c := catalogue(f)
	for _, p := range c.All() {
		f.Add(string(txtar.Parse(c.Archive(p.ID)).Comment))
	}
	for _, line := range []string{"did call a b=$c", "asked form 'a''b'", "[2025-11-25] roots", "set a=b\nresult ok a=$a", "unchanged except fs/", "\x00", "call a 'b=", "answer accept a=${b"} {
		f.Add("# a\n" + line)
	}
	whole := txtar.Parse(c.Archive("first-question"))
	f.Fuzz(func(t *testing.T, script string) {
		a := *whole
		a.Comment = []byte(script)
		a.Files = slices.Clone(whole.Files)
		ids := headings(script)
		for i := range a.Files {
			if f := &a.Files[i]; f.Name == "exercise.yaml" {
				head, _, _ := bytes.Cut(f.Data, []byte("checks:"))
				f.Data = slices.Concat(head, []byte("checks: {"+ids+"}\n"))
			}
		}
		a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "wrong/") })
		p, err := exercise.Parse("p", txtar.Format(&a))
		if (p == nil) == (err == nil) {
			t.Fatalf("pack %v, error %v", p, err)
		}
		if p == nil {
			return
		}
		for _, v := range p.JudgeNothing(t.Context()) {
			if !v.Right && (v.Expected.Message() == "" || v.Seen.Message() == "" || v.Line == 0) {
				t.Errorf("a verdict without reasons: %+v", v)
			}
		}
	})
}

// headings are the ids of a script, with a title for each.
func headings(script string) string {
	var out []string
	for line := range strings.Lines(script) {
		id := strings.TrimSpace(strings.TrimPrefix(line, "#"))
		if strings.HasPrefix(line, "#") && !strings.ContainsAny(id, " \t,{}:[]&*!|>'\"%@`") && id != "" {
			out = append(out, id+": {en: x}")
		}
	}
	return strings.Join(out, ", ")
}
