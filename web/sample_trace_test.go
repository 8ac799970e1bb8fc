package web

import (
	"fmt"
	"strings"
	"time"

	"askback/playground/host"
)

var sampleTime = time.Date(2026, 8, 22, 9, 0, 0, 0, time.UTC)

// sampleTrace makes a trace of lines such as
//
//	1003 < {"id":1,"method":"roots/list"}
//
// with the milliseconds, the direction and the message.
func sampleTrace(era string, lines ...string) []host.Message {
	var file strings.Builder
	for i, line := range lines {
		var ms int
		var dir string
		if _, err := fmt.Sscan(line, &ms, &dir); err != nil {
			panic(err)
		}
		_, message, _ := strings.Cut(line, "{")
		at := sampleTime.Add(time.Duration(ms) * time.Millisecond).Format(time.RFC3339Nano)
		fmt.Fprintf(&file, `{"seq":%d,"at":%q,"dir":%q,"era":%q,"message":{"jsonrpc":"2.0",%s}`+"\n",
			i+1, at, map[string]string{">": "to-server", "<": "to-host"}[dir], era, message)
	}
	messages, err := host.ReadTrace([]byte(file.String()))
	if err != nil {
		panic(err)
	}
	return messages
}

// watch has the person look at the whole trace, with one message in full.
func watch(s *host.State, messages []host.Message, selected int) {
	s.Messages = messages
	s.Wire = host.ViewTrace(messages)
	s.Wire.Selected = selected
}

// sampleHandshake begins a session of 2025-11-25.
var sampleHandshake = []string{
	`0 > {"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"askback","version":"0.1"}}}`,
	`4 < {"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"notes-server","version":"1.0.0"}}}`,
	`5 > {"method":"notifications/initialized"}`,
	`6 > {"id":2,"method":"tools/list"}`,
	`8 < {"id":2,"result":{"tools":[{"name":"notes_list","inputSchema":{"type":"object"}},{"name":"notes_delete","inputSchema":{"type":"object"}},{"name":"notes_setup","inputSchema":{"type":"object"}}]}}`,
}

var sampleAsk = append(sampleHandshake[:len(sampleHandshake):len(sampleHandshake)],
	`1008 > {"id":3,"method":"tools/call","params":{"name":"notes_delete","arguments":{"title":"TPS report"}}}`,
	`1009 < {"id":1,"method":"roots/list"}`,
	`1011 > {"id":1,"result":{"roots":[{"uri":"file:///home/alice/Documents/Notes","name":"Notes"},{"uri":"file:///home/alice/Scratch","name":"Scratch"}]}}`,
	`1012 < {"id":2,"method":"elicitation/create","params":{"mode":"form","message":"Three notes match “TPS report”. Which one should be deleted?","requestedSchema":{"type":"object","properties":{"note_id":{"type":"string"},"confirm":{"type":"boolean"}}}}}`,
)

var sampleAnswered = append(sampleAsk[:len(sampleAsk):len(sampleAsk)],
	`7012 > {"id":2,"result":{"action":"accept","content":{"note_id":"note-14","confirm":true}}}`,
	`7018 < {"id":3,"result":{"content":[{"type":"text","text":"deleted"}],"structuredContent":{"outcome":"deleted"}}}`,
	`8000 > {"id":4,"method":"tools/call","params":{"name":"no_such_tool"}}`,
	`8002 < {"id":4,"error":{"code":-32602,"message":"unknown tool"}}`,
)

// sampleRounds is a call of three rounds under 2026-07-28.
var sampleRounds = []string{
	`0 > {"id":3,"method":"tools/call","params":{"name":"notes_delete","arguments":{"title":"TPS report"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}},"roots":{}}}}}`,
	`2 < {"id":3,"result":{"resultType":"input_required","inputRequests":{"roots":{"method":"roots/list"}},"requestState":"s1"}}`,
	`3 > {"id":4,"method":"tools/call","params":{"name":"notes_delete","arguments":{"title":"TPS report"},"inputResponses":{"roots":{"roots":[{"uri":"file:///home/alice/Documents/Notes"}]}},"requestState":"s1"}}`,
	`5 < {"id":4,"result":{"resultType":"input_required","inputRequests":{"roots":{"method":"roots/list"},"which":{"method":"elicitation/create","params":{"message":"Which?","requestedSchema":{"type":"object","properties":{}}}}},"requestState":"s2"}}`,
	`6205 > {"id":5,"method":"tools/call","params":{"name":"notes_delete","arguments":{"title":"TPS report"},"inputResponses":{"roots":{"roots":[{"uri":"file:///home/alice/Documents/Notes"}]},"which":{"action":"accept","content":{"note_id":"note-14"}}},"requestState":"s2"}}`,
	`6210 < {"id":5,"result":{"resultType":"complete","content":[],"structuredContent":{"outcome":"deleted"}}}`,
}

// wireStates are the states of the wire that differ in kind.
func wireStates() map[string]host.State {
	return map[string]host.State{
		"wire-rounds": with(sampleReady(), func(s *host.State) {
			s.Era = "2026-07-28"
			watch(s, sampleTrace(s.Era, sampleRounds...), 4)
		}),
		"wire-list": with(sampleReady(), func(s *host.State) {
			watch(s, sampleTrace(s.Era, sampleAnswered...), 10)
			s.Wire.List, s.Wire.Wide = true, true
			s.Notes = []host.Note{{ID: 1, After: 7, Code: host.NoteConsentAsked, Server: s.Server}, {ID: 2, After: 7, Code: host.NoteShared, Server: s.Server, Roots: 2}}
		}),
		"wire-filtered": with(sampleReady(), func(s *host.State) {
			watch(s, sampleTrace(s.Era, sampleAnswered...), 9)
			s.Wire.Filter = host.Filter{Method: "elicitation/create", Exchange: 6}
			s.Wire.Shown, s.Wire.From, s.Wire.To = []int{9, 10}, 0, 2
			s.Wire.Query, s.Wire.Hits, s.Wire.Hit = "note_id", []int{9, 10}, 1
		}),
		"wire-imported": with(sampleQuestion(), func(s *host.State) {
			s.Wire = host.ViewTrace(sampleTrace("2026-07-28", sampleRounds[:3]...))
			s.Wire.Imported, s.Wire.Trace = &host.Imported{Name: "kept.jsonl", Total: 6, At: 3}, 1
		}),
		"wire-no-trace": with(sampleReady(), func(s *host.State) {
			s.Wire.ImportProblem = &host.TraceError{Line: 3, Problem: host.TraceNotJSON, Detail: "invalid character 'x'"}
		}),
		"wire-window": with(sampleReady(), func(s *host.State) {
			s.Wire.From, s.Wire.To = 1, 4
		}),
		"wire-nothing": with(sampleReady(), func(s *host.State) {
			s.Wire.Filter = host.Filter{Kind: "error"}
			s.Wire.Shown, s.Wire.From, s.Wire.To = nil, 0, 0
			s.Wire.Query = "nowhere"
		}),
	}
}
