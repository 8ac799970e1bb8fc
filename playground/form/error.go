package form

import "fmt"

// Why a schema cannot be drawn, as [Error.Code]. They are stable: message
// catalogues are keyed by them.
const (
	CodeJSON            = "json"             // not JSON; params detail, the words of a library, line and column
	CodeTooLarge        = "too-large"        // params bytes, max
	CodeTooDeep         = "too-deep"         // param max
	CodeTooManyValues   = "too-many-values"  // param max
	CodeDuplicateKey    = "duplicate-key"    // params key, and line and column of the second one
	CodeNotObject       = "not-object"       // the schema does not describe an object (A4.1)
	CodeDialect         = "dialect"          // $schema is unknown (A4.18); param dialect
	CodeTooManyFields   = "too-many-fields"  // params count, max
	CodeName            = "name"             // a field's name is empty or too long; param max
	CodeKeyword         = "keyword"          // a keyword has an impossible value; param keyword
	CodeTextTooLong     = "text-too-long"    // params keyword, bytes, max
	CodeType            = "type"             // in a schema: not a permitted type (A4.2); param type
	CodeUnsupported     = "unsupported"      // a keyword outside the subset (A4.2); param keyword
	CodeItems           = "items"            // an array that is not a multi-select (A4.3)
	CodeNoOptions       = "no-options"       // a choice of nothing
	CodeTooManyOptions  = "too-many-options" // params count, max
	CodeDuplicateOption = "duplicate-option" // param value
	CodeRequired        = "required"         // in a schema: required names no field; param name
)

// Error says why a schema cannot be drawn. The person can still decline.
type Error struct {
	Field  string         // the field it is about; "" for the whole schema
	Code   string         // one of the Code constants
	Params map[string]any // strings and ints that a message needs
}

// refuse makes an Error. pairs are keys and values of Params.
func refuse(code, field string, pairs ...any) *Error {
	return &Error{Field: field, Code: code, Params: params(pairs)}
}

func params(pairs []any) map[string]any {
	if len(pairs) == 0 {
		return nil
	}
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

// Error is the reason in English, with the field it is about.
func (e *Error) Error() string {
	if e.Field == "" {
		return "schema: " + e.Reason()
	}
	return fmt.Sprintf("schema: field %q: %s", shorten(e.Field), e.Reason())
}

// Reason is the reason in English, without the field.
func (e *Error) Reason() string {
	p := e.Params
	switch e.Code {
	case CodeJSON:
		return fmt.Sprintf("it is not valid JSON: %v", p["detail"])
	case CodeTooLarge:
		return fmt.Sprintf("it has %v bytes, more than %v", p["bytes"], p["max"])
	case CodeTooDeep:
		return fmt.Sprintf("it is nested deeper than %v levels", p["max"])
	case CodeTooManyValues:
		return fmt.Sprintf("it holds more than %v values", p["max"])
	case CodeDuplicateKey:
		return fmt.Sprintf("the key %q comes twice", p["key"])
	case CodeNotObject:
		return "it must be an object schema whose properties are the fields"
	case CodeDialect:
		return fmt.Sprintf("the JSON Schema dialect %q is not supported", p["dialect"])
	case CodeTooManyFields:
		return fmt.Sprintf("it has %v fields, more than %v", p["count"], p["max"])
	case CodeName:
		return fmt.Sprintf("the name of a field has 1 to %v bytes", p["max"])
	case CodeKeyword:
		return fmt.Sprintf("the value of %q is not possible", p["keyword"])
	case CodeTextTooLong:
		return fmt.Sprintf("%q has %v bytes, more than %v", p["keyword"], p["bytes"], p["max"])
	case CodeType:
		return fmt.Sprintf("a form has no field of type %v", p["type"])
	case CodeUnsupported:
		return fmt.Sprintf("%q is not permitted in a form", p["keyword"])
	case CodeItems:
		return "the only arrays in a form are choices from a list of strings"
	case CodeNoOptions:
		return "it offers nothing to choose from"
	case CodeTooManyOptions:
		return fmt.Sprintf("it has %v options, more than %v", p["count"], p["max"])
	case CodeDuplicateOption:
		return fmt.Sprintf("the option %q comes twice", p["value"])
	case CodeRequired:
		return fmt.Sprintf("%q is required but is not among the properties", p["name"])
	}
	return "it cannot be drawn (" + e.Code + ")"
}
