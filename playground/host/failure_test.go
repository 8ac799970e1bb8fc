package host_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"askback/playground/host"
)

// Every code that is declared is listed, so that catalogues have words for it.
func TestFailureCodesAreListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "failure.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		literal, ok := spec.Values[0].(*ast.BasicLit)
		if !ok {
			return true
		}
		code, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		list := host.FailureCodes()
		if strings.HasPrefix(spec.Names[0].Name, "Cause") {
			list = host.CauseCodes()
		}
		if !slices.Contains(list, code) {
			t.Errorf("%s is not listed", spec.Names[0].Name)
		}
		declared++
		return true
	})
	if listed := len(host.FailureCodes()) + len(host.CauseCodes()); declared != listed {
		t.Errorf("%d codes declared, %d listed", declared, listed)
	}
}
