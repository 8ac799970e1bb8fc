package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/notes"
)

// A dirList is the value of a flag that may be given several times: directories,
// as names of package notesfs. It is nil when the flag is not given.
type dirList []string

func (l *dirList) String() string { return strings.Join(*l, " ") }

// Set adds a directory, which must be there: a misspelled root would be an empty
// one.
func (l *dirList) Set(dir string) error {
	if dir == "" {
		return errors.New("the directory is empty")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no directory", dir)
	}
	name := strings.TrimPrefix(filepath.ToSlash(abs), "/")
	if name == "" {
		name = "."
	}
	*l = append(*l, name)
	return nil
}

// notesOnDisk is a notes server on the directories of this machine: within roots,
// or, when that is nil, where the client lets it work.
func notesOnDisk(roots dirList, connections *notes.Connections, log *slog.Logger) (*mcp.Server, error) {
	asker, err := ask.New(nil)
	if err != nil {
		return nil, err
	}
	return notes.NewServer(notes.Options{
		View:        func(roots []string) (notesfs.View, error) { return notesfs.OpenDir("/", roots...) },
		Roots:       roots,
		Asker:       asker,
		Connections: connections,
		Logger:      log,
	}), nil
}

// notesInMemory is a notes server on the files of the lesson, in memory: a place
// to try things out, which is gone when the server ends.
func notesInMemory(connections *notes.Connections, log *slog.Logger) (*mcp.Server, error) {
	files := notesfs.New(&notesfs.Options{MaxBytes: 64 << 20, MaxEntries: 10_000})
	if err := notes.Lesson(files); err != nil {
		return nil, err
	}
	asker, err := ask.New(nil)
	if err != nil {
		return nil, err
	}
	return notes.NewServer(notes.Options{
		View:        func(roots []string) (notesfs.View, error) { return notesfs.NewScope(files, roots...) },
		Roots:       notes.LessonRoots(),
		Asker:       asker,
		Connections: connections,
		Logger:      log,
	}), nil
}
