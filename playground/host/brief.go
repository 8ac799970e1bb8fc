package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// A Brief is what matters about a message in a few words: the tool that is
// called, the mode of a question, what a retry answers, what came of it.
type Brief []Part

// A Part of a brief is a word of the protocol or of a peer, which is the same in
// every language, or else a number of things, for which a view finds the words.
type Part struct {
	Key   string // what the rest is for, such as the key of an input request; may be empty
	Word  string
	Count int
	Of    Counted // NoCount for a Word
}

// Counted says what a part counts.
type Counted int

const (
	NoCount Counted = iota
	CountRoots
	CountTools
)

// Words is a brief of one word.
func Words(word string) Brief { return Brief{{Word: word}} }

// String is the brief in English, for tests and logs.
func (b Brief) String() string {
	parts := make([]string, len(b))
	for i, p := range b {
		text := p.Word
		switch p.Of {
		case CountRoots:
			text = english(p.Count, "root")
		case CountTools:
			text = english(p.Count, "tool")
		}
		if p.Key != "" {
			text = strings.TrimSpace(p.Key + ": " + text)
		}
		parts[i] = text
	}
	return strings.Join(parts, ", ")
}

func english(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// maxWord is how many bytes of a peer's word a brief keeps. Who wants the rest
// opens the message.
const maxWord = 200

func word(s string) string {
	if len(s) <= maxWord {
		return s
	}
	n := maxWord
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// briefRequest is the brief of a request or notification.
func briefRequest(msg *jsonrpc.Request) Brief {
	var p struct {
		Name            string                     `json:"name"`
		URI             string                     `json:"uri"`
		ProtocolVersion string                     `json:"protocolVersion"`
		Mode            string                     `json:"mode"`
		InputResponses  map[string]json.RawMessage `json:"inputResponses"`
	}
	_ = json.Unmarshal(msg.Params, &p) // what is of another shape than the rules say is passed over
	switch msg.Method {
	case "initialize":
		return Words(word(p.ProtocolVersion))
	case "tools/call", "prompts/get":
		return append(Words(word(p.Name)), briefResponses(p.InputResponses)...)
	case "resources/read":
		return append(Words(word(p.URI)), briefResponses(p.InputResponses)...)
	case "elicitation/create":
		if p.Mode == "" {
			return Words("form") // mcp-rules A3.4
		}
		return Words(word(p.Mode))
	}
	return nil
}

// briefResponse is the brief of a response to a request of this method.
func briefResponse(method string, msg *jsonrpc.Response) Brief {
	if msg.Error != nil {
		var wire *jsonrpc.Error
		if errors.As(msg.Error, &wire) {
			return Words(word(fmt.Sprintf("%d %s", wire.Code, wire.Message)))
		}
		return nil
	}
	var r struct {
		ResultType      string                     `json:"resultType"`
		InputRequests   map[string]json.RawMessage `json:"inputRequests"`
		IsError         bool                       `json:"isError"`
		Action          string                     `json:"action"`
		Roots           []json.RawMessage          `json:"roots"`
		Tools           []json.RawMessage          `json:"tools"`
		ProtocolVersion string                     `json:"protocolVersion"`
	}
	_ = json.Unmarshal(msg.Result, &r) // as above
	switch {
	case r.ResultType == "input_required":
		return Brief{{Key: r.ResultType, Word: word(strings.Join(keys(r.InputRequests), ", "))}}
	case method == "tools/call" && r.IsError:
		return Words("isError")
	case method == "elicitation/create":
		return Words(word(r.Action))
	case method == "roots/list":
		return Brief{{Count: len(r.Roots), Of: CountRoots}}
	case method == "tools/list":
		return Brief{{Count: len(r.Tools), Of: CountTools}}
	case method == "initialize":
		return Words(word(r.ProtocolVersion))
	}
	return nil
}

// maxAnswers is how many of its answers the brief of a retry names.
const maxAnswers = 10

// briefResponses names the answers that a retry carries: "which: accept".
func briefResponses(responses map[string]json.RawMessage) Brief {
	var out Brief
	for i, key := range keys(responses) {
		if i == maxAnswers {
			break
		}
		var r struct {
			Action string            `json:"action"`
			Roots  []json.RawMessage `json:"roots"`
		}
		_ = json.Unmarshal(responses[key], &r) // as above
		part := Part{Key: word(key), Word: word(r.Action)}
		if r.Roots != nil {
			part.Count, part.Of = len(r.Roots), CountRoots
		}
		out = append(out, part)
	}
	return out
}

// keys are the keys of m in order.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
