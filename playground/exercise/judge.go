package exercise

import (
	"strconv"
	"strings"
)

// judgeCommands look at what happened. They change nothing.
func judgeCommands() []command {
	return []command{
		{"asked", "form FIELD... | url | nothing", "exactly this is asked, and nothing beside it", nil, checkAsked, doAsked},
		{"offered", "VALUE...", "these options are offered, and only these", nil, atLeast(1), doOffered},
		{"titled", "[TITLE...]", "options are shown by these titles; without any, each by one of its own", nil, atLeast(0), doTitled},
		{"field", "NAME KIND [required | optional]", "the form has such a field", nil, checkField, doField},
		{"says", "TEXT...", "the question, or the error, has these texts in it", nil, atLeast(1), doSays},
		{"leads", "PREFIX", "the page to be opened begins like this", nil, exactly(1), doLeads},
		{"identified", "yes | no", "the question has an elicitationId, or has none", nil, oneOf("yes", "no"), doIdentified},
		{"result", "ok [KEY=VALUE...] | error [TEXT] | tool-error [TEXT] | refused [TEXT]", "the call has ended like this", nil, checkResult, doResult},
		{"gone", "FILE...", "there is no such file any more", nil, files(1, -1), doGone},
		{"there", "FILE...", "there is such a file", nil, files(1, -1), doThere},
		{"same", "FILE...", "the file is as it was when the tool was called", nil, files(1, -1), doSame},
		{"changed", "FILE...", "the file is there, and not as it was", nil, files(1, -1), doChanged},
		{"created", "FILE...", "the file is there, and was not", nil, files(1, -1), doCreated},
		{"moved", "OLD NEW", "the content of a file is at another name now", nil, files(2, 2), doMoved},
		{"holds", "FILE TEXT", "the file has this text in it", nil, checkHolds, doHolds},
		{"empty", "FILE...", "the file is there, with nothing in it", nil, files(1, -1), doEmpty},
		{"unchanged", "[except FILE...]", "all files are as they were, but for these", nil, checkUnchanged, doUnchanged},
		{"hides", "TEXT...", "nothing that the server has sent since the tool was called has these texts in it", nil, atLeast(1), doHides},
		{"sent", "METHOD COUNT[+]", "so many, or at least so many, of these have passed since the tool was called, in either direction", nil, checkSent, doSent},
		{"rounds", "COUNT", "the call took so many requests", nil, checkCount, doRounds},
		{"notified", "COUNT", "so many notices have come that the page is finished, none to a host that was not asked", []Kind{Code}, checkCount, doNotified},
		{"listed", "TOOL [HINT=VALUE...]", "the server lists this tool, with these annotations", nil, checkListed, doListed},
		{"set", "NAME=KEY", "set a variable from the result, for $NAME in later lines", nil, checkSet, doSet},
	}
}

func doResult(r *run, args []string) error {
	wants, err := []want(nil), error(nil)
	part := strings.Join(args[1:], " ")
	expected := fact(map[string]string{"error": FactError, "tool-error": FactToolError, "refused": FactRefused}[args[0]], "text", part)
	if args[0] == "ok" {
		if wants, err = readWants(args[1:]); err != nil {
			return err
		}
		expected = fact(FactOK, "values", wantTexts(wants))
	}
	if r.call == nil || r.call.result == nil || r.driven && r.question() != nil {
		return r.fail(expected, r.now())
	}
	r.ended = true
	res := r.call.result
	right := map[string]bool{
		"ok": !res.isError, "error": res.isError, "tool-error": res.isError && res.code == 0, "refused": res.code != 0,
	}[args[0]]
	if !right {
		return r.fail(expected, res.fact())
	}
	if args[0] != "ok" {
		if !strings.Contains(strings.ToLower(res.text), strings.ToLower(part)) {
			return r.fail(expected, res.fact())
		}
		return nil
	}
	if w, ok := unmet(wants, res.structured); ok {
		return r.fail(w.fact(), fact(FactValue, "key", w.key, "value", shorten(asText(lookUp(res.structured, w.key)))))
	}
	return nil
}

func doSent(r *run, args []string) error {
	want, atLeast := sentCount(args[1])
	from, to := r.span()
	got := 0
	for _, m := range r.messages {
		if m.Seq >= from && m.Seq <= to {
			got += mentions(m, args[0])
		}
	}
	if got != want && !(atLeast && got > want) {
		return r.fail(fact(FactMessages, "method", args[0], "count", args[1]), fact(FactMessages, "method", args[0], "count", got))
	}
	return nil
}

// sentCount reads a count that may be followed by +.
func sentCount(arg string) (n int, atLeast bool) {
	digits, atLeast := strings.CutSuffix(arg, "+")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1, false
	}
	return n, atLeast
}

func doRounds(r *run, args []string) error {
	want, _ := strconv.Atoi(args[0])
	if r.call == nil {
		return r.fail(fact(FactRounds, "count", want), fact(FactNoCall))
	}
	if r.call.rounds != want {
		return r.fail(fact(FactRounds, "count", want), fact(FactRounds, "count", r.call.rounds))
	}
	return nil
}

func doListed(r *run, args []string) error {
	wants, err := readWants(args[1:])
	if err != nil {
		return err
	}
	t, ok := r.tools[args[0]]
	if !ok {
		return &failure{fact(FactTool, "tool", args[0]), fact(FactNoTool, "tool", args[0]), 0}
	}
	if w, ok := unmet(wants, t.Annotations); ok {
		got := fact(FactHint, "tool", args[0], "hint", w.key, "value", asText(lookUp(t.Annotations, w.key)))
		return &failure{fact(FactHint, "tool", args[0], "hint", w.key, "value", w.value), got, t.seq}
	}
	return nil
}

func doSet(r *run, args []string) error {
	name, key, _ := strings.Cut(args[0], "=")
	if r.call == nil || r.call.result == nil {
		return r.fail(fact(FactSome, "key", key), r.now())
	}
	v := lookUp(r.call.result.structured, key)
	if isEmpty(v) {
		return r.fail(fact(FactSome, "key", key), fact(FactValue, "key", key, "value", asText(v)))
	}
	return r.state.Setenv(name, asText(v))
}
