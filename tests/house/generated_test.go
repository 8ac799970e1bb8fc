package house

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The committed Go code of the views is what templ generates from them, and
// there is none without a view.
func TestGeneratedCodeIsFresh(t *testing.T) {
	views, err := filepath.Glob(filepath.Join(root, "web", "*.templ"))
	if err != nil || len(views) == 0 {
		t.Fatalf("found no views: %v", err)
	}
	fresh := t.TempDir()
	for _, view := range views {
		data, err := os.ReadFile(view)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(fresh, filepath.Base(view)), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	generate := exec.CommandContext(t.Context(), templCommand(t), "generate")
	generate.Dir = fresh
	if out, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("templ generate: %v\n%s", err, out)
	}

	want := generated(t, fresh)
	got := generated(t, filepath.Join(root, "web"))
	for name, data := range want {
		if !bytes.Equal(got[name], data) {
			t.Errorf("web/%s is stale: run make generate", name)
		}
	}
	for name := range got {
		if want[name] == nil {
			t.Errorf("web/%s has no view: remove it", name)
		}
	}
}

// templCommand returns the path of the templ command that go.mod names.
func templCommand(t *testing.T) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "tool", "-n", "templ")
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// generated returns the generated files of a directory, by name.
func generated(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	names, err := fs.Glob(os.DirFS(dir), "*_templ.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	return files
}
