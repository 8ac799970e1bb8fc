package house

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

func TestTopLevel(t *testing.T) {
	folders := []string{"notesfs", "playground", "wasm", "web", "tests", "build"} // build holds what make makes
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(folders, e.Name()) {
			t.Errorf("the top-level folder %s is not of the architecture", e.Name())
		}
	}
}

func TestFormat(t *testing.T) {
	sources(t, func(name string, data []byte) {
		formatted, err := format.Source(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !bytes.Equal(formatted, data) && !strings.HasSuffix(name, "_templ.go") {
			t.Errorf("%s: run gofmt -w on it", name)
		}
	})
}

func TestPackagesAreDocumented(t *testing.T) {
	documented := make(map[string]bool) // by folder
	sources(t, func(name string, data []byte) {
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, data, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		documented[path.Dir(name)] = documented[path.Dir(name)] || f.Doc != nil
	})
	for folder, ok := range documented {
		if !ok {
			t.Errorf("package %s has no doc comment", folder)
		}
	}
}

// A test that is skipped shows nothing, and one that sleeps is slow where the
// machine is fast and fails where it is slow.
func TestTestsNeitherSkipNorSleep(t *testing.T) {
	banned := []string{"t.Skip", "t.Skipf", "t.SkipNow", "f.Skip", "time.Sleep", "chromedp.Sleep"}
	sources(t, func(name string, data []byte) {
		if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "tests/") {
			return
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, data, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := call.X.(*ast.Ident); ok && slices.Contains(banned, x.Name+"."+call.Sel.Name) {
				t.Errorf("%s uses %s.%s", fset.Position(call.Pos()), x.Name, call.Sel.Name)
			}
			return true
		})
	})
}
