package peers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

const (
	notesRoot   = "file:///home/alice/Documents/Notes"
	scratchRoot = "file:///home/alice/Scratch"
)

func accept(content map[string]any) map[string]any {
	return map[string]any{"action": "accept", "content": content}
}

var (
	decline = map[string]any{"action": "decline"}
	cancel  = map[string]any{"action": "cancel"}
	consent = map[string]any{"action": "accept"} // to a URL
)

// A clientCase is a step and what must come of it.
type clientCase struct {
	name string
	step step
	want func(outcome) error
}

// clientCases are what every client does, one after the other in one session.
func clientCases(version string) []clientCase {
	deleteTPS := func(answer map[string]any) step {
		return step{Tool: "notes_delete", Args: map[string]any{"title": "TPS"}, Answers: []map[string]any{answer}}
	}
	setup := func(answers ...map[string]any) step { return step{Tool: "notes_setup", Answers: answers} }
	twice := func(answers ...map[string]any) step { return step{Tool: "twice", Answers: answers} }
	finished := setup()
	finished.Finish, finished.Notice = true, version < "2026"
	return []clientCase{
		{"the roots say which notes there are", step{Tool: "notes_list"}, listed("note-41", "note-99", "note-3", "note-7", "note-14")},
		{"a form is declined", deleteTPS(decline), all(outcomeIs("declined"), askedWhich)},
		{"a form is cancelled", deleteTPS(cancel), outcomeIs("cancelled")},
		{"a form is sent unconfirmed", deleteTPS(accept(map[string]any{"note_id": "note-7", "confirm": false})), outcomeIs("not_confirmed")},
		{"a form is sent with what was not offered", deleteTPS(accept(map[string]any{"note_id": "note-41", "confirm": true})), refused},
		{"a form is sent without what is required", deleteTPS(accept(map[string]any{"note_id": "note-7"})), refused},
		{"nothing has been deleted yet", step{Tool: "notes_list"}, listed("note-41", "note-99", "note-3", "note-7", "note-14")},
		{"a form is accepted", deleteTPS(accept(map[string]any{"note_id": "note-7", "confirm": true})), outcomeIs("deleted")},
		{"a note outside the roots is not there", step{Tool: "notes_delete", Args: map[string]any{"title": "outside"}}, failsWith(`no note inside the roots has a title that contains "outside"`)},
		{"the roots are narrowed", step{Roots: []string{scratchRoot}, Tool: "notes_list"}, listed("note-41")},
		{"what they no longer hold is not there", step{Tool: "notes_delete", Args: map[string]any{"title": "shopping"}}, failsWith(`contains "shopping"`)},
		{"the roots are widened", step{Roots: []string{notesRoot}, Tool: "notes_delete", Args: map[string]any{"title": "shopping"}, Answers: []map[string]any{accept(map[string]any{"confirm": true})}}, outcomeIs("deleted")},
		{"a page is declined", setup(decline), all(status("declined"), askedToOpen)},
		{"a page is cancelled", setup(cancel), status("cancelled")},
		{"a page is consented to", setup(consent), status("waiting")},
		{"it is not asked for again", setup(), status("waiting")},
		{"the person has finished it", finished, status("connected")},
		{"the first of two questions is declined", twice(decline), said("decline")},
		{"the second of two is cancelled", twice(accept(map[string]any{"colour": "g"}), cancel), said("g, cancel")},
		{"both are accepted", twice(accept(map[string]any{"colour": "r"}), accept(map[string]any{"percent": 30})), said(`r, {"percent":30}`)},
		{"the second is out of range", twice(accept(map[string]any{"colour": "r"}), accept(map[string]any{"percent": 101})), refused},
		{"the second is of a bad format", twice(accept(map[string]any{"colour": "r"}), accept(map[string]any{"percent": 1, "to": "nobody"})), refused},
	}
}

