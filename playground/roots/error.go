package roots

import (
	"fmt"
	"path"
	"strings"
)

// The rules a URI can break, as [Error.Code]. They are stable: message
// catalogues are keyed by them.
const (
	CodeEmpty        = "empty"         // the URI is ""
	CodeTooLong      = "too-long"      // params length, max
	CodeUTF8         = "utf8"          // not UTF-8, as written or once decoded
	CodeNUL          = "nul"           // a NUL byte, as written or once decoded
	CodeControl      = "control"       // a literal control character
	CodeSpace        = "space"         // white space at an end
	CodeScheme       = "scheme"        // not file:
	CodeRelative     = "relative"      // file:notes
	CodeNoPath       = "no-path"       // file://
	CodeHost         = "host"          // param host
	CodeUNC          = "unc"           // file:////server
	CodeDrive        = "drive"         // param drive, one letter
	CodeBackslash    = "backslash"     // a literal backslash
	CodeFragment     = "fragment"      // a literal #
	CodeQuery        = "query"         // a literal ?
	CodePercent      = "percent"       // % without two hexadecimal digits; param segment
	CodeEncodedSlash = "encoded-slash" // %2F; param segment
	CodeTooMany      = "too-many"      // only from ParseAll; params count, max
)

// Codes lists the codes of [Error]: what a message catalogue has to say in
// each language.
func Codes() []string {
	return []string{
		CodeEmpty, CodeTooLong, CodeUTF8, CodeNUL, CodeControl, CodeSpace, CodeScheme, CodeRelative, CodeNoPath,
		CodeHost, CodeUNC, CodeDrive, CodeBackslash, CodeFragment, CodeQuery, CodePercent, CodeEncodedSlash, CodeTooMany,
	}
}

// Error says why a URI is no usable root.
type Error struct {
	URI    string         // as given, shortened if it is very long
	Code   string         // one of the Code constants
	Params map[string]any // what a message in another language needs; strings and ints
	// Instead is the URI that was probably meant, or "" if that is a guess.
	Instead string
}

// shownURI is how many bytes of a URI an error keeps.
const shownURI = 200

// refuse makes an Error. pairs are keys and values of Params.
func refuse(code, uri string, pairs ...any) *Error {
	e := &Error{URI: shorten(uri), Code: code, Instead: instead(code, uri)}
	if len(pairs) > 0 {
		e.Params = make(map[string]any, len(pairs)/2)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		value := pairs[i+1]
		if text, ok := value.(string); ok {
			value = shorten(text)
		}
		e.Params[pairs[i].(string)] = value
	}
	return e
}

// schemeError is CodeScheme, which also catches a path pasted for a URI.
func schemeError(uri string) *Error {
	e := refuse(CodeScheme, uri)
	if strings.HasPrefix(uri, "/") && !strings.HasPrefix(uri, "//") {
		e.Instead = URI(strings.TrimPrefix(path.Clean(uri), "/"))
		if path.Clean(uri) == "/" {
			e.Instead = URI(".")
		}
	}
	return e
}

// instead repairs the spellings that can have been meant in one way only.
func instead(code, uri string) string {
	var fixed string
	switch code {
	case CodeFragment, CodeQuery:
		fixed = strings.NewReplacer("#", "%23", "?", "%3F").Replace(uri)
	case CodeSpace:
		fixed = strings.TrimSpace(uri)
	default:
		return ""
	}
	name, err := parse(fixed)
	if err != nil {
		return err.Instead
	}
	return URI(name)
}

func shorten(text string) string {
	if len(text) <= shownURI {
		return text
	}
	return strings.ToValidUTF8(text[:shownURI], "") + "…"
}

// Error says the rule in English, and what to write instead.
func (e *Error) Error() string {
	text := fmt.Sprintf("root %q: %s", e.URI, e.Reason())
	if e.Instead != "" {
		text += "; write " + e.Instead
	}
	return text
}

// Reason is the broken rule in English, without the URI.
func (e *Error) Reason() string {
	switch e.Code {
	case CodeEmpty:
		return "it is empty; a root is a file URI such as file:///home/alice"
	case CodeTooLong:
		return fmt.Sprintf("it is longer than %v bytes", e.Params["max"])
	case CodeUTF8:
		return "it is not valid UTF-8"
	case CodeNUL:
		return "a path cannot hold a NUL byte"
	case CodeControl:
		return "it holds a control character"
	case CodeSpace:
		return "it has white space at an end; white space that belongs to the name is written %20"
	case CodeScheme:
		return "it is not a file URI; a root begins with file:///"
	case CodeRelative:
		return "it is not absolute; a root begins with file:///"
	case CodeNoPath:
		return "it names no path; the whole tree is file:///"
	case CodeHost:
		return fmt.Sprintf("it names the host %q; only this machine can be meant, so write three slashes: file:///path", e.Params["host"])
	case CodeUNC:
		return "two slashes before the path mean a network share, which cannot be a root; write file:///path"
	case CodeDrive:
		return fmt.Sprintf("it names the Windows drive %v:, and there are no drives here", e.Params["drive"])
	case CodeBackslash:
		return `it holds a backslash; write / between names, or %5C for a backslash in a name`
	case CodeFragment:
		return "a file URI has no fragment; a # in a name is written %23"
	case CodeQuery:
		return "a file URI has no query; a ? in a name is written %3F"
	case CodePercent:
		return fmt.Sprintf("a %% in %q is not followed by two hexadecimal digits; a %% in a name is written %%25", e.Params["segment"])
	case CodeEncodedSlash:
		return fmt.Sprintf("%q holds an encoded slash, and no file name can hold a slash", e.Params["segment"])
	case CodeTooMany:
		return fmt.Sprintf("more than %v roots; %v were left out", e.Params["max"], e.Params["count"])
	}
	return "it is refused (" + e.Code + ")"
}
