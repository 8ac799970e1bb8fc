package exercise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/host"
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
	sent, err := r.requestsUpTo(how, r.driver.place.Top)
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

// requestsUpTo are the requests of the call up to the one that is sent once more,
// as they are on the wire when the tree of the exercise begins at top.
func (r *run) requestsUpTo(how resending, top string) ([]mcp.CallToolParams, error) {
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
	var out []mcp.CallToolParams
	for _, m := range r.driver.tape.Messages() {
		if !slices.Contains(r.begun.sent[:round], m.Seq) {
			continue
		}
		p, err := r.driver.paramsOf(m, top)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// paramsOf are those of a request of ours, to be sent once more to a server for
// which the tree begins at top. The record does not have them: there the tree
// begins at the root.
func (d *driver) paramsOf(m host.Message, top string) (p mcp.CallToolParams, err error) {
	raw := []byte(m.JSON)
	if d.place.Top != top {
		raw = bytes.ReplaceAll(raw, []byte(d.place.Top), []byte(top))
	}
	var body struct {
		Params *mcp.CallToolParams `json:"params"`
	}
	body.Params = &p
	err = json.Unmarshal(raw, &body)
	p.Meta = nil // the SDK writes its own
	return p, err
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
