package web

import (
	"os"
	"strings"
	"testing"
)

// The lines that the demonstration shows are those of the documentation.
func TestEmbedLines(t *testing.T) {
	doc, err := os.ReadFile("EMBED.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(doc), "```html\n"+embedLines+"```") {
		t.Error("EMBED.md has other lines than the page")
	}
}
