package peers

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/host"
	"askback/playground/notes"
)

// The host and the notes server are each other's peers over HTTP too, where the
// page never lets them meet.
func TestHostOverHTTP(t *testing.T) {
	for _, era := range host.Eras() {
		t.Run(era, func(t *testing.T) {
			s, url := serveHTTP(t)
			dial := func(context.Context) (mcp.Transport, error) {
				return &mcp.StreamableClientTransport{Endpoint: url}, nil
			}
			p := sit(t, host.Options{Era: era, Dial: dial, Tree: s, Roots: notes.LessonRoots()})
			if state := p.waitReady(); state.Phase != host.PhaseReady {
				t.Fatal(describe(state))
			}

			p.call("notes_delete", [2]string{"title", "TPS"})
			p.answer("answer", p.asked(), [2]string{"note_id", "note-14"}, [2]string{"confirm", "true"})
			if got := p.text(p.result()); !strings.Contains(got, `"deleted":"note-14"`) {
				t.Errorf("it says %s", got)
			}

			p.call("notes_setup")
			q := p.asked()
			p.answer("url-opened", q)
			if got := p.text(p.result()); !strings.Contains(got, `"waiting"`) {
				t.Errorf("it says %s", got)
			}
			_, token, _ := strings.Cut(q.URL.Text, "#token=")
			res, err := http.Post(strings.TrimSuffix(url, "/mcp")+"/complete", "text/plain", strings.NewReader(token))
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if era == ask.V20251125 {
				// The notice comes when no call is open, on a stream of its own.
				p.waitFor("the notice", func(s host.State) bool { return last(s).Finished })
			}
			p.call("notes_setup")
			if got := p.text(p.result()); !strings.Contains(got, `"connected"`) {
				t.Errorf("it says %s", got)
			}
			if want := lessonTree(t, "home/alice/Documents/Notes/tps-2025.md"); !maps.Equal(tree(s), want) {
				t.Errorf("there are %v", tree(s))
			}
		})
	}
}
