package exercise

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"askback/notesfs"
	"askback/playground/form"
	"askback/playground/host"
)

// A record is what happened, as the trace of a host and the files show it: the
// calls with their questions, answers and results, the same in every protocol
// version. Nothing in it is what a server says of itself.
type record struct {
	messages []host.Message
	calls    []*call
	requests map[int]*request // by Seq: requests that may still be answered
	tools    map[string]tool
	steps    []step
	era      string
	files    *notesfs.Snapshot // as they are now
	start    *notesfs.Snapshot // as they were at first
}

// A step is what happened between two moments at which everything waited for
// the person.
type step struct {
	roots []string // allowed at its end, as names
	era   string
}

// A request is one whose response matters.
type request struct {
	call     *call
	question *asked
}

// A tool as tools/list describes it.
type tool struct {
	Name        string
	Annotations map[string]any
	seq         int
}

// A call is one use of a tool, or the reading of a resource, with all its rounds.
type call struct {
	seq       int // of its first request
	tool      string
	args      map[string]any
	era       string
	rounds    int // requests sent
	questions []*asked
	result    *result
	state     string // requestState of the round that waits for a retry
	waits     bool   // the last result was input_required
	over      bool   // nobody goes on with it
	stopped   bool   // by the person
	before    *notesfs.Snapshot
	latest    int   // Seq of the latest request
	sent      []int // Seqs of its requests
	step      int
}

// An asked is a question of a server.
type asked struct {
	seq     int
	key     string // under 2026-07-28
	mode    string
	message string
	url     string
	id      string // elicitationId
	schema  *form.Schema
	broken  error // why no form can be drawn
	answer  *answer
	files   *notesfs.Snapshot // while it waited
}

// An answer of the person.
type answer struct {
	seq     int
	action  string
	content map[string]any
	step    int
}

// A result is what a call came to.
type result struct {
	seq        int
	isError    bool
	code       int64 // of a protocol error
	structured map[string]any
	text       string
	files      *notesfs.Snapshot
}

func newRecord(start *notesfs.Snapshot) *record {
	return &record{requests: map[int]*request{}, tools: map[string]tool{}, files: start, start: start}
}

// add enters what has passed since, under one protocol version, and the files as
// they are now.
func (r *record) add(messages []host.Message, era string, files *notesfs.Snapshot) {
	before := r.files
	r.era, r.files = era, files
	for _, m := range messages {
		r.messages = append(r.messages, m)
		var body struct {
			Params json.RawMessage `json:"params"`
			Result json.RawMessage `json:"result"`
			Error  *struct {
				Code    int64  `json:"code"`
				Message string `json:"message"`
			} `json:"error"`
		}
		if decode(m.JSON, &body) != nil {
			continue // the SDK has refused it as well
		}
		switch {
		case isCall(m):
			r.called(m, body.Params, before)
		case m.Kind == host.RequestMessage && m.Method == "elicitation/create" && m.Dir == host.ToHost:
			r.asked(r.asker(), m.Seq, "", body.Params)
		case m.Kind == host.ResultMessage && m.Method == "tools/list":
			r.listed(m.Seq, body.Result)
		case m.Kind == host.ErrorMessage && body.Error != nil:
			if req := r.requests[m.Pair]; req != nil && req.question == nil {
				req.call.result = &result{seq: m.Seq, isError: true, code: body.Error.Code, text: body.Error.Message, files: files}
				req.call.waits = false
			}
		case m.Kind == host.ResultMessage:
			r.answered(m, body.Result)
		}
	}
}

// decode keeps numbers as they are written.
func decode(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(v)
}

// called enters a request for a tool: a new call, or the next round of one.
func (r *record) called(m host.Message, raw json.RawMessage, before *notesfs.Snapshot) {
	p, ok := readParams(m.Method, raw)
	if !ok {
		return
	}
	retry := p.RequestState != "" || len(p.InputResponses) > 0
	var c *call
	for _, x := range slices.Backward(r.calls) {
		if retry && x.waits && x.tool == p.Name && x.state == p.RequestState {
			c = x
			break
		}
	}
	if c == nil {
		c = &call{seq: m.Seq, tool: p.Name, args: p.Arguments, era: r.era, before: before, step: len(r.steps)}
		r.calls = append(r.calls, c)
	}
	c.rounds++
	c.waits, c.over, c.latest, c.sent = false, false, m.Seq, append(c.sent, m.Seq)
	for _, q := range c.questions {
		if response, ok := p.InputResponses[q.key]; ok && q.answer == nil {
			q.answer = r.answer(m.Seq, response)
		}
	}
	r.requests[m.Seq] = &request{call: c}
}

