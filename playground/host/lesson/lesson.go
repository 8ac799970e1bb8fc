// Package lesson is the set-up of the lesson "Roots and Elicitation": the notes
// server with the lesson's files, and the host with its roots and scenarios. The
// page, the static build and the tests begin from the same one.
package lesson

import (
	"context"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/host"
	"askback/playground/notes"
)

// Options are what a host needs for the lesson, but for its connection and its
// files, of which they hold what to show at first.
func Options() (host.Options, error) {
	files := notesfs.New(nil)
	if err := notes.Lesson(files); err != nil {
		return host.Options{}, err
	}
	return host.Options{DialURL: dialURL, Roots: notes.LessonRoots(), Files: files.Snapshot(), Plays: scripts()}, nil
}

// dialURL reaches other servers than the lesson's.
func dialURL(_ context.Context, url string) (mcp.Transport, error) {
	return &mcp.StreamableClientTransport{Endpoint: url}, nil
}

func scripts() []host.Script {
	return []host.Script{
		{
			Play: host.Play{Name: "one"},
			Tool: "notes_delete", Args: map[string]string{"title": "shopping"},
		},
		{
			Play: host.Play{Name: "three"},
			Tool: "notes_delete", Args: map[string]string{"title": "TPS report"},
		},
		{
			Play: host.Play{Name: "outside"},
			Tool: "notes_delete", Args: map[string]string{"title": "outside"},
		},
	}
}

// A Server is a notes server over the lesson's files.
type Server struct {
	Files       *notesfs.FS
	Connections *notes.Connections
	MCP         *mcp.Server
}

// NewServer lays out the files and makes the server. connectPage is the URL of
// the sign-in page; random and now may be nil for the system's.
func NewServer(connectPage string, random io.Reader, now func() time.Time) (*Server, error) {
	files := notesfs.New(&notesfs.Options{Now: now})
	if err := notes.Lesson(files); err != nil {
		return nil, err
	}
	return serve(files, connectPage, func() io.Reader { return random }, now)
}

// serve makes the server over files. random returns randomness for one purpose: how
// much of it is taken for another depends on the protocol version.
func serve(files *notesfs.FS, connectPage string, random func() io.Reader, now func() time.Time) (*Server, error) {
	asker, err := ask.New(&ask.Options{Now: now, Rand: random()})
	if err != nil {
		return nil, err
	}
	connections, err := notes.NewConnections(connectPage, random(), now)
	if err != nil {
		return nil, err
	}
	return &Server{
		Files:       files,
		Connections: connections,
		MCP: notes.NewServer(notes.Options{
			View:  func(roots []string) (notesfs.View, error) { return notesfs.NewScope(files, roots...) },
			Asker: asker, Connections: connections, Now: now, Rand: random(),
		}),
	}, nil
}

// Snapshot and Restore make the server's files a [host.Tree] for a host in the
// same process.
func (s *Server) Snapshot(context.Context) (*notesfs.Snapshot, error) { return s.Files.Snapshot(), nil }

// Restore puts files in the place of those that are there.
func (s *Server) Restore(_ context.Context, to *notesfs.Snapshot) error {
	s.Files.Restore(to)
	return nil
}

// Forget forgets who signed in, as [host.Options] asks.
func (s *Server) Forget(context.Context) error {
	s.Connections.Reset()
	return nil
}

// Dial connects a host in the same process.
func (s *Server) Dial(ctx context.Context) (mcp.Transport, error) {
	client, server := mcp.NewInMemoryTransports()
	if _, err := s.MCP.Connect(ctx, server, nil); err != nil {
		return nil, err
	}
	return client, nil
}

// Static is what the page shows before its program runs.
func Static() (host.State, error) {
	o, err := Options()
	if err != nil {
		return host.State{}, err
	}
	h := host.New(o)
	defer h.Close()
	return h.State(), nil
}
