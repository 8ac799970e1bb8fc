package notes

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"time"

	"askback/notesfs"
)

//go:embed lesson
var lessonFiles embed.FS

// LessonRoots are the places that the lesson's user allows, as names of package
// notesfs.
func LessonRoots() []string {
	return []string{"home/alice/Documents/Notes", "home/alice/Scratch"}
}

// Lesson puts the files of the lesson into fsys: three TPS reports and a
// shopping list below the first root, an idea in the second, and one note
// outside both. It is the same tree each time, times included.
func Lesson(fsys *notesfs.FS) error {
	top, err := fs.Sub(lessonFiles, "lesson")
	if err != nil {
		return err
	}
	when := time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)
	var dirs []string
	err = fs.WalkDir(top, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			dirs = append(dirs, name)
			return fsys.MkdirAll(name, 0o755)
		}
		data, err := fs.ReadFile(top, name)
		if err != nil {
			return err
		}
		if err := fsys.MkdirAll(path.Dir(name), 0o755); err != nil {
			return err
		}
		if err := fsys.WriteFile(name, data, 0o644); err != nil {
			return err
		}
		return fsys.Chtimes(name, when, when)
	})
	if err != nil {
		return fmt.Errorf("laying out the lesson's files: %w", err)
	}
	for _, name := range dirs {
		if err := fsys.Chtimes(name, when, when); err != nil {
			return fmt.Errorf("laying out the lesson's files: %w", err)
		}
	}
	return nil
}
