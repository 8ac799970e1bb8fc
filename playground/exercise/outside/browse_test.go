package outside

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestBrowse(t *testing.T) {
	var seen []string
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		seen = append(seen, req.Method+" "+req.URL.RequestURI())
		switch req.URL.Path {
		case "/away":
			http.Redirect(w, req, "https://notes.example/", http.StatusFound)
		case "/round":
			http.Redirect(w, req, "/round", http.StatusFound)
		case "/gone":
			http.NotFound(w, req)
		}
	}))
	defer page.Close()

	for path, want := range map[string]int{"/page?id=1": 200, "/gone": 404} {
		if status, err := browse(t.Context(), http.MethodPost, page.URL+path); err != nil || status != want {
			t.Errorf("%s: %d, %v; want %d", path, status, err, want)
		}
	}
	if got := strings.Join(seen, ", "); !strings.Contains(got, "POST /page?id=1") {
		t.Errorf("the page saw %s", got)
	}
	for target, want := range map[string]string{
		"https://notes.example/page": "only pages on this machine",
		"http://192.0.2.1/page":      "only pages on this machine",
		page.URL + "/away":           "only pages on this machine",
		page.URL + "/round":          "without end",
		"http://%":                   "parse",
	} {
		if _, err := browse(t.Context(), http.MethodGet, target); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", target, err, want)
		}
	}
}
