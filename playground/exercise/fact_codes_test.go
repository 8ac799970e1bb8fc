package exercise

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every code that is declared is listed, and has English.
func TestFactCodesAreListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "fact.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, "Fact") {
			return true
		}
		code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		declared = append(declared, code)
		return true
	})
	if listed := FactCodes(); !slices.Equal(declared, listed) {
		t.Errorf("declared %q\n listed %q", declared, listed)
	}
	for _, code := range FactCodes() {
		if text := fact(code).Message(); !strings.Contains(text, " ") && code != FactText {
			t.Errorf("%s: %q", code, text)
		}
	}
}
