//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"askback/playground/host"
)

// A loader is a program that takes folders of the person's own.
type loader interface{ Load(host.Folder) }

// readFolder reads what folder.js has made of a folder: the paths in one string
// and the contents in one array, because each crossing from JavaScript costs.
func readFolder(data js.Value) host.Folder {
	f := host.Folder{Unread: data.Get("unread").Int()}
	sizes := data.Get("sizes")
	if sizes.Length() == 0 {
		return f
	}
	rest := toGo(data.Get("bytes"))
	f.Files = make([]host.LoadedFile, 0, sizes.Length())
	for path := range strings.SplitSeq(data.Get("paths").String(), "\x00") {
		file := host.LoadedFile{Path: path}
		switch size := sizes.Index(len(f.Files)).Int(); {
		case size < 0:
			file.Dir = true
		case size <= len(rest):
			file.Data, rest = rest[:size:size], rest[size:]
		}
		f.Files = append(f.Files, file)
	}
	return f
}
