package grade

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/notes"
)

// notesOnDisk is the notes server on the files of this machine, inside the roots
// that its client allows.
func notesOnDisk(t *testing.T) *mcp.Server {
	t.Helper()
	asker, err := ask.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return notes.NewServer(notes.Options{
		View:  func(roots []string) (notesfs.View, error) { return notesfs.OpenDir("/", roots...) },
		Asker: asker,
	})
}
