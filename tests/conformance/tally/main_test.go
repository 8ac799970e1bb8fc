package main

import (
	"strings"
	"testing"
)

func TestTally(t *testing.T) {
	for name, test := range map[string]struct {
		events         string
		passed, failed int
		text           string
	}{
		"leaves only": {`{"Action":"pass","Package":"p","Test":"T/a/b"}
{"Action":"pass","Package":"p","Test":"T/a"}
{"Action":"fail","Package":"p","Test":"T/c"}
{"Action":"fail","Package":"p","Test":"T"}
{"Action":"pass","Package":"q","Test":"T"}
{"Action":"fail","Package":"p"}
{"Action":"pass","Package":"q"}
`, 2, 1, ""},
		"a skipped test has not passed": {`{"Action":"skip","Package":"p","Test":"T"}
`, 0, 1, ""},
		"a package that ends early": {`{"Action":"output","Package":"p","Output":"panic\n"}
{"Action":"output","Package":"p","Output":"=== RUN T\n"}
{"Action":"fail","Package":"p"}
`, 0, 1, "panic\n"},
		"the parent alone failed": {`{"Action":"pass","Package":"p","Test":"T/a"}
{"Action":"fail","Package":"p","Test":"T"}
{"Action":"fail","Package":"p"}
`, 1, 1, ""},
	} {
		var text strings.Builder
		passed, failed, err := tally(strings.NewReader(test.events), &text)
		if err != nil || passed != test.passed || failed != test.failed || text.String() != test.text {
			t.Errorf("%s: %d passed, %d failed, %q, %v", name, passed, failed, &text, err)
		}
	}
	if _, _, err := tally(strings.NewReader("not JSON\n"), &strings.Builder{}); err == nil {
		t.Error("what is not JSON is no tally")
	}
}
