package kit

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestPages(t *testing.T) {
	var none pages
	if err := none.begin(); err != nil {
		t.Error(err)
	}
	none.close()

	var p pages
	say := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }
	}
	urls := map[string]string{p.add("/one", say("first")): "first", p.add("/two", say("second")): "second"}
	if err := p.begin(); err != nil {
		t.Fatal(err)
	}
	defer p.close()
	for url, want := range urls {
		if !strings.HasPrefix(url, "http://127.0.0.1:") {
			t.Errorf("the page is at %s", url)
		}
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if err != nil || string(got) != want {
			t.Errorf("%s says %q, %v; want %q", url, got, err, want)
		}
		_ = res.Body.Close()
	}
}
