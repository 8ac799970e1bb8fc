package design

import (
	"embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

//go:embed examples/*.json
var files embed.FS

// An Example is a question to begin with, or to learn from.
type Example struct {
	Name    string
	Message string
	Schema  string // laid out for reading
	Bad     bool   // it shows what not to do
}

// Examples are the questions that come along: those to be followed, the sample
// first, then those that are not.
func Examples() []Example {
	var all []Example
	good, bad := []string{"which-note", "consent", "tags", "preferences"}, []string{"careless", "secret", "nested"}
	for i, name := range append(good, bad...) {
		data, err := files.ReadFile("examples/" + name + ".json")
		var r request
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil {
			panic("design: example " + name + ": " + err.Error()) // it is part of the program
		}
		// As it is laid out in the file, one level less deep.
		schema := strings.ReplaceAll(string(r.RequestedSchema), "\n  ", "\n")
		all = append(all, Example{Name: name, Message: r.Message, Schema: schema, Bad: i >= len(good)})
	}
	return all
}

func (e Example) written() written { return written{Message: e.Message, Schema: e.Schema} }

// A request is the params of elicitation/create in form mode.
type request struct {
	Message         string          `json:"message"`
	RequestedSchema json.RawMessage `json:"requestedSchema"`
}

// takeApart finds the message and the schema in a whole request, or in whatever
// holds one, such as a message of the wire. It returns false if there is none.
func takeApart(text string) (message, schema string, ok bool) {
	var raw json.RawMessage
	if json.Unmarshal([]byte(text), &raw) != nil {
		return "", "", false
	}
	return findRequest(raw, 0)
}

// isWhole reports whether text is no schema but something that holds one.
func isWhole(text string) bool {
	var root struct{ Properties json.RawMessage }
	if json.Unmarshal([]byte(text), &root) != nil || root.Properties != nil {
		return false
	}
	_, _, ok := takeApart(text)
	return ok
}

func findRequest(raw json.RawMessage, depth int) (message, schema string, ok bool) {
	const deepest = 8 // of inputRequests in a result in a message there are 5
	var request request
	if json.Unmarshal(raw, &request) == nil && request.RequestedSchema != nil {
		return request.Message, tidy(request.RequestedSchema, "", "  "), true
	}
	var members map[string]json.RawMessage
	if depth == deepest || json.Unmarshal(raw, &members) != nil {
		return "", "", false
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		if message, schema, ok := findRequest(members[key], depth+1); ok {
			return message, schema, true
		}
	}
	return "", "", false
}
