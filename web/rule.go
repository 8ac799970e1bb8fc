package web

import "context"

// specification is where the rules stand. They are numbered by us: the specification
// does not number its own.
const specification = "https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation"

// ruleText says in a sentence what a rule of the specification demands.
func ruleText(ctx context.Context, id string) string {
	switch id {
	case "A3.1":
		return say(ctx, "In 2025-06-18 every question has a message and a requestedSchema.")
	case "A3.2":
		return say(ctx, "Every question has a message that tells a person why the input is wanted.")
	case "A4.1":
		return say(ctx, "The root of a schema has the type “object” and properties, may have required, and since 2025-11-25 $schema.")
	case "A4.2":
		return say(ctx, "A form is flat: every property is one of the kinds that are defined, with nothing nested in it and no other keyword of JSON Schema.")
	case "A4.3":
		return say(ctx, "The only arrays are choices of several from a list. 2025-06-18 has no arrays at all.")
	case "A10.3":
		return say(ctx, "A form holds no URL that is meant to be clicked.")
	case "A8.1":
		return say(ctx, "In 2025-06-18 a server must not ask for anything sensitive.")
	case "A8.2":
		return say(ctx, "A form never asks for passwords, API keys, access tokens or payment data; URL mode is there for them.")
	}
	return kindRuleText(ctx, id)
}

// kindRuleText is ruleText for the kinds of fields.
func kindRuleText(ctx context.Context, id string) string {
	switch id {
	case "A4.4":
		return say(ctx, "A text may have title, description, minLength, maxLength, format and, since 2025-11-25, a default.")
	case "A4.5":
		return say(ctx, "A number or integer may have title, description, minimum, maximum and, since 2025-11-25, a default.")
	case "A4.6":
		return say(ctx, "A boolean may have title, description and a default.")
	case "A4.7":
		return say(ctx, "In 2025-06-18 a choice is an enum of strings, with enumNames for what is shown and without a default.")
	case "A4.8":
		return say(ctx, "A choice without titles is an enum of strings, with a default if wanted.")
	case "A4.9":
		return say(ctx, "A choice with titles is oneOf, and every entry has const and title.")
	case "A4.10":
		return say(ctx, "A choice of several without titles is an array whose items have the type “string” and an enum.")
	case "A4.11":
		return say(ctx, "A choice of several with titles is an array whose items have anyOf and nothing else; every entry has const and title.")
	case "A4.12":
		return say(ctx, "An enum with enumNames is permitted still and will be removed.")
	case "A4.13":
		return say(ctx, "The only formats are email, uri, date and date-time.")
	case "A4.14":
		return say(ctx, "No version defines pattern. A server does not send it; a client bears with it.")
	case "A4.16":
		return say(ctx, "A client that knows defaults fills them in, so a default has to be an answer that is allowed.")
	case "A4.18":
		return say(ctx, "A schema is valid JSON Schema of the dialect that it names, and of 2020-12 if it names none.")
	}
	return id
}
