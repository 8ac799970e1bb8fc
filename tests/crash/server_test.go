package crash

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/notes"
)

// The variables that make this program the notes server, and its client, which
// works until it is killed.
const (
	dirVariable  = "ASKBACK_CRASH_DIR"
	seedVariable = "ASKBACK_CRASH_SEED"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(dirVariable); dir != "" {
		log.Fatal(work(context.Background(), dir, os.Getenv(seedVariable)))
	}
	os.Exit(m.Run())
}

// A person allows the root and agrees to everything.
type person struct{}

func (person) Elicit(context.Context, *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	return ask.Accepted(map[string]any{"confirm": true}), nil
}

func (person) Roots(context.Context) (*mcp.ListRootsResult, error) {
	return &mcp.ListRootsResult{Roots: []*mcp.Root{{URI: "file:///Notes"}}}, nil
}

// work calls tools and says on stdout what is about to become of a note, and that
// it has:
//
//	begin TITLE PLACE VERSION
//	done
func work(ctx context.Context, dir, seed string) error {
	asker, err := ask.New(nil)
	if err != nil {
		return err
	}
	server := notes.NewServer(notes.Options{
		View:  func(roots []string) (notesfs.View, error) { return notesfs.OpenDir(dir, roots...) },
		Asker: asker,
	})
	near, far := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, far, nil); err != nil {
		return err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "crash", Version: "1"}, &mcp.ClientOptions{
		Capabilities:   ask.Capabilities(ask.V20251125),
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	client.AddReceivingMiddleware(ask.Answering(ask.V20251125, person{}))
	session, err := client.Connect(ctx, ask.Wire(near), &mcp.ClientSessionOptions{ProtocolVersion: ask.V20251125})
	if err != nil {
		return err
	}
	number, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return err
	}
	w := &worker{session: session, dice: rand.New(rand.NewPCG(number, 0))}
	for {
		if err := w.step(ctx); err != nil {
			return err
		}
	}
}

type worker struct {
	session *mcp.ClientSession
	dice    *rand.Rand
	made    int
	live    []live
}

// A live note is one that is not archived.
type live struct {
	title, id, revision string
	version             int
}

// step creates, updates or archives a note.
func (w *worker) step(ctx context.Context) error {
	n := w.dice.IntN(10)
	if len(w.live) == 0 || n < 3 && len(w.live) < 10 {
		w.made++
		l := live{title: fmt.Sprintf("note-%04d", w.made), version: 1}
		res, err := w.call(ctx, l, "notes", "notes_create", map[string]any{"title": l.title, "text": text(l.title, 1)})
		if err == nil {
			l.id, l.revision = fmt.Sprint(res["id"]), fmt.Sprint(res["revision"])
			w.live = append(w.live, l)
		}
		return err
	}
	i := w.dice.IntN(len(w.live))
	if n < 8 {
		l := &w.live[i]
		l.version++
		res, err := w.call(ctx, *l, "notes", "notes_update", map[string]any{"id": l.id, "revision": l.revision, "text": text(l.title, l.version)})
		if err == nil {
			l.revision = fmt.Sprint(res["revision"])
		}
		return err
	}
	l := w.live[i]
	w.live = append(w.live[:i], w.live[i+1:]...)
	_, err := w.call(ctx, l, "archive", "notes_archive", map[string]any{"title": l.title})
	return err
}

// call calls a tool that should bring a note to a place and version.
func (w *worker) call(ctx context.Context, l live, place, tool string, args map[string]any) (map[string]any, error) {
	fmt.Printf("begin %s %s %d\n", l.title, place, l.version)
	res, err := ask.Call(ctx, w.session, ask.V20251125, &mcp.CallToolParams{Name: tool, Arguments: args}, person{}, func(int) {})
	if err != nil {
		return nil, err
	}
	out, ok := res.StructuredContent.(map[string]any)
	if res.IsError || !ok {
		return nil, fmt.Errorf("%s: %s", tool, res.Content[0].(*mcp.TextContent).Text)
	}
	fmt.Println("done")
	return out, nil
}

// text is what a note says in a version: long enough to be written in parts.
func text(title string, version int) string {
	return strings.Repeat(fmt.Sprintf("%s, version %d\n", title, version), 12_000)
}
