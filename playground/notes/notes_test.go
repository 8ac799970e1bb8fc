package notes_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/form"
	"askback/playground/notes"
)

const (
	notesDir = "home/alice/Documents/Notes/"
	notesURI = "file:///home/alice/Documents/Notes"
)

// A bench is a notes server over the lesson's files with a person before it.
type bench struct {
	*asktest.Client
	t      *testing.T
	files  *notesfs.FS
	person *asktest.Person
}

// eachVersion plays f under every protocol version, with fresh files.
func eachVersion(t *testing.T, f func(*bench)) {
	for _, version := range asktest.Versions() {
		t.Run(version, func(t *testing.T) {
			b := &bench{t: t, files: notesfs.New(nil)}
			if err := notes.Lesson(b.files); err != nil {
				t.Fatal(err)
			}
			asker, err := ask.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			s := notes.NewServer(notes.Options{
				View:  func(roots []string) (notesfs.View, error) { return notesfs.NewScope(b.files, roots...) },
				Asker: asker,
			})
			b.person = &asktest.Person{T: t, Allow: []string{notesURI}, Observe: b.tree}
			b.Client = asktest.Connect(t, s, version, b.person)
			f(b)
		})
	}
}

// tree is every file with its content. It is called while the client answers, so
// it must not end the test.
func (b *bench) tree() string {
	var out strings.Builder
	err := fs.WalkDir(b.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := fs.ReadFile(b.files, name)
		fmt.Fprintf(&out, "%s=%x\n", name, data)
		return err
	})
	if err != nil {
		b.t.Error(err)
	}
	return out.String()
}

