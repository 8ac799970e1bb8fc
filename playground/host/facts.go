package host

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"time"
)

// facts are what the analysis needs to know of a message, read from its JSON
// once. They are small, whatever the message holds.
type facts struct {
	seq, pair, conn int
	at              time.Time
	dir             Direction
	kind            MessageKind
	method, id      string

	name   string // of the tool or prompt, or the URI, that a call is for
	call   digest // all that a retry repeats: method, name and arguments
	state  digest // of requestState
	stated bool   // there is one
	inputs digest // of the keys of inputRequests or inputResponses; zero for none

	needsInput bool   // the result of a call that is to be made again
	asksPerson bool   // an elicitation is among what it needs
	token      string // progressToken
	cancels    string // the id of the request that a notice takes back
	// elicitations are the ids by which a server announces what became of a page.
	elicitations []string

	notes EraNotes
}

// A digest stands for a value that may be long. The zero digest stands for none.
type digest [16]byte

func digestOf(parts ...string) digest {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0xff}) // is in no UTF-8, so ["ab", "c"] is not ["a", "bc"]
	}
	return digest(h.Sum(nil)[:len(digest{})])
}

// maxElicitations is how many pages one message is taken to speak of.
const maxElicitations = 8

// read reads the facts of m. Whatever is not of the shape that the rules give it
// is passed over: a trace shows what was sent, right or wrong.
func readFacts(m Message) facts {
	f := facts{
		seq: m.Seq, pair: m.Pair, conn: m.Conn, at: m.At,
		dir: m.Dir, kind: m.Kind, method: m.Method, id: m.ID,
	}
	switch m.Kind {
	case RequestMessage, NotificationMessage:
		f.readParams(m)
	case ResultMessage:
		f.readResult(m)
	case ErrorMessage:
		f.readError(m)
	}
	f.notes |= methodNotes(m)
	return f
}

func (f *facts) readParams(m Message) {
	var body struct {
		Params struct {
			Meta struct {
				ProtocolVersion string          `json:"io.modelcontextprotocol/protocolVersion"`
				ProgressToken   json.RawMessage `json:"progressToken"`
			} `json:"_meta"`
			Name           string                     `json:"name"`
			URI            string                     `json:"uri"`
			Arguments      json.RawMessage            `json:"arguments"`
			RequestState   *string                    `json:"requestState"`
			InputResponses map[string]json.RawMessage `json:"inputResponses"`
			ProgressToken  json.RawMessage            `json:"progressToken"`
			RequestID      json.RawMessage            `json:"requestId"`
			ElicitationID  string                     `json:"elicitationId"`
		} `json:"params"`
	}
	_ = json.Unmarshal(m.JSON, &body)
	p := &body.Params
	if f.kind == NotificationMessage {
		f.token, f.cancels = string(p.ProgressToken), string(p.RequestID)
	} else {
		f.token = string(p.Meta.ProgressToken)
	}
	if p.ElicitationID != "" {
		f.elicitations = []string{word(p.ElicitationID)}
	}
	f.name = word(p.Name + p.URI) // a request has one of them
	f.setState(p.RequestState)
	f.inputs = digestKeys(p.InputResponses)
	if mayAskBack(f.method) && f.kind == RequestMessage {
		f.call = digestOf(f.method, p.Name, p.URI, string(p.Arguments))
		if f.stated || f.inputs != (digest{}) {
			f.notes |= EraRetry
		}
	}
	if p.Meta.ProtocolVersion != "" {
		f.notes |= EraMeta
	}
	if f.method == "elicitation/create" && p.ElicitationID != "" {
		f.notes |= EraElicitationID
	}
}

func (f *facts) readResult(m Message) {
	var body struct {
		Result struct {
			ResultType    string  `json:"resultType"`
			RequestState  *string `json:"requestState"`
			InputRequests map[string]struct {
				Method string `json:"method"`
			} `json:"inputRequests"`
		} `json:"result"`
	}
	_ = json.Unmarshal(m.JSON, &body)
	r := &body.Result
	if r.ResultType != "" {
		f.notes |= EraResultType
	}
	if r.ResultType != "input_required" {
		return
	}
	f.needsInput = true
	f.setState(r.RequestState)
	f.inputs = digestKeys(r.InputRequests)
	f.notes |= EraInputRequired
	for _, request := range r.InputRequests {
		switch request.Method {
		case "elicitation/create":
			f.asksPerson = true
		case "roots/list":
			f.notes |= EraRootsInput
		}
	}
}

func (f *facts) readError(m Message) {
	var body struct {
		Error struct {
			Code int `json:"code"`
			Data struct {
				Elicitations []struct {
					ElicitationID string `json:"elicitationId"`
				} `json:"elicitations"`
			} `json:"data"`
		} `json:"error"`
	}
	_ = json.Unmarshal(m.JSON, &body)
	f.notes |= errorNotes(body.Error.Code)
	for _, e := range body.Error.Data.Elicitations {
		if len(f.elicitations) < maxElicitations && e.ElicitationID != "" {
			f.elicitations = append(f.elicitations, word(e.ElicitationID))
		}
	}
}

func (f *facts) setState(state *string) {
	if state != nil {
		f.stated, f.state = true, digestOf(*state)
	}
}

func digestKeys[V any](m map[string]V) digest {
	if len(m) == 0 {
		return digest{}
	}
	return digestOf(strings.Join(keys(m), "\xff"))
}

// mayAskBack reports whether a server may ask for input before it answers a
// request of this method (mcp-rules C1.2).
func mayAskBack(method string) bool {
	return method == "tools/call" || method == "prompts/get" || method == "resources/read"
}
