package site

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

const root = "../.."

// build builds the site into a new directory, quickly.
func build(t *testing.T) (dir string, files []File) {
	t.Helper()
	dir = t.TempDir()
	files, err := Build(t.Context(), Options{Root: root, Out: dir, Brotli: 1})
	if err != nil {
		t.Fatal(err)
	}
	return dir, files
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestBuild(t *testing.T) {
	dir, files := build(t)

	t.Run("is deterministic", func(t *testing.T) {
		again, sameFiles := build(t)
		if !slices.Equal(files, sameFiles) {
			t.Fatalf("two builds: %v and %v", files, sameFiles)
		}
		for _, f := range files {
			if !bytes.Equal(read(t, dir, f.Name), read(t, again, f.Name)) {
				t.Errorf("%s differs between two builds", f.Name)
			}
		}
	})

	t.Run("compresses", func(t *testing.T) {
		for _, f := range files {
			got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(read(t, dir, f.Name+".br"))))
			if err != nil || !bytes.Equal(got, read(t, dir, f.Name)) {
				t.Errorf("%s.br does not hold %s: %v", f.Name, f.Name, err)
			}
		}
	})

	t.Run("names assets by hash", func(t *testing.T) {
		hashed := regexp.MustCompile(`^assets/[a-z0-9]+\.[0-9a-f]{12}\.(css|js|svg|wasm)$`)
		for _, f := range files {
			if strings.HasPrefix(f.Name, "assets/") && !hashed.MatchString(f.Name) {
				t.Errorf("%s has no hash in its name", f.Name)
			}
		}
	})

	t.Run("has no inline script or style", func(t *testing.T) {
		inline := regexp.MustCompile(`(?i)<script[^>]*>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:`)
		for _, f := range files {
			if filepath.Ext(f.Name) == ".html" && !strings.HasSuffix(f.Name, "licences/index.html") {
				if found := inline.Find(read(t, dir, f.Name)); found != nil {
					t.Errorf("%s holds %q", f.Name, found)
				}
			}
		}
	})

	// What the pages load and link to is there, and named relative to the page.
	t.Run("links resolve", func(t *testing.T) {
		link := regexp.MustCompile(`\s(?:href|src|data-wasm|data-worker)="([^"#]+)"`)
		for _, f := range files {
			if filepath.Ext(f.Name) != ".html" {
				continue
			}
			for _, m := range link.FindAllSubmatch(read(t, dir, f.Name), -1) {
				to := string(m[1])
				if strings.HasPrefix(to, "https://") {
					continue
				}
				from := filepath.Dir(f.Name)
				if f.Name == "404.html" {
					from, to = "", strings.TrimPrefix(to, "/")
				} else if strings.HasPrefix(to, "/") {
					t.Errorf("%s: %s works only at the top of a domain", f.Name, to)
				}
				target := filepath.Join(dir, from, to)
				if info, err := os.Stat(target); err == nil && info.IsDir() {
					target = filepath.Join(target, "index.html")
				}
				if _, err := os.Stat(target); err != nil {
					t.Errorf("%s: %s is not there", f.Name, to)
				}
			}
		}
	})
}

// A file that has not changed keeps its time, by which servers tell; what is not
// of the site goes.
func TestWriteAgain(t *testing.T) {
	o := Options{Root: t.TempDir(), Out: t.TempDir(), Brotli: 1}
	first := output{"a.html": []byte("a"), "b.html": []byte("b")}
	if _, err := first.write(o); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(o.Out, "a.html"))
	if err != nil {
		t.Fatal(err)
	}
	second := output{"a.html": []byte("a")}
	if _, err := second.write(o); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(filepath.Join(o.Out, "a.html"))
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) {
		t.Error("an unchanged file was written anew")
	}
	for _, name := range []string{"b.html", "b.html.br"} {
		if _, err := os.Stat(filepath.Join(o.Out, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
}

// Every module in app.wasm, Go, and every npm package in the bundles is on the
// licences page with its text.
func TestLicencesAreShipped(t *testing.T) {
	dir, _ := build(t)
	page := string(read(t, dir, "licences/index.html"))
	listed, err := goCommand(t.Context(), root, "list", "-deps", "-tags", appTags,
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", app)
	if err != nil {
		t.Fatal(err)
	}
	parts := append(strings.Fields(string(listed)), "Go", "idiomorph")
	slices.Sort(parts)
	for _, part := range slices.Compact(parts) {
		if !strings.Contains(page, ">"+part+"<") {
			t.Errorf("%s is shipped and not on the licences page", part)
		}
	}
	for _, phrase := range []string{
		"Redistributions of source code must retain", // Go
		"Additional IP Rights Grant (Patents)",       // Go's PATENTS
		"Zero-Clause BSD",                            // idiomorph
	} {
		if !strings.Contains(page, phrase) {
			t.Errorf("the licences page lacks %q", phrase)
		}
	}
}

func TestPartWithoutLicence(t *testing.T) {
	if _, err := (part{"example.com/x", "v1", []string{t.TempDir()}}).licenceText(); err == nil {
		t.Error("no error")
	}
}

// Every licence that is shipped is one that the page can name.
func TestLicenceKinds(t *testing.T) {
	o := Options{Root: root}
	o.Root, _ = filepath.Abs(root)
	scripts, err := bundleScripts(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	licences, err := shippedLicences(t.Context(), o.Root, scripts.inputs)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range licences {
		t.Logf("%s %s: %s", l.Name, l.Version, l.Kind)
		if l.Kind == "" {
			t.Errorf("%s %s has a licence of unknown kind", l.Name, l.Version)
		}
	}
}

// A directory that is no site is left alone.
func TestForeignDirectory(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "precious.txt")
	if err := os.WriteFile(precious, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Options{Root: t.TempDir(), Out: dir, Brotli: 1}
	if _, err := (output{"index.html": []byte("page")}).write(o); err == nil {
		t.Error("a directory with other files was taken for a site")
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}
