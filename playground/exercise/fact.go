package exercise

import (
	"fmt"
	"strings"
)

// A Fact is something that a check expected or saw: a code, which message
// catalogues are keyed by, and what a sentence about it needs. Params are
// strings, ints and lists of strings; in those of what was seen stand words that
// came from a server.
type Fact struct {
	Code   string         `json:"code"`
	Params map[string]any `json:"params,omitempty"`
}

// What facts can be.
const (
	FactForm      = "form"       // a form is asked; param fields
	FactURL       = "url"        // a page is asked to be opened; param url
	FactNothing   = "nothing"    // nothing is asked
	FactBroken    = "broken"     // a form that cannot be drawn; param why
	FactOptions   = "options"    // these are offered; param values
	FactTitles    = "titles"     // these are shown; param values
	FactOwnTitles = "own-titles" // every option is shown by a title of its own
	FactField     = "field"      // params name, kind, required (yes, no or empty)
	FactNoField   = "no-field"   // param name
	FactSays      = "says"       // a text holds another; param text
	FactHides     = "hides"      // no text holds it; param text
	FactText      = "text"       // the text itself; param text
	FactAnswer    = "answer"     // params action, values
	FactNoAnswer  = "no-answer"  //
	FactEarly     = "early"      // the answer came before what was to come first
	FactCall      = "call"       // params tool, values
	FactNoCall    = "no-call"    // nothing like it was called
	FactOK        = "ok"         // the call succeeded; param values
	FactError     = "error"      // the call failed; param text
	FactToolError = "tool-error" // the tool says so; param text
	FactRefused   = "refused"    // a protocol error; params code, text
	FactStopped   = "stopped"    // the learner stopped the call
	FactNoResult  = "no-result"  // the call has not ended
	FactValue     = "value"      // a value of the result; params key, value
	FactOther     = "other"      // any other value; params key, value
	FactSome      = "some"       // any value that is not empty; param key
	FactGone      = "gone"       // of a file; param file
	FactThere     = "there"      // likewise
	FactSame      = "same"       //
	FactChanged   = "changed"    //
	FactCreated   = "created"    //
	FactMoved     = "moved"      // params file, to
	FactHolds     = "holds"      // params file, text
	FactEmpty     = "empty"      // of a file; param file
	FactUnchanged = "unchanged"  // all files; param except
	FactChanges   = "changes"    // param list
	FactMessages  = "messages"   // params method, count
	FactRounds    = "rounds"     // param count
	FactEra       = "era"        // param era
	FactRoots     = "roots"      // param names
	FactTool      = "tool"       // param tool
	FactNoTool    = "no-tool"    // param tool
	FactHint      = "hint"       // params tool, hint, value
	FactIDs       = "identified" // a question has an elicitationId; param yes
	FactChosen    = "chosen"     // the right options; none are named
	FactChoice    = "choice"     // param options
	FactNoChoice  = "no-choice"  //
	FactPoint     = "point"      // a point of the rubric; param point
	FactLate      = "late"       // the server did not answer in time; param seconds
	FactEnded     = "ended"      // the server is gone; param why
	FactFlood     = "flood"      // the server sent too many messages; param count
	FactBulk      = "bulk"       // the server sent too many bytes; param bytes
	FactAlive     = "alive"      // the server answers, which it must
	FactPage      = "page"       // the page at a URL can be finished; param url
	FactNoPage    = "no-page"    // the page at a URL is refused; param url
	FactCopies    = "copies"     // so many of two copies of an answer were acted on; param count
	FactStatus    = "status"     // what the page answered; param status
	FactNotices   = "notices"    // the host was told that the page is finished; param count
	FactOtherHost = "other-host" // a host was told that was not asked
	FactStray     = "stray"      // the notice was of another question; param id
	FactNoDesign  = "no-design"  // nothing was submitted yet
	FactLint      = "lint"       // why a point is not met; params code, path, text (English) and params of a form.Finding
	FactAccepts   = "accepts"    // the form takes this answer; param values
	FactRefuses   = "refuses"    // it does not; params values
	FactProblem   = "problem"    // why it does not; params field, code
)

