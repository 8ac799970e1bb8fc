package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A section is a run of ids: how far it goes, with what was put between.
type section struct {
	prefix string
	last   int
	extra  []string
}

var rules = []section{
	{"A1.", 8, nil}, {"A2.", 4, nil}, {"A3.", 10, nil}, {"A4.", 18, nil}, {"A5.", 11, nil},
	{"A6.", 14, nil}, {"A7.", 10, nil}, {"A8.", 4, nil}, {"A9.", 3, nil}, {"A10.", 12, nil},
	{"A11.", 15, nil}, {"B", 27, nil}, {"C1.", 6, nil}, {"C2.", 16, []string{"C2.10b"}},
	{"C3.", 8, nil}, {"C4.", 10, nil}, {"C5.", 2, nil}, {"C6.", 5, nil},
}

var reports = []section{
	{"A", 0, []string{
		"A1", "A2", "A3", "A4", "A5", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A16", "A18", "A21", "A24", "A25", "A26", "A27",
		"A28", "A29", "A30", "A31", "A32", "A34", "A36", "A37",
	}},
	{"C", 0, []string{"C1", "C2", "C3", "C6", "C7", "C8", "C9", "C10", "C11", "C13", "C14", "C15"}},
	{"D", 0, []string{"D2", "D4", "D5", "D6", "D7", "D9", "D10", "D11"}},
}

func TestRules(t *testing.T)   { covered(t, "rules.txt", rules) }
func TestReports(t *testing.T) { covered(t, "reports.txt", reports) }

// covered holds that each id has a line, and that what a line points to is there.
// With -v it prints the table.
func covered(t *testing.T, file string, expected []section) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	covered := 0
	for line := range strings.Lines(string(data)) {
		id, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rule, where, ok := strings.Cut(rest, " | ")
		if !ok || rule == "" || lines[id] != "" {
			t.Errorf("a line of another form, or a second one: %s", line)
			continue
		}
		lines[id] = where
		if reason, none := strings.CutPrefix(where, "- "); none {
			t.Logf("%-7s %-50s not tested: %s", id, rule, reason)
			continue
		}
		covered++
		for place := range strings.FieldsSeq(where) {
			if err := exists(id, place); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
		t.Logf("%-7s %-50s %s", id, rule, where)
	}
	var missing []string
	for _, section := range expected {
		for n := range section.last {
			if id := fmt.Sprint(section.prefix, n+1); lines[id] == "" {
				missing = append(missing, id)
			}
		}
		for _, id := range section.extra {
			if lines[id] == "" {
				missing = append(missing, id)
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("no line for %v", missing)
	}
	t.Logf("%d of %d are held by a test", covered, len(lines))
}

// exists reports whether a place that rules.txt names is there, and a transcript
// names the rule.
func exists(id, place string) error {
	if pkg, test, ok := strings.Cut(place, ":"); ok {
		dir := pkg
		if pkg != "web" && pkg != "notesfs" && !strings.HasPrefix(pkg, "tests/") {
			dir = "playground/" + pkg
		}
		files, err := filepath.Glob(filepath.Join("../..", dir, "*_test.go"))
		if err != nil {
			return err
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if strings.Contains(string(data), "\nfunc "+test+"(") {
				return nil
			}
		}
		return fmt.Errorf("no test %s in %s", test, dir)
	}
	name, ok := strings.CutPrefix(place, "ask/")
	if !ok {
		return fmt.Errorf("not a place: %s", place)
	}
	data, err := os.ReadFile("../../playground/ask/testdata/" + name + ".txt")
	if err != nil {
		return err
	}
	for _, match := range regexp.MustCompile(`(?m)^(?:rules|reports) (.+)$`).FindAllStringSubmatch(string(data), -1) {
		if slices.Contains(strings.Fields(match[1]), id) {
			return nil
		}
	}
	return fmt.Errorf("the transcript %s does not name it", name)
}
