package page

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"askback/playground/host"
	"askback/tests/hostile"
)

// asking is a form mode question for these properties, as JSON, of which some are
// required.
func asking(properties string, required ...string) string {
	list, err := json.Marshal(append([]string{}, required...))
	if err != nil {
		panic(err) // strings can be written
	}
	return fmt.Sprintf(`{"message":"Please.","requestedSchema":{"type":"object","properties":%s,"required":%s}}`, properties, list)
}

func accept(content string) string { return `{"action":"accept","content":` + content + `}` }

const empty = `{"resultType":"complete","content":[]}`

// A report is a row of what was reported of other clients: what this page does.
type report struct {
	id, about string
	holds     holds
}

// holds is what the page does under each protocol version, or under one.
type holds map[string]func(t *testing.T, era string)

func under(era string, f func(*testing.T, string)) holds { return holds{era: f} }

func inBoth(f func(*testing.T, string)) holds { return holds{eras[0]: f, eras[1]: f} }

// answered is a report that is held by asking a question and looking on.
func answered(question string, f func(*person)) holds {
	return inBoth(func(t *testing.T, era string) {
		sit(t, era, []string{question}, func(p *person) {
			p.call()
			f(p)
		})
	})
}

func run(t *testing.T, reports []report) {
	for _, r := range reports {
		for era, f := range r.holds {
			t.Run(r.id+" "+r.about+" "+era, func(t *testing.T) { f(t, era) })
		}
	}
}

// A3 is one schema with all that was ignored.
const a3 = `{"name":{"type":"string","title":"Your name","default":"Ada"},
	"count":{"type":"integer","title":"How many","minimum":1,"maximum":5},
	"code":{"type":"string","title":"Code","pattern":"^[A-Z]{3}$"},
	"tags":{"type":"array","title":"Tags","items":{"type":"string","enum":["x","y"]}},
	"which":{"type":"string","title":"Which","oneOf":[{"const":"a","title":"Alpha"},{"const":"b","title":"Beta"}]}}`

