package form

import "fmt"

// What can be wrong with an answer, as [Problem.Code]. They are stable:
// message catalogues are keyed by them.
const (
	ProblemContent          = "content"           // the content is no JSON object; param detail, the words of a library; where it was typed, line
	ProblemRequired         = "required"          // absent or empty
	ProblemText             = "text"              // not a text
	ProblemTooLarge         = "too-large"         // beyond a limit of this package; param max, bytes
	ProblemMinLength        = "min-length"        // params min, length
	ProblemMaxLength        = "max-length"        // params max, length
	ProblemPattern          = "pattern"           // param pattern
	ProblemEmail            = "email"             //
	ProblemURI              = "uri"               //
	ProblemDate             = "date"              //
	ProblemDateTime         = "date-time"         //
	ProblemUnfinished       = "unfinished"        // a date or time is filled in only in part
	ProblemDateMissing      = "date-missing"      // a time without a date
	ProblemTimeMissing      = "time-missing"      // a date without a time
	ProblemZoneMissing      = "zone-missing"      // a date and time without an offset from UTC
	ProblemNumber           = "number"            // not a number
	ProblemInteger          = "integer"           // a number, not a whole one
	ProblemInexact          = "inexact"           // could be sent only rounded
	ProblemMinimum          = "minimum"           // param bound, as in the schema
	ProblemMaximum          = "maximum"           // param bound
	ProblemExclusiveMinimum = "exclusive-minimum" // param bound
	ProblemExclusiveMaximum = "exclusive-maximum" // param bound
	ProblemBoolean          = "boolean"           // neither true nor false
	ProblemOption           = "option"            // not among the options
	ProblemList             = "list"              // not a list of options
	ProblemDuplicate        = "duplicate"         // an option twice; param value
	ProblemMinItems         = "min-items"         // params min, count
	ProblemMaxItems         = "max-items"         // params max, count
)

// Problem is one thing that is wrong with an answer or a URL: a code with
// parameters, so that it can be said in any language.
type Problem struct {
	Field  string         // the field's name; "" for the answer as a whole
	Code   string         // one of the Problem or URL constants
	Params map[string]any // ints and strings, named beside each constant
}

func (f *Field) problem(code string, pairs ...any) *Problem {
	return &Problem{Field: f.Name, Code: code, Params: params(pairs)}
}

// Message is what to do about it, in English, without the field's name.
func (p Problem) Message() string {
	v := p.Params
	switch p.Code {
	case ProblemContent:
		return fmt.Sprintf("The answer is not a JSON object: %v.", v["detail"])
	case ProblemRequired:
		return "An answer is needed here."
	case ProblemText:
		return "This must be a text."
	case ProblemTooLarge:
		return fmt.Sprintf("This is too large; the limit is %v bytes.", v["max"])
	case ProblemMinLength:
		return fmt.Sprintf("Write at least %v characters; these are %v.", v["min"], v["length"])
	case ProblemMaxLength:
		return fmt.Sprintf("Write at most %v characters; these are %v.", v["max"], v["length"])
	case ProblemPattern:
		return fmt.Sprintf("This must match the pattern %v.", v["pattern"])
	case ProblemEmail:
		return "Write an email address like name@example.com."
	case ProblemURI:
		return "Write a full address with its scheme, like https://example.com."
	case ProblemDate:
		return "Write a date that exists as year-month-day, like 2026-07-28."
	case ProblemDateTime:
		return "Write a date and time with its offset, like 2026-07-28T09:30:00+09:00."
	case ProblemUnfinished:
		return "This is filled in only in part. Fill in the rest, or clear it."
	case ProblemDateMissing:
		return "There is a time and no date. Fill in the date too, or clear both."
	case ProblemTimeMissing:
		return "There is a date and no time. Fill in the time too, or clear both."
	case ProblemZoneMissing:
		return "Choose the time zone that is meant."
	case ProblemNumber:
		return "Write a number in digits, with a point for decimals."
	case ProblemInteger:
		return "Write a whole number."
	case ProblemInexact:
		return "This number has more digits than can be sent exactly."
	case ProblemMinimum:
		return fmt.Sprintf("This must be %v or more.", v["bound"])
	case ProblemMaximum:
		return fmt.Sprintf("This must be %v or less.", v["bound"])
	case ProblemExclusiveMinimum:
		return fmt.Sprintf("This must be more than %v.", v["bound"])
	case ProblemExclusiveMaximum:
		return fmt.Sprintf("This must be less than %v.", v["bound"])
	case ProblemBoolean:
		return "Choose yes or no."
	case ProblemOption:
		return "Choose from the options offered."
	case ProblemList:
		return "This must be a list of the options offered."
	case ProblemDuplicate:
		return fmt.Sprintf("Choose %q only once.", v["value"])
	case ProblemMinItems:
		return fmt.Sprintf("Choose at least %v; these are %v.", v["min"], v["count"])
	case ProblemMaxItems:
		return fmt.Sprintf("Choose at most %v; these are %v.", v["max"], v["count"])
	}
	return p.urlMessage()
}

// Error is the message with the field's name, for logs and tool errors.
func (p Problem) Error() string {
	if p.Field == "" {
		return p.Message()
	}
	return fmt.Sprintf("%s: %s", p.Field, p.Message())
}
