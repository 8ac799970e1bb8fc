// Package site builds the static site: app.wasm, the page script, the styles and
// the pages, as plain files that any web server can host, at the top of a domain
// or beneath a path.
//
//	built, err := site.Build(ctx, site.Options{Root: ".", Out: "web/dist"})
//
// The same sources and toolchain give the same bytes. Everything in assets/ has
// a hash of its content in its name and can be cached for ever; the pages name
// what they load by relative URLs. Beside each compressible file lies its
// brotli-compressed sibling, for servers that send such.
//
// Package site runs the go command and reads node_modules; nothing of it is in
// what it builds.
package site

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
)

// Options say what to build from and where to. Root and Out are required; relative
// ones count from the current directory.
type Options struct {
	Root string // directory of the module
	Out  string // directory of the site; what is in it and not of the site is removed, if it was one
	// Brotli is the compression level: 1 to 11, and 0 for 11. The best takes
	// most of a minute for a new app.wasm; 6 takes two seconds and is a sixth
	// larger.
	Brotli int
}

// cache is where artefacts are kept between builds.
func (o Options) cache() string { return filepath.Join(o.Root, "build") }

// level is the compression level.
func (o Options) level() int {
	if o.Brotli == 0 {
		return 11
	}
	return o.Brotli
}

// A File is one file of a built site.
type File struct {
	Name   string // slash-separated, relative to the site's top
	Size   int64  // bytes
	Brotli int64  // bytes of the compressed sibling; 0 when there is none
}

// Build builds the site and returns its files, by name. A file that has not
// changed since the last build is left alone, with its time.
func Build(ctx context.Context, o Options) ([]File, error) {
	var err error
	if o.Root, err = filepath.Abs(o.Root); err != nil {
		return nil, err
	}
	wasm, err := buildWasm(ctx, o)
	if err != nil {
		return nil, err
	}
	scripts, err := bundleScripts(ctx, o)
	if err != nil {
		return nil, err
	}
	styles, err := bundleStyles(o)
	if err != nil {
		return nil, err
	}
	licences, err := shippedLicences(ctx, o.Root, scripts.inputs)
	if err != nil {
		return nil, err
	}

	out := make(output)
	assets := names{
		wasm:     out.addAsset("app.wasm", wasm),
		wasmSize: int64(len(wasm)),
		script:   out.addAsset("page.js", scripts.page),
		early:    out.addAsset("early.js", scripts.early),
		worker:   out.addAsset("worker.js", scripts.worker),
		demo:     out.addAsset("demo.js", scripts.demo),
		connect:  out.addAsset("connect.js", scripts.connect),
		style:    out.addAsset("style.css", styles),
		icon:     out.addAsset("icon.svg", icon),
	}
	if err := out.addPages(ctx, assets, licences); err != nil {
		return nil, err
	}
	files, err := out.write(o)
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", o.Out, err)
	}
	return files, nil
}

// asset is the name of a file in assets/ with the given content.
func asset(name, hash string) string {
	ext := path.Ext(name)
	return path.Join("assets", name[:len(name)-len(ext)]+"."+hash+ext)
}
