package mutation

import (
	"fmt"
	"strings"
)

// Reasons say, by the name of a mutant, why no check notices it.
type Reasons map[string]string

// ReadReasons reads reasons.txt; see the package documentation. The error names
// the first line of another form.
func ReadReasons(text string) (Reasons, error) {
	out := Reasons{}
	var names []string
	said := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		switch words, indented := strings.CutPrefix(line, "\t"); {
		case line == "" || strings.HasPrefix(line, "#"):
		case indented && len(names) == 0:
			return nil, fmt.Errorf("line %d: this is the reason for no mutant", n)
		case indented:
			said = true
			for _, name := range names {
				out[name] = strings.TrimSpace(out[name] + " " + words)
			}
		default:
			if said {
				names, said = nil, false
			}
			if _, twice := out[line]; twice {
				return nil, fmt.Errorf("line %d: there is a reason for %q already", n, line)
			}
			names = append(names, line)
			out[line] = ""
		}
	}
	for name, why := range out {
		if why == "" {
			return nil, fmt.Errorf("%q stands without a reason", name)
		}
	}
	return out, nil
}