// TestReportsOfForms is the rows of part (a) that concern a form on a page.
func TestReportsOfForms(t *testing.T) {
	run(t, []report{
		{"A1", "own keys", answered(asking(`{"f":{"type":"string","enum":["a","b"],"enumValues":["z"],"x-widget":"tabs"}}`), func(p *person) {
			p.fill("f/b", "on")
			p.press("Send answer")
			p.wantSent(accept(`{"f":"b"}`))
		})},
		{"A2", "the three actions", inBoth(func(t *testing.T, era string) {
			question := asking(`{"f":{"type":"string"}}`)
			for button, action := range map[string]string{"Decline": "decline", "Cancel (Esc)": "cancel"} {
				sit(t, era, []string{question}, func(p *person) {
					p.call()
					p.press(button)
					p.wantSent(`{"action":"` + action + `"}`)
				})
			}
		})},
		{"A3", "everything drawn and enforced", answered(asking(a3), func(p *person) {
			p.wantShown("questions", "Your name", "How many", "A whole number from 1 to 5.", "Alpha", "Beta", "Choose as many as you like")
			if got := p.holds("name"); !slices.Equal(got, []string{"Ada"}) {
				p.t.Errorf("the name is %q", got)
			}
			p.fill("How many", "6")
			p.fill("Code", "abc")
			p.fill("Tags/y", "on")
			p.fill("Which/Alpha", "on")
			p.press("Send answer")
			p.wantErrors(map[string]string{"How many": "This must be 5 or less.", "Code": "This must match the pattern ^[A-Z]{3}$."})
			p.wantNothingSent()
			p.fill("How many", "5")
			p.fill("Code", "ABC")
			p.press("Send answer")
			p.wantSent(accept(`{"code":"ABC","count":5,"name":"Ada","tags":["y"],"which":"a"}`))
		})},
		{"A4", "boolean", answered(asking(`{"must":{"type":"boolean"},"may":{"type":"boolean"}}`, "must"), func(p *person) {
			if n, _ := p.find("must"); get(n, "type") != "checkbox" {
				p.t.Errorf("the one that must be answered is a %s", get(n, "type"))
			}
			if n, _ := p.find("may/No answer"); get(n, "type") != "radio" || !has(n, "checked") {
				p.t.Error("the other has no third state")
			}
			p.fill("may/No", "on")
			p.fill("may/No answer", "on")
			p.press("Send answer")
			p.wantSent(accept(`{"must":false}`))
		})},
		{"A5", "defaults", inBoth(defaults)},
		{"A8", "all optional", answered(asking(`{"a":{"type":"string"},"b":{"type":"integer"},"c":{"enum":["x"]},"d":{"type":"boolean"},"e":{"type":"string","format":"date-time"}}`), func(p *person) {
			p.press("Send answer")
			p.wantSent(accept(`{}`))
		})},
		{"A9 A10", "choices of several", inBoth(func(t *testing.T, era string) {
			for _, items := range []string{
				`{"type":"string","enum":["a","b"]}`, `{"enum":["a","b"]}`, `{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`,
				`{"type":"string","anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`, `{"oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`,
			} {
				label := map[bool]string{true: "A", false: "a"}[strings.Contains(items, "title")]
				sit(t, era, []string{asking(`{"f":{"type":"array","minItems":1,"items":` + items + `}}`)}, func(p *person) {
					p.call()
					p.wantShown("questions", "Choose 1 or more; you have chosen 0.")
					p.fill("f/"+label, "on")
					p.wantShown("questions", "Choose 1 or more; you have chosen 1.")
					p.press("Send answer")
					p.wantSent(accept(`{"f":["a"]}`))
				})
			}
		})},
		{"A12 A13", "nothing is judged that is not accepted", inBoth(func(t *testing.T, era string) {
			for button, action := range map[string]string{"Decline": "decline", "Cancel (Esc)": "cancel"} {
				sit(t, era, []string{asking(`{"n":{"type":"integer"},"m":{"type":"string"}}`, "n", "m")}, func(p *person) {
					p.call()
					p.fill("n", "half a number")
					p.press(button)
					p.wantSent(`{"action":"` + action + `"}`)
				})
			}
		})},
		{"A14", "nothing is no answer to what is required", answered(asking(`{"n":{"type":"integer"},"m":{"type":"string"},"d":{"type":"string","format":"date"}}`, "n", "m", "d"), func(p *person) {
			p.press("Send answer")
			p.wantErrors(map[string]string{"n": "An answer is needed here.", "m": "An answer is needed here.", "d": "An answer is needed here."})
			p.wantNothingSent()
		})},
		{"A16", "formats", answered(asking(`{"e":{"type":"string","format":"email"},"u":{"type":"string","format":"uri"},"d":{"type":"string","format":"date"}}`), func(p *person) {
			p.fill("e", "nope")
			p.fill("u", "example.com")
			p.fill("d", "2026-02-30")
			p.press("Send answer")
			p.wantErrors(map[string]string{
				"e": "Write an email address like name@example.com.",
				"u": "Write a full address with its scheme, like https://example.com.",
				"d": "Write a date that exists as year-month-day, like 2026-07-28.",
			})
			p.fill("e", "ada@example.com")
			p.fill("u", "urn:x:y")
			p.fill("d", "2026-02-28")
			p.press("Send answer")
			p.wantSent(accept(`{"d":"2026-02-28","e":"ada@example.com","u":"urn:x:y"}`))
		})},
		{"A18", "what is unusual and clear", answered(asking(`{"a":{"type":["string","null"]},"b":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},
			"c":{"enum":["x"]},"d":{"type":"string","oneOf":[{"const":"","title":"None"},{"const":"y","title":"Some"}]}}`), func(p *person) {
			p.fill("a", "one")
			p.fill("c/x", "on")
			p.fill("d/None", "on")
			p.press("Send answer")
			p.wantSent(accept(`{"a":"one","c":"x","d":""}`))
		})},
		{"A18", "what cannot be drawn", inBoth(undrawable)},
		{"A21", "__proto__", answered(asking(`{"__proto__":{"type":"string"},"constructor":{"type":"string"}}`, "__proto__"), func(p *person) {
			p.fill("__proto__", "x")
			p.fill("constructor", "y")
			p.press("Send answer")
			p.wantSent(accept(`{"__proto__":"x","constructor":"y"}`))
		})},
		{"A24", "drafts that are no values", answered(asking(`{"n":{"type":"number"},"d":{"type":"string","format":"date"},"t":{"type":"string","format":"date-time"}}`), func(p *person) {
			p.fill("n", "abc")
			p.fill("t/Date", "2026-07-28")
			p.begin("d")
			p.wantErrors(map[string]string{
				"n": "Write a number in digits, with a point for decimals.",
				"d": "This is filled in only in part. Fill in the rest, or clear it.",
				"t": "There is a date and no time. Fill in the time too, or clear both.",
			})
			p.wantNothingSent()
			if got := p.holds("n"); !slices.Equal(got, []string{"abc"}) {
				p.t.Errorf("the number reads %q", got)
			}
			p.fill("n", "1.5")
			p.fill("t/Time", "09:30")
			p.fill("t/Time zone", "UTC-03:30")
			p.clear("d")
			p.press("Send answer")
			p.wantSent(accept(`{"n":1.5,"t":"2026-07-28T09:30:00-03:30"}`))
		})},
		{"A26 A27", "every field", answered(asking(`{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"integer"}}`, "a", "b", "c"), func(p *person) {
			p.fill("a", "1")
			p.fill("b", "2")
			p.fill("c", "3")
			p.press("Send answer")
			p.wantSent(accept(`{"a":"1","b":"2","c":3}`))
		})},
		{"A28 A29 A30", "the person's time", answered(asking(`{"f":{"type":"string"}}`), func(p *person) {
			<-time.After(25 * time.Hour)
			synctest.Wait()
			p.wantShown("calls", "waits for your answer")
			p.press("Send answer")
			p.wantShown("calls", "of which you took 90000.0 s")
			p.wantSent(accept(`{}`))
		})},
		// Under 2026-07-28 a server asks in the result of a call, so in neither way.
		{"A31", "more questions than can wait", under("2025-11-25", flood)},
		{"A32", "a question before the tools are there", under("2025-11-25", early)},
		{"A34", "private ids in _meta", answered(`{"message":"Please.","_meta":{"progressToken":7,"io.example/call":null},"requestedSchema":{"type":"object","properties":{"f":{"type":"string"}}}}`, func(p *person) {
			p.wantShown("questions", "asks you, for one")
			p.fill("f", "x")
			p.press("Send answer")
			p.wantSent(accept(`{"f":"x"}`))
		})},
		{"A36", "a result of nothing", inBoth(func(t *testing.T, era string) {
			serve(t, era, &person{}, &hostile.Server{}, func(p *person) {
				p.call()
				p.wantShown("calls", "done", "The result is empty.")
			})
		})},
		{"A37", "keys that nobody asked for", answered(asking(`{"a":{"type":"string"}}`), func(p *person) {
			q := p.host.State().Questions[0]
			p.do("answer", map[string]string{"id": q.ID}, [][2]string{{"a", "x"}, {"z", "1"}})
			p.wantSent(accept(`{"a":"x"}`))
		})},
	})
}

