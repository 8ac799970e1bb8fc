package mutation

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A Mutant is a file with a change in one place.
type Mutant struct {
	Func string // the function, as in "service.open", or the name declared
	What string // the change; no two of a function are the same

	decl  int // which declaration of the file
	edits []edit
}

// An edit replaces a part of a file.
type edit struct {
	from, to int // offsets
	text     string
}

// Apply returns a text with the change. from is where the text begins in the file.
func (m Mutant) Apply(text string, from int) string {
	for _, e := range slices.Backward(m.edits) {
		text = text[:e.from-from] + e.text + text[e.to-from:]
	}
	return text
}

// A File is a Go file of a solution, taken apart.
type File struct {
	Name    string
	Source  string
	Mutants []Mutant

	syntax *ast.File
	base   token.Pos // where the file begins
}

// Parse reads a file. Without mutate it has no mutants.
func Parse(name string, source []byte, mutate bool) (*File, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &File{Name: name, Source: string(source), syntax: syntax, base: syntax.FileStart}
	if mutate {
		for i, decl := range syntax.Decls {
			f.mutate(i, decl)
		}
	}
	return f, nil
}

// Imports are the paths of the packages that the file imports.
func (f *File) Imports() []string {
	var out []string
	for _, spec := range f.syntax.Imports {
		out = append(out, strings.Trim(spec.Path.Value, "\"`"))
	}
	return out
}

func (f *File) offset(p token.Pos) int { return int(p - f.base) }

// text is the source of a node.
func (f *File) text(n ast.Node) string { return f.Source[f.offset(n.Pos()):f.offset(n.End())] }

// brief is the source of a node on one line.
func (f *File) brief(n ast.Node) string {
	const most = 72
	text := []rune(strings.Join(strings.Fields(f.text(n)), " "))
	if len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return string(text)
}

// mutate collects the mutants of a declaration.
func (f *File) mutate(index int, decl ast.Decl) {
	names := map[string]int{}
	o := operators{File: f}
	o.found = func(what string, edits ...edit) {
		names[what]++
		if n := names[what]; n > 1 {
			what = fmt.Sprintf("%s (%d)", what, n)
		}
		f.Mutants = append(f.Mutants, Mutant{Func: declared(decl, edits[0], f), What: what, decl: index, edits: edits})
	}
	ast.PreorderStack(decl, nil, o.visit)
}

// declared is what a declaration declares at the place of a change.
func declared(decl ast.Decl, at edit, f *File) string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		return strings.TrimPrefix(f.text(d.Recv.List[0].Type), "*") + "." + d.Name.Name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && f.offset(v.End()) >= at.to {
				return v.Names[0].Name
			}
		}
	}
	return "file"
}
