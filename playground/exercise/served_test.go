package exercise_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
	"askback/playground/exercise"
	"askback/playground/exercise/kit"
	"askback/playground/form"
)

// served grades a server by a script: one check, under the versions given.
func served(t *testing.T, eras, heading, script string, newServer func(kit.Kit) *mcp.Server) *exercise.Report {
	t.Helper()
	return servedWithin(t, 0, eras, heading, script, newServer)
}

// servedWithin gives the check so much time.
func servedWithin(t *testing.T, budget time.Duration, eras, heading, script string, newServer func(kit.Kit) *mcp.Server) *exercise.Report {
	t.Helper()
	p, err := exercise.Parse("served", fmt.Appendf(nil, servedPack, heading, script, eras))
	if err != nil {
		t.Fatal(err)
	}
	report, err := exercise.Grade(t.Context(), p, exercise.InProcess(newServer), exercise.GradeOptions{Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

const servedPack = `# it%s
%s
-- exercise.yaml --
id: served
version: 1
kind: code
eras: [%s]
level: easy
minutes: 1
title: {en: Served}
roots: [home/alice]
checks: {it: {en: It}}
wrong: {w: it}
-- brief.en.md --
Brief.
-- hints.en.md --
Hint.
-- fs/home/alice/a.md --
alpha
-- later/b.md --
beta
-- starter/server.go --
package main
-- solution/server.go --
package main
-- wrong/w/server.go --
package main
`

// fixture is a server that does everything as it should.
func fixture(k kit.Kit) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "fixture", Version: "1"}, nil)
	asker := k.Asker()
	asker.Install(server)
	var tell func(context.Context) error
	page := k.Page("/page", func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Query().Get("id") != "right" {
			http.Error(w, "no such page", http.StatusNotFound)
			return
		}
		if req.Method == http.MethodPost {
			if err := errors.Join(k.Files.WriteFile("home/alice/done", nil, 0o644), tell(req.Context())); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		}
	})
	ask.AddTool(server, asker, &mcp.Tool{Name: "visit"}, func(ctx context.Context, q *ask.Q, _ struct{}) (struct{}, error) {
		answer, err := q.URL(ctx, "page", "Open it.", page+"?id=right")
		tell = answer.Finished
		return struct{}{}, err
	})
	ask.AddTool(server, asker, &mcp.Tool{Name: "twice"}, func(ctx context.Context, q *ask.Q, _ struct{}) (struct{}, error) {
		for _, key := range []string{"one", "two"} {
			if _, err := q.Form(ctx, key, key+"?", form.Object(form.Boolean(key, ""))); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, errors.Join(q.Commit(ctx), k.Files.WriteFile("home/alice/twice", nil, 0o644))
	})
	ask.AddTool(server, asker, &mcp.Tool{Name: "careless"}, func(ctx context.Context, q *ask.Q, _ struct{}) (struct{}, error) {
		return struct{}{}, act(ctx, q, k, "home/alice/careless", func() error { return nil })
	})
	var one sync.Mutex // one call at a time
	ask.AddTool(server, asker, &mcp.Tool{Name: "locked"}, func(ctx context.Context, q *ask.Q, _ struct{}) (struct{}, error) {
		one.Lock()
		defer one.Unlock()
		return struct{}{}, act(ctx, q, k, "home/alice/locked", func() error { return q.Commit(ctx) })
	})
	ask.AddResourceTemplate(server, asker, &mcp.ResourceTemplate{Name: "files", URITemplate: "file:///{+path}"},
		func(_ context.Context, _ *ask.Q, uri string) (*mcp.ReadResourceResult, error) {
			data, err := k.Files.ReadFile(strings.TrimPrefix(uri, "file:///"))
			if err != nil {
				return nil, mcp.ResourceNotFoundError(uri)
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, Text: string(data)}}}, nil
		})
	return server
}

// act asks, looks at a file, commits, and makes another.
func act(ctx context.Context, q *ask.Q, k kit.Kit, name string, commit func() error) error {
	if _, err := q.Form(ctx, "ok", "ok?", form.Object(form.Boolean("ok", ""))); err != nil {
		return err
	}
	if _, err := k.Files.Stat("home/alice/a.md"); err != nil {
		return err
	}
	if err := commit(); err != nil {
		return err
	}
	return k.Files.WriteFile(name, nil, 0o644)
}

// A page that panics or hangs is told of, and takes nothing else with it.
func TestPages(t *testing.T) {
	for _, c := range []struct {
		seen   string
		budget time.Duration
		page   func(*http.Request)
	}{
		{`"the page panicked: no such thing"`, 0, func(*http.Request) { panic("no such thing") }},
		{"no answer within 1 seconds; the server was stopped", time.Second, func(*http.Request) { select {} }},
	} {
		report := servedWithin(t, c.budget, "2025-11-25", "", "call visit\nanswer accept\nfinish anyway", func(k kit.Kit) *mcp.Server {
			server := mcp.NewServer(&mcp.Implementation{Name: "pages", Version: "1"}, nil)
			url := k.Page("/page", func(_ http.ResponseWriter, req *http.Request) { c.page(req) })
			mcp.AddTool(server, &mcp.Tool{Name: "visit"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, struct{}, error) {
				_, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Mode: "url", Message: "Open it.", URL: url, ElicitationID: "1"})
				return nil, struct{}{}, err
			})
			return server
		})
		if v := report.Verdicts[0]; v.Right || v.Seen.Message() != c.seen {
			t.Errorf("right is %v, seen %+v; want %s", v.Right, v.Seen, c.seen)
		}
	}
}