func fact(code string, pairs ...any) Fact {
	f := Fact{Code: code}
	for i := 0; i+1 < len(pairs); i += 2 {
		if f.Params == nil {
			f.Params = map[string]any{}
		}
		f.Params[pairs[i].(string)] = pairs[i+1]
	}
	return f
}

// A failure is why a check is wrong. It is the error of the commands.
type failure struct {
	expected, seen Fact
	seq            int // the message that was looked at; 0 for none
}

func (f *failure) Error() string {
	return fmt.Sprintf("expected %s; seen: %s", f.expected.Message(), f.seen.Message())
}

// strs are the strings of a param, which is a list of any after it went through
// JSON.
func strs(v any) []string {
	if all, ok := v.([]any); ok {
		out := make([]string, len(all))
		for i := range all {
			out[i] = fmt.Sprint(all[i])
		}
		return out
	}
	values, _ := v.([]string)
	return values
}

func list(v any) string {
	if values := strs(v); len(values) > 0 {
		return strings.Join(values, ", ")
	}
	return "none"
}

// Message is the fact in English, as a phrase.
func (f Fact) Message() string {
	p := f.Params
	switch f.Code {
	case FactForm:
		return "a form with the fields " + list(p["fields"])
	case FactURL:
		return fmt.Sprintf("a question to open %v", p["url"])
	case FactNothing:
		return "no question"
	case FactBroken:
		return fmt.Sprintf("a form that cannot be drawn (%v)", p["why"])
	case FactOptions:
		return "the options " + list(p["values"])
	case FactTitles:
		return "options shown as " + list(p["values"])
	case FactOwnTitles:
		return "every option shown by a title of its own"
	case FactField:
		return fmt.Sprintf("the field %v (%v%s)", p["name"], p["kind"], map[any]string{"yes": ", required", "no": ", optional"}[p["required"]])
	case FactNoField:
		return fmt.Sprintf("no field %v", p["name"])
	case FactSays:
		return fmt.Sprintf("a text with %q in it", p["text"])
	case FactHides:
		return fmt.Sprintf("no text with %q in it", p["text"])
	case FactText:
		return fmt.Sprintf("%q", p["text"])
	case FactAnswer:
		return fmt.Sprintf("the answer %v%s", p["action"], with(p["values"]))
	case FactNoAnswer:
		return "no answer"
	case FactEarly:
		return "an answer that came before what was to come first"
	case FactCall:
		return fmt.Sprintf("a call of %v%s", p["tool"], with(p["values"]))
	case FactNoCall:
		return "no such call"
	}
	return f.resultMessage()
}

func with(v any) string {
	if values := strs(v); len(values) > 0 {
		return " with " + strings.Join(values, ", ")
	}
	return ""
}

func (f Fact) resultMessage() string {
	p := f.Params
	switch f.Code {
	case FactOK:
		return "a result" + with(p["values"])
	case FactError:
		return "an error" + quotedText(p["text"])
	case FactToolError:
		return "an error of the tool" + quotedText(p["text"])
	case FactRefused:
		if p["code"] == nil {
			return "a protocol error" + quotedText(p["text"])
		}
		return fmt.Sprintf("the protocol error %v%s", p["code"], quotedText(p["text"]))
	case FactStopped:
		return "a call that was stopped"
	case FactNoResult:
		return "no result yet"
	case FactValue:
		return fmt.Sprintf("%v is %q", p["key"], p["value"])
	case FactOther:
		return fmt.Sprintf("%v is something other than %q", p["key"], p["value"])
	case FactSome:
		return fmt.Sprintf("%v has a value", p["key"])
	case FactMessages:
		return fmt.Sprintf("%v × %v", p["count"], p["method"])
	case FactRounds:
		return fmt.Sprintf("%v requests for the call", p["count"])
	case FactEra:
		return fmt.Sprintf("protocol version %v", p["era"])
	case FactRoots:
		return "the roots " + list(p["names"])
	case FactTool:
		return fmt.Sprintf("a tool %v", p["tool"])
	case FactNoTool:
		return fmt.Sprintf("no tool %v", p["tool"])
	case FactHint:
		return fmt.Sprintf("%v of %v is %v", p["hint"], p["tool"], p["value"])
	case FactIDs:
		if p["yes"] == "yes" {
			return "an elicitationId"
		}
		return "no elicitationId"
	}
	return f.fileMessage()
}

