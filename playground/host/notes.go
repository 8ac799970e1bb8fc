package host

import (
	"slices"
	"time"
)

// What a note is about, as [Note.Code].
const (
	NoteConsentAsked = "consent-asked" // the server asked for the roots; the answer waits for the person
	NoteConsentLater = "consent-later" // the person put that aside: an empty list is told, and the next request asks again
	NoteShared       = "roots-shared"  // the person lets the server know the roots
	NoteRefused      = "roots-refused" // the person does not: it is told an empty list
	NoteQuiet        = "roots-quiet"   // the roots changed; under 2026-07-28 nothing is sent until the server asks
	NoteKept         = "roots-kept"    // the roots changed; nothing is sent, as the server may not know them
)

// NoteCodes lists the codes of [Note].
func NoteCodes() []string {
	return []string{NoteConsentAsked, NoteConsentLater, NoteShared, NoteRefused, NoteQuiet, NoteKept}
}

// A Note is a remark of the host between the messages of the wire: something
// happened that they do not show, or that is the reason why nothing was sent.
// It never changes.
type Note struct {
	ID     int // 1, 2, 3…
	After  int // Seq of the message that it follows; 0 before the first
	At     time.Time
	Code   string // one of the Note constants
	Era    string // of the session
	Server Server
	Roots  int // how many roots are set
}

// notes are the latest notes of a host.
type notes struct {
	kept  []Note
	count int // of all, also those that went
}

// maxNotes is how many notes are kept. The oldest go first.
const maxNotes = 500

// note adds a note about the server of l. The caller holds h.mu.
func (h *Host) note(code string, l *link) {
	n := &h.notes
	n.count++
	n.kept = append(n.kept, Note{
		ID: n.count, After: h.trace.last(), At: h.now(), Code: code, Era: l.era, Server: l.server, Roots: len(h.roots),
	})
	if over := len(n.kept) - maxNotes; over > 0 {
		n.kept = slices.Delete(n.kept, 0, over)
	}
}
