package notes_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/notes"
)

// A counting view counts the files that are read whole.
type counting struct {
	notesfs.View
	reads *atomic.Int64
}

func (c counting) ReadFile(name string) ([]byte, error) {
	c.reads.Add(1)
	return c.View.ReadFile(name)
}

// indexed returns what calls a tool of a server that remembers, on a disk with the
// lesson's files, and how many files have been read.
func indexed(t *testing.T, d disk) (call func(tool string, args map[string]any, answers ...asktest.Reply) string, reads *atomic.Int64) {
	t.Helper()
	d.lay(t)
	asker, err := ask.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	reads = new(atomic.Int64)
	server := notes.NewServer(notes.Options{Asker: asker, View: func(roots []string) (notesfs.View, error) {
		v, err := d.view(roots)
		return counting{v, reads}, err
	}})
	person := &asktest.Person{T: t, Allow: []string{notesURI}}
	client := asktest.Connect(t, server, ask.V20251125, person)
	return func(tool string, args map[string]any, answers ...asktest.Reply) string {
		person.Answers = answers
		res, err := client.Do(tool, args)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(res.StructuredContent, res.IsError)
	}, reads
}

// Files are read once, and again when they have changed.
func TestIndex(t *testing.T) {
	for name, open := range map[string]func(testing.TB) disk{"memory": inMemory, "disk": onDisk} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			call, reads := indexed(t, d)
			call("notes_list", nil)
			if got := reads.Load(); got != 4 {
				t.Errorf("the first list read %d files, want 4", got)
			}
			reads.Store(0)
			call("notes_list", nil)
			call("notes_search", map[string]any{"query": "cover sheet"})
			if got := reads.Load(); got != 0 {
				t.Errorf("then %d files were read, want none", got)
			}
			if err := d.all.WriteFile(notesDir+"shopping.md", []byte("# Errands\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if got := call("notes_search", map[string]any{"query": "errands"}); !strings.Contains(got, "total:1") {
				t.Errorf("the change was not seen: %s", got)
			}
			if got := reads.Load(); got != 1 {
				t.Errorf("after one change %d files were read, want 1", got)
			}
		})
	}
}

// A change that hides itself is not in a list. It is noticed by what would act.
func TestIndexIsNotActedOn(t *testing.T) {
	d := onDisk(t)
	call, _ := indexed(t, d)
	call("notes_list", nil)
	const name = notesDir + "shopping.md"
	data, err := d.all.ReadFile(name)
	info, errInfo := d.all.Stat(name)
	hidden := []byte(strings.Replace(string(data), "red stapler", "RED STAPLER", 1))
	err = errors.Join(err, errInfo, d.all.WriteFile(name, hidden, 0o644), d.all.Chtimes(name, info.ModTime(), info.ModTime()))
	if err != nil {
		t.Fatal(err)
	}
	if got := call("notes_delete", map[string]any{"title": "shopping"}, asktest.Send(map[string]any{"confirm": true})); !strings.Contains(got, "outcome:missing") {
		t.Errorf("deleting what has changed unseen: %s", got)
	}
	if got := call("notes_delete", map[string]any{"title": "shopping"}, asktest.Reply{Action: ask.Decline}); !strings.Contains(got, "outcome:declined") {
		t.Errorf("asked again: %s", got)
	}
	if got := call("notes_read", map[string]any{"id": "note-99"}); !strings.Contains(got, "RED STAPLER") {
		t.Errorf("reading: %s", got)
	}
}

// A note that this server may not read does not take the others with it.
func TestUnreadable(t *testing.T) {
	d := inMemory(t)
	view := d.view
	d.view = func(roots []string) (notesfs.View, error) {
		v, err := view(roots)
		return unreadable{v}, err
	}
	call, _ := indexed(t, d)
	if got := call("notes_list", nil); !strings.Contains(got, "total:3") {
		t.Errorf("got %s", got)
	}
}

type unreadable struct{ notesfs.View }

func (u unreadable) ReadFile(name string) ([]byte, error) {
	if strings.HasSuffix(name, "shopping.md") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.View.ReadFile(name)
}
