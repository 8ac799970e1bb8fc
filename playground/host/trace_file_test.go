package host

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const oneLine = `{"seq":1,"at":"2026-08-22T09:00:00.004Z","dir":"to-server","message":{"jsonrpc":"2.0","id":1,"method":"a"}}`

func TestTraceFile(t *testing.T) {
	for name, f := range archives(t, "testdata/*/*.txt") {
		era, _, _ := strings.Cut(string(f.Comment), " ")
		messages := traceText(t, era, file(f, "trace"))
		text, err := WriteTrace(messages)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadTrace(text)
		if err != nil {
			t.Errorf("%s: %v in\n%s", name, err, text)
		}
		if !reflect.DeepEqual(again, messages) {
			t.Errorf("%s: read\n%+v\nwrote\n%+v", name, again, messages)
		}
	}
}

// The format is that of other programs too.
func TestTraceFileFormat(t *testing.T) {
	const text = `{"seq":7,"at":"2026-08-22T11:00:00.0049+02:00","dir":"to-server","conn":3,"era":"2026-07-28","message":{"jsonrpc":"2.0","id":"a<b","method":"x","params":{"n":1.50,"t":"é"}},"more":1}`
	messages, err := ReadTrace([]byte("\ufeff\r\n" + strings.ReplaceAll(text, `,"n"`, ` , "n"`) + "\r\n\n"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := WriteTrace(messages)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"seq":7,"at":"2026-08-22T09:00:00.004Z","dir":"to-server","conn":3,"era":"2026-07-28","message":{"jsonrpc":"2.0","id":"a<b","method":"x","params":{"n":1.50,"t":"é"}}}` + "\n"
	if string(out) != want {
		t.Errorf("wrote %swant  %s", out, want)
	}
}

func TestTraceFileProblems(t *testing.T) {
	change := func(old, new string) string { return "\n" + strings.Replace(oneLine, old, new, 1) }
	for _, test := range []struct {
		text string
		want TraceError
	}{
		{"", TraceError{0, TraceEmpty, ""}},
		{"\n \n", TraceError{0, TraceEmpty, ""}},
		{"\nhello", TraceError{2, TraceNotJSON, "invalid character 'h' looking for beginning of value"}},
		{oneLine + "\n[]", TraceError{2, TraceMember, ""}},
		{change(`"seq":1`, `"seq":"1"`), TraceError{2, TraceMember, "seq"}},
		{change(`"seq":1,`, ``), TraceError{2, TraceOrder, "0"}},
		{oneLine + "\n" + oneLine, TraceError{2, TraceOrder, "1"}},
		{change(`2026-08-22T09:00:00.004Z`, `yesterday`), TraceError{2, TraceBadTime, "yesterday"}},
		{change(`2026-08-22T09:00:00.004Z`, `0000-01-01T00:00:00+01:00`), TraceError{2, TraceBadTime, "0000-01-01T00:00:00+01:00"}},
		{change(`to-server`, `up`), TraceError{2, TraceDirection, "up"}},
		{change(`"dir"`, `"conn":0,"dir"`), TraceError{2, TraceMember, "conn"}},
		{change(`"jsonrpc":"2.0",`, ``), TraceError{2, TraceNotJSONRPC, `invalid message version tag ""; expected "2.0"`}},
		{change(`,"message":{"jsonrpc":"2.0","id":1,"method":"a"}`, ``), TraceError{2, TraceMember, "message"}},
		{strings.Repeat(" ", MaxTraceFile+1), TraceError{0, TraceTooLarge, fmt.Sprint(MaxTraceFile + 1)}},
	} {
		_, err := ReadTrace([]byte(test.text))
		var got *TraceError
		if !errors.As(err, &got) || *got != test.want {
			t.Errorf("%.100q: %#v, want %#v", test.text, got, test.want)
		}
	}
}

func TestTraceFileOfTooManyMessages(t *testing.T) {
	var text strings.Builder
	for i := range maxMessages + 1 {
		text.WriteString(strings.Replace(oneLine, `"seq":1`, fmt.Sprintf(`"seq":%d`, i+1), 1) + "\n")
	}
	_, err := ReadTrace([]byte(text.String()))
	if want := fmt.Sprintf("trace file, line %d: too-many: %d", maxMessages+1, maxMessages); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Whatever is read can be written, and is the same when it is read again.
func FuzzReadTrace(f *testing.F) {
	f.Add([]byte(oneLine))
	f.Add([]byte("\ufeff" + oneLine + "\r\n\n" + strings.Replace(oneLine, `"seq":1`, `"seq":9,"conn":2,"era":"x"`, 1)))
	f.Add([]byte(`{"seq":1,"at":"2026-08-22T09:00:00Z","dir":"to-host","message":{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":""}}}`))
	f.Add([]byte(`{"seq":1,"at":"0000-01-01T00:00:00+01:00","dir":"to-host","message":{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":""}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		messages, err := ReadTrace(data)
		if err != nil {
			var problem *TraceError
			if !errors.As(err, &problem) || problem.Problem == "" {
				t.Errorf("error %#v", err)
			}
			return
		}
		text, err := WriteTrace(messages)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadTrace(text)
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		text2, err := WriteTrace(again)
		if err != nil || !bytes.Equal(text, text2) {
			t.Errorf("wrote %s\nthen  %s (%v)", text, text2, err)
		}
		a := Analyze(messages)
		if len(a.Steps) != len(messages) {
			t.Errorf("%d steps for %d messages", len(a.Steps), len(messages))
		}
		for _, m := range messages {
			Explain(m)
			if b := m.Brief.String(); len(b) > (maxAnswers+1)*2*(maxWord+10) {
				t.Errorf("brief of %d bytes", len(b))
			}
		}
	})
}
