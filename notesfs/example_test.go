package notesfs_test

import (
	"errors"
	"fmt"

	"askback/notesfs"
)

// A server is given a Scope and reaches what lies in its roots, wherever links
// lead.
func ExampleScope() {
	fsys := notesfs.New(nil)
	_ = fsys.MkdirAll("home/alice/Notes", 0o755)
	_ = fsys.WriteFile("home/alice/Notes/tps.md", []byte("TPS report"), 0o644)
	_ = fsys.WriteFile("home/alice/secret", []byte("secret"), 0o600)
	_ = fsys.Symlink("../secret", "home/alice/Notes/leak")

	scope, _ := notesfs.NewScope(fsys, "home/alice/Notes")
	note, _ := scope.ReadFile("home/alice/Notes/tps.md")
	fmt.Printf("%s\n", note)

	_, err := scope.ReadFile("home/alice/Notes/leak")
	fmt.Println(err)

	_ = scope.SetRoots(nil)
	_, err = scope.ReadFile("home/alice/Notes/tps.md")
	fmt.Println(errors.Is(err, notesfs.ErrOutsideRoots))
	// Output:
	// TPS report
	// open home/alice/Notes/leak: outside the roots
	// true
}

// A grader compares the tree before and after.
func ExampleDiff() {
	fsys := notesfs.New(nil)
	_ = fsys.MkdirAll("Notes/archive", 0o755)
	_ = fsys.WriteFile("Notes/tps-2023.md", []byte("old"), 0o644)
	_ = fsys.WriteFile("Notes/tps-2024.md", []byte("new"), 0o644)

	before := fsys.Snapshot()
	_ = fsys.Rename("Notes/tps-2023.md", "Notes/archive/tps-2023.md")
	_ = fsys.Remove("Notes/tps-2024.md")
	for _, c := range notesfs.Diff(before, fsys.Snapshot()) {
		fmt.Println(c)
	}
	fsys.Restore(before)
	fmt.Println(len(notesfs.Diff(before, fsys.Snapshot())))
	// Output:
	// moved Notes/tps-2023.md to Notes/archive/tps-2023.md
	// removed Notes/tps-2024.md
	// 0
}