func TestClients(t *testing.T) {
	for _, peer := range []struct {
		name, library string
		mode          any
		version       string
	}{
		{"client 2.4.0, auto", "client", "auto", "2026-07-28"},
		{"client 2.4.0, legacy", "client", "legacy", "2025-11-25"},
		{"sdk 1.32.2", "sdk", nil, "2025-11-25"},
	} {
		for _, transport := range slices.Sorted(maps.Keys(transports)) {
			t.Run(peer.name+" over "+transport, func(t *testing.T) {
				server := transports[transport](t)
				p := plan{Library: peer.library, Mode: peer.mode, URL: server.url, Command: server.command, Roots: []string{notesRoot, scratchRoot}}
				cases := clientCases(peer.version)
				for _, c := range cases {
					p.Steps = append(p.Steps, c.step)
				}
				r := drive(t, p)
				if r.Version != peer.version {
					t.Fatalf("the session is of %s, want %s", r.Version, peer.version)
				}
				for i, c := range cases {
					t.Run(c.name, func(t *testing.T) {
						if err := c.want(r.Steps[i]); err != nil {
							t.Errorf("%v\n%+v", err, r.Steps[i])
						}
					})
				}
				t.Run("the files", func(t *testing.T) {
					want := lessonTree(t, "home/alice/Documents/Notes/tps-2024.md", "home/alice/Documents/Notes/shopping.md")
					if got := server.tree(); !maps.Equal(got, want) {
						t.Errorf("there are %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
					}
				})
			})
		}
	}
}

// field is the wanted value of a member of the structured result, of a call that
// asked exactly what the step had answers for.
func field(name, want string) func(outcome) error {
	return func(o outcome) error {
		switch {
		case o.Error != "" || o.IsError:
			return fmt.Errorf("the call failed")
		case o.Left > 0:
			return fmt.Errorf("%d answers were not asked for", o.Left)
		case o.Structured[name] != want:
			return fmt.Errorf("%s is %q, want %q", name, o.Structured[name], want)
		}
		return nil
	}
}

func outcomeIs(want string) func(outcome) error { return field("outcome", want) }
func status(want string) func(outcome) error    { return field("status", want) }
func said(want string) func(outcome) error      { return field("said", want) }

func all(checks ...func(outcome) error) func(outcome) error {
	return func(o outcome) error {
		for _, check := range checks {
			if err := check(o); err != nil {
				return err
			}
		}
		return nil
	}
}

// listed wants exactly these notes.
func listed(ids ...string) func(outcome) error {
	return func(o outcome) error {
		var got []string
		list, _ := o.Structured["notes"].([]any)
		for _, n := range list {
			note, _ := n.(map[string]any)
			got = append(got, fmt.Sprint(note["id"]))
		}
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(ids))) {
			return fmt.Errorf("the notes are %q, want %q", got, ids)
		}
		return nil
	}
}

// refused wants the server to say, in the way of its era, that it does not act
// on an answer.
func refused(o outcome) error {
	if o.Error == "" && !o.IsError || !strings.Contains(o.Error+o.Text, "cannot be used") {
		return fmt.Errorf("the answer was accepted")
	}
	return nil
}

func failsWith(text string) func(outcome) error {
	return func(o outcome) error {
		if !o.IsError || !strings.Contains(o.Text, text) {
			return fmt.Errorf("it does not say %q", text)
		}
		return nil
	}
}

// askedWhich wants the question which of three notes, with its fields in order.
func askedWhich(o outcome) error {
	const want = `{"type":"object","properties":{` +
		`"note_id":{"type":"string","title":"Note","oneOf":[` +
		`{"const":"note-3","title":"TPS report 2023 (Notes/tps-2023.md, 2023-12-18)"},` +
		`{"const":"note-7","title":"TPS report 2024 (Notes/tps-2024.md, 2024-12-16)"},` +
		`{"const":"note-14","title":"TPS report 2025 (Notes/tps-2025.md, 2025-12-15)"}]},` +
		`"confirm":{"type":"boolean","title":"Yes, delete it"}},"required":["note_id","confirm"]}`
	if len(o.Asked) != 1 || o.Asked[0].Mode != "form" || o.Asked[0].Message != `3 notes match "TPS". Which one should be deleted?` || o.Asked[0].Schema != want {
		return fmt.Errorf("it asked something else than %s", want)
	}
	return nil
}

func askedToOpen(o outcome) error {
	if len(o.Asked) != 1 || o.Asked[0].Mode != "url" || !strings.HasPrefix(o.Asked[0].URL, "http://127.0.0.1:") || !strings.Contains(o.Asked[0].URL, "/connect#token=") {
		return fmt.Errorf("it did not ask to open the page")
	}
	return nil
}
