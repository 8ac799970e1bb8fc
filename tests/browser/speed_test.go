package browser

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// What a visit costs: printed, for whoever works on it.
func TestCost(t *testing.T) {
	url := serve(t)
	p := launch(t).open(t, url) // with the profile's cache on disk

	for _, visit := range []string{"cold", "reload", "second reload"} {
		if visit != "cold" {
			p.do(chromedp.Reload())
		}
		p.waitReady()
		t.Logf("%s: %.0f ms from navigation to the first tools/list", visit, eval[float64](p, readyMark+".startTime"))
		if visit == "cold" {
			logFiles(t, fetched(p))
		}
	}
}

// A fetch is a file that the page loaded.
type fetch struct {
	URL     string
	Encoded int64 // bytes as sent
	Decoded int64
}

// fetched returns the page and what it loaded, the largest first.
func fetched(p *tab) []fetch {
	files := eval[[]fetch](p, `["navigation", "resource"].flatMap(type => performance.getEntriesByType(type))
		.map(e => ({URL: e.name, Encoded: e.encodedBodySize, Decoded: e.decodedBodySize}))`)
	slices.SortFunc(files, func(a, b fetch) int { return cmp.Compare(b.Encoded, a.Encoded) })
	return files
}

func logFiles(t *testing.T, files []fetch) {
	t.Helper()
	var table strings.Builder
	var encoded, decoded int64
	for _, f := range files {
		fmt.Fprintf(&table, "\n%10d %10d  %s", f.Encoded, f.Decoded, path.Base(f.URL))
		encoded += f.Encoded
		decoded += f.Decoded
	}
	t.Logf("bytes served, and as decoded:%s\n%10d %10d  in all", &table, encoded, decoded)
	if encoded >= decoded {
		t.Error("nothing was served compressed")
	}
}
