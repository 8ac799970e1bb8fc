package web

import (
	"encoding/json"

	"askback/playground/host"
)

// sampleCompared is a call of notes_delete under both versions.
func sampleCompared() host.Comparison {
	c := host.Comparison{
		N: 1, Call: 1, Tool: "notes_delete", Args: json.RawMessage(`{"title":"TPS report"}`), Results: host.Alike,
		Stages: []host.Stage{
			{Kind: host.StageHello, Seqs: [2][]int{{1, 2, 3, 4, 5}, nil}, Notes: host.EraHandshake},
			{Kind: host.StageCall, Seqs: [2][]int{{6}, {1}}, Notes: host.EraMeta},
			{Kind: host.StageAsk, Seqs: [2][]int{{9}, {4}}, Notes: host.EraServerAsks | host.EraInputRequired},
			{Kind: host.StageAnswer, Seqs: [2][]int{{10}, {5}}, Notes: host.EraRetry},
			{Kind: host.StageResult, Seqs: [2][]int{{11}, {6}}},
		},
	}
	for i, lines := range [][]string{sampleAnswered, sampleRounds} {
		era := host.Eras()[i]
		w := host.ViewTrace(sampleTrace(era, lines...))
		c.Sides[i] = host.ComparedSide{Era: era, Messages: w.Messages, Analysis: w.Analysis}
	}
	return c
}

// compareStates are the states of a comparison that differ in kind.
func compareStates() map[string]host.State {
	compared := func(change func(*host.Comparison)) host.State {
		return with(sampleDone(), func(s *host.State) {
			c := sampleCompared()
			change(&c)
			s.Compare = &c
		})
	}
	return map[string]host.State{
		"compare": compared(func(c *host.Comparison) { c.Sides[0].Selected, c.Sides[1].Selected = 9, 4 }),
		"compare-running": compared(func(c *host.Comparison) {
			*c = host.Comparison{N: 1, Tool: c.Tool, Args: c.Args, Running: true}
		}),
		"compare-waits": compared(func(c *host.Comparison) {
			c.Results, c.Stages = host.NotBoth, c.Stages[:3]
			c.Sides[0].Waits, c.Sides[1].Waits = host.WaitsForAnswer, host.WaitsForConsent
		}),
		"compare-failed": compared(func(c *host.Comparison) {
			c.Call, c.Results, c.Stages = 0, host.Unlike, c.Stages[:2]
			c.Sides[0].Waits = host.WaitsForAnswer
			c.Sides[1].Cause = host.Cause{Code: host.CauseNoAnswer, Number: 30}
		}),
		"compare-not": with(sampleDone(), func(s *host.State) {
			s.Address, s.ToolUncompared = "http://localhost:3001/mcp", host.UncomparedElsewhere
			for i := range s.Calls {
				s.Calls[i].Uncompared = host.UncomparedLate
			}
		}),
	}
}
