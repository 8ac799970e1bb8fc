package site

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"askback/web"
)

// shippedLicences returns the licences of all that the site ships: the modules
// with packages in app.wasm, Go itself, and the npm packages in the bundles,
// whose files inputs lists. It is an error if one of them comes without a
// licence text.
func shippedLicences(ctx context.Context, root string, inputs []string) ([]web.Licence, error) {
	parts, err := goParts(ctx, root)
	if err != nil {
		return nil, err
	}
	npm, err := npmParts(root, inputs)
	if err != nil {
		return nil, err
	}
	var licences []web.Licence
	for _, p := range append(parts, npm...) {
		text, err := p.licenceText()
		if err != nil {
			return nil, err
		}
		licences = append(licences, web.Licence{Name: p.name, Version: p.version, Kind: kindOf(text), Text: text})
	}
	return licences, nil
}

// A part is something of others that the site ships.
type part struct {
	name, version string
	dirs          []string // where its licence texts may be
}

// goParts returns Go itself, and then the modules that have packages in app.wasm.
func goParts(ctx context.Context, root string) ([]part, error) {
	goroot, err := goEnv(ctx, root, "GOROOT")
	if err != nil {
		return nil, err
	}
	version, err := goEnv(ctx, root, "GOVERSION")
	if err != nil {
		return nil, err
	}
	listed, err := goCommand(ctx, root, "list", "-deps", "-tags", appTags, "-json=Dir,Module", app)
	if err != nil {
		return nil, err
	}
	// What the standard library vendors (golang.org/x/...) is under Go's licence.
	parts := []part{{"Go", strings.TrimPrefix(version, "go"), []string{goroot}}}
	for dec := json.NewDecoder(bytes.NewReader(listed)); ; {
		var pkg struct {
			Dir    string
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if m := pkg.Module; m != nil && !m.Main {
			parts = add(parts, part{m.Path, m.Version, dirsUpTo(pkg.Dir, m.Dir)})
		}
	}
	slices.SortFunc(parts[1:], func(a, b part) int { return cmp.Compare(a.name, b.name) })
	return parts, nil
}

// npmParts returns the npm packages that the input files belong to.
func npmParts(root string, inputs []string) ([]part, error) {
	const modules = "node_modules/"
	var parts []part
	for _, input := range inputs {
		at := strings.LastIndex(input, modules)
		if at < 0 {
			continue
		}
		elems := strings.Split(input[at+len(modules):], "/")
		depth := 1
		if strings.HasPrefix(elems[0], "@") {
			depth = 2
		}
		dir := filepath.Join(root, filepath.FromSlash(input[:at+len(modules)]), filepath.Join(elems[:depth]...))
		data, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil {
			return nil, err
		}
		var manifest struct{ Name, Version string }
		if err := json.Unmarshal(data, &manifest); err != nil {
			return nil, fmt.Errorf("%s: package.json: %w", dir, err)
		}
		parts = add(parts, part{manifest.Name, manifest.Version, []string{dir}})
	}
	return parts, nil
}

// add adds p to parts, or its directories to the part of the same name.
func add(parts []part, p part) []part {
	i := slices.IndexFunc(parts, func(q part) bool { return q.name == p.name })
	if i < 0 {
		return append(parts, p)
	}
	for _, dir := range p.dirs {
		if !slices.Contains(parts[i].dirs, dir) {
			parts[i].dirs = append(parts[i].dirs, dir)
		}
	}
	return parts
}

// dirsUpTo returns top, and the directories from there down to dir. A package
// that was copied into a module brings its own licence.
func dirsUpTo(dir, top string) []string {
	dirs := []string{top}
	for ; dir != top && strings.HasPrefix(dir, top); dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	return dirs
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|notice|patents)([-.].*)?$`)

// licenceText returns the licence texts of p, one after another.
func (p part) licenceText() (string, error) {
	var texts []string
	for _, dir := range slices.Sorted(slices.Values(p.dirs)) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			if e.IsDir() || !licenceFile.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return "", err
			}
			texts = append(texts, strings.TrimSpace(string(text)))
		}
	}
	if len(texts) == 0 {
		return "", fmt.Errorf("%s %s is shipped, but has no licence text in %s", p.name, p.version, p.dirs[0])
	}
	return strings.Join(texts, "\n\n"), nil
}

// kindOf names the licences that text holds, as SPDX does, joined with "AND".
// It is a help for the reader, not advice: the text counts.
func kindOf(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	var kinds []string
	for _, k := range []struct{ name, phrase string }{
		{"Apache-2.0", "Apache License Version 2.0"},
		{"Apache-2.0", `Licensed under the Apache License, Version 2.0 (the "License")`}, // its short form, alone
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
		{"BSD-3-Clause", "Neither the name of"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided"},
		{"0BSD", "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted. THE"},
		{"MPL-2.0", "Mozilla Public License Version 2.0"},
	} {
		if strings.Contains(words, k.phrase) && !slices.Contains(kinds, k.name) {
			kinds = append(kinds, k.name)
		}
	}
	return strings.Join(kinds, " AND ")
}
