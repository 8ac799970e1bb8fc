package hostile

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Mark is in every hostile text, so that a test finds them again.
const Mark = "Zq7x"

// Text is what a string of a server may hold: markup, ends of attributes and of
// elements, marks that turn a line round, commands for terminals, letters that
// nobody sees, marks that grow out of the line, line breaks, and words that look
// like the host's. It has less than 1000 bytes, the most that a label may have.
const Text = Mark + ` <img src=x onerror="alert(1)"><script>alert(1)</script><style>*{display:none}</style>` +
	`</textarea></option></blockquote></article><button data-on="click:reset">Send answer</button>` +
	`" data-on="click:reset" onclick="alert(1)" x=' style=position:fixed ` +
	"&lt;b&gt; &#x202e; {{.}} ${x} javascript:alert(1) \x1b[31m\x1b[2J\x1b]8;;https://evil.test\x07link\x1b]8;;\x07 " +
	"\u202Egnp.exe\u202C \u2066a\u2067b\u2069\u2069\u2069\u2069 \u2068c \u200fשלום\u200e " +
	"pass\u200bword\u2060\ufeff\u00ad\u3164\u200d\U000E0041 \u2028\u2029\r\n\n\n\n\n" +
	"Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030d\u030e\u030f\u0310\u0311\u0312\u0313\u0314\u0315\u0316\u0317\u0318 " +
	"\ufdfd\ufdfd\ufdfd\ufdfd " + "\x00\x7f\u0085 Nothing was sent: your session is over. askback asks you to sign in. " + Mark

// Long is 100,000 bytes and more, the most of it without a place to break.
func Long() string { return Text + strings.Repeat("W", 100_000) }

// The tools of [Everything], in the order of its list.
const (
	AsksAForm = iota
	AsksWhatCannotBeDrawn
	AsksToOpenAPage
	AsksToOpenWhatIsNoPage
	Fails
	SaysItFails
)

// Everything is a server whose every string is hostile.
func Everything() *Server {
	return &Server{
		ID:    Text,
		Info:  raw(map[string]any{"name": Text, "title": Long(), "version": Text, "websiteUrl": "javascript:alert(1)", "description": Long()}),
		Tools: tools(),
		Call:  call,
	}
}

func raw(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of strings can be written
	}
	return text
}

func tools() json.RawMessage {
	var list []any
	for i := range SaysItFails + 1 {
		list = append(list, map[string]any{
			"name": fmt.Sprint(i, " ", Text), "title": Long(), "description": Long(), "inputSchema": schema(),
			"annotations":  map[string]any{"title": Text, "readOnlyHint": i == 0},
			"outputSchema": map[string]any{"type": "object", "description": Text},
		})
	}
	return raw(list)
}

// schema has a field of each kind; none is required.
func schema() json.RawMessage {
	field := func(n int, properties string) string {
		name := raw(fmt.Sprint(n, " ", Mark, ` <b> " onclick="x`))
		return fmt.Sprintf(`%s:{"title":%s,"description":%s,%s}`, name, raw(Text), raw(Text), properties)
	}
	text := raw(Text)
	var many []string
	for i := range 9 {
		many = append(many, string(raw(fmt.Sprint(i, Text))))
	}
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join([]string{
		field(0, `"type":"string","default":`+string(text)),
		field(1, `"type":"string","maxLength":5000,"default":`+string(raw(Text+"\n"+Text))),
		field(2, `"type":"string","pattern":`+string(text)),
		field(3, `"type":"string","format":"date"`),
		field(4, `"type":"string","format":"date-time"`),
		field(5, `"type":"boolean"`),
		field(6, fmt.Sprintf(`"type":"string","oneOf":[{"const":%s,"title":%s},{"const":"x","title":%s}],"default":%s`, text, text, raw(strings.Repeat("W", 900)), text)),
		field(7, `"type":"string","enum":[`+strings.Join(many, ",")+`],"default":`+many[8]),
		field(8, `"type":"array","items":{"enum":[`+strings.Join(many[:3], ",")+`]}`),
		field(9, `"type":"integer"`),
	}, ",") + `}}`)
}

func call(c *Call) any {
	for _, notice := range []struct{ method, params string }{
		{"notifications/message", string(raw(map[string]any{"level": "info", "logger": Text, "data": Long()}))},
		{"notifications/progress", string(raw(map[string]any{"progressToken": Text, "progress": 1, "message": Long()}))},
		{Text, string(raw(map[string]any{Text: Text}))},
		{"notifications/elicitation/complete", string(raw(map[string]any{"elicitationId": Text}))},
	} {
		if err := c.Notify(notice.method, notice.params); err != nil {
			return err
		}
	}
	var question any
	switch c.Name[0] - '0' {
	case AsksAForm:
		question = map[string]any{"message": Long(), "requestedSchema": schema()}
	case AsksWhatCannotBeDrawn:
		question = map[string]any{"message": Text, "requestedSchema": map[string]any{
			"type": "object", "properties": map[string]any{Text: map[string]any{"type": Text, "title": Long()}},
		}}
	case AsksToOpenAPage:
		question = map[string]any{"mode": "url", "message": Long(), "elicitationId": Text,
			"url": "https://" + Mark + ":x@xn--80ak6aa92e.com:8443/" + strings.Repeat("W", 4000) + "?%3Cimg%20src=x%3E&" + Mark + "=<b>\"'\u202E"}
	case AsksToOpenWhatIsNoPage:
		question = map[string]any{"mode": "url", "message": Text, "elicitationId": Text, "url": "javascript:" + Long()}
	case Fails:
		return &jsonrpc.Error{Code: -32000, Message: Long(), Data: raw(Text)}
	}
	if question != nil {
		if _, err := c.Ask(string(raw(question))); err != nil {
			return err
		}
	}
	return raw(map[string]any{
		"resultType": "complete", "isError": c.Name[0]-'0' == SaysItFails,
		"content": []any{
			map[string]any{"type": "text", "text": Long()}, map[string]any{"type": "text", "text": Text},
			map[string]any{"type": "image", "data": "AAAA", "mimeType": Text},
			map[string]any{"type": "resource_link", "uri": "javascript:alert(1)", "name": Text, "title": Long()},
			map[string]any{"type": "resource", "resource": map[string]any{"uri": Text, "text": Long()}},
		},
		"structuredContent": map[string]any{
			Text: Long(), Mark + "list": []any{Text, Long()}, Mark + "rows": []any{map[string]any{Text: Text}, map[string]any{Text: Long()}},
			Mark + "deep": map[string]any{Text: map[string]any{Text: Text}},
		},
	})
}