// asker is the call to which a question of the older versions belongs. Nothing
// on the wire says so; a server asks within a call, so it is the latest that
// waits for nobody.
func (r *record) asker() *call {
	for _, c := range slices.Backward(r.calls) {
		if c.result == nil && !slices.ContainsFunc(c.questions, func(q *asked) bool { return q.answer == nil }) {
			return c
		}
	}
	return nil
}

// asked enters a question.
func (r *record) asked(c *call, seq int, key string, raw json.RawMessage) {
	var p struct {
		Mode            string          `json:"mode"`
		Message         string          `json:"message"`
		URL             string          `json:"url"`
		ElicitationID   string          `json:"elicitationId"`
		RequestedSchema json.RawMessage `json:"requestedSchema"`
	}
	if c == nil || decode(raw, &p) != nil {
		return
	}
	q := &asked{seq: seq, key: key, mode: p.Mode, message: p.Message, url: p.URL, id: p.ElicitationID, files: r.files}
	if q.mode == "" {
		q.mode = "form"
	}
	if q.mode == "form" && len(p.RequestedSchema) == 0 {
		q.broken = errors.New("there is no requestedSchema")
	} else if q.mode == "form" {
		q.schema, q.broken = form.Parse(p.RequestedSchema)
	}
	c.questions = append(c.questions, q)
	r.requests[seq] = &request{call: c, question: q}
}

// answered enters a response: of the server to a call, or of the host to a
// question.
func (r *record) answered(m host.Message, raw json.RawMessage) {
	req := r.requests[m.Pair]
	if req == nil {
		return
	}
	if m.Dir == host.ToServer {
		if req.question != nil {
			req.question.answer = r.answer(m.Seq, raw)
		}
		return
	}
	var p struct {
		ResultType        string          `json:"resultType"`
		IsError           bool            `json:"isError"`
		StructuredContent map[string]any  `json:"structuredContent"`
		RequestState      string          `json:"requestState"`
		Content           json.RawMessage `json:"content"`
		Contents          json.RawMessage `json:"contents"` // of a resource
		InputRequests     map[string]struct {
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		} `json:"inputRequests"`
	}
	c := req.call
	if err := decode(raw, &p); err != nil {
		c.result = &result{seq: m.Seq, isError: true, text: err.Error(), files: r.files}
		return
	}
	if p.ResultType == "input_required" {
		c.waits, c.state = true, p.RequestState
		for _, key := range sorted(p.InputRequests) {
			if in := p.InputRequests[key]; in.Method == "elicitation/create" {
				r.asked(c, m.Seq, key, in.Params)
			}
		}
		return
	}
	c.result = &result{seq: m.Seq, isError: p.IsError, structured: p.StructuredContent, text: contentText(p.Content), files: r.files}
	if p.Contents != nil {
		c.result.structured, c.result.text = contents(p.Contents)
	}
}

// answer reads an answer; nil when it is none.
func (r *record) answer(seq int, raw json.RawMessage) *answer {
	var p struct {
		Action  string         `json:"action"`
		Content map[string]any `json:"content"`
	}
	if decode(raw, &p) != nil || p.Action == "" {
		return nil
	}
	return &answer{seq: seq, action: p.Action, content: p.Content, step: len(r.steps)}
}

func (r *record) listed(seq int, raw json.RawMessage) {
	var p struct {
		Tools []tool `json:"tools"`
	}
	if decode(raw, &p) != nil {
		return
	}
	for _, t := range p.Tools {
		t.seq = seq
		r.tools[t.Name] = t
	}
}

// connection is the number of the connection over which a message passed.
func (r *record) connection(seq int) int {
	for _, m := range r.messages {
		if m.Seq == seq {
			return m.Conn
		}
	}
	return 0
}

// contentText is the text of content blocks, one to a line.
func contentText(raw json.RawMessage) string {
	var blocks []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	_ = decode(raw, &blocks) // no text in what is none
	var out []byte
	for _, b := range blocks {
		if b.Type == "text" {
			if out != nil {
				out = append(out, '\n')
			}
			out = append(out, b.Text...)
		}
	}
	return string(out)
}

// mentions counts how often a message is a request or a notice of a method, or
// asks for one among its input requests.
func mentions(m host.Message, method string) int {
	if m.Kind == host.RequestMessage || m.Kind == host.NotificationMessage {
		if m.Method == method {
			return 1
		}
		return 0
	}
	var body struct {
		Result struct {
			InputRequests map[string]struct {
				Method string `json:"method"`
			} `json:"inputRequests"`
		} `json:"result"`
	}
	n := 0
	if m.Kind == host.ResultMessage && decode(m.JSON, &body) == nil {
		for _, in := range body.Result.InputRequests {
			if in.Method == method {
				n++
			}
		}
	}
	return n
}
