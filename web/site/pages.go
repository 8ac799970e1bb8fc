package site

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"

	"github.com/a-h/templ"

	"askback/playground/host/lesson"
	"askback/web"
)

// icon is what a browser shows beside the title.
//
//go:embed icon.svg
var icon []byte

// names are the names of the assets that pages load.
type names struct {
	wasm, script, early, worker, connect, demo, style, icon string
	wasmSize                                                int64
}

// from returns the assets as a page sees them that reaches the site's top by base.
func (n names) from(base string) web.Assets {
	return web.Assets{
		Base:     base,
		Style:    n.style,
		Icon:     n.icon,
		Script:   n.script,
		Early:    n.early,
		Worker:   n.worker,
		Connect:  n.connect,
		Demo:     n.demo,
		Wasm:     n.wasm,
		WasmSize: n.wasmSize,
	}
}

// addPages draws the pages.
func (out output) addPages(ctx context.Context, n names, licences []web.Licence) error {
	starting, err := lesson.Static()
	if err != nil {
		return fmt.Errorf("drawing index.html: %w", err)
	}
	for name, page := range map[string]templ.Component{
		"index.html":            web.Page(n.from(""), starting),
		"connect/index.html":    web.ConnectPage(n.from("../")),
		"embed-demo/index.html": web.EmbedDemoPage(n.from("../")),
		"licences/index.html":   web.LicencesPage(n.from("../"), licences),
		// It answers for any path, so it cannot reach the top by a relative one.
		"404.html": web.NotFoundPage(n.from("/")),
	} {
		var buf bytes.Buffer
		if err := page.Render(ctx, &buf); err != nil {
			return fmt.Errorf("drawing %s: %w", name, err)
		}
		out[name] = buf.Bytes()
	}
	return nil
}
