package hostile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Server answers as its fields say. Those that are left out are harmless.
type Server struct {
	Info  json.RawMessage // serverInfo
	Tools json.RawMessage // tools of tools/list, an array
	// Call is what a call of a tool does. It returns the result, or an error that
	// is sent as one. Under 2026-07-28 it runs again from the top each round.
	Call func(*Call) any
	// ID begins the id of each of its requests.
	ID string
	// Silent are methods that it does not answer.
	Silent []string

	mu    sync.Mutex
	asked int
	waits map[string]chan *jsonrpc.Response  // for answers, by the id of the question
	calls map[string]context.CancelCauseFunc // that run, by id
	send  func(jsonrpc.Message) error        // of the last session in memory
}

const (
	v20251125 = "2025-11-25"
	v20260728 = "2026-07-28"
)

// A Call is one tools/call.
type Call struct {
	Name string
	Args json.RawMessage

	ctx       context.Context
	server    *Server
	send      func(jsonrpc.Message) error
	answers   []json.RawMessage // under 2026-07-28: those that came so far
	round     bool              // it is 2026-07-28
	questions int
}

// Ask puts a question, given as the params of elicitation/create, and returns the
// result of it. Under 2026-07-28 a question that is new ends the body: return what
// Ask returned.
func (c *Call) Ask(params string) (json.RawMessage, error) {
	if c.round {
		c.questions++
		if c.questions <= len(c.answers) {
			return c.answers[c.questions-1], nil
		}
		return nil, &pending{params}
	}
	res, err := c.server.request(c.ctx, c.send, "elicitation/create", params)
	if err != nil {
		return nil, err
	}
	return res.Result, res.Error
}

// Context ends with the call.
func (c *Call) Context() context.Context { return c.ctx }

// Notify sends a notification.
func (c *Call) Notify(method, params string) error {
	return c.send(&jsonrpc.Request{Method: method, Params: json.RawMessage(params)})
}

// pending ends a body whose question has no answer yet.
type pending struct{ params string }

func (*pending) Error() string { return "a question has no answer yet" }

// Ask is [Call.Ask] outside of any call, in the last session in memory.
func (s *Server) Ask(ctx context.Context, params string) (json.RawMessage, error) {
	s.mu.Lock()
	send := s.send
	s.mu.Unlock()
	res, err := s.request(ctx, send, "elicitation/create", params)
	if err != nil {
		return nil, err
	}
	return res.Result, res.Error
}

// Notify is [Call.Notify] outside of any call, in the last session in memory.
func (s *Server) Notify(method, params string) error {
	s.mu.Lock()
	send := s.send
	s.mu.Unlock()
	return send(&jsonrpc.Request{Method: method, Params: json.RawMessage(params)})
}