// defaults: each kind shows its default, sends it untouched, and can be emptied.
func defaults(t *testing.T, era string) {
	for property, sent := range map[string]string{
		`{"type":"string","default":"a b"}`:                                            `"a b"`,
		`{"type":"string","format":"email","default":"a@b.example"}`:                   `"a@b.example"`,
		`{"type":"string","format":"date","default":"2026-07-28"}`:                     `"2026-07-28"`,
		`{"type":"string","format":"date-time","default":"2026-07-28T09:30:15+05:45"}`: `"2026-07-28T09:30:15+05:45"`,
		`{"type":"string","format":"date-time","default":"2016-12-31T23:59:60Z"}`:      `"2016-12-31T23:59:60Z"`,
		`{"type":"number","default":1.50}`:                                             `1.5`,
		`{"type":"integer","default":9007199254740993}`:                                `9007199254740993`,
		`{"type":"boolean","default":true}`:                                            `true`,
		`{"type":"string","enum":["a","b"],"default":"b"}`:                             `"b"`,
		`{"type":"string","enum":["1","2","3","4","5","6","7","8"],"default":"8"}`:     `"8"`,
		`{"type":"array","items":{"enum":["a","b","c"]},"default":["c","b"]}`:          `["b","c"]`, // as drawn
	} {
		sit(t, era, []string{asking(`{"f":` + property + `}`)}, func(p *person) {
			p.call()
			p.press("Send answer")
			p.wantSent(accept(`{"f":` + sent + `}`))
		})
		for _, required := range []bool{false, true} {
			names := map[bool][]string{true: {"f"}}[required]
			sit(t, era, []string{asking(`{"f":`+property+`}`, names...)}, func(p *person) {
				p.call()
				p.empty()
				p.press("Send answer")
				switch {
				case required && strings.Contains(property, "boolean"):
					p.wantSent(accept(`{"f":false}`))
				case required && strings.Contains(property, "array"):
					p.wantSent(accept(`{"f":[]}`)) // nothing chosen is a choice
				case required:
					p.wantErrors(map[string]string{"f": "An answer is needed here."})
					p.wantNothingSent()
				default:
					p.wantSent(accept(`{}`))
				}
			})
		}
	}
}

