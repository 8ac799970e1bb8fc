package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/ask"
)

// asCommand makes the test program the playground command, so that tests can kill
// it.
const asCommand = "ASKBACK_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// Killed at whatever moment, the server leaves each note whole, as it was or as it
// was to be, and once. The moments are random: some time after a random number
// of answers, with calls of other writers under way.
func TestKilled(t *testing.T) {
	const rounds, writers, answers = 8, 4, 30
	dir, _ := notesDir(t)
	dice := rand.New(rand.NewPCG(13, 12))
	all := make([]*writer, writers)
	for i := range all {
		all[i] = &writer{t: t, id: i, dice: rand.New(rand.NewPCG(13, uint64(i)))}
	}
	for round := range rounds {
		command := exec.CommandContext(t.Context(), os.Args[0], "mcp", "-root", dir)
		command.Env = append(os.Environ(), asCommand+"=1")
		stdin, err := command.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		// Not by dial: nobody is asked who could say no.
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{Capabilities: ask.Capabilities(ask.V20251125)})
		client.AddReceivingMiddleware(ask.Answering(ask.V20251125, yes{}))
		session, err := client.Connect(t.Context(), ask.Wire(&mcp.IOTransport{Reader: stdout, Writer: stdin}), &mcp.ClientSessionOptions{ProtocolVersion: ask.V20251125})
		if err != nil {
			t.Fatal(err)
		}
		var left atomic.Int64
		left.Store(1 + dice.Int64N(answers))
		later := time.Duration(dice.Int64N(int64(4 * time.Millisecond)))
		var wait sync.WaitGroup
		for _, w := range all {
			wait.Go(func() {
				for w.step(session) {
					if left.Add(-1) == 0 {
						for at := time.Now(); time.Since(at) < later; {
							// the others go on
						}
						_ = command.Process.Kill()
					}
				}
			})
		}
		wait.Wait()
		_ = session.Close() // of a connection whose other end is gone
		_ = command.Wait()  // it was killed
		files := map[string]string{}
		err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && filepath.Ext(name) == ".md" {
				var data []byte
				data, err = os.ReadFile(name)
				files[strings.TrimPrefix(name, dir+"/")] = string(data)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range all {
			w.check(round, files)
		}
	}
}

// yes says yes to everything.
type yes struct{}

func (yes) Elicit(context.Context, *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	return ask.Accepted(map[string]any{"confirm": true}), nil
}

func (yes) Roots(context.Context) (*mcp.ListRootsResult, error) { return &mcp.ListRootsResult{}, nil }

// A writer creates, changes and archives notes of its own, one after the other,
// and knows what may be on the disk.
type writer struct {
	t    *testing.T
	id   int
	dice *rand.Rand

	notes []*kept
	now   *kept // the one that it works on
}

// kept is a note as its writer knows it.
type kept struct {
	title, id, revision string
	texts               []string // what it may hold
	archived            []bool   // where it may be
	absent              bool     // it may also not be there: nobody has said that it was created
}

// A reply is what the tools say.
type reply struct {
	ID, Revision, Outcome string
}

// step makes one call, and reports whether it was answered.
func (w *writer) step(session *mcp.ClientSession) bool {
	n := w.now
	switch {
	case n == nil || w.dice.IntN(4) == 0:
		title := fmt.Sprintf("Note %d of writer %d.", len(w.notes), w.id)
		n = &kept{title: title, texts: []string{w.text()}, archived: []bool{false}, absent: true}
		w.notes, w.now = append(w.notes, n), n
		r, ok := w.call(session, "notes_create", map[string]any{"title": title, "text": n.texts[0]})
		if ok {
			n.absent, n.id, n.revision = false, r.ID, r.Revision
		}
		return ok
	case w.dice.IntN(3) == 0:
		n.archived = []bool{false, true}
		_, ok := w.call(session, "notes_archive", map[string]any{"title": n.title})
		if ok {
			n.archived, w.now = []bool{true}, nil
		}
		return ok
	}
	n.texts = append(n.texts, w.text())
	r, ok := w.call(session, "notes_update", map[string]any{"id": n.id, "revision": n.revision, "text": n.texts[1]})
	if ok {
		n.texts, n.revision = n.texts[1:], r.Revision
	}
	return ok
}

// text is long enough to be written in several pieces.
func (w *writer) text() string {
	return fmt.Sprintf("begin\n%send\n", strings.Repeat(fmt.Sprintf("%d\n", w.dice.Int64()), 1+w.dice.IntN(2000)))
}

func (w *writer) call(session *mcp.ClientSession, tool string, args map[string]any) (reply, bool) {
	res, err := session.CallTool(w.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return reply{}, false // killed
	}
	raw, err := json.Marshal(res.StructuredContent)
	var r reply
	if err == nil && !res.IsError {
		err = json.Unmarshal(raw, &r)
	}
	if err != nil || res.IsError || r.Outcome != "" && r.Outcome != "archived" {
		w.t.Errorf("%s %v: %s %v", tool, args["title"], raw, res.Content)
		return reply{}, false
	}
	return r, true
}

// check compares what is on the disk with what may be, and goes on from there.
func (w *writer) check(round int, files map[string]string) {
	for _, n := range w.notes {
		name := strings.ToLower(strings.ReplaceAll(strings.TrimSuffix(n.title, "."), " ", "-")) + ".md"
		here, isHere := files[name]
		there, isThere := files["Archive/"+name]
		switch {
		case isHere && isThere:
			w.t.Errorf("round %d: %s is there twice", round, n.title)
		case !isHere && !isThere && !n.absent:
			w.t.Errorf("round %d: %s is lost", round, n.title)
		case isHere || isThere:
			_, text, ok := strings.Cut(strings.TrimPrefix(here+there, "---\n"), "---\n") // after the front matter
			if ok && slices.Contains(n.texts, text) {
				n.texts = []string{text}
			} else {
				w.t.Errorf("round %d: %s is half-written, or of another time: %.200q", round, n.title, here+there)
			}
			if !slices.Contains(n.archived, isThere) {
				w.t.Errorf("round %d: %s was moved, or moved back", round, n.title)
			}
			n.archived, n.absent = []bool{isThere}, false
		}
	}
	w.now = nil // nobody has said what its revision is
}
