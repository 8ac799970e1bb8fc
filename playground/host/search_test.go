package host

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestSearch(t *testing.T) {
	for _, test := range []struct {
		typed string
		want  bool
	}{
		{"tools/call", true}, // the method of a response is not in its JSON
		{"TOOLS", true},
		{"tps", true},
		{"TPS report", true},
		{"report  2025", false},
		{`say "hi"`, true}, // as JSON writes it
		{`say \"hi\"`, true},
		{"a < b & c", true},    // written as < in one encoder
		{"x < y & z", true},    // and as \u003c in another
		{"Straße ÉTÉ 📎", true}, // and this in ASCII only
		{"straße été", true},
		{`\ud83d and`, true}, // half a pair, which is no character
		{"two\nlines", true},
		{"\u202e", true},
		{"nowhere", false},
	} {
		raw := `{"id":1,"result":{"a":"TPS report","b":"say \"hi\"","c":"a < b & c","d":"x \u003c y \u0026 z",` +
			`"e":"Stra\u00dfe \u00C9T\u00c9 \ud83d\udcce","f":"two\nlines","g":"` + "\u202e" + `","h":"\ud83d and \ud83dx \u0022"}}`
		if !json.Valid([]byte(raw)) {
			t.Fatal("the message is no JSON")
		}
		m := Message{Method: "tools/call", JSON: json.RawMessage(raw)}
		if got := newQuery(test.typed).matches(&m); got != test.want {
			t.Errorf("searching for %q: %v", test.typed, got)
		}
	}
}

// A trace of the largest size is filtered and searched, and looked at again when
// one more message has come.
func BenchmarkTrace(b *testing.B) {
	t := newTrace(nil, func() {})
	add := func(i int) {
		raw := json.RawMessage(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"notes_delete","arguments":{"title":"TPS report"},"requestState":"%0500d"}}`, i, i))
		msg := decode(b, raw)
		t.mu.Lock()
		defer t.mu.Unlock()
		t.add(Message{Seq: i, Conn: 1, Dir: ToServer, JSON: raw}, msg)
		t.forget()
	}
	for i := range maxMessages {
		add(i + 1)
	}
	n := maxMessages
	b.Run("record", func(b *testing.B) {
		for b.Loop() {
			n++
			add(n)
		}
	})
	b.Run("show", func(b *testing.B) {
		v := viewer{from: -1}
		for b.Loop() {
			n++
			add(n)
			v.sift(t.all())
		}
	})
	b.Run("show unchanged", func(b *testing.B) {
		v := viewer{from: -1}
		for b.Loop() {
			v.sift(t.all())
		}
	})
	b.Run("search", func(b *testing.B) {
		v := viewer{from: -1}
		for i := 0; b.Loop(); i++ {
			v.query = newQuery(fmt.Sprintf("nowhere %d", i))
			v.sift(t.all())
		}
	})
	b.Run("step", func(b *testing.B) {
		for b.Loop() {
			t.until(len(t.messages) - 1)
		}
	})
}
