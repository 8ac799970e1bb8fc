package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// root is the directory of the module.
const root = "../.."

// A listed is a package as go list describes it.
type listed struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

// list runs go list in the module, with env added to the environment.
func list(t *testing.T, env []string, patterns ...string) []listed {
	t.Helper()
	args := append([]string{"list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports,Deps"}, patterns...)
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// browser is the environment in which the go command sees what runs in the page.
var browser = []string{"GOOS=js", "GOARCH=wasm"}

// sources calls f with every Go file of the module, by its slash-separated name.
func sources(t *testing.T, f func(name string, data []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == ".git" || name == "build" || d.Name() == "node_modules" || d.Name() == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		data, err := os.ReadFile(file)
		if err == nil {
			f(filepath.ToSlash(name), data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
