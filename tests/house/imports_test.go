package house

import (
	"slices"
	"strings"
	"testing"
)

const (
	module  = "askback"
	sdk     = "github.com/modelcontextprotocol/go-sdk"
	templ   = "github.com/a-h/templ"
	esbuild = "github.com/evanw/esbuild"
)

// A room is a package with all beneath it.
type room struct {
	path string
	// only is set for a package whose subdirectories are rooms of their own.
	only bool
	// without are packages and modules that it must do without, also by way of
	// others; imports are packages that its files must not name.
	without, imports []string
}

// rooms are the packages of the architecture, from the ground up: a package may
// import only what stands above it here, or in its own room.
var rooms = []room{
	{path: "notesfs", without: []string{sdk, templ, "net/http"}, imports: []string{"encoding/json"}},
	{path: "playground/roots", without: []string{sdk, templ, "net/http"}},
	{path: "playground/form", without: []string{sdk, templ, "net/http", "html", "html/template"}},
	{path: "playground/ask", without: []string{templ}},
	{path: "playground/notes", without: []string{templ}},
	{path: "playground/tickets", without: []string{templ, "askback/playground/notes"}},
	{path: "playground/host", without: []string{templ, "html/template", "askback/playground/notes", "askback/playground/tickets"}},
	{path: "playground/host/lesson", without: []string{templ, "html/template"}}, // puts the two together
	{path: "playground/design", without: []string{templ, "html/template"}},
	{path: "playground/exercise", without: []string{templ, "html/template"}},
	{path: "playground", only: true, without: []string{templ, esbuild}},
	{path: "web", imports: []string{sdk + "/mcp"}},
	{path: "wasm", without: []string{esbuild}},
	{path: "tests"},
}

// roomOf returns the index of the innermost room that a package is in, or -1.
func roomOf(importPath string) int {
	path := strings.TrimPrefix(importPath, module+"/")
	best := -1
	for i, r := range rooms {
		in := path == r.path || !r.only && strings.HasPrefix(path, r.path+"/")
		if in && (best < 0 || len(r.path) > len(rooms[best].path)) {
			best = i
		}
	}
	return best
}

// isIn reports whether a package is pattern or lies beneath it.
func isIn(importPath, pattern string) bool {
	return importPath == pattern || strings.HasPrefix(importPath, pattern+"/")
}

func TestImportsGoUp(t *testing.T) {
	// Natively and as in the page: the two see different files.
	packages := append(list(t, nil, "./..."), list(t, browser, "./wasm/...")...)
	for _, p := range packages {
		own := roomOf(p.ImportPath)
		if own < 0 {
			t.Errorf("%s is in no room of the architecture", p.ImportPath)
			continue
		}
		for _, dep := range p.Deps {
			if !isIn(dep, module) {
				continue
			}
			if r := roomOf(dep); r > own {
				t.Errorf("%s imports %s, which stands below it", p.ImportPath, dep)
			}
		}
	}
}

func TestRoomsDoWithout(t *testing.T) {
	for _, p := range append(list(t, nil, "./..."), list(t, browser, "./wasm/...")...) {
		own := roomOf(p.ImportPath)
		if own < 0 {
			continue // TestImportsGoUp says so
		}
		for _, pattern := range rooms[own].without {
			for _, dep := range p.Deps {
				if isIn(dep, pattern) {
					t.Errorf("%s must do without %s, and depends on %s", p.ImportPath, pattern, dep)
				}
			}
		}
		for _, pattern := range rooms[own].imports {
			if slices.ContainsFunc(p.Imports, func(i string) bool { return isIn(i, pattern) }) {
				t.Errorf("%s must not import %s", p.ImportPath, pattern)
			}
		}
	}
}

// What is bound to a place may be imported only there.
func TestImportedOnlyThere(t *testing.T) {
	for pattern, places := range map[string][]string{
		"syscall/js":                    {"askback/wasm"},
		templ:                           {"askback/web", "askback/wasm/app"},
		esbuild:                         {"askback/web/site"},
		"github.com/andybalholm/brotli": {"askback/web/site", "askback/tests"},
		"github.com/chromedp":           {"askback/tests"},
	} {
		for _, p := range append(list(t, nil, "./..."), list(t, browser, "./...")...) {
			if slices.ContainsFunc(places, func(place string) bool { return isIn(p.ImportPath, place) }) {
				continue
			}
			for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
				if isIn(i, pattern) {
					t.Errorf("%s imports %s, which only %s may", p.ImportPath, i, strings.Join(places, " and "))
				}
			}
		}
	}
}
