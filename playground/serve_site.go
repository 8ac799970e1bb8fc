package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// contentSecurityPolicy is the policy of every page of the site; netlify.toml
// repeats it, and a test compares the two. The page runs in other people's
// frames, so there is no frame-ancestors; 'wasm-unsafe-eval' lets WebAssembly be
// compiled and nothing else be evaluated.
//
// connect-src lets a person drive a server of their own choice by its URL. Where
// the page's own program connects to, it is told by nobody else.
const contentSecurityPolicy = "default-src 'self'; " +
	"connect-src 'self' https: http://localhost:* http://127.0.0.1:*; " +
	"script-src 'self' 'wasm-unsafe-eval'; " +
	"object-src 'none'; base-uri 'none'; form-action 'none'; " +
	"require-trusted-types-for 'script'; trusted-types askback"

// siteHeaders are sent with everything, assetHeaders with the files of assets/
// too: their names hold a hash of their content.
var (
	siteHeaders = map[string]string{
		"Content-Security-Policy": contentSecurityPolicy,
		"Referrer-Policy":         "no-referrer",
		"X-Content-Type-Options":  "nosniff",
		"Cache-Control":           "no-cache",
	}
	assetHeaders = map[string]string{
		"Cache-Control": "public, max-age=31536000, immutable",
	}
)

// contentTypes are the types of the files of the site. They are fixed here, as
// what package mime answers depends on the machine.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",
}

// siteHandler serves a built site. A file is sent as its brotli-compressed
// sibling, where there is one and the client takes it. What is not there is
// answered with the site's 404.html.
func siteHandler(site fs.FS, log *slog.Logger) http.Handler {
	return &static{site, log}
}

type static struct {
	site fs.FS
	log  *slog.Logger
}

func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range siteHeaders {
		w.Header().Set(name, value)
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This site is read with GET.", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	switch info, err := s.stat(name); {
	case err == nil && info.IsDir():
		http.Redirect(w, r, path.Base(name)+"/", http.StatusMovedPermanently)
	case err == nil:
		s.serveFile(w, r, name)
	case errors.Is(err, fs.ErrNotExist):
		s.notFound(w)
	default:
		s.fail(w, name, err)
	}
}

// stat finds the file of that name. A compressed sibling is not a file of the
// site.
func (s *static) stat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) || path.Ext(name) == ".br" {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return fs.Stat(s.site, name)
}

// serveFile sends a file, or that it has not changed. Its entity tag is made of
// its size and time, which are as good as its content: the site build leaves a
// file alone that has not changed.
func (s *static) serveFile(w http.ResponseWriter, r *http.Request, name string) {
	file, compressed := name, false
	_, err := fs.Stat(s.site, name+".br")
	hasBrotli := err == nil
	if hasBrotli && acceptsBrotli(r.Header.Get("Accept-Encoding")) {
		file, compressed = name+".br", true
	}
	content, info, err := s.open(file)
	if err != nil {
		s.fail(w, file, err)
		return
	}
	defer content.Close()

	h := w.Header()
	h.Set("ETag", fmt.Sprintf(`"%x-%x%s"`, info.ModTime().UnixNano(), info.Size(), path.Ext(file)))
	if t, ok := contentTypes[path.Ext(name)]; ok {
		h.Set("Content-Type", t)
	}
	if strings.HasPrefix(name, "assets/") {
		for header, value := range assetHeaders {
			h.Set(header, value)
		}
	}
	if hasBrotli {
		h.Set("Vary", "Accept-Encoding")
	}
	if compressed {
		h.Set("Content-Encoding", "br")
		h.Set("Content-Length", strconv.FormatInt(info.Size(), 10)) // ServeContent leaves it out for an encoded file
	}
	http.ServeContent(w, r, file, info.ModTime(), content)
}

// open opens a file of the site for [http.ServeContent].
func (s *static) open(file string) (io.ReadSeekCloser, fs.FileInfo, error) {
	f, err := s.site.Open(file)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	content, ok := f.(io.ReadSeekCloser)
	if !ok {
		f.Close()
		return nil, nil, &fs.PathError{Op: "seek", Path: file, Err: errors.ErrUnsupported}
	}
	return content, info, nil
}

func (s *static) notFound(w http.ResponseWriter) {
	page, err := fs.ReadFile(s.site, "404.html")
	if err != nil {
		http.Error(w, "There is no such page.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", contentTypes[".html"])
	w.WriteHeader(http.StatusNotFound)
	w.Write(page)
}

func (s *static) fail(w http.ResponseWriter, name string, err error) {
	s.log.Error("cannot serve a file", "name", name, "error", err)
	http.Error(w, "This file cannot be read.", http.StatusInternalServerError)
}

// acceptsBrotli reports whether an Accept-Encoding header allows br.
func acceptsBrotli(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(coding, ";")
		if strings.EqualFold(strings.TrimSpace(name), "br") {
			q, hasQ := strings.CutPrefix(strings.TrimSpace(params), "q=")
			return !hasQ || strings.Trim(q, "0.") != ""
		}
	}
	return false
}
