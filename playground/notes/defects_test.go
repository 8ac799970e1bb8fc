package notes_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"

	"askback/playground/ask/asktest"
)

// The demo of the lesson has thirteen defects. Each has a script that our server
// passes, and so does a demo without flaws; a demo with this flaw fails it.
func TestDefects(t *testing.T) {
	for _, name := range []string{"D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "D13"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", "defects", name+".txt")
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, version := range asktest.Versions() {
				if version == "2025-06-18" && strings.Contains(string(archive.Comment), "[2025-06-18] stop") {
					continue // no URL mode
				}
				t.Run(version, func(t *testing.T) {
					run := func(server func(disk) *mcp.Server) error {
						d := inMemory(t)
						_, err := playWith(t, server(d), file, archive, version, d)
						return err
					}
					if err := run(func(d disk) *mcp.Server { return ours(t, d) }); err != nil {
						t.Errorf("our server: %v", err)
					}
					if err := run(func(d disk) *mcp.Server { return newDemo(t, d, "") }); err != nil {
						t.Errorf("the demo without flaws: %v", err)
					}
					if err := run(func(d disk) *mcp.Server { return newDemo(t, d, name) }); err == nil {
						t.Error("the demo with the flaw passes")
					}
				})
			}
		})
	}
}
