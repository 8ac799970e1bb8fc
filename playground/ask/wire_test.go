package ask_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// A script is a server that answers the requests of a client one after the
// other with canned results, and keeps what it was sent.
type script struct {
	t       *testing.T
	conn    mcp.Connection
	answers []string
	got     []*jsonrpc.Request
	replies []*jsonrpc.Response
	refusal *jsonrpc.Error // answers every call instead
	hello   *jsonrpc.Request
}

func (s *script) serve(ctx context.Context) {
	for {
		msg, err := s.conn.Read(ctx)
		if err != nil {
			return
		}
		switch m := msg.(type) {
		case *jsonrpc.Response:
			s.replies = append(s.replies, m)
		case *jsonrpc.Request:
			if !m.IsCall() {
				continue
			}
			answer := `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"protocolVersion":"2025-11-25","serverInfo":{"name":"s","version":"1"}}`
			if m.Method == "server/discover" || m.Method == "initialize" {
				s.hello = m
			} else {
				s.got = append(s.got, m)
				if s.refusal == nil {
					answer, s.answers = s.answers[0], s.answers[1:]
				}
			}
			response := &jsonrpc.Response{ID: m.ID, Result: json.RawMessage(answer)}
			if m.Method == "tools/call" && s.refusal != nil {
				response = &jsonrpc.Response{ID: m.ID, Error: s.refusal}
			}
			if err := s.conn.Write(ctx, response); err != nil {
				s.t.Error(err)
			}
		}
	}
}

// request sends the client a request.
func (s *script) request(method, params string) {
	s.t.Helper()
	id, err := jsonrpc.MakeID("r1")
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.conn.Write(context.Background(), &jsonrpc.Request{ID: id, Method: method, Params: json.RawMessage(params)}); err != nil {
		s.t.Fatal(err)
	}
	synctest.Wait()
}

// respondent accepts everything with content, and remembers.
type respondent struct {
	content map[string]any
	schemas []string
}

func (r *respondent) Elicit(_ context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	r.schemas = append(r.schemas, string(ask.Schema(p)))
	return ask.Accepted(r.content), nil
}

func (r *respondent) Roots(context.Context) (*mcp.ListRootsResult, error) {
	return &mcp.ListRootsResult{Roots: []*mcp.Root{{URI: "file:///a"}}}, nil
}

// client connects a client to a script. When bare, it is the SDK's own.
func client(t *testing.T, era string, bare bool, r ask.Respondent, answers []string, f func(*mcp.ClientSession, *script)) {
	synctest.Test(t, func(t *testing.T) {
		c, s := mcp.NewInMemoryTransports()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		conn, err := s.Connect(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		server := &script{t: t, conn: conn, answers: answers}
		go server.serve(ctx)
		o := &mcp.ClientOptions{Capabilities: ask.Capabilities(era), MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}}
		var transport mcp.Transport = ask.Wire(c)
		if bare {
			transport = c
			o.MultiRoundTrip = nil
			o.ElicitationHandler = func(ctx context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				return r.Elicit(ctx, req.Params)
			}
		}
		cl := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, o)
		if !bare {
			cl.AddReceivingMiddleware(ask.Answering(era, r))
		}
		session, err := cl.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: era})
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		f(session, server)
	})
}

func call(session *mcp.ClientSession, r ask.Respondent) (*mcp.CallToolResult, error) {
	return ask.Call(context.Background(), session, ask.V20260728, &mcp.CallToolParams{Name: "t"}, r, func(int) {})
}

const done = `{"resultType":"complete","content":[{"type":"text","text":"done"}]}`

