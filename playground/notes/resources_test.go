package notes_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/notes"
)

// canList reports whether the version lets a server learn the roots when it is
// asked for a list.
func (b *bench) canList() bool { return b.Version() < ask.V20260728 }

// resources are the URIs of all pages, and how many pages there were.
func (b *bench) resources() (uris []string, pages int) {
	b.t.Helper()
	for cursor := ""; ; {
		res, err := b.ListResources(b.t.Context(), &mcp.ListResourcesParams{Cursor: cursor})
		if err != nil {
			b.t.Fatal(err)
		}
		if res.CacheScope != "private" {
			b.t.Errorf("cache scope %q: other users have other roots", res.CacheScope)
		}
		for _, r := range res.Resources {
			uris = append(uris, r.URI)
			if r.MIMEType != "text/markdown" || r.Title == "" || !strings.Contains(r.Name, "/") {
				b.t.Errorf("%+v", r)
			}
		}
		pages++
		if cursor = res.NextCursor; cursor == "" {
			return uris, pages
		}
	}
}

// notFoundCode is what the version has for a resource that is not there.
func (b *bench) notFoundCode() int64 {
	if b.Version() >= ask.V20260728 {
		return jsonrpc.CodeInvalidParams
	}
	return -32002
}

func TestResourcesRead(t *testing.T) {
	eachVersion(t, func(b *bench) {
		res, err := b.Read("note:///note-14")
		if err != nil {
			b.t.Fatal(err)
		}
		want, err := b.files.ReadFile(notesDir + "tps-2025.md")
		if err != nil {
			b.t.Fatal(err)
		}
		if c := res.Contents[0]; c.Text != string(want) || c.MIMEType != "text/markdown" || c.URI != "note:///note-14" {
			b.t.Errorf("%+v", c)
		}
		if res.CacheScope != "private" {
			b.t.Errorf("cache scope %q", res.CacheScope)
		}
		// Outside, absent and malformed cannot be told apart.
		for _, uri := range []string{"note:///note-100", "note:///nothing", "note:///..%2f..%2ftmp%2foutside", "note:///note%2D14"} {
			res, err := b.Read(uri)
			if code(err) != b.notFoundCode() || strings.Contains(err.Error(), "outside.md") {
				b.t.Errorf("%s: %v, %v", uri, res, err)
			}
		}
		b.Allow("file:///home/alice/Scratch")
		if _, err := b.Read("note:///note-14"); code(err) != b.notFoundCode() {
			b.t.Errorf("after the roots have changed: %v", err)
		}
		if len(b.person.Asked) > 0 {
			b.t.Error("reading asked the person")
		}
	})
}

func TestResourcesList(t *testing.T) {
	eachVersion(t, func(b *bench) {
		for _, dir := range []string{"many", "Archive"} {
			if err := b.files.MkdirAll(notesDir+dir, 0o755); err != nil {
				b.t.Fatal(err)
			}
		}
		for i := range 60 {
			b.write(fmt.Sprintf("%smany/%02d.md", notesDir, i), fmt.Sprintf("---\nid: many-%02d\n---\n# Many %d\n", i, i))
		}
		b.write(notesDir+"Archive/old.md", "---\nid: old\n---\n# Old\n")
		uris, pages := b.resources()
		if !b.canList() {
			if len(uris) > 0 {
				b.t.Errorf("listed %q without knowing the roots", uris)
			}
			return
		}
		if len(uris) != 64 || pages != 2 || !slices.Contains(uris, "note:///note-7") || !slices.Contains(uris, "note:///many-59") {
			b.t.Errorf("%d pages: %q", pages, uris)
		}
		if slices.Contains(uris, "note:///note-100") || slices.Contains(uris, "note:///old") {
			b.t.Errorf("outside or archived: %q", uris)
		}
		b.Allow()
		if uris, _ := b.resources(); len(uris) > 0 {
			b.t.Errorf("without roots: %q", uris)
		}
	})
}

func TestResourcesRefuseWhatNobodyMade(t *testing.T) {
	eachVersion(t, func(b *bench) {
		if _, err := b.ListResources(b.t.Context(), &mcp.ListResourcesParams{Cursor: "bm9uZQ"}); code(err) != jsonrpc.CodeInvalidParams {
			b.t.Errorf("cursor: %v", err)
		}
		for _, ref := range []*mcp.CompleteReference{{Type: "ref/resource", URI: "note:///x"}, {Type: "ref/prompt", Name: "x"}} {
			_, err := b.Complete(b.t.Context(), &mcp.CompleteParams{Ref: ref, Argument: mcp.CompleteParamsArgument{Name: "id"}})
			if code(err) != jsonrpc.CodeInvalidParams {
				b.t.Errorf("%+v: %v", ref, err)
			}
		}
	})
}

