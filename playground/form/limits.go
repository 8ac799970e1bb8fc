package form

// Limits on a schema. The specification has none; these are far above what a
// person could fill in.
const (
	MaxSchemaBytes = 1 << 20 // size of requestedSchema
	MaxDepth       = 12      // nesting of JSON values; the subset needs 5
	MaxValues      = 50_000  // JSON values in all
	MaxFields      = 100     // fields of a form
	MaxOptions     = 1000    // options of one field
	MaxName        = 200     // bytes of a field's name
	MaxLabel       = 1000    // bytes of a title, of an option's value or title
	MaxDescription = 8000    // bytes of a description
	MaxPattern     = 1000    // bytes of a pattern that is checked
)

// Limits on an answer.
const (
	MaxAnswerBytes = 1 << 20  // size of content as JSON
	MaxText        = 64 << 10 // bytes of one text value
	MaxDigits      = 400      // bytes of a number as text
)

// Limits on a URL-mode URL.
const MaxURL = 8 << 10 // bytes
