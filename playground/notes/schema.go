package notes

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// Bounds of what comes in. Whatever is beyond is refused before a tool runs.
const (
	maxID      = 64
	maxTitle   = 200
	maxFolder  = 1000
	maxQuery   = 200
	maxText    = 1 << 20 // characters
	maxTags    = 20
	maxTag     = 50
	maxPage    = 200
	normalPage = 50
)

// bounds are what the type of an argument does not say of it, by its name.
type bounds map[string]func(*jsonschema.Schema)

// input is the schema of In within bounds. Like all of this package's schemas it
// is made from our own types, so it cannot fail in use.
func input[In any](b bounds) *jsonschema.Schema {
	s, err := jsonschema.For[In](nil)
	if err != nil {
		panic(err)
	}
	for name, bound := range b {
		p := s.Properties[name]
		if p == nil {
			panic(fmt.Sprintf("notes: %T has no argument %q", *new(In), name))
		}
		bound(p)
	}
	return s
}

// output is the schema of Out. A Go slice may be nil, so the inference allows null
// for each; none of ours is, and not every client reads a list of types.
func output[Out any]() *jsonschema.Schema {
	s, err := jsonschema.For[Out](nil)
	if err != nil {
		panic(err)
	}
	neverNull(s)
	return s
}

func neverNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if slices.Equal(s.Types, []string{"null", "array"}) {
		s.Type, s.Types = "array", nil
	}
	neverNull(s.Items)
	for _, p := range s.Properties {
		neverNull(p)
	}
}

// addTool is [ask.AddTool] with the output schemas of this package.
func addTool[In, Out any](srv *mcp.Server, a *ask.Asker, t *mcp.Tool, body func(context.Context, *ask.Q, In) (Out, error)) {
	t.OutputSchema = output[Out]()
	ask.AddTool(srv, a, t, body)
}

func length(least, most int) func(*jsonschema.Schema) {
	return func(s *jsonschema.Schema) {
		s.MaxLength = &most
		if least > 0 {
			s.MinLength = &least
		}
	}
}

func from(least, most float64) func(*jsonschema.Schema) {
	return func(s *jsonschema.Schema) { s.Minimum, s.Maximum = &least, &most }
}

// tags is a list that may be left out.
func tags(s *jsonschema.Schema) {
	most, each := maxTags, maxTag
	s.Type, s.Types = "array", nil // no null: absent is enough
	s.MaxItems, s.UniqueItems = &most, true
	s.Items = &jsonschema.Schema{Type: "string", MaxLength: &each}
}

// text is one that may be left out.
func text(s *jsonschema.Schema) {
	most := maxText
	s.Type, s.Types, s.MaxLength = "string", nil, &most
}

func oneOf(values ...any) func(*jsonschema.Schema) {
	return func(s *jsonschema.Schema) { s.Enum = values }
}