func TestResourcesComplete(t *testing.T) {
	eachVersion(t, func(b *bench) {
		complete := func(typed string) []string {
			b.t.Helper()
			res, err := b.Complete(b.t.Context(), &mcp.CompleteParams{
				Ref:      &mcp.CompleteReference{Type: "ref/resource", URI: "note:///{id}"},
				Argument: mcp.CompleteParamsArgument{Name: "id", Value: typed},
			})
			if err != nil {
				b.t.Fatal(err)
			}
			return res.Completion.Values
		}
		for typed, want := range map[string][]string{
			"tps": {"note-3", "note-7", "note-14"}, "Shop": {"note-99"}, "note-1": {"note-14"}, "outside": nil, "report": nil,
		} {
			if !b.canList() {
				want = nil
			}
			if got := complete(typed); !slices.Equal(got, want) {
				b.t.Errorf("%q: %q, want %q", typed, got, want)
			}
		}
	})
}

// hear returns where the URIs come of whose change the server tells. They come in
// order, but a call may end before what it caused has come: what must not come is
// shown by what comes next.
func (b *bench) hear() <-chan string {
	heard := make(chan string, 100)
	b.Hear(func(_ string, params mcp.Params) {
		if p, ok := params.(*mcp.ResourceUpdatedNotificationParams); ok {
			heard <- p.URI
		}
	})
	return heard
}

func (b *bench) subscribe(uri string) error {
	return b.Subscribe(context.Background(), &mcp.SubscribeParams{URI: uri})
}

func (b *bench) rename(id string) {
	b.t.Helper()
	if got := b.call("notes_rename", map[string]any{"id": id, "title": "Another title"}); got["error"] != nil {
		b.t.Errorf("renaming %s: %v", id, got)
	}
}

func TestResourcesSubscribe(t *testing.T) {
	eachVersion(t, func(b *bench) {
		if !b.canList() {
			return // TestResourcesOfOwnRoots has the newer way
		}
		b.person.Observe = nil
		heard := b.hear()
		for _, uri := range []string{"note:///note-99", "note:///note-7", "note:///note-14"} {
			if err := b.subscribe(uri); err != nil {
				b.t.Fatal(err)
			}
		}
		for _, uri := range []string{"note:///note-100", "note:///nothing", "file:///tmp/outside.md"} {
			if err := b.subscribe(uri); code(err) != jsonrpc.CodeInvalidParams {
				b.t.Errorf("%s: %v", uri, err)
			}
		}
		b.rename("note-3") // not subscribed
		b.call("notes_read", map[string]any{"id": "note-99"})
		b.call("notes_archive", map[string]any{"title": "2024"}, asktest.Reply{Action: ask.Decline})
		b.call("notes_archive", map[string]any{"title": "2024"}, confirm)
		b.call("notes_delete", map[string]any{"title": "2025"}, confirm)
		b.rename("note-99")
		if err := b.Unsubscribe(b.t.Context(), &mcp.UnsubscribeParams{URI: "note:///note-99"}); err != nil {
			b.t.Fatal(err)
		}
		b.rename("note-99")
		// A subscription ends with the roots under which it was made.
		if err := b.subscribe("note:///note-99"); err != nil {
			b.t.Fatal(err)
		}
		b.Allow(notesURI, "file:///home/alice/Scratch")
		b.rename("note-99")
		if err := b.subscribe("note:///note-3"); err != nil {
			b.t.Fatal(err)
		}
		b.rename("note-3")
		for _, want := range []string{"note:///note-7", "note:///note-14", "note:///note-99", "note:///note-3"} {
			if got := <-heard; got != want {
				b.t.Fatalf("heard of %s, want %s", got, want)
			}
		}
	})
}

// A session hears only of what is inside its own roots, whoever changes it.
func TestResourcesSubscribeApart(t *testing.T) {
	b := &bench{t: t, files: notesfs.New(nil)}
	if err := notes.Lesson(b.files); err != nil {
		t.Fatal(err)
	}
	s := b.server(nil)
	b.person = &asktest.Person{T: t, Allow: []string{notesURI}}
	b.Client = asktest.Connect(t, s, ask.V20251125, b.person)
	other := &bench{t: t, files: b.files, person: &asktest.Person{T: t, Allow: []string{"file:///home/alice/Scratch"}}}
	other.Client = asktest.Connect(t, s, ask.V20251125, other.person)
	heard := other.hear()
	if err := other.subscribe("note:///note-99"); code(err) != jsonrpc.CodeInvalidParams {
		t.Errorf("subscribed to what is outside: %v", err)
	}
	if uris, _ := other.resources(); !slices.Equal(uris, []string{"note:///note-41"}) {
		t.Errorf("listed %q", uris)
	}
	b.rename("note-99")
	if err := other.subscribe("note:///note-41"); err != nil {
		t.Fatal(err)
	}
	other.rename("note-41")
	if got := <-heard; got != "note:///note-41" {
		t.Errorf("heard of %s", got)
	}
}

