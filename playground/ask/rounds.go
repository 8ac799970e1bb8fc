package ask

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
	"askback/playground/roots"
)

// rounds carries questions under 2026-07-28: a question without an answer ends
// the call, an answered one is replayed from the requestState.
type rounds struct{}

// rootsKey is the key of the roots among the input requests.
const rootsKey = "roots"

// resume takes up the flow that the request carries, if it carries one, and
// enters the answers that came with it.
//
// inputResponses without a requestState belong to nothing that this server
// asked, so they are ignored as unexpected (mcp-rules C3.3).
func (q *Q) resume(ctx context.Context) error {
	p := q.req.Params
	if p.RequestState == "" {
		return nil
	}
	f, err := q.asker.keys.open(p.RequestState)
	if err == nil {
		err = f.belongs(q.flow.Principal, q.flow.Tool, q.flow.Args, q.asker.now(), q.asker.ttl)
	}
	if err != nil {
		return invalidParams("%v", err)
	}
	used, err := q.asker.consumed.Used(ctx, f.ID)
	if err != nil {
		return err
	}
	if used {
		return invalidParams("%v", ErrUsed)
	}
	for _, question := range f.Asked {
		raw, err := received(question, p.InputResponses[question.Key])
		if err != nil {
			return err
		}
		if raw != nil { // else it is missing and will be asked again (C3.4)
			f.record(question, raw)
		}
	}
	f.Asked = nil
	q.flow, q.replayed = *f, true
	return nil
}

// received is the answer to one question as it goes into the flow; nil when none
// came. An answer of another kind is malformed (mcp-rules C3.2).
func received(question asked, response mcp.InputResponse) (json.RawMessage, error) {
	var answer any
	switch r := response.(type) {
	case nil:
		return nil, nil
	case *mcp.ElicitResult:
		if question.Kind != KindRoots {
			answer = Answer{Action: Action(r.Action), Content: r.Content}
		}
	case *mcp.ListRootsResult:
		if question.Kind == KindRoots {
			answer = entries(r)
		}
	}
	if answer == nil {
		return nil, invalidParams("inputResponses[%q] is a %T and no answer to the question of kind %q", question.Key, response, question.Kind)
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	return raw, nil
}

// record enters an answer. A later one to the same question replaces it.
func (f *flow) record(question asked, raw json.RawMessage) {
	for i := range f.Answers {
		if f.Answers[i].Key == question.Key {
			f.Answers[i] = recorded{question, raw}
			return
		}
	}
	f.Answers = append(f.Answers, recorded{question, raw})
}

// answered finds the answer to exactly this question. An answer to a question
// of the same key that has since become another one (other options, another
// message) is not an answer to it.
func (f *flow) answered(question asked) (json.RawMessage, bool) {
	for _, r := range f.Answers {
		if r.asked == question {
			return r.Answer, true
		}
	}
	return nil, false
}

func (rounds) elicit(_ context.Context, q *Q, key string, p *mcp.ElicitParams, schema *form.Schema) (Answer, error) {
	kind := KindForm
	if schema == nil {
		kind = KindURL
	}
	question := asked{Key: key, Kind: kind, Digest: digest(p)}
	if raw, ok := q.flow.answered(question); ok {
		answer, err := decodeAnswer(key, schema, raw)
		if err != nil {
			return Answer{}, invalidParams("%v", err)
		}
		return answer, nil
	}
	return Answer{}, q.pend(question, p)
}

func (rounds) roots(_ context.Context, q *Q) ([]roots.Root, error) {
	question := asked{Key: rootsKey, Kind: KindRoots}
	raw, ok := q.flow.answered(question)
	if !ok {
		return nil, q.pend(question, &mcp.ListRootsParams{})
	}
	var list []roots.Entry
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	usable, _ := roots.ParseAll(list)
	return usable, nil
}

// refresh has nothing to do: the roots come afresh with each later answer, see
// pend.
func (rounds) refresh(context.Context, *Q) error { return nil }

// pend puts a question into the result. Roots that this call has read are asked
// for once more beside it: the person may have narrowed them by the time the
// answer comes, and the answer must not be acted on within the old ones.
func (q *Q) pend(question asked, p mcp.InputRequest) error {
	q.flow.Asked = []asked{question}
	q.pending = mcp.InputRequestMap{question.Key: p}
	if q.rootsRead {
		q.flow.Asked = append(q.flow.Asked, asked{Key: rootsKey, Kind: KindRoots})
		q.pending[rootsKey] = &mcp.ListRootsParams{}
	}
	return ErrPending
}

// inputRequired is a result that asks, as it has to be on the wire: go-sdk v1.8.0
// adds "content":null, which an InputRequiredResult does not have.
type inputRequired struct{ *mcp.CallToolResult }

func (r inputRequired) MarshalJSON() ([]byte, error) {
	return without(r.CallToolResult, "content")
}

// without is v as JSON, less these members.
func without(v json.Marshaler, members ...string) ([]byte, error) {
	raw, err := v.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var o object
	if err := json.Unmarshal(raw, &o); err != nil {
		return nil, err
	}
	for _, name := range members {
		delete(o, name)
	}
	return json.Marshal(o)
}

// inputRequired is the result that asks.
func (q *Q) inputRequired() (*mcp.CallToolResult, error) {
	if _, err := q.ID(); err != nil {
		return nil, err
	}
	state, err := q.asker.keys.seal(&q.flow, q.asker.rand)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
	}
	return &mcp.CallToolResult{InputRequests: q.pending, RequestState: state}, nil
}
