package outside

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/exercise"
	"askback/playground/exercise/kit"
	"askback/playground/form"
)

// asServer in the environment makes the test program a server.
const asServer = "ASKBACK_TEST_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		kit.Serve(careless)
		return
	}
	os.Exit(m.Run())
}

// careless is a server that asks before it removes a file of the first root, and
// acts on an answer as often as it comes.
func careless(k kit.Kit) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "careless", Version: "1"}, nil)
	asker := k.Asker()
	asker.Install(server)
	ask.AddTool(server, asker, &mcp.Tool{Name: "remove"}, func(ctx context.Context, q *ask.Q, _ struct{}) (struct{}, error) {
		roots, err := q.Roots(ctx)
		if err != nil {
			return struct{}{}, err
		}
		if _, err := q.Form(ctx, "ok", "Remove it?", form.Object(form.Boolean("ok", ""))); err != nil {
			return struct{}{}, err
		}
		files, err := notesfs.OpenDir("/", ".")
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, files.Remove(roots[0].Name + "/a.md")
	})
	return server
}

const pack = `# it
%s
-- exercise.yaml --
id: careless
version: 1
kind: code
eras: [2026-07-28]
level: easy
minutes: 1
title: {en: Careless}
roots: [home/alice]
checks: {it: {en: It}}
wrong: {w: it}
-- brief.en.md --
Brief.
-- hints.en.md --
Hint.
-- fs/home/alice/a.md --
alpha
-- later/a.md --
alpha
-- starter/server.go --
package main
-- solution/server.go --
package main
-- wrong/w/server.go --
package main
`

// What is sent once more to a server in a directory is what was sent: its roots
// lead to that directory, though the record says nothing of it.
func TestSentOnceMore(t *testing.T) {
	t.Setenv(asServer, "1")
	bench, err := Command(os.Args[:1])
	if err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{
		"resend":         "call remove\nanswer accept ok=true\nwrite fs/home/alice/a.md a.md\nresend\nresult ok\ngone fs/home/alice/a.md",
		"twice":          "call remove\ntwice accept ok=true\ngone fs/home/alice/a.md",
		"another server": "call remove\nanswer accept ok=true\nwrite fs/home/alice/a.md a.md\nresend state=foreign\nresult refused damaged\nunchanged",
	} {
		t.Run(name, func(t *testing.T) {
			p, err := exercise.Parse("careless", fmt.Appendf(nil, pack, script))
			if err != nil {
				t.Fatal(err)
			}
			report, err := exercise.Grade(t.Context(), p, bench, exercise.GradeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if v := report.Verdicts[0]; !v.Right {
				t.Errorf("%s: expected %s; seen: %s", v.Command, v.Expected.Message(), v.Seen.Message())
			}
		})
	}
}

// A response over HTTP that never ends does not fill the memory.
func TestEndlessResponse(t *testing.T) {
	block := bytes.Repeat([]byte("x"), 1<<20)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for err := error(nil); err == nil; {
			_, err = w.Write(block)
		}
	}))
	defer server.Close()
	p, err := exercise.Parse("careless", fmt.Appendf(nil, pack, "call remove"))
	if err != nil {
		t.Fatal(err)
	}
	report, err := exercise.Grade(t.Context(), p, URL(server.URL), exercise.GradeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if v := report.Verdicts[0]; v.Right || v.Seen.Code != exercise.FactEnded || !strings.Contains(v.Seen.Message(), "more than 16777216 bytes") {
		t.Errorf("right is %v, seen %s", v.Right, v.Seen.Message())
	}
}