// Each gap of the SDK that Wire, Answering or Call closes: what happens here, and
// that the bare SDK still does otherwise. When the second half fails, the SDK has
// mended it and the repair can go.
func TestGaps(t *testing.T) {
	const fieldsInOrder = `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}}}`
	ask07 := func(requests string) string {
		return `{"resultType":"input_required","inputRequests":{` + requests + `},"requestState":"s"}`
	}
	formRequest := `"q":{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":` + fieldsInOrder + `}}`

	t.Run("1 roots/list without params", func(t *testing.T) {
		answers := []string{ask07(`"r":{"method":"roots/list"}`), done}
		client(t, ask.V20260728, false, &respondent{}, answers, func(cs *mcp.ClientSession, s *script) {
			if _, err := call(cs, &respondent{}); err != nil {
				t.Fatal(err)
			}
			if got := string(s.got[1].Params); !strings.Contains(got, `"roots":[{"uri":"file:///a"}]`) {
				t.Errorf("retry %s", got)
			}
		})
		client(t, ask.V20260728, true, &respondent{}, answers, func(cs *mcp.ClientSession, s *script) {
			if _, err := cs.CallTool(context.Background(), &mcp.CallToolParams{Name: "t"}); err == nil {
				t.Error("go-sdk answers it now")
			}
		})
	})

	t.Run("2 state alone is retried", func(t *testing.T) {
		answers := []string{`{"resultType":"input_required","requestState":"s1"}`, done}
		client(t, ask.V20260728, false, &respondent{}, answers, func(cs *mcp.ClientSession, s *script) {
			res, err := call(cs, &respondent{})
			if err != nil || res.NeedsInput() {
				t.Fatalf("result %+v, %v", res, err)
			}
			if got := string(s.got[1].Params); !strings.Contains(got, `"requestState":"s1"`) {
				t.Errorf("retry %s", got)
			}
		})
		client(t, ask.V20260728, true, &respondent{}, answers, func(cs *mcp.ClientSession, s *script) {
			res, err := cs.CallTool(context.Background(), &mcp.CallToolParams{Name: "t"})
			if err != nil || !res.NeedsInput() {
				t.Errorf("go-sdk retries it now: %v", err)
			}
		})
	})

	t.Run("2 state alone without end", func(t *testing.T) {
		shed := `{"resultType":"input_required","requestState":"s"}`
		client(t, ask.V20260728, false, &respondent{}, []string{shed, shed, shed, shed}, func(cs *mcp.ClientSession, s *script) {
			if _, err := call(cs, &respondent{}); err == nil || len(s.got) != 3 {
				t.Errorf("error %v after %d requests", err, len(s.got))
			}
		})
	})

	t.Run("roots without end", func(t *testing.T) {
		var answers []string
		for range 20 {
			answers = append(answers, ask07(`"r":{"method":"roots/list"}`))
		}
		client(t, ask.V20260728, false, &respondent{}, answers, func(cs *mcp.ClientSession, s *script) {
			if _, err := call(cs, &respondent{}); err == nil || len(s.got) != 10 {
				t.Errorf("error %v after %d requests", err, len(s.got))
			}
		})
	})

	t.Run("3 unknown resultType", func(t *testing.T) {
		answers := []string{`{"resultType":"maybe","content":[]}`}
		client(t, ask.V20260728, false, &respondent{}, answers, func(cs *mcp.ClientSession, s *script) {
			if _, err := call(cs, &respondent{}); err == nil || !strings.Contains(err.Error(), "maybe") {
				t.Errorf("error %v", err)
			}
		})
		client(t, ask.V20260728, true, &respondent{}, answers, func(cs *mcp.ClientSession, s *script) {
			if _, err := cs.CallTool(context.Background(), &mcp.CallToolParams{Name: "t"}); err != nil {
				t.Errorf("go-sdk refuses it now: %v", err)
			}
		})
	})

	t.Run("4 empty state", func(t *testing.T) {
		for _, state := range []string{``, `askback/state:`, `askback/state:x`, `x`} {
			asked := `{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list","params":{}}},"requestState":"` + state + `"}`
			client(t, ask.V20260728, false, &respondent{}, []string{asked, done}, func(cs *mcp.ClientSession, s *script) {
				if _, err := call(cs, &respondent{}); err != nil {
					t.Fatal(err)
				}
				if got := string(s.got[1].Params); !strings.Contains(got, `"requestState":"`+state+`"`) {
					t.Errorf("state %q: retry %s", state, got)
				}
			})
			if state != "" {
				continue
			}
			client(t, ask.V20260728, true, &respondent{}, []string{asked, done}, func(cs *mcp.ClientSession, s *script) {
				if _, err := cs.CallTool(context.Background(), &mcp.CallToolParams{Name: "t"}); err != nil {
					t.Fatal(err)
				}
				if strings.Contains(string(s.got[1].Params), "requestState") {
					t.Error("go-sdk echoes it now")
				}
			})
		}
	})

	t.Run("5 mode that was not declared", func(t *testing.T) {
		params := `{"mode":"url","message":"m","url":"javascript:alert(1)","elicitationId":"1"}`
		client(t, ask.V20250618, false, &respondent{}, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", params)
			if wire, ok := s.replies[0].Error.(*jsonrpc.Error); !ok || wire.Code != jsonrpc.CodeInvalidParams {
				t.Errorf("reply %+v", s.replies[0])
			}
		})
		client(t, ask.V20250618, true, &respondent{}, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", params)
			if s.replies[0].Error != nil {
				t.Errorf("go-sdk refuses it now: %v", s.replies[0].Error)
			}
		})
	})

	t.Run("C2 URL mode without elicitationId", func(t *testing.T) {
		client(t, ask.V20251125, false, &respondent{}, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", `{"mode":"url","message":"m","url":"https://a.example/"}`)
			if wire, ok := s.replies[0].Error.(*jsonrpc.Error); !ok || wire.Code != jsonrpc.CodeInvalidParams || !strings.Contains(wire.Message, "elicitationId") {
				t.Errorf("reply %+v", s.replies[0])
			}
		})
	})

	t.Run("D2 a question with _meta", func(t *testing.T) {
		asked := `{"_meta":{"x":1},"content":[],"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}},"requestState":"s"}`
		client(t, ask.V20260728, false, &respondent{}, []string{asked, done}, func(cs *mcp.ClientSession, s *script) {
			if res, err := call(cs, &respondent{}); err != nil || res.NeedsInput() || len(s.got) != 2 {
				t.Errorf("%+v, %v after %d requests", res, err, len(s.got))
			}
		})
	})

	t.Run("D10 rounds without end", func(t *testing.T) {
		// More rounds than the SDK's limit of ten: it is the person who ends them.
		var answers []string
		for range 25 {
			answers = append(answers, ask07(formRequest))
		}
		r := &respondent{content: map[string]any{"z": "x"}}
		client(t, ask.V20260728, false, r, append(answers, done), func(cs *mcp.ClientSession, s *script) {
			if _, err := call(cs, r); err != nil || len(s.got) != 26 {
				t.Errorf("error %v after %d requests", err, len(s.got))
			}
		})
	})

	t.Run("10 titled multi-select with a type", func(t *testing.T) {
		params := `{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{"x":{"type":"array","items":{"type":"string","anyOf":[{"const":"a","title":"A"}]}}}}}`
		client(t, ask.V20251125, false, &respondent{}, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", params)
			if s.replies[0].Error != nil {
				t.Errorf("refused: %v", s.replies[0].Error)
			}
		})
		client(t, ask.V20251125, true, &respondent{}, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", params)
			if s.replies[0].Error == nil {
				t.Error("go-sdk takes it now")
			}
		})
	})

	t.Run("12 order of the fields", func(t *testing.T) {
		r := &respondent{}
		client(t, ask.V20260728, false, r, []string{ask07(formRequest), done}, func(cs *mcp.ClientSession, s *script) {
			if _, err := call(cs, r); err != nil {
				t.Fatal(err)
			}
		})
		client(t, ask.V20251125, false, r, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", `{"message":"m","requestedSchema":`+fieldsInOrder+`}`)
		})
		if len(r.schemas) != 2 || r.schemas[0] != fieldsInOrder || r.schemas[1] != fieldsInOrder {
			t.Errorf("schemas %q", r.schemas)
		}
		bare := &respondent{}
		client(t, ask.V20251125, true, bare, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", `{"message":"m","requestedSchema":`+fieldsInOrder+`}`)
		})
		if bare.schemas[0] == fieldsInOrder {
			t.Error("go-sdk keeps the order now")
		}
	})

	t.Run("A8 accept of an empty form has content", func(t *testing.T) {
		r := &respondent{content: map[string]any{}}
		client(t, ask.V20260728, false, r, []string{ask07(formRequest), done}, func(cs *mcp.ClientSession, s *script) {
			if _, err := call(cs, r); err != nil {
				t.Fatal(err)
			}
			if got := string(s.got[1].Params); !strings.Contains(got, `"q":{"action":"accept","content":{}}`) {
				t.Errorf("retry %s", got)
			}
		})
		client(t, ask.V20251125, false, r, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", `{"message":"m","requestedSchema":`+fieldsInOrder+`}`)
			if got := string(s.replies[0].Result); got != `{"action":"accept","content":{}}` {
				t.Errorf("reply %s", got)
			}
		})
		client(t, ask.V20251125, true, r, nil, func(cs *mcp.ClientSession, s *script) {
			s.request("elicitation/create", `{"message":"m","requestedSchema":`+fieldsInOrder+`}`)
			if strings.Contains(string(s.replies[0].Result), "content") {
				t.Error("go-sdk keeps it now")
			}
		})
	})
}

