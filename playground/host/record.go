package host

import (
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
)

// A record is what a call met. With it the call can be made again, elsewhere, as
// if it were the same.
type record struct {
	files   *notesfs.Snapshot    // as they were before it; nil when they are not kept
	roots   *mcp.ListRootsResult // what the server was told, or would have been; nil if the person has not said
	answers []given              // in the order given
}

// given is what a person did with a question.
type given struct {
	mode    Mode
	message string
	result  *mcp.ElicitResult
}

// clone is a copy that is used up on its own.
func (r record) clone() record {
	r.answers = slices.Clone(r.answers)
	return r
}

// Of how many calls the files are kept as they were before, and up to how many
// bytes of them beside the latest. They are mostly those that can be undone to.
const (
	maxRecords     = maxUndos
	maxRecordBytes = maxUndoBytes
)

// recordNow begins the record of a call over l. The caller holds h.mu.
func (h *Host) recordNow(l *link) record {
	r := record{files: h.files}
	if len(h.roots) == 0 || h.consents[l.audience()] != NotAsked {
		r.roots = told(h.exposed(l))
	}
	return r
}

// told are roots as a server is told them.
func told(list []Root) *mcp.ListRootsResult {
	res := &mcp.ListRootsResult{Roots: []*mcp.Root{}}
	for _, root := range list {
		res.Roots = append(res.Roots, &mcp.Root{URI: root.URI, Name: root.Title})
	}
	return res
}

// forgetRecords lets go of the files of earlier calls. The caller holds h.mu.
func (h *Host) forgetRecords() {
	kept, bytes := 0, int64(0)
	for _, c := range slices.Backward(h.calls) {
		if c.met.files == nil {
			continue
		}
		n, _ := c.met.files.Usage()
		kept, bytes = kept+1, bytes+n
		if kept > maxRecords || kept > 1 && bytes > maxRecordBytes {
			c.met.files = nil
		}
	}
}

// take returns the answer to a question and takes it out of the record. Questions
// are told by their words, those with the same words by their order: a page has
// another URL each time, and options may differ. An answer that a form does not
// take is none.
func (r *record) take(q Question) *mcp.ElicitResult {
	i := slices.IndexFunc(r.answers, func(g given) bool { return g.mode == q.Mode && g.message == q.Message })
	if i < 0 || !fits(q, r.answers[i].result) {
		return nil
	}
	res := *r.answers[i].result
	res.Meta = maps.Clone(res.Meta)
	r.answers = slices.Delete(r.answers, i, i+1)
	return &res
}

func fits(q Question, res *mcp.ElicitResult) bool {
	if q.Mode != ModeForm || res.Action != string(ask.Accept) {
		return true
	}
	if q.Form == nil {
		return false
	}
	_, problems := q.Form.Validate(res.Content)
	return len(problems) == 0
}