// What the commands do to a server, and what they say of it. Each script is right
// but where seen says what its last line sees.
func TestServed(t *testing.T) {
	const (
		both  = "2025-11-25, 2026-07-28"
		asks  = "call visit\nanswer accept\n"
		twice = "call twice\nanswer accept one=true\nanswer accept two=true\n"
	)
	for name, c := range map[string]struct{ eras, heading, script, seen string }{
		"page finished":           {both, "", asks + "finish\nthere fs/home/alice/done", ""},
		"no page":                 {both, "", "call twice\nfinish", "a form with the fields one"},
		"page without id":         {both, "", asks + "finish stripped\nunchanged", ""},
		"page not refused":        {both, "", asks + "call visit\nanswer accept\nfinish earlier", "the status 200"},
		"page tampered with":      {both, "", asks + "finish flipped\nunchanged", ""},
		"page before":             {both, "", asks + "finish earlier", "a result"},
		"told":                    {"2025-11-25", "", asks + "notified 0\nhost b\nfinish\nnotified 1\nfinish\nnotified 2", ""},
		"told too little":         {"2025-11-25", "", asks + "notified 1", "0 notices to the host that was asked that the page is finished"},
		"nobody told":             {"2026-07-28", "", asks + "finish\nnotified 0", ""},
		"resource":                {both, "", "read fs/home/alice/a.md\nresult ok contents.0.text~=ALPHA\nsays alpha\nread file:///home/alice/none\nresult refused", ""},
		"resource of other text":  {both, "", "read file:///home/alice/a.md\nresult ok contents.0.text=beta", "contents.0.text is \"alpha\\n\""},
		"state changed anywhere":  {"2026-07-28", "", twice + "resend state=everywhere", ""},
		"state spelled otherwise": {"2026-07-28", "", twice + "resend state=respelled\nresult refused", ""},
		"state of another":        {"2026-07-28", "", twice + "resend state=foreign\nresult refused damaged\nresend round=2 state=foreign\nresult refused damaged", ""},
		"round before":            {"2026-07-28", "", "call twice\nanswer accept one=true\nstop\nresend round=2\nasked form two", ""},
		"no such round":           {"2026-07-28", "", "call twice\nresend round=3", "1 requests for the call"},
		"time passes":             {"2026-07-28", "", "call twice\npass 59m\nanswer accept one=true\npass 2m\nanswer accept two=true\nresult refused expired\nunchanged", ""},
		"no time passes":          {"2026-07-28", "", "call twice\npass 59m\nanswer accept one=true\nanswer accept two=true\nresult refused", "a result"},
		"two copies":              {"2026-07-28", "", "call twice\nanswer accept one=true\ntwice accept two=true\nthere fs/home/alice/twice", ""},
		"two copies acted on":     {"2026-07-28", "", "call careless\ntwice accept ok=true", "2 of two copies of one answer acted on"},
		"two copies, one lock":    {"2026-07-28", "", "call locked\ntwice accept ok=true\nthere fs/home/alice/locked", ""},
		"nothing in it":           {both, "", "call careless\nanswer accept ok=true\nempty fs/home/alice/careless", ""},
		"something in it":         {both, "", "call careless\nempty fs/home/alice/a.md", "\"alpha\\n\""},
		"nothing to be empty":     {both, "", "call careless\nempty fs/home/alice/none", "fs/home/alice/none is gone"},
		"one version":             {both, " [2025-11-25]", "call twice\nsent elicitation/create 1\nrounds 1", ""},
		"not one version":         {both, " [!2025-11-25]", "call twice\nanswer accept one=true\nrounds 2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			report := served(t, c.eras, c.heading, c.script, fixture)
			if want := 1 + strings.Count(c.eras, ",") - strings.Count(c.heading, "["); len(report.Verdicts) != want {
				t.Fatalf("%d verdicts, want %d", len(report.Verdicts), want)
			}
			for _, v := range report.Verdicts {
				if v.Right != (c.seen == "") {
					t.Errorf("%s: right is %v: %s: %+v", v.Era, v.Right, v.Command, v.Seen)
				} else if !v.Right && v.Seen.Message() != c.seen {
					t.Errorf("%s: %s: seen %q, want %q", v.Era, v.Command, v.Seen.Message(), c.seen)
				}
			}
		})
	}
}

