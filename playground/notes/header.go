package notes

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"go.yaml.in/yaml/v3"
)

// errHeader says that a note's front matter cannot be kept while something in it
// changes.
var errHeader = errors.New("its front matter is not a YAML mapping, so it cannot be changed without losing something; correct the file first")

const fence = "---"

// split splits a note into what stands between two lines of three dashes at its
// top, and the rest. Without such a block, head is nil and body is everything.
func split(data []byte) (head, body []byte) {
	first, rest, ok := bytes.Cut(data, []byte("\n"))
	if !ok || string(bytes.TrimRight(first, "\r ")) != fence {
		return nil, data
	}
	for at := 0; at < len(rest); {
		text, _, _ := bytes.Cut(rest[at:], []byte("\n"))
		next := min(at+len(text)+1, len(rest))
		if string(bytes.TrimRight(text, "\r ")) == fence {
			return rest[:at:at], rest[next:]
		}
		at = next
	}
	return nil, data // never closed: it is text
}

// A change sets a field of the front matter.
type change struct {
	field string
	value any
}

// edit returns data with the fields of its front matter changed and its body
// replaced, unless body is nil. Fields it does not know, their order and their
// comments stay. Without changes the front matter stays as it is, byte for byte.
func edit(data, body []byte, changes ...change) ([]byte, error) {
	head, old := split(data)
	if body == nil {
		body = old
	}
	if len(changes) == 0 {
		return append(data[:len(data)-len(old):len(data)-len(old)], body...), nil
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(head, &doc); err != nil {
		return nil, errHeader
	}
	mapping := &yaml.Node{Kind: yaml.MappingNode}
	if len(doc.Content) > 0 {
		mapping = doc.Content[0]
	}
	if mapping.Kind != yaml.MappingNode {
		return nil, errHeader
	}
	for _, c := range changes {
		if err := set(mapping, c); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	out.WriteString(fence + "\n")
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := errors.Join(e.Encode(mapping), e.Close()); err != nil {
		return nil, fmt.Errorf("writing front matter: %w", err)
	}
	out.WriteString(fence + "\n")
	out.Write(body)
	return out.Bytes(), nil
}

func set(mapping *yaml.Node, c change) error {
	var value yaml.Node
	if day, ok := c.value.(time.Time); ok {
		// yaml would write the time of day too.
		value = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!timestamp", Value: day.Format(time.DateOnly)}
	} else if err := value.Encode(c.value); err != nil {
		return err
	}
	if value.Kind == yaml.SequenceNode {
		value.Style = yaml.FlowStyle
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == c.field {
			value.LineComment = mapping.Content[i+1].LineComment
			mapping.Content[i+1] = &value
			return nil
		}
	}
	mapping.Content = append(mapping.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: c.field}, &value)
	return nil
}