// write writes a note, as somebody else would.
func (b *bench) write(name, text string) {
	b.t.Helper()
	if err := b.files.WriteFile(name, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// call calls a tool, with the answers to come, and returns its structuredContent;
// of a tool error, its text under "error".
func (b *bench) call(tool string, args map[string]any, answers ...asktest.Reply) map[string]any {
	b.t.Helper()
	b.person.Answers, b.person.Asked = answers, nil
	res, err := b.Do(tool, args)
	if err != nil {
		b.t.Fatalf("%s: %v", tool, err)
	}
	if n := len(b.person.Answers); n > 0 {
		b.t.Errorf("%s: %d answers were not asked for", tool, n)
	}
	if res.IsError {
		return map[string]any{"error": res.Content[0].(*mcp.TextContent).Text}
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		b.t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		b.t.Fatal(err)
	}
	return out
}

func choose(id string) asktest.Reply {
	return asktest.Send(map[string]any{"note_id": id, "confirm": true})
}

var confirm = asktest.Send(map[string]any{"confirm": true})

// exists reports whether a file is there.
func (b *bench) exists(name string) bool {
	_, err := fs.Stat(b.files, name)
	return err == nil
}

func TestDelete(t *testing.T) {
	eachVersion(t, func(b *bench) {
		before := b.tree()
		for _, test := range []struct {
			reply   asktest.Reply
			outcome string
		}{
			{asktest.Reply{Action: ask.Decline}, "declined"},
			{asktest.Reply{Action: ask.Cancel}, "cancelled"},
			{asktest.Send(map[string]any{"note_id": "note-7", "confirm": false}), "not_confirmed"},
		} {
			if got := b.call("notes_delete", map[string]any{"title": "TPS"}, test.reply); got["outcome"] != test.outcome || got["deleted"] != "" {
				b.t.Errorf("%s: %v", test.outcome, got)
			}
			if b.tree() != before {
				b.t.Fatalf("%s changed the files", test.outcome)
			}
		}
		b.person.Observe = nil // from here on it does act
		if got := b.call("notes_delete", map[string]any{"title": "tps REPORT"}, choose("note-7")); got["deleted"] != "note-7" {
			b.t.Errorf("deleted %v", got)
		}
		if b.exists(notesDir+"tps-2024.md") || !b.exists(notesDir+"tps-2023.md") {
			b.t.Error("the wrong file is gone")
		}
	})
}

// Every tool asks before it acts, whatever matches: defect D6 of the demo.
func TestDeleteAsksForOneToo(t *testing.T) {
	eachVersion(t, func(b *bench) {
		if got := b.call("notes_delete", map[string]any{"title": "shopping"}, asktest.Reply{Action: ask.Decline}); got["outcome"] != "declined" {
			b.t.Errorf("%v", got)
		}
		if fields := b.person.Form(0).Fields; len(fields) != 1 || fields[0].Name != "confirm" || fields[0].Kind != form.KindBoolean {
			b.t.Errorf("fields %+v", fields)
		}
	})
}

// What lies outside the roots is neither offered nor counted, in whatever way it
// is reached: D1 and D4.
func TestDeleteOffersOnlyWhatIsInside(t *testing.T) {
	eachVersion(t, func(b *bench) {
		outside := "---\nid: note-666\ntitle: TPS report, secret\n---\n"
		for _, name := range []string{"home/alice/Documents/Notes-evil", "home/alice/Documents/NotesBackup", "home/alice/.ssh"} {
			if err := b.files.MkdirAll(name, 0o755); err != nil {
				b.t.Fatal(err)
			}
			b.write(name+"/tps.md", outside)
		}
		for link, target := range map[string]string{"leak.md": "/tmp/outside.md", "up": "../../.ssh", "evil.md": "../Notes-evil/tps.md"} {
			if err := b.files.Symlink(target, notesDir+link); err != nil {
				b.t.Fatal(err)
			}
		}
		b.call("notes_delete", map[string]any{"title": "TPS"}, asktest.Reply{Action: ask.Cancel})
		field, _ := b.person.Form(0).Field("note_id")
		var ids []string
		for _, o := range field.Options {
			ids = append(ids, o.Value)
		}
		if want := []string{"note-3", "note-7", "note-14"}; !slices.Equal(ids, want) {
			b.t.Errorf("offered %q, want %q", ids, want)
		}
		got := b.call("notes_delete", map[string]any{"title": "outside"})
		if want := `no note inside the roots has a title that contains "outside"`; !strings.Contains(fmt.Sprint(got["error"]), want) {
			b.t.Errorf("%v", got)
		}
	})
}

// The chosen note is looked at again before it is deleted: D13.
func TestDeleteLooksAgain(t *testing.T) {
	for name, change := range map[string]func(*bench){
		"gone":     func(b *bench) { b.files.Remove(notesDir + "shopping.md") },
		"changed":  func(b *bench) { b.write(notesDir+"shopping.md", "---\nid: note-99\ntitle: Love letter\n---\n") },
		"moved":    func(b *bench) { b.files.Rename(notesDir+"shopping.md", notesDir+"letters.md") },
		"narrowed": func(b *bench) { b.Allow("file:///home/alice/Scratch") },
	} {
		t.Run(name, func(t *testing.T) {
			eachVersion(t, func(b *bench) {
				b.person.Observe = nil
				var after string
				answer := confirm
				answer.Before = func() {
					change(b)
					after = b.tree()
				}
				b.person.Answers, b.person.Asked = []asktest.Reply{answer}, nil
				res, err := b.Do("notes_delete", map[string]any{"title": "shopping"})
				if err != nil {
					b.t.Fatal(err)
				}
				if raw, _ := json.Marshal(res.StructuredContent); !strings.Contains(string(raw), `"outcome":"missing"`) {
					b.t.Errorf("result %s", raw)
				}
				if b.tree() != after {
					b.t.Error("something was deleted")
				}
			})
		})
	}
}

func TestDeleteTooMany(t *testing.T) {
	eachVersion(t, func(b *bench) {
		for i := range 21 {
			b.write(fmt.Sprintf("%smany-%d.md", notesDir, i), "# Many\n")
		}
		got := b.call("notes_delete", map[string]any{"title": "many"})
		if !strings.Contains(fmt.Sprint(got["error"]), "more than the 20") {
			b.t.Errorf("%v", got)
		}
		if got := b.call("notes_delete", map[string]any{"title": "  "}); !strings.Contains(fmt.Sprint(got["error"]), "title is empty") {
			b.t.Errorf("%v", got)
		}
	})
}

func TestList(t *testing.T) {
	eachVersion(t, func(b *bench) {
		b.write(notesDir+"plain.md", "# A heading\r\ntext")
		b.write(notesDir+"bare.md", "no heading")
		b.write(notesDir+"broken.md", "---\nid: [\n---\n# Broken\n")
		b.write(notesDir+"twin.md", "---\nid: note-3\ntitle: Twin\n---\n")
		b.write(notesDir+"not-a-note.txt", "# No\n")
		var got []string
		for _, n := range b.call("notes_list", nil)["notes"].([]any) {
			n := n.(map[string]any)
			id := n["id"].(string)
			if len(id) == len("note-")+12 {
				id = "made"
			}
			got = append(got, fmt.Sprintf("%s %s %s", n["path"], id, n["title"]))
		}
		want := []string{
			"Notes/bare.md made bare",
			"Notes/broken.md made Broken",
			"Notes/plain.md made A heading",
			"Notes/shopping.md note-99 Shopping list",
			"Notes/tps-2023.md made TPS report 2023", // two claim note-3
			"Notes/tps-2024.md note-7 TPS report 2024",
			"Notes/tps-2025.md note-14 TPS report 2025",
			"Notes/twin.md made Twin",
		}
		if !slices.Equal(got, want) {
			b.t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// Roots may be one file, nested, or not there.
func TestListRoots(t *testing.T) {
	eachVersion(t, func(b *bench) {
		for _, test := range []struct {
			allow []string
			want  int
		}{
			{nil, 0},
			{[]string{"file:///nowhere"}, 0},
			{[]string{notesURI + "/shopping.md"}, 1},
			{[]string{notesURI, "file:///home/alice"}, 5},
			{[]string{"file:///"}, 6},
			{[]string{"https://example.com", notesURI}, 4},
		} {
			b.Allow(test.allow...)
			if got := b.call("notes_list", nil)["notes"].([]any); len(got) != test.want {
				b.t.Errorf("%q: %d notes, want %d", test.allow, len(got), test.want)
			}
		}
	})
}

// Every schema names one type for each value: not every client reads a list.
func TestSchemasArePortable(t *testing.T) {
	eachVersion(t, func(b *bench) {
		for tool, err := range b.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal([]any{tool.InputSchema, tool.OutputSchema})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(raw), `"null"`) {
				t.Errorf("%s: %s", tool.Name, raw)
			}
		}
	})
}
