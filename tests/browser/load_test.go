package browser

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

func TestUnderAPath(t *testing.T) {
	p := open(t, plain(t, nil))
	p.waitReady()
}

func TestWithPolicy(t *testing.T) {
	p := open(t, serve(t))
	p.waitReady()
}

// What the page says when app.wasm does not come as it should, and that it works
// once it does.
func TestWasmFails(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		says   string
		logs   string // what the browser itself writes to the console
	}{
		"missing": {http.NotFound, "not where the page expects it", "404"},
		"web page": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte("<!doctype html><title>Sign in</title>"))
		}, "a web page instead of the program", ""},
		"something else": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/octet-stream")
			w.Write([]byte("PK\x03\x04"))
		}, "something else (application/octet-stream)", ""},
		"damaged": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/wasm")
			w.Write([]byte("\x00asm\x01\x00\x00\x00damaged"))
		}, "arrived damaged", ""},
		"offline": {func(http.ResponseWriter, *http.Request) {
			panic(http.ErrAbortHandler) // closes the connection
		}, "could not be downloaded", "ERR_EMPTY_RESPONSE"},
	} {
		t.Run(name, func(t *testing.T) {
			file := wasmFile(t)
			var mended atomic.Bool
			url := plain(t, map[string]http.HandlerFunc{"app.": func(w http.ResponseWriter, r *http.Request) {
				if mended.Load() {
					http.ServeFile(w, r, file)
				} else {
					w.Header().Set("Cache-Control", "no-store")
					c.answer(w, r)
				}
			}})
			p := open(t, url)
			p.expectError("app.wasm: ")
			if c.logs != "" {
				p.expectError(c.logs)
			}
			p.waitForIn("#boot-failure", c.says)
			mended.Store(true)
			p.click("button", "Try again")
			p.waitReady()
		})
	}
}

// A server that does not know the type of app.wasm costs time, not the page.
func TestWrongType(t *testing.T) {
	file := wasmFile(t)
	p := open(t, plain(t, map[string]http.HandlerFunc{"app.": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		http.ServeFile(w, r, file)
	}}))
	p.waitReady()
	p.waitForIn("#boot", "Content-Type “text/plain”")
	p.waitForIn("#boot", "application/wasm")
}

// A program that is killed is reported, with its last words in the console.
func TestWorkerStops(t *testing.T) {
	p := open(t, plain(t, map[string]http.HandlerFunc{"app.": emptyModule})) // no program of Go
	p.expectError("the host worker stopped")
	p.expectError("the server worker stopped")
	p.waitForIn("#boot-failure", "has stopped")
	if !strings.Contains(p.text("#boot-failure"), "Try again") {
		t.Error("there is no button to try again")
	}
}