// A verdict says which call was looked at, and which message.
func TestLookedAt(t *testing.T) {
	for script, want := range map[string]int{
		"asked url":                  0,
		"call visit\nasked form one": 1,
		"call visit\nanswer decline\ncall twice\nasked url": 2,
	} {
		v := served(t, "2025-11-25", "", script, fixture).Verdicts[0]
		if v.Right || v.Call != want || (v.Seq == 0) != (want == 0) {
			t.Errorf("%q: %+v, want call %d", script, v, want)
		}
	}
}

// A notice to whoever is connected is one too many, and so is one of another
// question.
func TestNoticesAstray(t *testing.T) {
	astray := func(id string, everybody bool) func(kit.Kit) *mcp.Server {
		return func(k kit.Kit) *mcp.Server {
			server := mcp.NewServer(&mcp.Implementation{Name: "astray", Version: "1"}, nil)
			page := k.Page("/page", func(w http.ResponseWriter, req *http.Request) {
				for session := range server.Sessions() {
					if err := session.NotifyElicitationComplete(req.Context(), &mcp.ElicitationCompleteParams{ElicitationID: id}); err != nil {
						t.Error(err)
					}
					if !everybody {
						return
					}
				}
			})
			mcp.AddTool(server, &mcp.Tool{Name: "visit"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, struct{}, error) {
				_, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Mode: "url", Message: "Open it.", URL: page, ElicitationID: "1"})
				return nil, struct{}{}, err
			})
			return server
		}
	}
	for _, c := range []struct {
		seen   string
		server func(kit.Kit) *mcp.Server
	}{
		{`a notice of another question (elicitationId "2")`, astray("2", false)},
		{"a notice to a host that was not asked", astray("1", true)},
	} {
		report := served(t, "2025-11-25", "", "call visit\nanswer accept\nhost b\nfinish\nnotified 2", c.server)
		if v := report.Verdicts[0]; v.Right || v.Seen.Message() != c.seen {
			t.Errorf("right is %v, seen %+v; want %q", v.Right, v.Seen, c.seen)
		}
	}
}

// A state that nothing seals gets through somewhere.
func TestUnsealedState(t *testing.T) {
	server := func(kit.Kit) *mcp.Server {
		server := mcp.NewServer(&mcp.Implementation{Name: "unsealed", Version: "1"}, nil)
		mcp.AddTool(server, &mcp.Tool{Name: "once"}, func(_ context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, struct{}, error) {
			if state := req.Params.RequestState; strings.HasPrefix(state, "state:") {
				return nil, struct{}{}, nil
			} else if state != "" {
				return nil, struct{}{}, errors.New("no state of ours")
			}
			return &mcp.CallToolResult{RequestState: "state:1234", InputRequests: mcp.InputRequestMap{
				"ok": &mcp.ElicitParams{Mode: "form", Message: "ok?", RequestedSchema: []byte(`{"type":"object","properties":{"ok":{"type":"boolean"}}}`)},
			}}, struct{}{}, nil
		})
		return server
	}
	report := served(t, "2026-07-28", "", "call once\nanswer accept ok=true\nresend state=everywhere", server)
	if v := report.Verdicts[0]; v.Right || v.Expected.Code != exercise.FactError {
		t.Errorf("right is %v, expected %+v", v.Right, v.Expected)
	}
}

// Where the clock cannot be moved, a check in which time passes is not judged.
func TestUnjudged(t *testing.T) {
	p, err := exercise.Parse("served", fmt.Appendf(nil, servedPack, "", "call twice\npass 1h", "2026-07-28"))
	if err != nil {
		t.Fatal(err)
	}
	report, err := exercise.Grade(t.Context(), p, ownTime{exercise.InProcess(fixture)}, exercise.GradeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Verdicts) != 0 || strings.Join(report.Unjudged, " ") != "it" {
		t.Errorf("verdicts %v, unjudged %v", report.Verdicts, report.Unjudged)
	}
}

type ownTime struct{ exercise.Bench }

func (b ownTime) Place(ctx context.Context, p *exercise.Pack) (*exercise.Place, error) {
	place, err := b.Bench.Place(ctx, p)
	if err == nil {
		place.Pass = nil
	}
	return place, err
}

// Mistakes in the arguments are found when the pack is read.
func TestServedMistakes(t *testing.T) {
	for script, want := range map[string]string{
		"pass soon":           "no time that can pass",
		"pass -1h":            "no time that can pass",
		"finish it":           "write it as: finish",
		"notified much":       "no count",
		"resend round=1":      "the second request of a call",
		"resend state=broken": "write it as: resend",
		"read a b":            "write it as: read",
		"host":                "write it as: host",
	} {
		_, err := exercise.Parse("served", fmt.Appendf(nil, servedPack, "", script, "2026-07-28"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", script, err, want)
		}
	}
	for heading, want := range map[string]string{
		" [2025-11-25]":               "not among the eras",
		" [!2026-07-28]":              "leave no protocol version",
		" [2026-07-28] [!2026-07-28]": "leave no protocol version",
	} {
		_, err := exercise.Parse("served", fmt.Appendf(nil, servedPack, heading, "call a", "2026-07-28"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", heading, err, want)
		}
	}
}
