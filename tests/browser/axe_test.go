package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// axeSource is the script of axe-core.
var axeSource = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile(filepath.Join("node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		return "", fmt.Errorf("axe-core is not installed: run npm ci in tests/browser (%w)", err)
	}
	return string(source), nil
})

// axe fails the test for every rule of WCAG 2.2 AA, and of good practice, that
// axe-core finds broken in what the tab shows. state completes "violations in".
func (p *tab) axe(state string) {
	p.t.Helper()
	source, err := axeSource()
	if err != nil {
		p.t.Fatal(err)
	}
	// As an expression of the developer tools it is no business of the page's
	// policy, which forbids scripts that are no files of the site.
	if !eval[bool](p, "globalThis.axe !== undefined") {
		eval[bool](p, source+"; true")
	}
	type violation struct {
		ID, Help string
		Nodes    []string
	}
	found := eval[[]violation](p, `axe.run(document, {
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
		resultTypes: ["violations"],
	}).then(({violations}) => violations.map(v => ({
		ID: v.id, Help: v.help,
		Nodes: v.nodes.map(n => n.target.join(" ") + ": " + (n.any.concat(n.all, n.none)[0]?.message ?? "")),
	})))`)
	for _, v := range found {
		p.t.Errorf("%s: %s (%s):\n\t%s", state, v.Help, v.ID, strings.Join(v.Nodes[:min(len(v.Nodes), 5)], "\n\t"))
	}
}
