package web

import (
	"context"

	"askback/playground/form"
)

// findingText says what could be better about a schema, and what to write
// instead.
func findingText(ctx context.Context, f form.Finding) string {
	p := f.Params
	switch f.Code {
	case form.LintRootType:
		return say(ctx, `The root has no "type"; write "type": "object".`)
	case form.LintProperties:
		return say(ctx, `The root has no "properties"; write one for each field.`)
	case form.LintRootKeyword:
		return say(ctx, "The root may not hold “%s”; only type, properties and required work everywhere.", param(p["keyword"]))
	case form.LintKeyword:
		return say(ctx, "This kind of field has no “%s”; other clients ignore or refuse it.", param(p["keyword"]))
	case form.LintFormat:
		return say(ctx, "The format “%s” does not exist here; there are email, uri, date and date-time.", param(p["format"]))
	case form.LintPattern:
		return say(ctx, `No version defines "pattern"; describe the form in words and check the answer yourself.`)
	case form.LintPatternNotChecked:
		return say(ctx, "The pattern cannot be run safely here; it is shown and not checked.")
	case form.LintNullable:
		return say(ctx, "A field has one type and never null; leave it out of required to make it optional.")
	case form.LintTypeMissing:
		return say(ctx, `The type is missing; write "type": "%s".`, param(p["type"]))
	case form.LintAnyOfSingle:
		return say(ctx, `The options of a single choice with titles are "oneOf", not "anyOf".`)
	case form.LintOptionTitle:
		return say(ctx, "The option “%s” has no title; each needs const and title.", param(p["value"]))
	case form.LintItemsType:
		return say(ctx, `The items of a multiple choice with titles have only "anyOf", no "type"; some clients refuse it.`)
	case form.LintItemsOneOf:
		return say(ctx, `The options of a multiple choice with titles are "anyOf", not "oneOf".`)
	case form.LintEnumNames:
		return say(ctx, `"enumNames" is deprecated; write "oneOf" with const and title.`)
	case form.LintEnumNamesCount:
		return say(ctx, `There must be as many "enumNames" as options; there are %d for %d.`, p["count"], p["options"])
	}
	return versionText(ctx, f)
}

// versionText is findingText for what depends on a protocol version or is lost on
// the way to one.
func versionText(ctx context.Context, f form.Finding) string {
	switch f.Code {
	case form.LintTitledVersion:
		return say(ctx, `In 2025-06-18 titles are "enumNames" beside "enum"; "oneOf" does not exist yet.`)
	case form.LintArrayVersion:
		return say(ctx, "2025-06-18 has no multiple choice; ask with several booleans or one after another.")
	case form.LintDefaultVersion:
		return say(ctx, "In 2025-06-18 only a boolean has a default; this one is ignored.")
	case form.LostPattern:
		return say(ctx, "The pattern is left out; it is checked when the answer arrives.")
	case form.LostBound:
		return say(ctx, "A bound that excludes its own value is left out; it is checked when the answer arrives.")
	case form.LostDefault:
		return say(ctx, "The default is left out; the field is empty at first.")
	case form.ChangedTitles:
		return say(ctx, `The titles become "enumNames".`)
	}
	return contentText(ctx, f)
}

// contentText is findingText for what people will read and answer.
func contentText(ctx context.Context, f form.Finding) string {
	switch f.Code {
	case form.LintMessage:
		return say(ctx, "There is no message; say what is asked and why.")
	case form.LintDefaultRefused:
		return say(ctx, "The default would be refused as an answer, so it is not shown.")
	case form.LintUnsatisfiable:
		return say(ctx, "No answer can pass: the bounds contradict each other.")
	case form.LintSensitive:
		return say(ctx, "This asks for a secret. Passwords, keys, tokens and payment data never go through a form; use URL mode.")
	case form.LintSensitiveMessage:
		return say(ctx, "The message asks for a secret. Secrets never go through a form; use URL mode.")
	case form.LintClickableURL:
		return say(ctx, "There is a URL in the text. It will not be a link; a page to open is asked for in URL mode.")
	case form.LintTitleMissing:
		return say(ctx, "The field has no title; people will see its name.")
	case form.LintOptionsLookAlike:
		return say(ctx, "Two options are both shown as “%s”.", param(f.Params["title"]))
	}
	return schemaReason(ctx, &form.Error{Code: f.Code, Params: f.Params})
}
