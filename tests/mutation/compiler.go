package mutation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
)

// A Compiler says whether sources would compile, without doing it.
type Compiler struct{ packages types.Importer }

// NewCompiler returns a Compiler that knows these packages and what they import.
func NewCompiler(ctx context.Context, packages ...string) (*Compiler, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export"}, packages...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing what solutions import: %w", err)
	}
	files := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		files[p.ImportPath] = p.Export
	}
	open := func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("%s is not among the packages that solutions may import", path)
		}
		return os.Open(files[path])
	}
	return &Compiler{importer.ForCompiler(token.NewFileSet(), "gc", open)}, nil
}

// Check returns the first error in the files of a package.
func (c *Compiler) Check(sources map[string]string) error {
	fset := token.NewFileSet()
	var files []*ast.File
	for name, text := range sources {
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: c.packages}
	_, err := conf.Check("main", fset, files, nil)
	return err
}
