package exercise

import (
	"context"
	"crypto/sha256"
	"math/rand/v2"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/exercise/kit"
	"askback/playground/roots"
)

// A Place is a fresh server with files of its own, for one check.
type Place struct {
	// Dial opens a session. It may be called again, for a second one.
	Dial func(ctx context.Context) (mcp.Transport, error)
	// Files are the whole tree.
	Files notesfs.View
	// Snapshot is the tree as it is now.
	Snapshot func(ctx context.Context) (*notesfs.Snapshot, error)
	// Top is where the tree begins on the disk of the server: empty for a server
	// in the same process, whose files these are, else a clean absolute path.
	Top string
	// Browse sends what a person's browser would to the URL of a page of the
	// server, and returns the status of the answer.
	Browse func(ctx context.Context, method, url string) (status int, err error)
	// Pass moves the clock of the server forward; nil where it has its own.
	Pass func(time.Duration)
	// Another is a place for a second server of the same program, which shares
	// nothing with this one but what the program knows; nil where there is none.
	Another func(ctx context.Context) (*Place, error)
	// Overtake calls second once, right before the server next uses a file, and
	// undoes what comes of it; nil where nobody knows when that is.
	Overtake func(second func())
	// Said is the last that the server said beside the protocol; may be nil.
	Said func() string
	// Close ends the server. It must end one that does not want to.
	Close func() error
}

// A Bench makes places for the servers under test.
type Bench interface {
	Place(ctx context.Context, p *Pack) (*Place, error)
}

// InProcess is a bench for a server in the same process.
func InProcess(newServer func(kit.Kit) *mcp.Server) Bench { return inProcess(newServer) }

type inProcess func(kit.Kit) *mcp.Server

func (newServer inProcess) Place(_ context.Context, p *Pack) (*Place, error) {
	return newServer.place(p, "server")
}

// place is a place whose server has the randomness of this purpose.
func (newServer inProcess) place(p *Pack, purpose string) (*Place, error) {
	files := p.lay()
	// Two views of one tree: a server may draw a boundary in its own, and nobody
	// else is bound by it.
	its, err := notesfs.NewScope(files, ".")
	if err != nil {
		return nil, err
	}
	all, err := notesfs.NewScope(files, ".")
	if err != nil {
		return nil, err
	}
	var (
		time  stopped
		pages pages
	)
	watched := &watched{View: its}
	server := newServer(kit.Kit{Files: watched, Allowed: p.allowed(), Page: pages.add, Now: time.now, Rand: &locked{source: p.random(purpose)}})
	server.AddReceivingMiddleware(calm)
	ctx, cancel := context.WithCancel(context.Background())
	return &Place{
		Dial: func(context.Context) (mcp.Transport, error) {
			near, far := mcp.NewInMemoryTransports()
			if _, err := server.Connect(ctx, ask.ServerWire(far), nil); err != nil {
				return nil, err
			}
			return near, nil
		},
		Files:    all,
		Snapshot: func(context.Context) (*notesfs.Snapshot, error) { return files.Snapshot(), nil },
		Browse:   pages.browse,
		Pass:     time.pass,
		Another:  func(context.Context) (*Place, error) { return newServer.place(p, "another "+purpose) },
		Overtake: func(second func()) {
			watched.before(func() {
				then := files.Snapshot()
				second()
				files.Restore(then)
			})
		},
		Close: func() error { cancel(); return nil },
	}, nil
}

// allowed are the roots of the exercise, as a server is given them that does not
// ask for roots.
func (p *Pack) allowed() []roots.Root {
	var out []roots.Root
	for _, name := range p.Roots {
		out = append(out, roots.Root{Name: name})
	}
	return out
}

// lay puts the tree of the exercise into a new file system.
func (p *Pack) lay() *notesfs.FS {
	files := notesfs.New(&notesfs.Options{Now: clock, MaxBytes: 16 << 20, MaxEntries: 10_000})
	files.Restore(p.Files)
	return files
}

// clock is the time of every server and of every file that it writes.
func clock() time.Time { return graderTime }

// random is the randomness of a server for one purpose: the same each time for one
// version of an exercise.
func (p *Pack) random(purpose string) *rand.ChaCha8 {
	return rand.NewChaCha8(sha256.Sum256([]byte("askback exercise " + p.Hash + " " + purpose)))
}
