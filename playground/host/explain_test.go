package host

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// noteNames are what the tests call the notes, in the order of their bits.
var noteNames = []string{
	"handshake", "discover", "meta", "server-asks", "server-asks-roots", "input-required", "roots-input", "retry",
	"result-type", "roots-notice", "elicitation-id", "completion", "url-required", "capability-error", "version-error", "not-found",
}

func noteText(n EraNotes) string {
	var out []string
	for one := range n.Each() {
		i := slices.IndexFunc(noteNames, func(string) bool { one >>= 1; return one == 0 })
		out = append(out, noteNames[i])
	}
	return strings.Join(out, " ")
}

// Each file of testdata/explain is a trace, and what is said about its messages:
// the notes on the protocol versions, which of them are the first of their kind,
// and the parts that are pointed at.
func TestExplain(t *testing.T) {
	for name, f := range archives(t, "testdata/explain/*.txt") {
		t.Run(name, func(t *testing.T) {
			era, _, _ := strings.Cut(string(f.Comment), " ")
			messages := traceText(t, era, file(f, "trace"))
			a := Analyze(messages)
			var b strings.Builder
			for i, m := range messages {
				fmt.Fprintf(&b, "#%d", m.Seq)
				if notes := noteText(a.Steps[i].Notes); notes != "" {
					fmt.Fprintf(&b, " %s", notes)
				}
				if fresh := noteText(a.Steps[i].Fresh); fresh != "" {
					fmt.Fprintf(&b, ", fresh: %s", fresh)
				}
				b.WriteByte('\n')
				for _, r := range Explain(m) {
					fmt.Fprintf(&b, "  %s %s\n", strings.Join(r.Path, "/"), r.Code)
				}
			}
			if got, want := b.String(), file(f, "found"); got != want {
				t.Errorf("found\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestNoteNames(t *testing.T) {
	n := 0
	for range AllEraNotes.Each() {
		n++
	}
	if n != len(noteNames) {
		t.Errorf("%d notes, %d names", n, len(noteNames))
	}
}

// A message may ask for more than anybody would read about, or be no object.
func TestExplainBounds(t *testing.T) {
	requests := map[string]any{}
	for i := range 1000 {
		requests[fmt.Sprint(i)] = map[string]any{"method": "roots/list"}
	}
	raw, err := json.Marshal(map[string]any{"result": map[string]any{"inputRequests": requests}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(Explain(Message{Kind: ResultMessage, Method: "tools/call", JSON: raw})); n != maxRemarks {
		t.Errorf("%d remarks", n)
	}
	for _, odd := range []string{``, `[]`, `7`, `{"params":[]}`, `{"params":{"_meta":7,"inputResponses":[{"action":"accept"}]}}`} {
		for kind := RequestMessage; kind <= NotificationMessage; kind++ {
			Explain(Message{Kind: kind, Method: "tools/call", JSON: json.RawMessage(odd)})
		}
	}
}
