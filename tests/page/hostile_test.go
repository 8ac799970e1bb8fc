package page

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"askback/playground/host"
	"askback/tests/hostile"
)

// Whatever a server says in every string it controls, it brings no element and no
// attribute of a kind that a harmless server does not bring, and its words stand
// where everybody sees whose they are. TestHostileServer of tests/browser holds the
// same in a browser, and that nothing is pushed out of its place.
func TestHostileServer(t *testing.T) {
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			known := harmless(t, era)
			serve(t, era, &person{}, hostile.Everything(), func(p *person) {
				p.judge(known, "before any call")
				for i := range len(p.host.State().Tools) {
					p.do("tool", map[string]string{"name": p.host.State().Tools[i].Name}, nil)
					p.do("call", nil, nil)
					messages := p.host.State().Messages
					p.do("message", map[string]string{"seq": fmt.Sprint(messages[len(messages)-1].Seq)}, nil)
					p.judge(known, "after the call, with a message open")
					for _, q := range p.host.State().Questions {
						act := "decline"
						switch {
						case q.Form != nil:
							p.do("answer", map[string]string{"id": q.ID}, [][2]string{{q.Form.Fields[9].Name, "no number"}, {q.Form.Fields[3].Name, "2026"}})
							p.judge(known, "with errors")
						case q.Mode == host.ModeURL && q.Refused == nil:
							p.do("url-blocked", map[string]string{"id": q.ID}, nil)
							p.judge(known, "blocked")
							act = "url-opened"
						}
						p.do(act, map[string]string{"id": q.ID}, nil)
					}
				}
				p.judge(known, "at the end")
				if n := len(p.host.State().Visits); n != 1 {
					t.Errorf("%d pages were opened", n)
				}
			})
		})
	}
}

// last is the number of the last message that the page shows.
func last(doc *html.Node) (seq string) {
	for n := range elements(doc) {
		if has(n, "data-seq") {
			seq = get(n, "data-seq")
		}
	}
	return seq
}

// vocabulary is the elements and attributes of pages.
type vocabulary struct{ elements, attributes map[string]bool }

// harmless is the vocabulary of pages with a server that means well.
func harmless(t *testing.T, era string) vocabulary {
	known := vocabulary{map[string]bool{}, map[string]bool{}}
	learn := func(p *person) {
		for n := range elements(p.html()) {
			known.elements[n.Data] = true
			for _, a := range n.Attr {
				known.attributes[a.Key] = true
			}
		}
	}
	questions := []string{
		asking(a3, "name"), asking(`{"d":{"type":"string","format":"date-time","title":"When","description":"About it."},"l":{"type":"string","maxLength":500},"s":{"enum":["1","2","3","4","5","6","7","8"]},"n":{"type":"integer","minimum":0}}`, "n"),
		asking(`{"f":{"type":"null"}}`), visiting("https://ada@xn--80ak6aa92e.com:8443/"), visiting("javascript:x"),
	}
	sit(t, era, questions, func(p *person) {
		p.call()
		for range questions {
			learn(p)
			q := p.host.State().Questions[0]
			p.do("message", map[string]string{"seq": last(p.html())}, nil)
			p.do("answer", map[string]string{"id": q.ID}, nil)
			p.do("url-blocked", map[string]string{"id": q.ID}, nil)
			learn(p)
			p.do("url-opened", map[string]string{"id": q.ID}, nil)
			p.do("decline", map[string]string{"id": q.ID}, nil)
			learn(p)
		}
	})
	serve(t, era, &person{}, &hostile.Server{
		Tools: []byte(`[{"name":"one","title":"One","description":"It does.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},{"name":"two","inputSchema":{"type":"object"}}]`),
		Call: func(*hostile.Call) any {
			return json.RawMessage(empty)
		},
	}, func(p *person) {
		p.call()
		learn(p)
	})
	for _, result := range []string{
		`{"resultType":"complete","content":[{"type":"text","text":"` + strings.Repeat("x", 1000) + `"}]}`,
		`{"resultType":"complete","content":[],"structuredContent":{"a":[{"b":1},{"b":"2"}],"c":[1,{}],"d":{"e":""}}}`,
		`{"resultType":"complete","isError":true,"content":[{"type":"text","text":"no"},{"type":"image","data":"AAAA","mimeType":"image/png"}]}`,
	} {
		serve(t, era, &person{}, &hostile.Server{Call: func(*hostile.Call) any { return json.RawMessage(result) }}, func(p *person) {
			p.call()
			learn(p)
		})
	}
	return known
}

// judge holds what is true of the page at every moment.
func (p *person) judge(known vocabulary, when string) {
	p.t.Helper()
	doc := p.html()
	strange := map[string]bool{}
	found := 0
	for n := range elements(doc) {
		if !known.elements[n.Data] {
			strange["<"+n.Data+">"] = true
		}
		for _, a := range n.Attr {
			if !known.attributes[a.Key] {
				strange[a.Key+"="] = true
			}
			if a.Key == "aria-label" && !isIsolated(a.Val) {
				strange[a.Key+" that is not set apart: "+clip(a.Val)] = true
			}
			if a.Key == "href" && strings.Contains(a.Val, "javascript:") {
				strange["href="+clip(a.Val)] = true
			}
		}
		for c := range n.ChildNodes() {
			if c.Type != html.TextNode || !strings.Contains(c.Data, hostile.Mark) && !strings.ContainsFunc(c.Data, isControl) {
				continue
			}
			found++
			if n.Data != "textarea" && strings.ContainsFunc(c.Data, isControl) {
				strange["control characters in <"+n.Data+">: "+clip(c.Data)] = true
			}
			if !isIsolated(c.Data) && closest(n, isTheirs) == nil {
				strange["<"+n.Data+" class="+get(n, "class")+">, not set apart: "+clip(c.Data)] = true
			}
		}
	}
	for _, s := range slices.Sorted(maps.Keys(strange)) {
		p.t.Errorf("%s: %s", when, s)
	}
	if found < 10 {
		p.t.Errorf("%s: the page shows the texts in %d places only: the test sees too little", when, found)
	}
}

// isTheirs reports whether an element shows at its border that what is in it is a
// server's, or keeps it from turning round what is beside it.
func isTheirs(n *html.Node) bool {
	switch n.Data {
	case "bdi", "textarea", "input", "option", "pre":
		return true
	}
	return isClass(n, "theirs") || get(n, "dir") == "auto" || get(n, "dir") == "ltr"
}

// isIsolated reports whether each hostile text in a sentence of the host stands
// between the two characters that keep it apart.
func isIsolated(sentence string) bool {
	for {
		before, rest, more := strings.Cut(sentence, "\u2068")
		if strings.Contains(before, hostile.Mark) {
			return false
		}
		if !more {
			return true
		}
		_, sentence, more = strings.Cut(rest, "\u2069")
		if !more {
			return false
		}
	}
}

// isControl reports whether a browser, a terminal or nobody would see r.
func isControl(r rune) bool {
	return r != '\n' && r != '\t' && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2067 ||
		r == 0x200b || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0x3164 || r >= 0xe0000 && r <= 0xe007f
}

func clip(s string) string { return strings.ToValidUTF8(s[:min(len(s), 80)], "") }