// server is a notes server on the bench's files, with roots of its own unless nil.
func (b *bench) server(roots []string) *mcp.Server {
	b.t.Helper()
	asker, err := ask.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return notes.NewServer(notes.Options{
		View:  func(roots []string) (notesfs.View, error) { return notesfs.NewScope(b.files, roots...) },
		Roots: roots, Asker: asker,
	})
}

// With roots of the server's own nothing has to be asked, so a list works in every
// version.
func TestResourcesOfOwnRoots(t *testing.T) {
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			b := &bench{t: t, files: notesfs.New(nil), person: &asktest.Person{T: t}}
			if err := notes.Lesson(b.files); err != nil {
				t.Fatal(err)
			}
			b.Client = asktest.Connect(t, b.server(notes.LessonRoots()[:1]), version, b.person)
			if uris, _ := b.resources(); len(uris) != 4 {
				t.Errorf("listed %q", uris)
			}
			if _, err := b.Read("note:///note-100"); code(err) != b.notFoundCode() {
				t.Errorf("outside: %v", err)
			}
		})
	}
}

// Subscriptions to what is inside roots of the server's own work in every version;
// under 2026-07-28 by subscriptions/listen, whose acknowledgement says what is
// watched.
func TestSubscriptionsOfOwnRoots(t *testing.T) {
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			b := &bench{t: t, files: notesfs.New(nil)}
			if err := notes.Lesson(b.files); err != nil {
				t.Fatal(err)
			}
			heard, acknowledged := make(chan string, 1), make(chan []string, 2)
			c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			c.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					switch p := req.GetParams().(type) {
					case *mcp.ResourceUpdatedNotificationParams:
						heard <- p.URI
					case *mcp.SubscriptionsAcknowledgedParams:
						acknowledged <- p.Notifications.ResourceSubscriptions
					}
					return next(ctx, method, req)
				}
			})
			near, far := mcp.NewInMemoryTransports()
			ctx := context.Background() // the session ends by Close
			ss, err := b.server(notes.LessonRoots()[:1]).Connect(ctx, far, nil)
			if err != nil {
				t.Fatal(err)
			}
			cs, err := c.Connect(ctx, near, &mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				// A listen under way may still want to say that it ends: both may
				// fail, which is the SDK's and not what is tested.
				_ = cs.Close()
				_ = ss.Wait()
			}()
			older := version < ask.V20260728
			if err := cs.Subscribe(ctx, &mcp.SubscribeParams{URI: "note:///note-100"}); (err != nil) != older {
				t.Errorf("subscribing to what is outside: %v", err)
			}
			if err := cs.Subscribe(ctx, &mcp.SubscribeParams{URI: "note:///note-99"}); err != nil {
				t.Fatal(err)
			}
			if !older {
				if got := slices.Concat(<-acknowledged, <-acknowledged); !slices.Equal(got, []string{"note:///note-99"}) {
					t.Errorf("acknowledged %q", got)
				}
			}
			res, err := cs.CallTool(ctx, &mcp.CallToolParams{Name: "notes_rename", Arguments: map[string]any{"id": "note-99", "title": "Errands"}})
			if err != nil || res.IsError {
				t.Fatal(res, err)
			}
			if got := <-heard; got != "note:///note-99" {
				t.Errorf("heard of %s", got)
			}
		})
	}
}

// What is declared is what there is: the lists never change, notes are watched.
func TestCapabilities(t *testing.T) {
	eachVersion(t, func(b *bench) {
		if !b.canList() {
			return // discovered, not declared; the same in the SDK
		}
		caps := b.InitializeResult().Capabilities
		if r := caps.Resources; r == nil || !r.Subscribe || r.ListChanged {
			b.t.Errorf("resources %+v", r)
		}
		if caps.Prompts == nil || caps.Prompts.ListChanged || caps.Completions == nil {
			b.t.Errorf("prompts %+v, completions %+v", caps.Prompts, caps.Completions)
		}
	})
}
