package web

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A sentence is one that a view says, in English.
type sentence struct {
	text string
	args int    // how many are put in
	at   string // where it stands
}

// sentences finds what the views say. A key that is no literal could not be found,
// so it is an error.
func sentences(t *testing.T) (all []sentence) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "words.go" {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				all = append(all, said(t, fset, call)...)
			}
			return true
		})
	}
	return all
}

// said are the sentences of a call of say or count.
func said(t *testing.T, fset *token.FileSet, call *ast.CallExpr) (found []sentence) {
	function, ok := call.Fun.(*ast.Ident)
	if !ok || function.Name != "say" && function.Name != "count" {
		return nil
	}
	at := fset.Position(call.Pos()).String()
	keys, args := call.Args[1:2], len(call.Args)-2
	if function.Name == "count" {
		keys, args = call.Args[2:4], len(call.Args)-3
	}
	for i, key := range keys {
		args := args
		literal, ok := key.(*ast.BasicLit)
		if !ok {
			t.Errorf("%s: the sentence is not a literal, so no catalogue can have it", at)
			continue
		}
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && function.Name == "count" && !strings.Contains(text, "%") {
			args = 0 // it leaves the number out
		}
		found = append(found, sentence{text, args, at})
	}
	return found
}

var verb = regexp.MustCompile(`^%(?:%|(?:\[(\d+)\])?([a-z]))`)

// verbs are the verbs of a sentence, each after the number of its argument. ok is
// false if a percent sign begins none.
func verbs(text string) (list []string, ok bool) {
	next := 1
	for i := strings.IndexByte(text, '%'); i >= 0; i = strings.IndexByte(text, '%') {
		m := verb.FindStringSubmatch(text[i:])
		if m == nil {
			return list, false
		}
		text = text[i+len(m[0]):]
		if m[2] == "" { // it is %%
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1]) // digits
		}
		list = append(list, strconv.Itoa(next)+m[2])
		next++
	}
	slices.Sort(list)
	return slices.Compact(list), true
}

// Every sentence is in every catalogue, no other is, and what is put into it is
// put into the translation.
func TestCatalogues(t *testing.T) {
	all := sentences(t)
	keys := map[string]bool{}
	for _, s := range all {
		keys[s.text] = true
		list, ok := verbs(s.text)
		if !ok || len(list) != s.args {
			t.Errorf("%s: %q has %d verbs for %d arguments", s.at, s.text, len(list), s.args)
		}
	}
	if len(keys) < 100 {
		t.Fatalf("only %d sentences found: the test sees too little", len(keys))
	}
	for _, l := range Languages()[1:] {
		t.Run(l.Tag, func(t *testing.T) { checkCatalogue(t, l.Tag+".json", keys) })
	}
}

func checkCatalogue(t *testing.T, file string, keys map[string]bool) {
	translations := read(t, file)
	data, err := os.ReadFile(filepath.Join("catalogue", file))
	if err != nil {
		t.Fatal(err)
	}
	if canonical := format(t, translations); string(data) != canonical {
		t.Errorf("%s is not sorted by key, is not indented by tabs, or has a key twice", file)
	}
	var missing []string
	for key := range keys {
		if translations[key] == "" {
			missing = append(missing, key)
		}
	}
	slices.Sort(missing)
	for _, key := range missing {
		t.Errorf("%s lacks %s: add it, see catalogue/README.md", file, quote(t, key))
	}
	for key, text := range translations {
		if !keys[key] {
			t.Errorf("%s has what is said nowhere: %s", file, quote(t, key))
		}
		want, _ := verbs(key)
		if got, ok := verbs(text); !ok || !slices.Equal(got, want) {
			t.Errorf("%s: %q puts in %v, and its key %v", file, text, got, want)
		}
		if strings.Contains(text, "${") {
			t.Errorf("%s: %q: ${ has a meaning for the library", file, text)
		}
	}
}

func read(t *testing.T, file string) (translations map[string]string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("catalogue", file))
	if err == nil {
		err = json.Unmarshal(data, &translations)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return translations
}

// format writes a catalogue as it should be.
func format(t *testing.T, translations map[string]string) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(translations); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func quote(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// What a reader of the language would stumble over, as far as it can be told by a
// rule: particles that hang on what is put in, and questions that begin as
// statements do.
func TestManners(t *testing.T) {
	particle := regexp.MustCompile(`%(\[\d+\])?s”?(\(|은|는|이|가|을|를|와|과|로|으로|라고|이라고)([ .,?]|$)|[은이을와]\([는가를과]\)|\(으\)`)
	asked := regexp.MustCompile(`\S\?`)
	for _, text := range read(t, "ko.json") {
		if found := particle.FindString(text); found != "" {
			t.Errorf("ko.json: %q hangs on the last letter of what is put in: %q", found, text)
		}
	}
	for _, text := range read(t, "es.json") {
		if asked.MatchString(text) && !strings.Contains(text, "¿") {
			t.Errorf("es.json: %q asks without ¿", text)
		}
		if strings.Contains(text, "!") && !strings.Contains(text, "¡") {
			t.Errorf("es.json: %q exclaims without ¡", text)
		}
	}
}
