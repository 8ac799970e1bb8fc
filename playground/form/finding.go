package form

import (
	"fmt"
	"strings"
)

// Severity is how bad a finding is.
type Severity string

const (
	SeverityError   Severity = "error"   // breaks a rule, or no form can be drawn
	SeverityWarning Severity = "warning" // some clients will not do what is meant
	SeverityInfo    Severity = "info"    // could be better
)

// What Lint finds, as [Finding.Code], besides the codes of [Error]. They are
// stable: message catalogues are keyed by them.
const (
	LintMessage           = "message-missing"       // no message
	LintRootType          = "root-type-missing"     //
	LintProperties        = "properties-missing"    //
	LintRootKeyword       = "root-keyword"          // param keyword
	LintKeyword           = "keyword-outside"       // param keyword
	LintFormat            = "format"                // none of the four; param format
	LintPattern           = "pattern"               //
	LintNullable          = "nullable"              // a type joined with null
	LintTypeMissing       = "type-missing"          // a choice without its type; param type
	LintAnyOfSingle       = "any-of-single"         // anyOf where oneOf is defined
	LintOptionTitle       = "option-title-missing"  // param value
	LintItemsType         = "items-type"            // a type beside anyOf
	LintItemsOneOf        = "items-one-of"          // oneOf where anyOf is defined
	LintEnumNames         = "enum-names"            // deprecated
	LintEnumNamesCount    = "enum-names-count"      // params count, options
	LintTitledVersion     = "titled-version"        // oneOf in 2025-06-18
	LintArrayVersion      = "array-version"         // a multi-select in 2025-06-18
	LintDefaultVersion    = "default-version"       // a default in 2025-06-18
	LintDefaultRefused    = "default-refused"       // param problem, a Problem code
	LintUnsatisfiable     = "unsatisfiable"         // no answer can pass
	LintSensitive         = "sensitive"             // A8.1, A8.2
	LintSensitiveMessage  = "sensitive-message"     // the message asks for a secret
	LintClickableURL      = "clickable-url"         // A10.3
	LintTitleMissing      = "title-missing"         //
	LintOptionsLookAlike  = "options-look-alike"    // one title for two values; param title
	LintPatternNotChecked = "pattern-not-checkable" // look around and the like

	LostPattern   = "lost-pattern"   // from For: the pattern was left out
	LostBound     = "lost-bound"     // from For: an exclusive bound was left out
	LostDefault   = "lost-default"   // from For: the default was left out
	ChangedTitles = "changed-titles" // from For: oneOf became enum and enumNames
)

// Finding is one thing that Lint or For has to say about a schema.
type Finding struct {
	RuleID   string // the rule of the specification it breaks, as "A4.13"; "" for advice of our own
	Severity Severity
	Path     string // JSON Pointer into the schema; "" for the root or the message
	Code     string // one of the Lint, Lost, Changed or (Error) Code constants
	Params   map[string]any
}

// refusal is a finding for what Parse refuses.
func refusal(path string, err *Error) Finding {
	rule := "A4.2"
	switch err.Code {
	case CodeJSON, CodeDuplicateKey, CodeDialect, CodeKeyword, CodeNoOptions, CodeDuplicateOption:
		rule = "A4.18"
	case CodeNotObject, CodeRequired:
		rule = "A4.1"
	case CodeItems:
		rule = "A4.3"
	case CodeTooLarge, CodeTooDeep, CodeTooManyValues, CodeTooManyFields, CodeTooManyOptions, CodeTextTooLong, CodeName:
		rule = "" // limits of ours
	}
	return Finding{RuleID: rule, Severity: SeverityError, Path: path, Code: err.Code, Params: err.Params}
}

// Pointer is the Path of what lies under these keys: a JSON Pointer (RFC 6901),
// with long keys cut short.
func Pointer(segments ...string) string {
	var b strings.Builder
	for _, segment := range segments {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(shorten(segment), "~", "~0"), "/", "~1"))
	}
	return b.String()
}

// Message is the finding in English, with what to write instead.
func (f Finding) Message() string {
	p := f.Params
	switch f.Code {
	case LintMessage:
		return "There is no message; say what is asked and why."
	case LintRootType:
		return `The root has no "type"; write "type": "object".`
	case LintProperties:
		return `The root has no "properties"; write one for each field.`
	case LintRootKeyword:
		return fmt.Sprintf("The root may not hold %q; only type, properties and required work everywhere.", p["keyword"])
	case LintKeyword:
		return fmt.Sprintf("This kind of field has no %q; other clients ignore or refuse it.", p["keyword"])
	case LintFormat:
		return fmt.Sprintf("The format %q does not exist here; there are email, uri, date and date-time.", p["format"])
	case LintPattern:
		return `No version defines "pattern"; describe the form in words and check the answer yourself.`
	case LintPatternNotChecked:
		return "The pattern cannot be run safely here; it is shown and not checked."
	case LintNullable:
		return "A field has one type and never null; leave it out of required to make it optional."
	case LintTypeMissing:
		return fmt.Sprintf(`The type is missing; write "type": %q.`, p["type"])
	case LintAnyOfSingle:
		return `The options of a single choice with titles are "oneOf", not "anyOf".`
	case LintOptionTitle:
		return fmt.Sprintf("The option %q has no title; each needs const and title.", p["value"])
	case LintItemsType:
		return `The items of a multiple choice with titles have only "anyOf", no "type"; some clients refuse it.`
	case LintItemsOneOf:
		return `The options of a multiple choice with titles are "anyOf", not "oneOf".`
	case LintEnumNames:
		return `"enumNames" is deprecated; write "oneOf" with const and title.`
	case LintEnumNamesCount:
		return fmt.Sprintf(`There are %v "enumNames" for %v options.`, p["count"], p["options"])
	case LintTitledVersion:
		return `In 2025-06-18 titles are "enumNames" beside "enum"; "oneOf" does not exist yet.`
	case LintArrayVersion:
		return "2025-06-18 has no multiple choice; ask with several booleans or one after another."
	case LintDefaultVersion:
		return "In 2025-06-18 only a boolean has a default; this one is ignored."
	case LintDefaultRefused:
		return "The default would be refused as an answer, so it is not shown."
	case LintUnsatisfiable:
		return "No answer can pass: the bounds contradict each other."
	}
	return f.contentMessage()
}

// contentMessage is Message for what concerns the words and For.
func (f Finding) contentMessage() string {
	switch f.Code {
	case LintSensitive:
		return "This asks for a secret. Passwords, keys, tokens and payment data never go through a form; use URL mode."
	case LintSensitiveMessage:
		return "The message asks for a secret. Secrets never go through a form; use URL mode."
	case LintClickableURL:
		return "There is a URL in the text. It will not be a link; a page to open is asked for in URL mode."
	case LintTitleMissing:
		return "The field has no title; people will see its name."
	case LintOptionsLookAlike:
		return fmt.Sprintf("Two options are both shown as %q.", f.Params["title"])
	case LostPattern:
		return "The pattern is left out; it is checked when the answer arrives."
	case LostBound:
		return "A bound that excludes its own value is left out; it is checked when the answer arrives."
	case LostDefault:
		return "The default is left out; the field is empty at first."
	case ChangedTitles:
		return `The titles become "enumNames".`
	}
	err := Error{Code: f.Code, Params: f.Params}
	return upperFirst(err.Reason()) + "."
}

func upperFirst(text string) string {
	return strings.ToUpper(text[:1]) + text[1:]
}
