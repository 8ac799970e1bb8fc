package form

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestCodesAreListed: every code that is declared is listed, once in its kind,
// and every one has English.
func TestCodesAreListed(t *testing.T) {
	lists := map[string][]string{"Code": Codes(), "Problem": ProblemCodes(), "Lint": FindingCodes()}
	for prefix, list := range map[string]string{"URL": "Problem", "Warn": "Problem", "Lost": "Lint", "Changed": "Lint"} {
		lists[prefix] = lists[list]
	}
	declared := 0
	name := regexp.MustCompile(`^(Code|Problem|URL|Warn|Lint|Lost|Changed)[A-Z]`)
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range files {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			prefix := name.FindStringSubmatch(spec.Names[0].Name)
			literal, ok := spec.Values[0].(*ast.BasicLit)
			if prefix == nil || !ok {
				return true
			}
			code, err := strconv.Unquote(literal.Value)
			if err != nil || !slices.Contains(lists[prefix[1]], code) {
				t.Errorf("%s = %s is not listed", spec.Names[0].Name, literal.Value)
			}
			declared++
			return true
		})
	}
	if total := len(Codes()) + len(ProblemCodes()) + len(FindingCodes()); declared != total {
		t.Errorf("%d codes declared, %d listed", declared, total)
	}
	for _, code := range Codes() {
		if text := (&Error{Code: code}).Reason(); strings.Contains(text, "cannot be drawn") {
			t.Errorf("no English for %s", code)
		}
	}
	for _, code := range ProblemCodes() {
		if text := (Problem{Code: code}).Message(); strings.Contains(text, "not right (") {
			t.Errorf("no English for %s", code)
		}
	}
	for _, code := range append(FindingCodes(), Codes()...) {
		if text := (Finding{Code: code}).Message(); strings.Contains(text, "cannot be drawn") {
			t.Errorf("no English for %s", code)
		}
	}
}

// Every rule that is named is listed, and no other.
func TestRulesAreListed(t *testing.T) {
	named := map[string]bool{}
	rule := regexp.MustCompile(`"(A\d+\.\d+)"`)
	for _, name := range []string{"lint.go", "lint_field.go", "finding.go", "version.go"} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range rule.FindAllStringSubmatch(string(source), -1) {
			named[found[1]] = true
			if !slices.Contains(Rules(), found[1]) {
				t.Errorf("%s names %s, which is not listed", name, found[1])
			}
		}
	}
	if len(named) != len(Rules()) {
		t.Errorf("%d rules named, %d listed", len(named), len(Rules()))
	}
}
