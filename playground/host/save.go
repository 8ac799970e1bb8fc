package host

import (
	"fmt"
	"strconv"
)

// A File is one that the host hands to the person to keep. The page saves it when
// N grows.
type File struct {
	N    int    // counts files; 0 for none yet
	Name string // as it is suggested to the person
	MIME string
	Text string
}

// save hands a file to the person. The caller holds h.mu.
func (h *Host) save(name, mime string, text []byte) {
	h.file = File{N: h.file.N + 1, Name: name, MIME: mime, Text: string(text)}
}

// export hands out the whole trace that is looked at, whatever is filtered. The
// caller holds h.mu.
func (h *Host) export(live *recorded) {
	messages, name := live.messages, "askback-trace.jsonl"
	if r := h.viewer.replay; r != nil {
		messages, name = r.trace.all().messages, r.name
	}
	text, err := WriteTrace(messages)
	if err != nil {
		return // each message was encoded or decoded here: cannot happen
	}
	h.save(name, "application/jsonl", text)
}

// saveMessage hands out one message as it was on the wire. The caller holds h.mu.
func (h *Host) saveMessage(r *recorded, seq string) {
	n, err := strconv.Atoi(seq)
	if err != nil {
		return
	}
	if i, ok := placeOf(r.messages, n); ok {
		h.save(fmt.Sprintf("message-%d.json", n), "application/json", r.messages[i].JSON)
	}
}
