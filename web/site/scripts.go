package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// scripts are the bundles of web/script.
type scripts struct {
	page, early, worker, connect, demo []byte
	inputs                             []string // the files that went into them, relative to the root
}

// browsers is the JavaScript that is left as it is: that of browsers which run
// module workers.
const browsers = api.ES2022

// bundleScripts bundles the page script, the worker with GOROOT's wasm_exec.js,
// and the script of the simulated first-run page.
func bundleScripts(ctx context.Context, o Options) (scripts, error) {
	goroot, err := goEnv(ctx, o.Root, "GOROOT")
	if err != nil {
		return scripts{}, err
	}
	result, err := bundle(o, api.BuildOptions{
		EntryPoints: []string{"web/script/page.js", "web/script/early.js", "web/script/worker.js", "web/script/connect.js", "web/script/demo.js"},
		Format:      api.FormatESModule,
		Alias:       map[string]string{"wasm_exec": filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")},
		Metafile:    true,
	})
	if err != nil {
		return scripts{}, err
	}
	var s scripts
	for _, f := range result.OutputFiles {
		switch filepath.Base(f.Path) {
		case "page.js":
			s.page = f.Contents
		case "early.js":
			s.early = f.Contents
		case "worker.js":
			s.worker = f.Contents
		case "demo.js":
			s.demo = f.Contents
		case "connect.js":
			s.connect = f.Contents
		}
	}
	var meta struct {
		Inputs map[string]json.RawMessage `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return scripts{}, fmt.Errorf("esbuild's metafile: %w", err)
	}
	s.inputs = slices.Sorted(maps.Keys(meta.Inputs))
	return s, nil
}

// bundleStyles bundles the style sheet with what it imports.
func bundleStyles(o Options) ([]byte, error) {
	result, err := bundle(o, api.BuildOptions{EntryPoints: []string{"web/static/style.css"}})
	if err != nil {
		return nil, err
	}
	return result.OutputFiles[0].Contents, nil
}

// bundle runs esbuild with what all bundles have in common.
func bundle(o Options, options api.BuildOptions) (api.BuildResult, error) {
	options.AbsWorkingDir = o.Root
	options.Outdir = "build/bundle" // only names: nothing is written
	options.Bundle = true
	options.Target = browsers
	options.MinifyWhitespace = true
	options.MinifyIdentifiers = true
	options.MinifySyntax = true
	options.LegalComments = api.LegalCommentsNone // the licences page has the whole texts
	result := api.Build(options)
	if len(result.Errors) > 0 {
		return result, errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	return result, nil
}
