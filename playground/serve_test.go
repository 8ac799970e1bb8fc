package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// site is a small built site. The time stands for a file that does not change.
func site() fstest.MapFS {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	files := fstest.MapFS{}
	for name, content := range map[string]string{
		"index.html":                   "front page",
		"index.html.br":                "[br] front page",
		"404.html":                     "not found page",
		"connect/index.html":           "connect page",
		"assets/app.0123456789ab.wasm": "\x00asm",
	} {
		files[name] = &fstest.MapFile{Data: []byte(content), ModTime: day}
	}
	return files
}

func get(t *testing.T, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	siteHandler(site(), slog.New(slog.DiscardHandler)).ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSite(t *testing.T) {
	for _, c := range []struct {
		path, encodings string
		status          int
		body            string
		header          map[string]string
	}{
		{"/", "", 200, "front page", map[string]string{
			"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache", "Vary": "Accept-Encoding", "Content-Encoding": "",
		}},
		{"/", "gzip, br", 200, "[br] front page", map[string]string{
			"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br", "Content-Length": "15", "Vary": "Accept-Encoding",
		}},
		{"/index.html", "br", 200, "[br] front page", nil},
		{"/connect/", "br", 200, "connect page", map[string]string{"Content-Encoding": "", "Vary": ""}},
		{"/connect", "", 301, "", map[string]string{"Location": "/connect/"}},
		{"/assets/app.0123456789ab.wasm", "", 200, "\x00asm", map[string]string{
			"Content-Type": "application/wasm", "Cache-Control": "public, max-age=31536000, immutable",
		}},
		{"/assets/old.wasm", "", 404, "not found page", map[string]string{"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache"}},
		{"/index.html.br", "", 404, "not found page", nil},
		{"/a/../../etc/passwd", "", 404, "not found page", nil},
		{"//example.com/", "", 404, "not found page", map[string]string{"Location": ""}},
	} {
		t.Run(c.path+" "+c.encodings, func(t *testing.T) {
			r := get(t, c.path, "Accept-Encoding", c.encodings)
			if r.StatusCode != c.status {
				t.Errorf("status %d, want %d", r.StatusCode, c.status)
			}
			if got := body(t, r); c.body != "" && got != c.body {
				t.Errorf("body %q, want %q", got, c.body)
			}
			for name, want := range c.header {
				if got := r.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if got := r.Header.Get("Content-Security-Policy"); got != contentSecurityPolicy {
				t.Errorf("Content-Security-Policy: %q", got)
			}
		})
	}
}

func TestSiteUnchanged(t *testing.T) {
	plain, compressed := get(t, "/"), get(t, "/", "Accept-Encoding", "br")
	if plain.Header.Get("ETag") == compressed.Header.Get("ETag") {
		t.Error("the compressed file has the same ETag")
	}
	for _, first := range []*http.Response{plain, compressed} {
		again := get(t, "/", "Accept-Encoding", first.Header.Get("Content-Encoding"), "If-None-Match", first.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified || body(t, again) != "" {
			t.Errorf("status %d, want 304 without a body", again.StatusCode)
		}
	}
}

func TestSiteIsOnlyRead(t *testing.T) {
	w := httptest.NewRecorder()
	siteHandler(site(), slog.New(slog.DiscardHandler)).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" {
		t.Errorf("status %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestAcceptsBrotli(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": false, "br": true, "gzip, deflate, BR": true, "br;q=0.5": true, "br; q=1": true,
		"br;q=0": false, "br;q=0.000": false, "brotli": false, "*": false,
	} {
		if got := acceptsBrotli(header); got != want {
			t.Errorf("acceptsBrotli(%q) = %v", header, got)
		}
	}
}

// netlify.toml says the same as the code, and nothing that the code does not.
func TestNetlifyAgrees(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "netlify.toml"))
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]map[string]string)
	scope := regexp.MustCompile(`(?m)^  for = "(.*)"$`)
	value := regexp.MustCompile(`(?m)^    ([A-Za-z-]+) = "(.*)"$`)
	for _, block := range strings.Split(string(data), "[[headers]]")[1:] {
		values := make(map[string]string)
		for _, m := range value.FindAllStringSubmatch(block, -1) {
			values[m[1]] = m[2]
		}
		got[scope.FindStringSubmatch(block)[1]] = values
	}
	want := map[string]map[string]string{
		"/*":             siteHeaders,
		"/assets/*":      assetHeaders,
		"/assets/*.wasm": {"Content-Type": contentTypes[".wasm"]},
	}
	if !maps.EqualFunc(got, want, maps.Equal) {
		t.Errorf("netlify.toml sends\n%v, the command\n%v", got, want)
	}
}

// testEnvironment returns an environment that keeps what is printed.
func testEnvironment(vars map[string]string) (environment, *bytes.Buffer) {
	var printed bytes.Buffer
	return environment{
		stdout: &printed, stderr: &printed,
		getenv: func(name string) string { return vars[name] },
		log:    slog.New(slog.DiscardHandler),
	}, &printed
}

func TestServeWithoutSite(t *testing.T) {
	env, _ := testEnvironment(nil)
	err := run(t.Context(), env, []string{"serve", "-addr", "localhost:0", "-dir", t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("the error is %v, and does not say what to do", err)
	}
}

func TestServeUntilInterrupted(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("front page"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	env, _ := testEnvironment(map[string]string{"PORT": "0"})
	printed, stdout := io.Pipe()
	env.stdout = stdout
	done := make(chan error, 1)
	go func() { done <- run(ctx, env, []string{"serve", "-addr", "localhost:1", "-dir", dir}) }()

	line := make([]byte, 100)
	n, err := printed.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	_, url, ok := strings.Cut(strings.TrimSpace(string(line[:n])), " at ")
	if !ok || !strings.HasPrefix(url, "http://localhost:") {
		t.Fatalf("printed %q", line[:n])
	}
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if got := body(t, r); got != "front page" {
		t.Errorf("got %q", got)
	}
	interrupt()
	if err := <-done; err != nil {
		t.Errorf("interrupted, it returned %v", err)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want error
		says string
	}{
		{nil, usageError(""), "serve the built site"},
		{[]string{"help"}, nil, "serve the built site"},
		{[]string{"-h"}, nil, "serve the built site"},
		{[]string{"nope"}, usageError(""), "serve the built site"},
		{[]string{"serve", "-h"}, flag.ErrHelp, "PORT overrides"},
		{[]string{"serve", "-h"}, flag.ErrHelp, "-root"},
		{[]string{"mcp", "-h"}, flag.ErrHelp, "-root"},
		{[]string{"serve", "-nope"}, usageError(""), "-dir"},
		{[]string{"serve", "extra"}, usageError(""), ""},
		{[]string{"serve", "-addr", "no port"}, usageError(""), ""},
	} {
		env, printed := testEnvironment(map[string]string{"PORT": "0"})
		err := run(t.Context(), env, c.args)
		switch c.want.(type) {
		case usageError:
			if !errors.As(err, new(usageError)) {
				t.Errorf("%q: error %v, want a usage error", c.args, err)
			}
		case nil:
		default:
			if !errors.Is(err, c.want) {
				t.Errorf("%q: error %v, want %v", c.args, err, c.want)
			}
		}
		if !strings.Contains(printed.String(), c.says) {
			t.Errorf("%q printed %q", c.args, printed)
		}
	}
}
