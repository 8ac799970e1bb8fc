package host

import (
	"encoding/json"
	"fmt"
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
		tr.record(1, ToHost, &jsonrpc.Request{ID: id, Method: fmt.Sprint(i), Params: json.RawMessage(`{"x":"` + strings.Repeat("x", size) + `"}`)})
	}
	for i := range 100 {
		add(i+1, 1000)
	}
	messages := tr.all()
	if n := len(messages); n != 9 || messages[n-1].Method != "100" || len(tr.open) != n {
		t.Errorf("%d messages are kept, %d requests are open", n, len(tr.open))
	}
	add(101, 20_000)
	if messages := tr.all(); len(messages) != 1 || messages[0].Method != "101" || tr.bytes != len(messages[0].JSON) {
		t.Errorf("after a large one %d messages of %d bytes are kept", len(messages), tr.bytes)
	}
}
