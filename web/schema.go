package web

import (
	"context"

	"askback/playground/form"
)

// schemaText says why a form cannot be drawn.
func schemaText(ctx context.Context, e *form.Error) string {
	if e.Field == "" {
		return schemaReason(ctx, e)
	}
	return say(ctx, "Field “%s”: %s", cited(e.Field, 80), schemaReason(ctx, e))
}

// schemaReason is schemaText without the field it is about.
func schemaReason(ctx context.Context, e *form.Error) string {
	p := e.Params
	switch e.Code {
	case form.CodeJSON:
		return say(ctx, "This is not valid JSON; look at line %d.", p["line"])
	case form.CodeTooLarge:
		return say(ctx, "The schema is %s long; the limit is %s.", size(p["bytes"]), size(p["max"]))
	case form.CodeTooDeep:
		return say(ctx, "The schema is nested deeper than %d levels.", p["max"])
	case form.CodeTooManyValues:
		return say(ctx, "The schema holds more than %d values.", amount(integer(p["max"])))
	case form.CodeDuplicateKey:
		return say(ctx, "The key “%s” comes twice.", param(p["key"]))
	case form.CodeNotObject:
		return say(ctx, "The schema must be that of an object whose properties are the fields.")
	case form.CodeDialect:
		return say(ctx, "The JSON Schema dialect “%s” is not supported.", param(p["dialect"]))
	case form.CodeTooManyFields:
		return say(ctx, "There are %d fields; the limit is %d.", p["count"], p["max"])
	case form.CodeName:
		return say(ctx, "The name of a field must have 1 to %d bytes.", p["max"])
	case form.CodeKeyword:
		return say(ctx, "The value of “%s” is not possible.", param(p["keyword"]))
	case form.CodeTextTooLong:
		return say(ctx, "The text of “%s” is %s long; the limit is %s.", param(p["keyword"]), size(p["bytes"]), size(p["max"]))
	case form.CodeType:
		return schemaTypeText(ctx, p["type"])
	case form.CodeUnsupported:
		return say(ctx, "“%s” is not permitted in a form.", param(p["keyword"]))
	case form.CodeItems:
		return say(ctx, "The only arrays in a form are choices from a list of strings.")
	case form.CodeNoOptions:
		return say(ctx, "There is nothing to choose from.")
	case form.CodeTooManyOptions:
		return say(ctx, "There are %d options; the limit is %d.", p["count"], p["max"])
	case form.CodeDuplicateOption:
		return say(ctx, "The option “%s” comes twice.", param(p["value"]))
	case form.CodeRequired:
		return say(ctx, "“%s” is required but is not among the properties.", param(p["name"]))
	}
	return say(ctx, "The form cannot be drawn (%s).", param(e.Code))
}

// schemaTypeText says what is wrong with a type. Package form tells apart one that
// is missing and one that is several.
func schemaTypeText(ctx context.Context, name any) string {
	switch name {
	case "none":
		return say(ctx, "A field needs a type.")
	case "several":
		return say(ctx, "A field of a form has one type, not several.")
	}
	return say(ctx, "A form has no fields of type “%s”.", param(name))
}