// urls answers every URL with an action, and remembers them.
type urls struct {
	respondent
	action string
	asked  []string
}

func (r *urls) Elicit(_ context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	r.asked = append(r.asked, p.URL)
	return &mcp.ElicitResult{Action: r.action}, nil
}

// A server that wants a page first (-32042): each page is put to the person
// once, a refusal ends it (C7), and the call is not made again by itself, so the
// same page over and over is no loop (C1).
func TestURLRequired(t *testing.T) {
	const page = `{"mode":"url","message":"m","url":"https://a.example/","elicitationId":"1"}`
	for _, test := range []struct {
		name, data, action string
		asked              int
		want               ask.Action // "" for another error
	}{
		{"accept", `{"elicitations":[` + page + `]}`, "accept", 1, ask.Accept},
		{"the same page twice", `{"elicitations":[` + page + `,` + page + `]}`, "accept", 1, ask.Accept},
		{"decline", `{"elicitations":[` + page + `,{"mode":"url","message":"m","url":"https://b.example/","elicitationId":"2"}]}`, "decline", 1, ask.Decline},
		{"cancel", `{"elicitations":[` + page + `]}`, "cancel", 1, ask.Cancel},
		{"no page", `{"elicitations":[]}`, "accept", 0, ""},
		{"a form", `{"elicitations":[{"message":"m","requestedSchema":{}}]}`, "accept", 0, ""},
		{"no id", `{"elicitations":[{"mode":"url","message":"m","url":"https://a.example/"}]}`, "accept", 0, ""},
		{"no data", `null`, "accept", 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &urls{action: test.action}
			client(t, ask.V20251125, false, r, nil, func(cs *mcp.ClientSession, s *script) {
				s.refusal = &jsonrpc.Error{Code: mcp.CodeURLElicitationRequired, Message: "first", Data: json.RawMessage(test.data)}
				_, err := ask.Call(context.Background(), cs, ask.V20251125, &mcp.CallToolParams{Name: "t"}, r, func(int) {})
				var required *ask.URLRequiredError
				if errors.As(err, &required) != (test.want != "") || err == nil {
					t.Fatalf("error %v", err)
				}
				if required != nil && required.Action != test.want {
					t.Errorf("action %q", required.Action)
				}
				if len(r.asked) != test.asked || len(s.got) != 1 {
					t.Errorf("asked %q, %d calls", r.asked, len(s.got))
				}
			})
		})
	}
}

