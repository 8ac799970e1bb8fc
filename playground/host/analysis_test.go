package host

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// traceText reads a trace that is written down briefly: on each line the time in
// milliseconds, the connection where it is not 1, the direction and the message
// without what all messages have.
//
//	0    > {"id":1,"method":"tools/call","params":{"name":"a"}}
//	3 c2 < {"id":1,"result":{}}
func traceText(t *testing.T, era, text string) []Message {
	t.Helper()
	var lines strings.Builder
	seq := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		head, body, ok := strings.Cut(line, "{")
		words := strings.Fields(head)
		if !ok || len(words) < 2 {
			t.Fatalf("no message: %s", line)
		}
		var ms, conn int
		fmt.Sscan(words[0], &ms)
		if conn = 1; len(words) == 3 {
			fmt.Sscanf(words[1], "c%d", &conn)
		}
		dir := map[string]string{">": "to-server", "<": "to-host"}[words[len(words)-1]]
		seq++
		at := time.Date(2026, 8, 22, 9, 0, 0, 0, time.UTC).Add(time.Duration(ms) * time.Millisecond)
		fmt.Fprintf(&lines, `{"seq":%d,"at":%q,"dir":%q,"conn":%d,"era":%q,"message":{"jsonrpc":"2.0",%s}`+"\n", seq, at.Format(traceTime), dir, conn, era, body)
	}
	messages, err := ReadTrace([]byte(lines.String()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, lines.String())
	}
	return messages
}

// describe writes down what the analysis found, one line for each message that
// belongs to something and one for each call.
func describe(a Analysis) string {
	var b strings.Builder
	for _, s := range a.Steps {
		fmt.Fprintf(&b, "#%d", s.Seq)
		if s.Exchange != 0 {
			fmt.Fprintf(&b, " of #%d", s.Exchange)
		}
		if s.Round != 0 {
			fmt.Fprintf(&b, " round %d", s.Round)
		}
		if s.Follows != 0 {
			fmt.Fprintf(&b, " follows #%d", s.Follows)
		}
		if s.First {
			b.WriteString(" first")
		}
		if s.Last {
			b.WriteString(" last")
		}
		for _, d := range []struct {
			name string
			d    time.Duration
		}{{"took", s.Took}, {"human", s.Human}, {"whole", s.Whole}, {"whole-human", s.WholeHuman}, {"waited", s.Waited}} {
			if d.d != 0 {
				fmt.Fprintf(&b, " %s %v", d.name, d.d)
			}
		}
		b.WriteByte('\n')
	}
	for _, c := range a.Calls {
		fmt.Fprintf(&b, "call #%d-#%d %s %s rounds %d messages %d ended %v whole %v human %v\n", c.First, c.Last, c.Method, c.Name, c.Rounds, c.Messages, c.Ended, c.Whole, c.Human)
	}
	return b.String()
}

// Each file of testdata/analysis is a trace and what is found in it. The comment
// says what it is about; its first word is the protocol version.
func TestAnalyze(t *testing.T) {
	for name, f := range archives(t, "testdata/analysis/*.txt") {
		t.Run(name, func(t *testing.T) {
			era, _, _ := strings.Cut(string(f.Comment), " ")
			got := describe(Analyze(traceText(t, era, file(f, "trace"))))
			if want := file(f, "found"); strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("found\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func archives(t *testing.T, pattern string) map[string]*txtar.Archive {
	t.Helper()
	out := map[string]*txtar.Archive{}
	for _, name := range globs(t, pattern) {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = a
	}
	return out
}

func file(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// What is analysed message by message, and what is stepped through, is what is
// analysed at once.
func TestAnalysisIsIncremental(t *testing.T) {
	for name, f := range archives(t, "testdata/analysis/*.txt") {
		t.Run(name, func(t *testing.T) {
			era, _, _ := strings.Cut(string(f.Comment), " ")
			messages := traceText(t, era, file(f, "trace"))
			l := newLinker()
			recorded := &trace{linker: newLinker(), open: map[wireID]int{}}
			for _, m := range messages {
				recorded.add(Message{Seq: m.Seq, At: m.At, Conn: m.Conn, Era: m.Era, Dir: m.Dir, JSON: m.JSON}, decode(t, m.JSON))
			}
			if got := recorded.all(); !reflect.DeepEqual(got.messages, messages) {
				t.Errorf("recorded\n%+v\nread\n%+v", got.messages, messages)
			}
			for i, m := range messages {
				l.add(readFacts(m), m.Era)
				want := Analyze(messages[:i+1])
				if got := l.analysis(); !reflect.DeepEqual(got, want) {
					t.Errorf("after %d messages\n%s\nwant\n%s", i+1, describe(got), describe(want))
				}
				r := recorded.until(i + 1)
				if !reflect.DeepEqual(r.Analysis, want) {
					t.Errorf("stepped to %d\n%s\nwant\n%s", i+1, describe(r.Analysis), describe(want))
				}
				for j, x := range r.messages {
					if want := messages[j]; x.Pair != want.Pair && (x.Pair != 0 || want.Pair <= m.Seq) {
						t.Errorf("stepped to %d: #%d is paired with #%d", i+1, x.Seq, x.Pair)
					}
				}
			}
		})
	}
}
