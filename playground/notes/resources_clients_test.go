package notes_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/notes"
)

// A plain client is one of the SDK, with what this test gives it.
func plain(t *testing.T, version string, transport mcp.Transport, caps *mcp.ClientCapabilities, r ask.Respondent) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "plain", Version: "1"}, &mcp.ClientOptions{
		Capabilities:   caps,
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	c.AddReceivingMiddleware(ask.Answering(version, r))
	cs, err := c.Connect(context.Background(), ask.Wire(transport), &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cs.Close(); err != nil {
			t.Errorf("ending the session: %v", err)
		}
	})
	return cs
}

// lesson is a notes server over the lesson's files, in memory.
func lesson(t *testing.T) *mcp.Server {
	t.Helper()
	b := &bench{t: t, files: notesfs.New(nil)}
	if err := notes.Lesson(b.files); err != nil {
		t.Fatal(err)
	}
	return b.server(nil)
}

// inProcess connects a server and returns the other end.
func inProcess(t *testing.T, s *mcp.Server) mcp.Transport {
	t.Helper()
	near, far := mcp.NewInMemoryTransports()
	if _, err := s.Connect(context.Background(), far, nil); err != nil {
		t.Fatal(err)
	}
	return near
}

// A client without roots allows nothing: that is an empty list, and an error that
// says so where a note was asked for.
func TestResourcesWithoutRoots(t *testing.T) {
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			person := &asktest.Person{T: t}
			cs := plain(t, version, inProcess(t, lesson(t)), &mcp.ClientCapabilities{}, person)
			list, err := cs.ListResources(t.Context(), nil)
			if err != nil || len(list.Resources) > 0 {
				t.Errorf("listed %v, %v", list, err)
			}
			_, err = ask.Read(t.Context(), cs, version, "note:///note-99", person)
			if err == nil || !strings.Contains(err.Error(), "no roots") {
				t.Errorf("read: %v", err)
			}
			if want := version >= ask.V20260728; (code(err) == mcp.CodeMissingRequiredClientCapabilities) != want {
				t.Errorf("read: code %d", code(err))
			}
		})
	}
}

// failing answers no question.
type failing struct{}

func (failing) Elicit(context.Context, *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	return nil, errors.New("disk on fire")
}
func (failing) Roots(context.Context) (*mcp.ListRootsResult, error) {
	return nil, errors.New("disk on fire")
}

// A client that fails to tell its roots has not said that there are none.
func TestResourcesWhenRootsFail(t *testing.T) {
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			cs := plain(t, version, inProcess(t, lesson(t)), ask.Capabilities(version), failing{})
			if list, err := cs.ListResources(t.Context(), nil); (err == nil) != (version >= ask.V20260728) {
				t.Errorf("listed %v, %v", list, err)
			}
			if _, err := ask.Read(t.Context(), cs, version, "note:///note-99", failing{}); err == nil || !strings.Contains(err.Error(), "disk on fire") {
				t.Errorf("read: %v", err)
			}
		})
	}
}

// Over HTTP the request for the roots travels on the stream of the one that needs
// them.
func TestResourcesOverHTTP(t *testing.T) {
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			server := lesson(t)
			web := httptest.NewServer(ask.Handler(func(*http.Request) *mcp.Server { return server }, nil))
			t.Cleanup(web.Close)
			person := &asktest.Person{T: t, Allow: []string{notesURI}}
			cs := plain(t, version, &mcp.StreamableClientTransport{Endpoint: web.URL, DisableStandaloneSSE: true}, ask.Capabilities(version), person)
			res, err := ask.Read(t.Context(), cs, version, "note:///note-99", person)
			if err != nil || !strings.Contains(res.Contents[0].Text, "Shopping list") {
				t.Errorf("read %v, %v", res, err)
			}
			list, err := cs.ListResources(t.Context(), nil)
			want := 4
			if version >= ask.V20260728 {
				want = 0
			}
			if err != nil || len(list.Resources) != want {
				t.Errorf("listed %v, %v", list, err)
			}
			templates, err := cs.ListResourceTemplates(t.Context(), nil)
			if err != nil || len(templates.ResourceTemplates) != 1 {
				t.Errorf("templates %v, %v", templates, err)
			}
		})
	}
}
