package web

import (
	"slices"
	"strings"
	"testing"

	"askback/playground/host"
)

// The host's remarks stand between the messages in either layout, in order, and
// neither in an imported trace nor among filtered messages.
func TestNotesBetweenMessages(t *testing.T) {
	s := sampleReady()
	watch(&s, sampleTrace(s.Era, sampleAsk[:3]...), 0)
	s.Notes = []host.Note{
		{ID: 1, After: 0, Code: host.NoteKept}, {ID: 2, After: 2, Code: host.NoteConsentAsked},
		{ID: 3, After: 2, Code: host.NoteShared}, {ID: 4, After: 3, Code: host.NoteQuiet},
	}
	ids := func(items func() []Item) []string {
		var out []string
		for _, item := range items() {
			out = append(out, item.ID)
			if html := render(t, item.View); !strings.Contains(html, `id="`+item.ID+`"`) {
				t.Errorf("item %s draws no element of that id", item.ID)
			}
		}
		return out
	}
	for _, list := range []bool{false, true} {
		s.Wire.List = list
		items, prefix, head := diagramItems(s), "", "wire-lanes"
		if list {
			items, prefix, head = rowItems(s), "row-", "row-head"
		}
		want := []string{
			head, prefix + "note-1", prefix + "message-1", prefix + "message-2", prefix + "note-2", prefix + "note-3", prefix + "message-3", prefix + "note-4",
		}
		if got := ids(items); !slices.Equal(got, want) {
			t.Errorf("list %v: %v, want %v", list, got, want)
		}

		filtered := s
		filtered.Wire.Filter = host.Filter{Kind: "request"}
		imported := s
		imported.Wire.Imported = &host.Imported{Name: "kept.jsonl", Total: 3, At: 3}
		for _, other := range []host.State{filtered, imported} {
			items := diagramItems(other)
			if list {
				items = rowItems(other)
			}
			if got := ids(items); slices.Contains(got, prefix+"note-2") {
				t.Errorf("list %v: %v has a note that belongs to other messages", list, got)
			}
		}
	}
}
