package ask_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/form"
)

// BenchmarkQuestion is one call of a tool that asks one question, in process:
// through this package at both ends, and with the bare SDK at both ends doing the
// same without the guarantees.
//
//	go test -run '^$' -bench Question ./playground/ask
func BenchmarkQuestion(b *testing.B) {
	for _, era := range []string{ask.V20251125, ask.V20260728} {
		b.Run(era+"/ask", func(b *testing.B) { benchAsk(b, era) })
		b.Run(era+"/sdk", func(b *testing.B) { benchSDK(b, era) })
	}
}

var benchAnswer = map[string]any{"colour": "g", "sure": true}

func benchForm() *form.Schema {
	return form.Object(
		form.OneOf("colour", "Colour", form.Option{Value: "r", Title: "Red"}, form.Option{Value: "g", Title: "Green"}).Require(),
		form.Boolean("sure", "Sure").Require(),
	)
}

func benchAsk(b *testing.B, era string) {
	asker, err := ask.New(&ask.Options{Consumed: ask.NewConsumed(1 << 30)})
	if err != nil {
		b.Fatal(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	asker.Install(s)
	schema := benchForm()
	ask.AddTool(s, asker, &mcp.Tool{Name: "t"}, func(ctx context.Context, q *ask.Q, _ thing) (outcome, error) {
		answer, err := q.Form(ctx, "colour", "Which colour?", schema)
		if err != nil {
			return outcome{}, err
		}
		return outcome{answer.String("colour")}, q.Commit(ctx)
	})
	r := &benchRespondent{}
	near, far := mcp.NewInMemoryTransports()
	c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{
		Capabilities: ask.Capabilities(era), MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	c.AddReceivingMiddleware(ask.Answering(era, r))
	session := benchConnect(b, s, far, c, ask.Wire(near), era)
	for b.Loop() {
		res, err := ask.Call(b.Context(), session, era, &mcp.CallToolParams{Name: "t"}, r, func(int) {})
		benchCheck(b, res, err)
	}
}

type benchRespondent struct{}

func (*benchRespondent) Elicit(_ context.Context, p *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	return ask.Accepted(benchAnswer), nil
}

func (*benchRespondent) Roots(context.Context) (*mcp.ListRootsResult, error) {
	return &mcp.ListRootsResult{}, nil
}

func benchSDK(b *testing.B, era string) {
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	raw, err := benchForm().MarshalJSON()
	if err != nil {
		b.Fatal(err)
	}
	params := &mcp.ElicitParams{Mode: "form", Message: "Which colour?", RequestedSchema: json.RawMessage(raw)}
	mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(ctx context.Context, req *mcp.CallToolRequest, _ thing) (*mcp.CallToolResult, outcome, error) {
		var answer *mcp.ElicitResult
		if era == ask.V20251125 {
			res, err := req.Session.Elicit(ctx, params)
			if err != nil {
				return nil, outcome{}, err
			}
			answer = res
		} else if r, ok := req.Params.InputResponses["colour"].(*mcp.ElicitResult); ok {
			answer = r
		} else {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"colour": params}, RequestState: "s"}, outcome{}, nil
		}
		colour, _ := answer.Content["colour"].(string)
		return nil, outcome{colour}, nil
	})
	near, far := mcp.NewInMemoryTransports()
	c := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: benchAnswer}, nil
		},
	})
	session := benchConnect(b, s, far, c, near, era)
	for b.Loop() {
		res, err := session.CallTool(b.Context(), &mcp.CallToolParams{Name: "t"})
		benchCheck(b, res, err)
	}
}

func benchConnect(b *testing.B, s *mcp.Server, far mcp.Transport, c *mcp.Client, near mcp.Transport, era string) *mcp.ClientSession {
	ctx := context.Background()
	ss, err := s.Connect(ctx, far, nil)
	if err != nil {
		b.Fatal(err)
	}
	session, err := c.Connect(ctx, near, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		session.Close()
		ss.Wait()
	})
	return session
}

func benchCheck(b *testing.B, res *mcp.CallToolResult, err error) {
	if err != nil || res.IsError || string(mustJSON(b, res.StructuredContent)) != `{"did":"g"}` {
		b.Fatalf("%+v, %v", res, err)
	}
}

func mustJSON(b *testing.B, v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		b.Fatal(err)
	}
	return raw
}
