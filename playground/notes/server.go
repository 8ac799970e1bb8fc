package notes

import (
	"crypto/rand"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
)

// Version is what the server says of itself at the handshake.
const Version = "0.1.0"

// Options say where a notes server works and how it asks. View and Asker are
// required.
type Options struct {
	// View returns the part of the files that lies inside the roots, given as
	// names of package notesfs.
	View func(roots []string) (notesfs.View, error)
	// Roots, when not nil, are the roots, as names of package notesfs, whatever
	// the client declares: then it is not asked for any, and need not know of
	// roots.
	Roots []string
	// Asker asks.
	Asker *ask.Asker
	// Connections is where people sign in. When nil, notes_setup has no
	// sign-in.
	Connections *Connections
	// Now dates new notes and Rand makes their ids. The defaults are the
	// system's.
	Now    func() time.Time
	Rand   io.Reader
	Logger *slog.Logger
}

type server struct {
	view        func([]string) (notesfs.View, error)
	roots       []string // nil: those of the client
	connections *Connections
	now         func() time.Time
	rand        io.Reader
	writes      sync.Mutex // see store
	index       index
	preferences preferences
}

// NewServer returns the notes server. It may serve any number of sessions, in
// every protocol version that the SDK knows.
func NewServer(o Options) *mcp.Server {
	r := new(resources)
	srv := mcp.NewServer(
		&mcp.Implementation{Name: "askback-notes", Title: "Notes", Version: Version},
		r.options(&mcp.ServerOptions{
			Instructions: "Notes are Markdown files inside the roots that the user allows. Tools that destroy or hide something ask the user first; you need not ask as well. An error that tells you to ask means the user, in words.",
			Logger:       o.Logger,
			Capabilities: &mcp.ServerCapabilities{Prompts: &mcp.PromptCapabilities{}},
		}))
	o.Asker.Install(srv)
	s := &server{view: o.View, roots: o.Roots, connections: o.Connections, now: o.Now, rand: o.Rand}
	if s.now == nil {
		s.now = time.Now
	}
	s.index.now = s.now
	if s.rand == nil {
		s.rand = rand.Reader
	}
	s.addList(srv, o.Asker)
	s.addSearch(srv, o.Asker)
	s.addRead(srv, o.Asker)
	s.addCreate(srv, o.Asker)
	s.addUpdate(srv, o.Asker)
	s.addRename(srv, o.Asker)
	s.addArchive(srv, o.Asker)
	s.addDelete(srv, o.Asker)
	s.addSetup(srv, o.Asker)
	r.add(srv, s, o.Asker)
	addPrompts(srv)
	return srv
}

// hints are tool annotations of this server, whose world is its own files: never
// open.
func hints(readOnly, destructive, idempotent bool) *mcp.ToolAnnotations {
	closed := false
	return &mcp.ToolAnnotations{ReadOnlyHint: readOnly, DestructiveHint: &destructive, IdempotentHint: idempotent, OpenWorldHint: &closed}
}
