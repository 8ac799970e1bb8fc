package notes_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"
	"rsc.io/script"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/notes"
)

// The scripts in testdata/script are sessions of a person with the notes server,
// in the commands of commands_test.go. Each is played under every protocol
// version, on files in memory and on a real directory, and the two must read the
// same.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			for _, version := range asktest.Versions() {
				t.Run(version, func(t *testing.T) {
					memory := play(t, file, archive, version, inMemory(t))
					real := play(t, file, archive, version, onDisk(t))
					if memory != real {
						t.Errorf("in memory:\n%s\non disk:\n%s", memory, real)
					}
				})
			}
		})
	}
}

// A disk is where a script's notes are: the whole tree, and the server's view.
type disk struct {
	all  notesfs.View
	view func(roots []string) (notesfs.View, error)
}

// lessonTime is when the lesson's files were written, scriptTime when scripts are
// played.
var lessonTime = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)

var scriptTime = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

// inMemory is a disk on which time passes, a second with each change, and long
// before the server's: so the index remembers at once. On the real one it does
// not remember, because the server's time is long past. Both must be right.
func inMemory(t testing.TB) disk {
	var ticks atomic.Int64
	files := notesfs.New(&notesfs.Options{Now: func() time.Time {
		return scriptTime.Add(-24*time.Hour + time.Duration(ticks.Add(1))*time.Second)
	}})
	all, err := notesfs.NewScope(files, ".")
	if err != nil {
		t.Fatal(err)
	}
	return disk{all, func(roots []string) (notesfs.View, error) { return notesfs.NewScope(files, roots...) }}
}

func onDisk(t testing.TB) disk {
	base := t.TempDir()
	all, err := notesfs.OpenDir(base, ".")
	if err != nil {
		t.Fatal(err)
	}
	return disk{all, func(roots []string) (notesfs.View, error) { return notesfs.OpenDir(base, roots...) }}
}

// lay puts the lesson's files and those of a script on the disk.
func (d disk) lay(t testing.TB, extra ...txtar.File) {
	t.Helper()
	lesson := notesfs.New(nil)
	if err := notes.Lesson(lesson); err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) error {
		return errors.Join(d.all.MkdirAll(path.Dir(name), 0o755), d.all.WriteFile(name, data, 0o644), d.all.Chtimes(name, lessonTime, lessonTime))
	}
	err := fs.WalkDir(lesson, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir():
			return d.all.MkdirAll(name, 0o755)
		}
		data, err := lesson.ReadFile(name)
		return errors.Join(err, write(name, data))
	})
	for _, f := range extra {
		if name, ok := strings.CutPrefix(f.Name, "fs/"); ok {
			err = errors.Join(err, write(name, f.Data))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// files are the contents of all files, by name.
func (d disk) files() (map[string]string, error) {
	out := map[string]string{}
	err := fs.WalkDir(d.all, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := d.all.ReadFile(name)
		out[name] = string(data)
		return err
	})
	return out, err
}

// play plays a script with the server of this package and returns what was said.
func play(t *testing.T, file string, archive *txtar.Archive, version string, d disk) string {
	t.Helper()
	said, err := playWith(t, ours(t, d), file, archive, version, d)
	if err != nil {
		t.Error(err)
	}
	return said
}

// ours is the server of this package.
func ours(t testing.TB, d disk) *mcp.Server {
	t.Helper()
	now := func() time.Time { return scriptTime }
	asker, err := ask.New(&ask.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	connections, err := notes.NewConnections("https://example.com/connect", &counter{}, now)
	if err != nil {
		t.Fatal(err)
	}
	return notes.NewServer(notes.Options{View: d.view, Asker: asker, Connections: connections, Now: now, Rand: &counter{}})
}

// playWith plays a script with a server and returns what was said. The error is
// what the script found wrong, with its log.
func playWith(t *testing.T, server *mcp.Server, file string, archive *txtar.Archive, version string, d disk) (string, error) {
	t.Helper()
	d.lay(t, archive.Files...)
	s := &session{
		version: version, disk: d, archive: archive,
		questions: make(chan question), results: make(chan outcome, 1),
		roots: []string{notesURI, "file:///home/alice/Scratch"},
	}
	s.connect(t, server)
	state, err := script.NewState(t.Context(), t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	engine := &script.Engine{Cmds: s.commands(), Conds: map[string]script.Cond{}}
	for _, v := range asktest.Versions() {
		engine.Conds[v] = script.BoolCondition("the protocol version is "+v, v == version)
	}
	err = engine.Execute(state, file, bufio.NewReader(bytes.NewReader(archive.Comment)), &log)
	err = errors.Join(err, s.end(), state.CloseAndWait(&log))
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, &log)
	}
	return s.said.String(), err
}

// connect makes a client of the server, until the test ends.
func (s *session) connect(t *testing.T, server *mcp.Server) {
	t.Helper()
	near, far := mcp.NewInMemoryTransports()
	ctx := context.Background() // the session ends by Close
	ss, err := server.Connect(ctx, ask.ServerWire(far), nil)
	if err != nil {
		t.Fatal(err)
	}
	s.client = mcp.NewClient(&mcp.Implementation{Name: "script", Version: "1"}, &mcp.ClientOptions{
		Capabilities:   ask.Capabilities(s.version),
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	s.client.AddReceivingMiddleware(ask.Answering(s.version, s))
	s.ClientSession, err = s.client.Connect(ctx, ask.Wire(near), &mcp.ClientSessionOptions{ProtocolVersion: s.version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.Close(), ss.Wait()); err != nil {
			t.Errorf("ending the session: %v", err)
		}
	})
}

// A counter is randomness that is the same each time and never repeats.
type counter struct{ n byte }

func (c *counter) Read(p []byte) (int, error) {
	for i := range p {
		c.n++
		p[i] = c.n
	}
	return len(p), nil
}
