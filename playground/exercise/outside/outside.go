// Package outside puts servers of other programs to the test: ones that are
// started as commands and speak over standard input and output, and ones that are
// reached by a URL. Each check gets the files of the exercise in a directory of
// its own, and the roots that it names lead there.
//
// What such a server may use is bounded as far as it reaches this process: a message
// has at most 16 MiB, the messages of a check 8 MiB in all and 2,000 in number, its
// files what a [notesfs.FS] holds, and of what it says on standard error the last
// 2,000 bytes are kept. Memory and processor of the server itself are not bounded
// but by the time of a check: there is no portable way, and those who need one have
// containers.
package outside

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/exercise"
)

// Files in an argument of a command stands for the directory of the files, for
// servers that want to be told.
const Files = "{files}"

// Command is a bench for a server that is started with these arguments, the
// program first. It runs in the present directory, once for each check. The error
// says that there is no such program.
func Command(argv []string) (exercise.Bench, error) {
	if len(argv) == 0 {
		return nil, errors.New("the command of the server is missing")
	}
	if _, err := exec.LookPath(argv[0]); err != nil {
		return nil, err
	}
	return command(argv), nil
}

// URL is a bench for a server that runs already, at the URL of its Streamable
// HTTP endpoint. It must be able to reach the files, so it runs on this machine.
func URL(endpoint string) exercise.Bench { return url(endpoint) }

type command []string

func (argv command) Place(_ context.Context, p *exercise.Pack) (*exercise.Place, error) {
	dir, err := lay(p.Files)
	if err != nil {
		return nil, err
	}
	var running processes
	place := dir.place(func() { running.kill() })
	place.Dial = func(context.Context) (mcp.Transport, error) {
		args := make([]string, len(argv))
		for i := range argv {
			args[i] = strings.ReplaceAll(argv[i], Files, place.Top)
		}
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Stderr = &running.said
		ownGroup(cmd)
		running.add(cmd)
		return &mcp.CommandTransport{Command: cmd, TerminateDuration: time.Second}, nil
	}
	place.Another = func(ctx context.Context) (*exercise.Place, error) { return argv.Place(ctx, p) }
	place.Said = running.said.last
	return place, nil
}

type url string

func (endpoint url) Place(_ context.Context, p *exercise.Pack) (*exercise.Place, error) {
	dir, err := lay(p.Files)
	if err != nil {
		return nil, err
	}
	place := dir.place(func() {})
	place.Dial = func(context.Context) (mcp.Transport, error) {
		return &mcp.StreamableClientTransport{Endpoint: string(endpoint), HTTPClient: &http.Client{Transport: bounded(maxMessage)}}, nil
	}
	return place, nil
}

// processes are the servers that were started for one check.
type processes struct {
	mu   sync.Mutex
	all  []*exec.Cmd
	said words
}

func (p *processes) add(cmd *exec.Cmd) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, cmd)
}

// kill ends them with all that they have started.
func (p *processes) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, cmd := range p.all {
		if cmd.Process != nil {
			endGroup(cmd.Process)
		}
	}
}

// words keeps the last that a server wrote to standard error.
type words struct {
	mu   sync.Mutex
	text []byte
}

const maxWords = 2000

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, p...)
	if n := len(w.text) - maxWords; n > 0 {
		w.text = bytes.Clone(w.text[n:])
	}
	return len(p), nil
}

func (w *words) last() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.TrimSpace(string(w.text))
}

// A directory holds the files of an exercise for one check.
type directory struct {
	top  string
	view *notesfs.Dir
}

// lay writes a tree into a new directory.
func lay(files *notesfs.Snapshot) (*directory, error) {
	top, err := os.MkdirTemp("", "askback-grade-")
	if err != nil {
		return nil, err
	}
	// A server resolves what leads to the roots; so the names are resolved ones.
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return nil, err
	}
	view, err := notesfs.OpenDir(top, ".")
	if err == nil {
		err = copyTree(files, view)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("laying out the files: %w", err), os.RemoveAll(top))
	}
	return &directory{top, view}, nil
}

// writer is the part of a file system that a copy is written to.
type writer interface {
	MkdirAll(name string, perm fs.FileMode) error
	WriteFile(name string, data []byte, perm fs.FileMode) error
	Symlink(oldname, newname string) error
	Chtimes(name string, atime, mtime time.Time) error
}

// reader is what it is read from.
type reader interface {
	fs.FS
	ReadFile(name string) ([]byte, error)
	ReadLink(name string) (string, error)
}

func copyTree(from reader, to writer) error {
	return fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case e.IsDir():
			return to.MkdirAll(name, 0o755)
		case e.Type()&fs.ModeSymlink != 0:
			target, err := from.ReadLink(name)
			if err != nil {
				return err
			}
			return to.Symlink(target, name)
		case !e.Type().IsRegular():
			return nil // a server may make pipes; they are nobody's notes
		}
		data, err := from.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		return errors.Join(to.MkdirAll(path.Dir(name), 0o755), to.WriteFile(name, data, 0o644), to.Chtimes(name, info.ModTime(), info.ModTime()))
	})
}

func (d *directory) place(end func()) *exercise.Place {
	return &exercise.Place{
		Files: d.view, Top: d.top, Browse: browse,
		Snapshot: func(context.Context) (*notesfs.Snapshot, error) {
			files := notesfs.New(nil)
			if err := copyTree(d.view, files); err != nil {
				return nil, err
			}
			return files.Snapshot(), nil
		},
		Close: func() error {
			end()
			return os.RemoveAll(d.top)
		},
	}
}