// request sends a request and waits for what comes back.
func (s *Server) request(ctx context.Context, send func(jsonrpc.Message) error, method, params string) (*jsonrpc.Response, error) {
	s.mu.Lock()
	s.asked++
	name := fmt.Sprint(s.ID, s.asked)
	id, err := jsonrpc.MakeID(name)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	if s.waits == nil {
		s.waits = map[string]chan *jsonrpc.Response{}
	}
	answer := make(chan *jsonrpc.Response, 1)
	s.waits[name] = answer
	s.mu.Unlock()
	if err := send(&jsonrpc.Request{ID: id, Method: method, Params: json.RawMessage(params)}); err != nil {
		return nil, err
	}
	select {
	case res := <-answer:
		return res, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// receive takes a message. What it answers, at once or later, it sends.
func (s *Server) receive(ctx context.Context, msg jsonrpc.Message, send func(jsonrpc.Message) error) error {
	switch msg := msg.(type) {
	case *jsonrpc.Response:
		s.mu.Lock()
		defer s.mu.Unlock()
		if answer, ok := s.waits[fmt.Sprint(msg.ID.Raw())]; ok {
			delete(s.waits, fmt.Sprint(msg.ID.Raw()))
			answer <- msg
		}
	case *jsonrpc.Request:
		if !msg.IsCall() {
			s.cancelled(msg)
			return nil
		}
		if slices.Contains(s.Silent, msg.Method) {
			return nil
		}
		return send(s.answer(ctx, msg, send))
	}
	return nil
}

// cancelled ends the call that a notice of cancellation is about.
func (s *Server) cancelled(msg *jsonrpc.Request) {
	var p struct{ RequestID any }
	if msg.Method != "notifications/cancelled" || json.Unmarshal(msg.Params, &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, ok := s.calls[fmt.Sprint(p.RequestID)]; ok {
		cancel(errors.New("cancelled"))
	}
}

func (s *Server) answer(ctx context.Context, req *jsonrpc.Request, send func(jsonrpc.Message) error) *jsonrpc.Response {
	res := &jsonrpc.Response{ID: req.ID}
	result := s.result(ctx, req, send)
	if err, failed := result.(error); failed {
		res.Error = err
		return res
	}
	raw, err := json.Marshal(result)
	if err != nil {
		res.Error = err
		return res
	}
	res.Result = raw
	return res
}

func (s *Server) result(ctx context.Context, req *jsonrpc.Request, send func(jsonrpc.Message) error) any {
	info := or(s.Info, `{"name":"hostile","version":"1"}`)
	switch req.Method {
	case "initialize":
		return map[string]any{"protocolVersion": v20251125, "serverInfo": info, "capabilities": map[string]any{"tools": map[string]any{}, "logging": map[string]any{}}}
	case "server/discover":
		return map[string]any{
			"resultType": "complete", "supportedVersions": []string{v20260728}, "capabilities": map[string]any{"tools": map[string]any{}},
			"_meta": map[string]any{"io.modelcontextprotocol/serverInfo": info},
		}
	case "tools/list":
		return map[string]any{"tools": or(s.Tools, `[{"name":"one","inputSchema":{"type":"object"}}]`)}
	case "tools/call":
		return s.call(ctx, req, send)
	case "ping":
		return struct{}{}
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no " + req.Method}
}

func or(raw json.RawMessage, otherwise string) json.RawMessage {
	if raw == nil {
		return json.RawMessage(otherwise)
	}
	return raw
}

// call runs the body of a call. The answers of a round are in the request, those of
// the rounds before it in its state.
func (s *Server) call(ctx context.Context, req *jsonrpc.Request, send func(jsonrpc.Message) error) any {
	var p struct {
		Name           string                     `json:"name"`
		Arguments      json.RawMessage            `json:"arguments"`
		RequestState   string                     `json:"requestState"`
		InputResponses map[string]json.RawMessage `json:"inputResponses"`
		Meta           map[string]any             `json:"_meta"`
	}
	if err := json.Unmarshal(req.Params, &p); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
	}
	c := &Call{Name: p.Name, Args: p.Arguments, server: s, send: send}
	c.round = p.Meta["io.modelcontextprotocol/protocolVersion"] == v20260728
	if p.RequestState != "" {
		if err := json.Unmarshal([]byte(p.RequestState), &c.answers); err != nil {
			return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
		}
	}
	if answer := p.InputResponses["asked"]; answer != nil {
		c.answers = append(c.answers, answer)
	}
	var cancel context.CancelCauseFunc
	c.ctx, cancel = context.WithCancelCause(ctx)
	id := fmt.Sprint(req.ID.Raw())
	s.mu.Lock()
	if s.calls == nil {
		s.calls = map[string]context.CancelCauseFunc{}
	}
	s.calls[id] = cancel
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.calls, id)
		s.mu.Unlock()
		cancel(nil)
	}()
	if s.Call == nil {
		return json.RawMessage(`{"resultType":"complete","content":[]}`)
	}
	result := s.Call(c)
	var question *pending
	if err, failed := result.(error); failed && errors.As(err, &question) {
		state, err := json.Marshal(c.answers)
		if err != nil {
			return err
		}
		asked := map[string]any{"method": "elicitation/create", "params": json.RawMessage(question.params)}
		return map[string]any{"resultType": "input_required", "requestState": string(state), "inputRequests": map[string]any{"asked": asked}}
	}
	return result
}

// Dial connects a host in the same process.
func (s *Server) Dial(ctx context.Context) (mcp.Transport, error) {
	client, server := mcp.NewInMemoryTransports()
	conn, err := server.Connect(ctx)
	if err != nil {
		return nil, err
	}
	go s.serve(conn)
	return client, nil
}

// serve answers over conn until it is closed.
func (s *Server) serve(conn mcp.Connection) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	send := func(msg jsonrpc.Message) error { return conn.Write(ctx, msg) }
	s.mu.Lock()
	s.send = send
	s.mu.Unlock()
	for {
		msg, err := conn.Read(ctx)
		if err != nil {
			return
		}
		take := func() { _ = s.receive(ctx, msg, send) } // it fails when the host is gone
		if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() {
			go take() // a call may wait for what comes next
		} else {
			take()
		}
	}
}
