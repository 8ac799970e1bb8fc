package exercise

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A resending says how a request is changed before it is sent once more.
type resending struct {
	round                int // which request of the call, from 1; 0 for the last
	state, answers, tool string
	args                 map[string]any
}

var statesResent = []string{"flipped", "everywhere", "respelled", "foreign", "none"}

func readResend(args []string) (resending, error) {
	var out resending
	for i, a := range args {
		key, value, _ := strings.Cut(a, "=")
		switch {
		case key == "state" && slices.Contains(statesResent, value):
			out.state = value
		case a == "answers=none":
			out.answers = value
		case key == "tool" && value != "":
			out.tool = value
		case key == "round":
			n, err := strconv.Atoi(value)
			if err != nil || n < 2 {
				return out, fmt.Errorf("%q is no round that can be sent once more: the second request of a call is the first with a requestState", value)
			}
			out.round = n
		case a == "with":
			var err error
			out.args, err = readContent(args[i+1:])
			return out, err
		default:
			return out, errUsage
		}
	}
	return out, nil
}

func checkResend(_ *proof, args []string) error {
	_, err := readResend(args)
	return err
}

func doResend(r *run, args []string) error {
	how, err := readResend(args)
	if err != nil {
		return err
	}
	p, err := r.retry(how)
	if err != nil {
		return err
	}
	if how.state == "foreign" {
		if p.RequestState, err = r.driver.foreign(r, how); err != nil {
			return err
		}
	}
	states := how.states(p.RequestState)
	for _, state := range states {
		again := p // the SDK adds to the params that it is given
		again.RequestState = state
		if err := r.driver.begin(r, &again); err != nil {
			return err
		}
		// One that gets through is enough; all but the last must be told of here.
		if res := r.call.result; how.state == "everywhere" && (res == nil || !res.isError) {
			return r.fail(fact(FactError), r.now())
		}
	}
	return nil
}

// retry is the request that is sent once more, changed but for its state.
func (r *run) retry(how resending) (mcp.CallToolParams, error) {
	var p mcp.CallToolParams
	sent, err := r.requestsUpTo(how)
	if err != nil {
		return p, err
	}
	p = sent[len(sent)-1]
	if how.tool != "" {
		p.Name = how.tool
	}
	if how.args != nil {
		p.Arguments = how.args
	}
	if how.answers == "none" {
		p.InputResponses = nil
	}
	return p, nil
}

// requestsUpTo are the requests of the call up to the one that is sent once more.
func (r *run) requestsUpTo(how resending) ([]mcp.CallToolParams, error) {
	round := max(how.round, 2)
	if r.begun == nil {
		return nil, r.fail(fact(FactRounds, "count", round), fact(FactNoCall))
	}
	if how.round == 0 {
		round = max(len(r.begun.sent), 2)
	}
	if round > len(r.begun.sent) {
		return nil, r.fail(fact(FactRounds, "count", round), fact(FactRounds, "count", r.begun.rounds))
	}
	out := make([]mcp.CallToolParams, round)
	for i := range out {
		if err := json.Unmarshal(r.begun.sent[i], &out[i]); err != nil {
			return nil, err
		}
		out[i].Meta = nil // the SDK writes its own
	}
	return out, nil
}

// maxFlips is at how many places a state is changed: enough for each of its parts,
// and few enough to be quick.
const maxFlips = 24

// states are what is sent in place of a state, one after the other.
func (how resending) states(state string) []string {
	switch how.state {
	case "none":
		return []string{""}
	case "flipped":
		return []string{flip(state, len(state)/2)}
	case "respelled": // the decoders of base64 pass over the end of a line
		return []string{state[:len(state)/2] + "\n" + state[len(state)/2:]}
	case "everywhere":
		var out []string
		step := len(state)/maxFlips + 1
		for i := len(state) - 1; i >= 0; i -= step {
			out = append(out, flip(state, i))
		}
		return out
	}
	return []string{state}
}

// flip changes a character of a text, and keeps it one that the usual encodings
// have. In base64 it changes the first of its six bits, which is never padding.
func flip(text string, at int) string {
	if text == "" {
		return "A"
	}
	b := []byte(text)
	switch c := b[at]; {
	case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'f':
		b[at] = 'g'
	default:
		b[at] = 'A'
	}
	return string(b)
}
