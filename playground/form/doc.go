// Package form is the elicitation schema subset: the part of JSON Schema in
// which an MCP server may ask a person (requestedSchema of form mode).
//
// From a schema it makes a field model that a form can be drawn from, one
// validator for answers, and a linter for authors. It knows no HTML and no
// transport. The submit button, the host and the server call the same
// validator, so they cannot disagree.
//
//	schema, err := form.Parse(requestedSchema)     // what can be drawn, or why not
//	draft := schema.Defaults()                     // what the form shows at first
//	content, problems := schema.Read(draft)        // what the person sends
//	content, problems = schema.Validate(content)   // what the server believes
//
// A server author writes the same schema in Go, fields in the order meant:
//
//	schema := form.Object(
//		form.OneOf("note_id", "Which note?", options...).Require(),
//		form.Boolean("confirm", "Yes, delete it").Require(),
//	)
//
// # What is accepted
//
// Exactly the definitions of the specification (A4.1 to A4.13; ids like these
// are those of the checklist of rules that this project is tested by), and what
// is found in the wild and can mean only one thing: enum without a type, a
// type joined with null, items with oneOf or with a type beside anyOf, titles
// left out of an option, exclusive bounds, a pattern, unknown annotations. All
// else is refused with an [Error] that names the field: a form is drawn whole
// or not at all, and the person can still decline.
//
// # What an answer is
//
// An answer is what the form showed. A field that nobody touched is sent if it
// showed a default and is absent if it was empty; a default that was cleared
// is absent; nothing is invented. Keys that the schema does not declare are
// taken out of an answer and never acted on. An absent content is the empty
// answer, because go-sdk leaves an empty one out of the message.
//
// Lengths count Unicode code points. A number is integral by value, so 1.0 is
// an integer. An integer that fits no int64, and an integral number that a
// float64 cannot hold, are refused rather than rounded; a fraction becomes the
// nearest float64. Formats are checked, see [CheckFormat].
//
// A pattern is outside the specification (A4.14). It is checked where Go's
// regexp can run it within a fixed budget and is only a hint otherwise.
//
// # Hostile input
//
// Every limit is a constant of this package. What breaks one is refused before
// it costs more than reading it.
package form
