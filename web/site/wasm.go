package site

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// app is the program of the page.
const app = "./wasm/app"

// appTags leave out of net/http what fetch does for a page: HTTP/2.
const appTags = "nethttpomithttp2"

// buildWasm compiles the program for the browser.
func buildWasm(ctx context.Context, o Options) ([]byte, error) {
	file := filepath.Join(o.cache(), "app.wasm")
	if _, err := goCommand(ctx, o.Root, "build", "-o", file, "-tags", appTags,
		"-trimpath", "-buildvcs=false", "-ldflags=-s -w", app); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// goCommand runs the go command for GOOS=js in dir and returns what it printed.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, &stderr)
	}
	return out, nil
}

// goEnv returns the value of a variable of go env.
func goEnv(ctx context.Context, dir, name string) (string, error) {
	out, err := goCommand(ctx, dir, "env", name)
	return strings.TrimSpace(string(out)), err
}
