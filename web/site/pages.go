package site

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"

	"github.com/a-h/templ"

	"askback/playground/design"
	"askback/playground/exercise/course"
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

// from returns the assets as a page sees them that reaches the site's top by base,
// and lies at path beneath the folder of its language.
func (n names) from(base, path string) web.Assets {
	return web.Assets{
		Base:     base,
		Path:     path,
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
	lesson, err := lesson.Static()
	if err != nil {
		return fmt.Errorf("drawing index.html: %w", err)
	}
	exercises, err := course.Load()
	if err != nil {
		return fmt.Errorf("drawing index.html: %w", err)
	}
	starting, sample := course.State{Host: lesson, Packs: exercises}, design.Static()
	for path, page := range map[string]func(web.Assets) templ.Component{
		"":               func(a web.Assets) templ.Component { return web.CoursePage(a, starting) },
		web.DesignerPath: func(a web.Assets) templ.Component { return web.DesignerPage(a, sample) },
		"connect/":       web.ConnectPage,
		"embed-demo/":    web.EmbedDemoPage,
		"licences/":      func(a web.Assets) templ.Component { return web.LicencesPage(a, licences) },
	} {
		for _, l := range web.Languages() {
			file, base := l.Edition(path)
			if err := out.addPage(ctx, file, l.In(page(n.from(base, path)))); err != nil {
				return err
			}
		}
	}
	// It answers for any path, so it cannot reach the top by a relative one.
	return out.addPage(ctx, "404.html", web.NotFoundPage(n.from("/", "")))
}

func (out output) addPage(ctx context.Context, name string, page templ.Component) error {
	var buf bytes.Buffer
	if err := page.Render(ctx, &buf); err != nil {
		return fmt.Errorf("drawing %s: %w", name, err)
	}
	out[name] = buf.Bytes()
	return nil
}
