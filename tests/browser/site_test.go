package browser

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"askback/web/site"
)

// root is the directory of the module.
const root = "../.."

// The best compression takes most of a minute for a new app.wasm. While a test
// is being written, -brotli 5 saves that.
var brotli = flag.Int("brotli", 11, "compression `level` of the tested site")

// A builtSite is the site as the tests build it.
type builtSite struct {
	dir        string // a directory of this run's own: others may run in the same tree
	files      []site.File
	playground string // the command that serves it
}

// build builds the site and the command, once for all tests.
var build = sync.OnceValues(func() (*builtSite, error) {
	dir, err := os.MkdirTemp("", "askback-site-")
	if err != nil {
		return nil, err
	}
	b := &builtSite{dir: filepath.Join(dir, "dist"), playground: filepath.Join(dir, "playground")}
	atExit = append(atExit, func() { os.RemoveAll(dir) })
	b.files, err = site.Build(context.Background(), site.Options{Root: root, Out: b.dir, Brotli: *brotli})
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "build", "-o", b.playground, "./playground")
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	return b, cmd.Run()
})

// built returns the site, built.
func built(t *testing.T) *builtSite {
	t.Helper()
	b, err := build()
	if err != nil {
		t.Fatalf("building the site: %v", err)
	}
	return b
}

// serving is playground serve with the site, as all tests share it: at one address
// the browser finds the program compiled.
var serving = sync.OnceValues(func() (string, error) {
	b, err := build()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(b.playground, "serve", "-addr", "localhost:0", "-dir", b.dir)
	cmd.Env = append(os.Environ(), "PORT=")
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	atExit = append(atExit, func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("playground serve printed %q: %w", line, err)
	}
	fields := strings.Fields(line)
	return fields[len(fields)-1] + "/", nil
})

// serve returns the URL at which playground serve serves the site.
func serve(t *testing.T) string {
	t.Helper()
	url, err := serving()
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// plain serves the site beneath a path as any static file server does: without
// compression or headers of ours. instead answers for files whose name begins
// with a key, such as "app.".
func plain(t *testing.T, instead map[string]http.HandlerFunc) string {
	t.Helper()
	const top = "/some/path/"
	files := http.StripPrefix(top, http.FileServer(http.Dir(built(t).dir)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for prefix, answer := range instead {
			if strings.HasPrefix(path.Base(r.URL.Path), prefix) {
				answer(w, r)
				return
			}
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + top
}

// wasmFile returns the path of app.wasm.
func wasmFile(t *testing.T) string {
	t.Helper()
	b := built(t)
	for _, f := range b.files {
		if path.Ext(f.Name) == ".wasm" {
			return filepath.Join(b.dir, filepath.FromSlash(f.Name))
		}
	}
	t.Fatal("the site has no wasm file")
	return ""
}
