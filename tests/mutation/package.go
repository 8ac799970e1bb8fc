package mutation

import (
	"fmt"
	"go/ast"
	"strings"

	"askback/playground/exercise"
)

// A Package is a solution with all its mutants.
type Package struct {
	Files []*File
	// Numbers are the mutants, in the order of files, from 1.
	Numbers []Numbered
}

// A Numbered mutant, and the file that it is of.
type Numbered struct {
	Mutant
	File *File
	// Apart says that the change is outside of any function, so that it needs a
	// package of its own.
	Apart bool
}

// NewPackage takes a solution apart. Only files named in mutate are changed, and
// only mutants that compile are kept.
func NewPackage(files []exercise.File, mutate func(name string) bool, c *Compiler) (*Package, error) {
	p := &Package{}
	for _, in := range files {
		if !strings.HasSuffix(in.Name, ".go") || in.Name == "main.go" {
			continue
		}
		f, err := Parse(in.Name, in.Data, mutate(in.Name))
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, f)
	}
	if err := c.Check(p.sources(nil)); err != nil {
		return nil, fmt.Errorf("the solution itself: %w", err)
	}
	for _, f := range p.Files {
		var kept []Mutant
		for _, m := range f.Mutants {
			if c.Check(p.sources(&Numbered{Mutant: m, File: f})) != nil {
				continue
			}
			kept = append(kept, m)
			_, isFunc := f.syntax.Decls[m.decl].(*ast.FuncDecl)
			p.Numbers = append(p.Numbers, Numbered{m, f, !isFunc})
		}
		f.Mutants = kept
	}
	return p, nil
}

// sources are the files, one of them with a change.
func (p *Package) sources(changed *Numbered) map[string]string {
	out := map[string]string{}
	for _, f := range p.Files {
		out[f.Name] = f.Source
		if changed != nil && f == changed.File {
			out[f.Name] = changed.Apply(f.Source, 0)
		}
	}
	return out
}

// Alone are the files of the solution with one change.
func (p *Package) Alone(n Numbered) []exercise.File { return asFiles(p.sources(&n)) }

// Together are the files of one package with every mutant inside a function. In
// it Mutant(n) is NewServer with the mutant of that number, and Mutant(0) the
// solution.
func (p *Package) Together() []exercise.File {
	out := map[string]string{"mutant.go": chooser}
	for _, f := range p.Files {
		var b strings.Builder
		at := 0
		for i, decl := range f.syntax.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			numbers := p.of(f, i)
			if !ok || len(numbers) == 0 {
				continue
			}
			from, to := f.offset(fn.Pos()), f.offset(fn.End())
			b.WriteString(f.Source[at:from])
			at = to
			f.dispatch(&b, fn, numbers)
			f.copies(&b, fn, p.Numbers, numbers)
		}
		b.WriteString(f.Source[at:])
		out[f.Name] = b.String()
	}
	return asFiles(out)
}

// chooser is the file beside those of the solution.
const chooser = `package main

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/exercise/kit"
)

var mutant int

func Mutant(n int) func(kit.Kit) *mcp.Server {
	return func(k kit.Kit) *mcp.Server {
		mutant = n
		return NewServer(k)
	}
}
`

func asFiles(sources map[string]string) []exercise.File {
	var out []exercise.File
	for name, text := range sources {
		out = append(out, exercise.File{Name: name, Data: []byte(text)})
	}
	return out
}

// of are the numbers of the mutants of a declaration.
func (p *Package) of(f *File, decl int) []int {
	var out []int
	for i, n := range p.Numbers {
		if n.File == f && n.decl == decl && !n.Apart {
			out = append(out, i+1)
		}
	}
	return out
}

// copies writes the function once for each mutant, and once as it is.
func (f *File) copies(b *strings.Builder, fn *ast.FuncDecl, all []Numbered, numbers []int) {
	from := f.offset(fn.Pos())
	rename := func(n int) edit {
		return edit{f.offset(fn.Name.Pos()), f.offset(fn.Name.End()), copyName(fn, n)}
	}
	for _, n := range append([]int{0}, numbers...) {
		m := Mutant{edits: []edit{rename(n)}}
		if n > 0 {
			m.edits = append(m.edits, all[n-1].edits...)
		}
		b.WriteString("\n\n" + m.Apply(f.text(fn), from))
	}
}

func copyName(fn *ast.FuncDecl, n int) string { return fmt.Sprintf("%s_mutant%d", fn.Name.Name, n) }

// dispatch writes the function that calls the copy of the mutant asked for.
func (f *File) dispatch(b *strings.Builder, fn *ast.FuncDecl, numbers []int) {
	b.WriteString("func ")
	callee := ""
	if fn.Recv != nil {
		recv := fn.Recv.List[0]
		fmt.Fprintf(b, "(recv %s) ", f.text(recv.Type))
		callee = "recv."
	}
	var params, args []string
	for _, field := range fn.Type.Params.List {
		for range max(1, len(field.Names)) {
			name := fmt.Sprintf("p%d", len(params))
			params = append(params, name+" "+f.text(field.Type))
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				name += "..."
			}
			args = append(args, name)
		}
	}
	results, keyword := "", ""
	if fn.Type.Results != nil {
		results, keyword = f.text(fn.Type.Results), "return "
	}
	fmt.Fprintf(b, "%s(%s) %s {\n\tswitch mutant {\n", fn.Name.Name, strings.Join(params, ", "), results)
	call := func(n int) string {
		return fmt.Sprintf("%s%s%s(%s)", keyword, callee, copyName(fn, n), strings.Join(args, ", "))
	}
	for _, n := range numbers {
		fmt.Fprintf(b, "\tcase %d:\n\t\t%s\n", n, call(n))
		if keyword == "" {
			b.WriteString("\t\treturn\n")
		}
	}
	fmt.Fprintf(b, "\t}\n\t%s\n}", call(0))
}
