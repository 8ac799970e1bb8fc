package prove

import (
	"embed"
	"fmt"
	"strings"

	"askback/playground/exercise"
)

//go:embed templates
var templates embed.FS

// Template is a pack to begin with: small, with comments, and proved as it is.
func Template(id string, kind exercise.Kind) ([]byte, error) {
	data, err := templates.ReadFile("templates/" + string(kind) + ".txtar")
	if err != nil {
		return nil, fmt.Errorf("there is no kind %q, only drive, code, design and quiz", kind)
	}
	data = []byte(strings.ReplaceAll(string(data), "ID-OF-THE-PACK", id))
	if _, err := exercise.Parse(id+".txtar", data); err != nil {
		return nil, err
	}
	return data, nil
}
