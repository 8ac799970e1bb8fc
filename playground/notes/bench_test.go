package notes_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"askback/playground/ask"
	"askback/playground/ask/asktest"
	"askback/playground/notes"
)

// What a call costs, and how that grows with the notes: in memory, as in the
// page, and on a real directory, as with mcp. The first call
// reads every note; those that follow look whether each is as it was.
//
//	go test -run '^$' -bench Calls ./playground/notes
func BenchmarkCalls(b *testing.B) {
	for _, count := range []int{100, 1_000, 10_000, 100_000} {
		for kind, open := range map[string]func(testing.TB) disk{"memory": inMemory, "disk": onDisk} {
			d := open(b)
			fill(b, d, count)
			asker, err := ask.New(nil)
			if err != nil {
				b.Fatal(err)
			}
			person := &asktest.Person{T: b, Allow: []string{notesURI}}
			var client *asktest.Client
			b.Run(fmt.Sprintf("%s/first/%d", kind, count), func(b *testing.B) {
				for b.Loop() {
					client = asktest.Connect(b, notes.NewServer(notes.Options{View: d.view, Asker: asker}), ask.V20251125, person)
					if _, err := client.Do("notes_list", nil); err != nil {
						b.Fatal(err)
					}
				}
			})
			client = asktest.Connect(b, notes.NewServer(notes.Options{View: d.view, Asker: asker}), ask.V20251125, person)
			if _, err := client.Do("notes_list", nil); err != nil {
				b.Fatal(err)
			}
			for _, call := range []struct {
				tool string
				args map[string]any
			}{
				{"notes_list", nil},
				{"notes_search", map[string]any{"query": "needle"}},
				{"notes_read", map[string]any{"id": "n-7"}},
				{"notes_delete", map[string]any{"title": "needle"}}, // asked, and declined
			} {
				b.Run(fmt.Sprintf("%s/%s/%d", kind, call.tool, count), func(b *testing.B) {
					for b.Loop() {
						person.Answers = []asktest.Reply{{Action: ask.Decline}}
						res, err := client.Do(call.tool, call.args)
						if err != nil || res.IsError {
							b.Fatal(err, res)
						}
					}
				})
			}
		}
	}
}

// fill makes notes of about a kilobyte in folders of a hundred.
func fill(tb testing.TB, d disk, count int) {
	tb.Helper()
	text := strings.Repeat("Nothing to be found in here, but it has to be looked at. ", 15)
	for i := range count {
		folder := fmt.Sprintf("%sfolder-%d", notesDir, i/100)
		if i%100 == 0 {
			if err := d.all.MkdirAll(folder, 0o755); err != nil {
				tb.Fatal(err)
			}
		}
		title := fmt.Sprintf("Note number %d", i)
		if i == count/2 {
			title += ", a needle"
		}
		note := fmt.Sprintf("---\nid: n-%d\ntitle: %s\ntags: [a, b]\ncreated: 2026-01-02\n---\n# %s\n\n%s\n", i, title, title, text)
		name := fmt.Sprintf("%s/note-%d.md", folder, i)
		if err := errors.Join(d.all.WriteFile(name, []byte(note), 0o644), d.all.Chtimes(name, lessonTime, lessonTime)); err != nil {
			tb.Fatal(err)
		}
	}
}
