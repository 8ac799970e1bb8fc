package mutation

import (
	"slices"
	"strings"
	"testing"
)

// Each operator finds its places, and names them so that they can be told apart.
func TestOperators(t *testing.T) {
	for name, test := range map[string]struct{ body, want string }{
		"if":           {"if a { f() }", "if not a; never if a; without f()"},
		"after":        {"err := g(); if err != nil { f() }", "if not err != nil, after err := g(); never if err != nil, after err := g(); without f()"},
		"for":          {"for a { f() }", "never for a; without f()"},
		"range":        {"for range xs { f() }", "nothing for range xs; once for range xs; without f()"},
		"search":       {"for _, x := range xs { return x, nil }", "nothing for range xs"},
		"cases":        {"switch { case a, b: f() }", "if not a; never case a; if not b; never case b; without f()"},
		"values":       {"switch n { case 1: f() }", "nothing in case 1; 1 → 2; without f()"},
		"comparison":   {"x = n < m", "n < m: < → <=; without x = n < m"},
		"both":         {"x = a && b", "a && b: && → ||; a && b → a; a && b → b; without x = a && b"},
		"not":          {"x = !a", "!a → a; without x = !a"},
		"constant":     {`f("one", true, 0o644)`, `"one" → ""; true → false; without f("one", true, 0o644)`},
		"prose":        {`f("two words")`, `without f("two words")`},
		"sentence":     {`f("two words " + s)`, `s → nothing in the text; without f("two words " + s)`},
		"elements":     {`x = T{A: a, B: "two words", C: b}`, `without A: a; without C: b; without x = T{A: a, B: "two words", C: b}`},
		"what it is":   {`x = mcp.Implementation{Name: "a"}`, `without x = mcp.Implementation{Name: "a"}`},
		"swallowed":    {"return 1, err", "return 1, err → nil"},
		"no error":     {"return 1, nil", "1 → 2"},
		"left out":     {"defer f(); x = a; x := b; return x, nil", "without defer f(); without x = a; without return x, nil"},
		"the same one": {"f(); f()", "without f(); without f() (2)"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Parse("a.go", []byte("package main\n\nfunc (s *T) do() (int, error) {\n"+test.body+"\n}\n"), true)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range f.Mutants {
				if m.Func != "T.do" {
					t.Errorf("%s is of %s", m.What, m.Func)
				}
				got = append(got, m.What)
				if _, err := Parse("a.go", []byte(m.Apply(f.Source, 0)), false); err != nil {
					t.Errorf("%s: %v", m.What, err)
				}
			}
			want := strings.Split(test.want, "; ")
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s\n got %q\nwant %q", test.body, got, want)
			}
		})
	}
}

// A reason is of one mutant or several.
func TestReasons(t *testing.T) {
	got, err := ReadReasons("# why\n\na b: c\na b: d\n\tOne\n\treason.\na b: e\n\tAnother.\n")
	if err != nil || len(got) != 3 || got["a b: c"] != "One reason." || got["a b: d"] != "One reason." || got["a b: e"] != "Another." {
		t.Errorf("%q, %v", got, err)
	}
	for text, want := range map[string]string{
		"\tA reason.\n":                        "line 1: this is the reason for no mutant",
		"a b: c\n":                             `"a b: c" stands without a reason`,
		"a b: c\n\tOne.\na b: c\n\tAnother.\n": `line 3: there is a reason for "a b: c" already`,
	} {
		if _, err := ReadReasons(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
