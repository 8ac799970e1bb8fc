package peers

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"askback/notesfs"
	"askback/playground/host"
)

// A person uses askback's host.
type person struct {
	t *testing.T
	*host.Host
}

// sit starts a host. It ends with the test.
func sit(t *testing.T, o host.Options) *person {
	t.Helper()
	p := &person{t, host.New(o)}
	t.Cleanup(p.Close)
	p.Start()
	return p
}

// waitFor waits until the state is as it should be, and fails with what there
// is to see if it does not become so.
func (p *person) waitFor(what string, is func(host.State) bool) host.State {
	p.t.Helper()
	late := time.After(30 * time.Second)
	for {
		s := p.State()
		if is(s) {
			return s
		}
		select {
		case <-p.Changed():
		case <-late:
			p.t.Fatalf("waiting for %s: %s", what, describe(s))
		}
	}
}

// waitReady waits for the session, and lets its server know the roots.
func (p *person) waitReady() host.State {
	p.t.Helper()
	s := p.waitFor("the session", func(s host.State) bool { return s.Phase == host.PhaseReady || s.Phase == host.PhaseFailed })
	p.Handle(host.Intent{Action: "consent", Args: map[string]string{"value": "share"}})
	return s
}

// call calls a tool with arguments as they are typed into its form, or, where
// the form cannot show them, as JSON under the name "".
func (p *person) call(tool string, args ...[2]string) {
	p.t.Helper()
	p.Handle(host.Intent{Action: "tool", Args: map[string]string{"name": tool}})
	if s := p.State(); s.Tool != tool {
		p.t.Fatalf("the server has no tool %s: %s", tool, describe(s))
	}
	before := last(p.State()).ID
	p.Handle(host.Intent{Action: "call", Form: args})
	if s := p.State(); last(s).ID == before {
		p.t.Fatalf("the arguments of %s were refused: %v", tool, s.ArgProblems)
	}
}

// asked waits for a question of the call.
func (p *person) asked() host.Question {
	p.t.Helper()
	return p.waitFor("a question", func(s host.State) bool { return len(s.Questions) > 0 }).Questions[0]
}

func (p *person) answer(action string, q host.Question, form ...[2]string) {
	p.Handle(host.Intent{Action: action, Args: map[string]string{"id": q.ID}, Form: form})
}

// result waits for the end of the last call.
func (p *person) result() host.Call {
	p.t.Helper()
	return last(p.waitFor("the result", func(s host.State) bool { return last(s).Status >= host.Done }))
}

// last is the latest call; zero when there is none.
func last(s host.State) host.Call {
	if len(s.Calls) == 0 {
		return host.Call{}
	}
	return s.Calls[len(s.Calls)-1]
}

// text is what a call without an error has brought.
func (p *person) text(c host.Call) string {
	p.t.Helper()
	if c.Status != host.Done || c.IsError {
		p.t.Fatalf("the call failed: %+v", c)
	}
	return strings.Join(c.Text, "\n")
}

// describe is the state in a few words.
func describe(s host.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "phase %d %+v\n", s.Phase, s.Failure)
	for _, t := range s.Tools {
		fmt.Fprintf(&b, "tool %s\n", t.Name)
	}
	for _, m := range s.Messages {
		fmt.Fprintf(&b, "%d %d %s %s\n", m.Seq, m.Dir, m.Method, m.Brief)
	}
	if n := len(s.Messages); n > 0 {
		fmt.Fprintf(&b, "last: %s\n", s.Messages[n-1].JSON)
	}
	return b.String()
}

// A disk is the files below a directory of this machine, by their names below /.
type disk struct{ dir string }

// Snapshot reads the files.
func (d disk) Snapshot(context.Context) (*notesfs.Snapshot, error) {
	files := notesfs.New(nil)
	err := filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(path, "/")
		if e.IsDir() {
			return files.MkdirAll(name, 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return files.WriteFile(name, data, 0o644)
	})
	return files.Snapshot(), err
}

// Restore is not for files that are not the test's own to change.
func (disk) Restore(context.Context, *notesfs.Snapshot) error {
	return fmt.Errorf("the files of this machine are not put back")
}