// empty takes away what the field f holds, in the way its controls offer.
func (p *person) empty() {
	p.t.Helper()
	doc := p.asks()
	for n := range elements(doc) {
		switch {
		case has(n, "data-empties"):
			p.clear("f")
			return
		case get(n, "name") != "f":
		case n.Data == "select":
			for o := range elements(n) {
				set(o, "selected", "", get(o, "value") == "")
			}
		case get(n, "type") == "radio":
			set(n, "checked", "", get(n, "value") == "")
		case get(n, "type") == "checkbox":
			set(n, "checked", "", false)
		case get(n, "type") != "hidden":
			set(n, "value", "", true)
		}
	}
	for f := range elements(doc) {
		if isForm(f) {
			p.act(f, "input", controls(f))
		}
	}
}

// undrawable: the reason is shown, and the question can be declined.
func undrawable(t *testing.T, era string) {
	for schema, reason := range map[string]string{
		`{"type":"object","properties":{"f":{"type":"object","properties":{}}}}`:                "object",
		`{"type":"object","properties":{"f":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`: "anyOf",
		`{"type":"object","properties":{"f":{"type":"array","items":{"type":"object"}}}}`:       "list",
		`{"type":"object","properties":{"f":{"type":"string"}},"allOf":[{"required":["f"]}]}`:   "allOf",
		`{"type":"object","properties":{"f":{"type":"string"}},"required":["g"]}`:               "g",
		`{"type":"array"}`: "object",
		`{"type":"object","properties":{"f":{"type":"string","enum":[` + strings.Repeat(`"a",`, 1000) + `"b"]}}}`: "1000",
	} {
		sit(t, era, []string{`{"message":"Please.","requestedSchema":` + schema + `}`}, func(p *person) {
			p.call()
			p.wantShown("questions", "cannot be drawn", reason, "What it asked for")
			if p.button("Send answer") != nil {
				p.t.Error("it can be answered")
			}
			p.press("Decline")
			p.wantSent(`{"action":"decline"}`)
		})
	}
}

// flood: every question gets an answer, if only that there are too many.
func flood(t *testing.T, era string) {
	server := &hostile.Server{}
	server.Call = func(c *hostile.Call) any {
		refused := make(chan error)
		for range 30 {
			go func() {
				_, err := server.Ask(context.Background(), asking(`{"f":{"type":"string"}}`))
				refused <- err
			}()
		}
		for range 30 {
			if err := <-refused; err != nil && !strings.Contains(err.Error(), "20 questions wait for the person already") {
				return err
			}
		}
		return json.RawMessage(empty)
	}
	serve(t, era, &person{}, server, func(p *person) {
		p.call()
		p.wantShown("questions", "1 of 20 that wait", "20 of 20 that wait")
		for range 20 {
			p.press("Send answer")
		}
		p.wantShown("calls", "done")
	})
}

// early: a question that comes before the tools are listed is drawn, and can be
// answered.
func early(t *testing.T, era string) {
	synctest.Test(t, func(t *testing.T) {
		server := &hostile.Server{Silent: []string{"tools/list"}}
		p := &person{t: t, server: server}
		p.host = host.New(host.Options{Dial: server.Dial, Tree: noFiles{}, Era: era})
		p.host.Start()
		synctest.Wait()
		answer := make(chan string, 1)
		go func() {
			raw, err := server.Ask(t.Context(), asking(`{"f":{"type":"string"}}`))
			if err != nil {
				raw = []byte(err.Error())
			}
			answer <- string(raw)
		}()
		synctest.Wait()
		p.wantShown("questions", "asks you", "f")
		p.press("Decline")
		if got := <-answer; got != `{"action":"decline"}` {
			t.Errorf("the server got %s", got)
		}
		p.host.Close()
		synctest.Wait()
	})
}
