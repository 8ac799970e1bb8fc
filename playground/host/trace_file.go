package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// A trace is kept in a file as JSON Lines: UTF-8 text with one JSON object on each
// line, which is one message, in the order seen. Its members are
//
//	seq      number, 1 or more, larger than that of the line before
//	at       string, when the host saw the message: RFC 3339, to the millisecond
//	dir      string, "to-server" or "to-host"
//	conn     number, 1 or more, the connection it passed over; 1 if absent
//	era      string, the protocol version spoken there; may be absent
//	message  the JSON-RPC message as it was on the wire
//
// Other members are ignored, and so are empty lines. What a message says is told
// from the message alone.
//
//	{"seq":4,"at":"2026-08-22T09:00:00.006Z","dir":"to-server","conn":1,"era":"2025-11-25","message":{"jsonrpc":"2.0","id":2,"method":"tools/list"}}
type traceLine struct {
	Seq     int             `json:"seq"`
	At      string          `json:"at"`
	Dir     string          `json:"dir"`
	Conn    *int            `json:"conn,omitempty"`
	Era     string          `json:"era,omitempty"`
	Message json.RawMessage `json:"message"`
}

const traceTime = "2006-01-02T15:04:05.000Z07:00"

// MaxTraceFile is how many bytes a trace may have that is read.
const MaxTraceFile = 32 << 20

// WriteTrace returns messages as the content of a file. [ReadTrace] describes it.
func WriteTrace(messages []Message) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // a message stays as it was on the wire
	for _, m := range messages {
		line := traceLine{
			Seq: m.Seq, At: m.At.UTC().Format(traceTime), Dir: directionName(m.Dir),
			Conn: &m.Conn, Era: m.Era, Message: m.JSON,
		}
		if err := e.Encode(line); err != nil {
			return nil, fmt.Errorf("message %d: %w", m.Seq, err)
		}
	}
	return out.Bytes(), nil
}

// ReadTrace reads what [WriteTrace] wrote, or anybody else in the same format:
// JSON Lines, one object for each message, with the members seq, at, dir, conn,
// era and message. An error is a [*TraceError].
func ReadTrace(data []byte) ([]Message, error) {
	t, err := readTrace(data)
	if err != nil {
		return nil, err
	}
	return t.all().messages, nil
}

func readTrace(data []byte) (*trace, *TraceError) {
	if len(data) > MaxTraceFile {
		return nil, &TraceError{Problem: TraceTooLarge, Detail: strconv.Itoa(len(data))}
	}
	t := newTrace(nil, nil)
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	n := 0
	for line := range bytes.Lines(data) {
		n++
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		m, msg, err := readLine(line, t.seq)
		switch {
		case err != nil:
			err.Line = n
			return nil, err
		case len(t.messages) == maxMessages:
			return nil, &TraceError{Line: n, Problem: TraceTooMany, Detail: strconv.Itoa(maxMessages)}
		}
		t.add(m, msg)
	}
	if len(t.messages) == 0 {
		return nil, &TraceError{Problem: TraceEmpty}
	}
	return t, nil
}

// readLine reads one line of a file, which follows a message with the Seq after.
func readLine(line []byte, after int) (Message, jsonrpc.Message, *TraceError) {
	problem := func(p TraceProblem, detail any) (Message, jsonrpc.Message, *TraceError) {
		return Message{}, nil, &TraceError{Problem: p, Detail: fmt.Sprint(detail)}
	}
	var l traceLine
	if err := json.Unmarshal(line, &l); err != nil {
		var shape *json.UnmarshalTypeError
		if errors.As(err, &shape) {
			return problem(TraceMember, shape.Field)
		}
		return problem(TraceNotJSON, err)
	}
	m := Message{Seq: l.Seq, Conn: 1, Era: word(l.Era)}
	if l.Seq <= after {
		return problem(TraceOrder, l.Seq)
	}
	at, err := time.Parse(time.RFC3339, l.At)
	m.At = at.UTC() // which may leave the years that RFC 3339 can write
	if err != nil || m.At.Year() < 0 || m.At.Year() > 9999 {
		return problem(TraceBadTime, word(l.At))
	}
	switch l.Dir {
	case directionName(ToServer):
		m.Dir = ToServer
	case directionName(ToHost):
		m.Dir = ToHost
	default:
		return problem(TraceDirection, word(l.Dir))
	}
	if l.Conn != nil {
		m.Conn = *l.Conn
	}
	switch {
	case m.Conn < 1:
		return problem(TraceMember, "conn")
	case l.Message == nil:
		return problem(TraceMember, "message")
	}
	msg, err := jsonrpc.DecodeMessage(l.Message)
	if err != nil {
		return problem(TraceNotJSONRPC, err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, l.Message); err != nil {
		return problem(TraceNotJSON, err) // it was decoded just now: cannot happen
	}
	m.JSON = compact.Bytes()
	return m, msg, nil
}

func directionName(d Direction) string {
	if d == ToServer {
		return "to-server"
	}
	return "to-host"
}

// A TraceProblem is why a file is not a trace.
type TraceProblem string

const (
	TraceTooLarge   TraceProblem = "too-large"   // Detail: its size in bytes
	TraceTooMany    TraceProblem = "too-many"    // Detail: how many messages are read at most
	TraceUnreadable TraceProblem = "unreadable"  // Detail: what the browser says
	TraceEmpty      TraceProblem = "empty"       // no line holds anything
	TraceNotJSON    TraceProblem = "not-json"    // Detail: what the decoder says
	TraceMember     TraceProblem = "member"      // Detail: the member that has the wrong type or value
	TraceOrder      TraceProblem = "order"       // Detail: the seq, which is not larger than the one before
	TraceBadTime    TraceProblem = "time"        // Detail: at
	TraceDirection  TraceProblem = "direction"   // Detail: dir
	TraceNotJSONRPC TraceProblem = "not-jsonrpc" // Detail: what the decoder says
)

// TraceProblems lists the problems that a file can have.
func TraceProblems() []TraceProblem {
	return []TraceProblem{
		TraceTooLarge, TraceTooMany, TraceUnreadable, TraceEmpty, TraceNotJSON, TraceMember, TraceOrder, TraceBadTime, TraceDirection, TraceNotJSONRPC,
	}
}

// A TraceError says which line of a file is not that of a trace, and why.
type TraceError struct {
	Line    int // from 1; 0 for the file as a whole
	Problem TraceProblem
	Detail  string
}

func (e *TraceError) Error() string {
	text := string(e.Problem)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Line == 0 {
		return "trace file: " + text
	}
	return fmt.Sprintf("trace file, line %d: %s", e.Line, text)
}
