package exercise

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/host"
	"askback/playground/notes"
)

// A session is a host on the notes server with the files of an exercise, which
// does the same each time: clock, randomness and ids are those of the exercise.
type session struct {
	pack   *Pack
	files  *notesfs.FS
	server *mcp.Server
	host   *host.Host
	record *record
	seen   int          // Seq of the last message that is in the record
	loose  map[int]bool // Seq of requests that were given up
	count  int          // messages of the trace that has to reproduce
	trace  string       // their hash
}

// A locked source of randomness may be used by several goroutines.
type locked struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func (l *locked) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.source.Read(p)
}

// newSession starts a host and waits until it is ready. now dates what the page
// shows; nothing that is judged depends on it.
func newSession(ctx context.Context, p *Pack, now func() time.Time) (*session, error) {
	s := &session{pack: p, files: p.lay(), record: newRecord(p.Files), loose: map[int]bool{}}
	var err error
	if s.server, err = p.notesServer(s.files); err != nil {
		return nil, err
	}
	s.host = host.New(host.Options{Dial: s.dial, Tree: s, Twin: p.twin, Files: p.Files, Roots: p.Roots, Era: p.Eras[0], Now: now})
	s.host.Start()
	if err := s.host.AwaitQuiet(ctx); err != nil {
		s.close()
		return nil, err
	}
	if state := s.host.State(); state.Phase != host.PhaseReady {
		s.close()
		return nil, fmt.Errorf("the server of the exercise does not answer: %v", state.Failure)
	}
	if !p.Consent {
		s.host.Handle(host.Intent{Action: "consent", Args: map[string]string{"value": "share"}})
		if err := s.host.AwaitQuiet(ctx); err != nil {
			s.close()
			return nil, err
		}
	}
	s.look()
	return s, nil
}

// notesServer is the server of an exercise over these files. It does the same each
// time.
func (p *Pack) notesServer(files *notesfs.FS) (*mcp.Server, error) {
	stream := func(name string) io.Reader { return &locked{source: p.random(name)} }
	asker, err := ask.New(&ask.Options{Now: clock, Rand: stream("questions")})
	if err != nil {
		return nil, err
	}
	return notes.NewServer(notes.Options{
		View:  func(roots []string) (notesfs.View, error) { return notesfs.NewScope(files, roots...) },
		Asker: asker, Now: clock, Rand: stream("notes"),
	}), nil
}

// twin is [host.Options].Twin. The clock of an exercise stands still anyway.
func (p *Pack) twin(_ context.Context, files *notesfs.Snapshot, _ time.Time) (mcp.Transport, error) {
	own := p.lay()
	own.Restore(files)
	server, err := p.notesServer(own)
	if err != nil {
		return nil, err
	}
	return dialServer(server)
}

func (s *session) close() { s.host.Close() }

func (s *session) dial(context.Context) (mcp.Transport, error) { return dialServer(s.server) }

func dialServer(server *mcp.Server) (mcp.Transport, error) {
	near, far := mcp.NewInMemoryTransports()
	// The server's end goes with the host's.
	if _, err := server.Connect(context.Background(), ask.ServerWire(far), nil); err != nil {
		return nil, err
	}
	return near, nil
}

// Snapshot and Restore make the files those of a [host.Tree].
func (s *session) Snapshot(context.Context) (*notesfs.Snapshot, error) {
	return s.files.Snapshot(), nil
}

// Restore is the other method of [host.Tree].
func (s *session) Restore(_ context.Context, to *notesfs.Snapshot) error {
	s.files.Restore(to)
	return nil
}

// do has the host do an input, and returns when it is quiet again.
func (s *session) do(ctx context.Context, in Input) error {
	s.letGo(in)
	if in.Action == "call" {
		s.host.Handle(host.Intent{Action: "tool", Args: map[string]string{"name": in.Args["tool"]}})
	}
	s.host.Handle(in.intent())
	if err := s.host.AwaitQuiet(ctx); err != nil {
		return err
	}
	s.look()
	return nil
}

// letGo notes the requests whose calls an input ends. What still comes of them
// comes in any order, or not at all, so it is no part of the trace that has to
// reproduce.
func (s *session) letGo(in Input) {
	switch in.Action {
	case "era":
		for _, m := range s.host.State().Messages {
			if m.Kind == host.RequestMessage && m.Pair == 0 {
				s.loose[m.Seq] = true
			}
		}
	case "stop":
		// The calls of the record are those of the host, in the same order.
		id, err := strconv.Atoi(in.Args["call"])
		if err != nil || id < 1 || id > len(s.record.calls) || s.record.calls[id-1].result != nil {
			return
		}
		c := s.record.calls[id-1]
		c.stopped = true
		s.loose[c.latest] = true
		for _, q := range c.questions {
			if q.answer == nil {
				s.loose[q.seq] = true
			}
		}
		for _, m := range s.host.State().Messages { // a request for the roots that waits for consent
			if m.Kind == host.RequestMessage && m.Dir == host.ToHost && m.Method == "roots/list" && m.Pair == 0 {
				s.loose[m.Seq] = true
			}
		}
	}
}

// firm reports whether a message comes again when the same is done again.
func (s *session) firm(m host.Message) bool {
	response := m.Kind == host.ResultMessage || m.Kind == host.ErrorMessage
	return m.Method != "notifications/cancelled" && !(response && s.loose[m.Pair])
}

// look enters what has passed since.
func (s *session) look() {
	state := s.host.State()
	fresh := state.Messages
	for len(fresh) > 0 && fresh[0].Seq <= s.seen {
		fresh = fresh[1:]
	}
	if n := len(fresh); n > 0 {
		s.seen = fresh[n-1].Seq
	}
	s.record.add(fresh, state.Era, s.files.Snapshot())
	names := []string{}
	for _, r := range state.Roots {
		names = append(names, r.Name)
	}
	s.record.steps = append(s.record.steps, step{roots: names, era: state.Era})

	var lines []string
	for _, m := range fresh {
		if s.firm(m) {
			lines = append(lines, map[host.Direction]string{host.ToServer: ">", host.ToHost: "<"}[m.Dir]+string(m.JSON))
		}
	}
	if len(lines) == 0 {
		return
	}
	// Between two inputs messages of different calls may pass each other.
	slices.Sort(lines)
	s.trace = digest(append([]string{"messages", s.trace}, lines...)...)
	s.count += len(lines)
}