func quotedText(v any) string {
	if text, _ := v.(string); text != "" {
		return fmt.Sprintf(": %q", text)
	}
	return ""
}

func (f Fact) fileMessage() string {
	p := f.Params
	switch f.Code {
	case FactGone:
		return fmt.Sprintf("%v is gone", p["file"])
	case FactThere:
		return fmt.Sprintf("%v is there", p["file"])
	case FactSame:
		return fmt.Sprintf("%v is as it was", p["file"])
	case FactChanged:
		return fmt.Sprintf("%v has changed", p["file"])
	case FactCreated:
		return fmt.Sprintf("%v is new", p["file"])
	case FactMoved:
		return fmt.Sprintf("%v has moved to %v", p["file"], p["to"])
	case FactHolds:
		return fmt.Sprintf("%v holds %q", p["file"], p["text"])
	case FactEmpty:
		return fmt.Sprintf("%v is empty", p["file"])
	case FactUnchanged:
		if len(strs(p["except"])) > 0 {
			return "all files as they were, but for " + list(p["except"])
		}
		return "all files as they were"
	case FactChanges:
		return "changes: " + list(p["list"])
	}
	return f.otherMessage()
}

func (f Fact) otherMessage() string {
	p := f.Params
	switch f.Code {
	case FactChosen:
		return "the right choice"
	case FactChoice:
		return "the choice of " + list(p["options"])
	case FactNoChoice:
		return "no choice yet"
	case FactPoint:
		return fmt.Sprintf("the point %q of the rubric", p["point"])
	case FactLate:
		return fmt.Sprintf("no answer within %v seconds; the server was stopped", p["seconds"])
	case FactEnded:
		return fmt.Sprintf("the server has ended (%v)", p["why"])
	case FactFlood:
		return fmt.Sprintf("more than %v messages; the server was stopped", p["count"])
	case FactBulk:
		return fmt.Sprintf("more than %v bytes of messages; the server was stopped", p["bytes"])
	case FactAlive:
		return "an answer of the server"
	case FactPage:
		return fmt.Sprintf("a page at %v that can be finished", p["url"])
	case FactNoPage:
		return fmt.Sprintf("the page at %v refused", p["url"])
	case FactCopies:
		return fmt.Sprintf("%v of two copies of one answer acted on", p["count"])
	case FactStatus:
		return fmt.Sprintf("the status %v", p["status"])
	case FactNotices:
		return fmt.Sprintf("%v notices to the host that was asked that the page is finished", p["count"])
	case FactOtherHost:
		return "a notice to a host that was not asked"
	case FactStray:
		return fmt.Sprintf("a notice of another question (elicitationId %q)", p["id"])
	case FactNoDesign:
		return "nothing submitted yet"
	case FactLint:
		return fmt.Sprintf("%v (%v)", p["text"], p["path"])
	case FactAccepts:
		return "the form takes an answer" + with(p["values"])
	case FactRefuses:
		return "the form refuses an answer" + with(p["values"])
	case FactProblem:
		return fmt.Sprintf("the problem %v of the field %v", p["code"], p["field"])
	}
	return f.Code
}
