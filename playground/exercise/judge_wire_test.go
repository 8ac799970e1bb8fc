package exercise_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/exercise"
	"askback/playground/exercise/kit"
)

// told is a pack around a script, with one note inside the root and one outside.
const told = `%s
-- exercise.yaml --
id: told
version: 1
kind: code
eras: [2025-11-25, 2026-07-28]
level: easy
minutes: 1
order: 1
title: {en: Told}
roots: [home/alice]
checks: {it: {en: It}}
wrong: {none: it}
-- brief.en.md --
-
-- hints.en.md --
-
-- fs/home/alice/a.md --
apples
-- fs/home/bob/b.md --
pears
-- later/c.md --
cherries
-- starter/server.go --
-- solution/server.go --
-- wrong/none/server.go --
`

// teller reads notes within the roots, and has its own ways to go wrong.
func teller(k kit.Kit) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "teller", Version: "1"}, nil)
	asker := k.Asker()
	asker.Install(server)
	type input struct {
		Name string `json:"name"`
	}
	type output struct {
		Text string `json:"text"`
	}
	ask.AddTool(server, asker, &mcp.Tool{Name: "read"}, func(ctx context.Context, q *ask.Q, in input) (output, error) {
		list, err := q.Roots(ctx)
		if err != nil {
			return output{}, err
		}
		var names []string
		for _, root := range list {
			names = append(names, root.Name)
		}
		if err := k.Files.SetRoots(names); err != nil {
			return output{}, err
		}
		data, err := k.Files.ReadFile(in.Name)
		return output{Text: string(data)}, err
	})
	ask.AddTool(server, asker, &mcp.Tool{Name: "panic"}, func(context.Context, *ask.Q, input) (output, error) {
		return output{Text: os.Args[len(os.Args)]}, nil
	})
	return server
}

func TestDrivenChecks(t *testing.T) {
	for name, tc := range map[string]struct {
		script string
		seen   string // empty: the check is right
	}{
		"a root as a URI":                {"roots file:///home/%61lice\ncall read name=home/alice/a.md\nresult ok text~=apples", ""},
		"all of the tree as a URI":       {"roots file:///\ncall read name=home/bob/b.md\nresult ok text~=pears", ""},
		"nothing told":                   {"call read name=home/alice/a.md\nresult ok\nhides pears Cherries", ""},
		"told in a result":               {"call read name=home/alice/a.md\nresult ok\nhides pears APPLES", `a text with "APPLES" in it`},
		"told before":                    {"call read name=home/alice/a.md\ncall read name=home/alice/b.md\nresult error\nhides apples", ""},
		"told in an error":               {"call read name=home/bob/b.md\nresult error\nhides bob", `a text with "bob" in it`},
		"a server that bounds itself":    {"call read name=home/alice/a.md\nresult ok\nwrite fs/home/bob/c.md c.md\ncall read name=home/bob/c.md\nresult error\nsame fs/home/bob/c.md", ""},
		"other capabilities":             {"call read name=home/alice/a.md\nresult ok\ncapabilities form\ncall read name=home/alice/a.md\nresult error\nsent roots/list 0\ncapabilities roots\ncall read name=home/alice/a.md\nresult ok", ""},
		"a panic is an error":            {"call panic name=x\nresult refused 'at judge_wire_test.go:'", ""},
		"a panic is no end of the check": {"call panic name=x\nresult refused\ncall read name=home/alice/a.md\nresult ok text~=apples", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := exercise.Parse("told", fmt.Appendf(nil, told, "# it\n"+tc.script+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			report, err := exercise.Grade(t.Context(), p, exercise.InProcess(teller), exercise.GradeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Verdicts) != 2 {
				t.Fatalf("%d verdicts for two protocol versions", len(report.Verdicts))
			}
			for _, v := range report.Verdicts {
				seen := ""
				if !v.Right {
					seen = v.Seen.Message()
				}
				if seen == "" != (tc.seen == "") || !strings.Contains(seen, tc.seen) {
					t.Errorf("%s, line %d: seen %q, want %q", v.Era, v.Line, seen, tc.seen)
				}
			}
		})
	}
}