// What a client declares, in the way of each version.
func TestCapabilities(t *testing.T) {
	for era, want := range map[string]string{
		ask.V20250618: `{"elicitation":{},"roots":{"listChanged":true}}`,
		ask.V20251125: `{"elicitation":{"form":{},"url":{}},"roots":{"listChanged":true}}`,
		ask.V20260728: `{"elicitation":{"form":{},"url":{}},"roots":{}}`,
	} {
		client(t, era, false, &respondent{}, []string{done}, func(cs *mcp.ClientSession, s *script) {
			if _, err := ask.Call(context.Background(), cs, era, &mcp.CallToolParams{Name: "t"}, &respondent{}, func(int) {}); err != nil {
				t.Fatal(err)
			}
			var declared struct {
				Capabilities json.RawMessage
				Meta         map[string]json.RawMessage `json:"_meta"`
			}
			request := s.hello
			if era == ask.V20260728 {
				request = s.got[0] // each request declares them
			}
			if err := json.Unmarshal(request.Params, &declared); err != nil {
				t.Fatal(err)
			}
			got := declared.Capabilities
			if era == ask.V20260728 {
				got = declared.Meta[mcp.MetaKeyClientCapabilities]
			}
			if string(got) != want {
				t.Errorf("%s: declared %s, want %s", era, got, want)
			}
		})
	}
}

// A retry repeats the call with another id and its _meta; the state is echoed as
// it came, and not at all if none did.
func TestNoStateNoEcho(t *testing.T) {
	for _, state := range []string{"", `,"requestState":"a.b/c=="`} {
		asked := `{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}` + state + `}`
		client(t, ask.V20260728, false, &respondent{}, []string{asked, done}, func(cs *mcp.ClientSession, s *script) {
			params := &mcp.CallToolParams{Name: "t", Arguments: map[string]any{"x": 1}}
			if _, err := ask.Call(context.Background(), cs, ask.V20260728, params, &respondent{}, func(int) {}); err != nil {
				t.Fatal(err)
			}
			if s.got[0].ID == s.got[1].ID {
				t.Errorf("both have id %v", s.got[0].ID)
			}
			var first, second map[string]json.RawMessage
			if err := errors.Join(json.Unmarshal(s.got[0].Params, &first), json.Unmarshal(s.got[1].Params, &second)); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"name", "arguments", "_meta"} {
				if string(first[key]) != string(second[key]) || second[key] == nil {
					t.Errorf("%s: first %s, then %s", key, first[key], second[key])
				}
			}
			if echo, ok := second["requestState"]; ok != (state != "") || ok && string(echo) != `"a.b/c=="` {
				t.Errorf("echoed %s", echo)
			}
		})
	}
}
