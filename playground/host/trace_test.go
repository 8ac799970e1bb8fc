package host

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// A trace has a bound in bytes too. What came last is kept, however large, and
// of what is dropped nothing is left.
func TestTraceForgets(t *testing.T) {
	tr := newTrace(time.Now, func() {})
	tr.maxBytes = 10_000
	add := func(i, size int) {
		id, err := jsonrpc.MakeID(float64(i))
		if err != nil {
			t.Fatal(err)
		}
		tr.record(1, "2025-11-25", ToHost, &jsonrpc.Request{ID: id, Method: fmt.Sprint(i), Params: json.RawMessage(`{"x":"` + strings.Repeat("x", size) + `"}`)})
	}
	for i := range 100 {
		add(i+1, 1000)
	}
	messages := tr.all().messages
	if n := len(messages); n != 9 || messages[n-1].Method != "100" || len(tr.open) != n {
		t.Errorf("%d messages are kept, %d requests are open", n, len(tr.open))
	}
	add(101, 20_000)
	if messages := tr.all().messages; len(messages) != 1 || messages[0].Method != "101" || tr.bytes != len(messages[0].JSON) {
		t.Errorf("after a large one %d messages of %d bytes are kept", len(messages), tr.bytes)
	}
}

func decode(t testing.TB, raw json.RawMessage) jsonrpc.Message {
	t.Helper()
	msg, err := jsonrpc.DecodeMessage(raw)
	if err != nil {
		t.Fatal(err)
	}
	return msg
}

func globs(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no files (%v)", pattern, err)
	}
	return names
}

// What a trace has handed out stays as it was, whatever comes later.
func TestTraceSnapshots(t *testing.T) {
	tr := newTrace(time.Now, func() {})
	tr.maxBytes = 5_000
	var all []*recorded
	var copies []recorded
	for i := range 300 {
		id, err := jsonrpc.MakeID(float64(i))
		if err != nil {
			t.Fatal(err)
		}
		tr.record(1, "2025-11-25", ToServer, &jsonrpc.Request{ID: id, Method: "tools/call", Params: json.RawMessage(`{"name":"a"}`)})
		if i%3 == 0 {
			tr.record(1, "2025-11-25", ToHost, &jsonrpc.Response{ID: id, Result: json.RawMessage(`{}`)})
		}
		r := tr.all()
		if r != tr.all() {
			t.Fatal("it is copied though nothing changed")
		}
		all = append(all, r)
		copies = append(copies, recorded{slices.Clone(r.messages), Analysis{slices.Clone(r.Steps), slices.Clone(r.Calls)}})
		if len(r.Steps) != len(r.messages) {
			t.Fatalf("%d steps for %d messages", len(r.Steps), len(r.messages))
		}
		for j, m := range r.messages {
			if r.Steps[j].Seq != m.Seq {
				t.Fatalf("step %d is of #%d, the message is #%d", j, r.Steps[j].Seq, m.Seq)
			}
		}
	}
	for i, r := range all {
		if !reflect.DeepEqual(*r, copies[i]) {
			t.Fatalf("what was handed out after %d calls has changed", i+1)
		}
	}
	if len(tr.linker.calls) > 2*len(tr.messages)+2 {
		t.Errorf("%d calls are remembered for %d messages", len(tr.linker.calls), len(tr.messages))
	}
}
