package roots

import "strings"

// MaxRoots is the longest list that ParseAll reads. Each root is compared with
// every path a server touches, so a list has to stay short.
const MaxRoots = 1000

// Entry is a root as a client sends it.
type Entry struct {
	URI   string
	Title string // "name" on the wire; optional
}

// Rejected is an entry that is no usable root.
type Rejected struct {
	Index int // in the list given
	Entry Entry
	Err   *Error
}

// ParseAll reads the list that a client sent: the usable roots in the order
// sent, and for each other entry the reason. One bad entry does not spoil the
// good ones, and an empty result is an empty boundary, never the default of
// anything. A URI that comes twice in any spelling is one root; it keeps the
// first title that is not empty. Beyond [MaxRoots] entries, one Rejected with
// [CodeTooMany] stands for the rest.
func ParseAll(list []Entry) (usable []Root, bad []Rejected) {
	seen := make(map[string]int, min(len(list), MaxRoots))
	for i, entry := range list {
		if i == MaxRoots {
			err := refuse(CodeTooMany, entry.URI, "max", MaxRoots, "count", len(list)-MaxRoots)
			return usable, append(bad, Rejected{Index: i, Entry: entry, Err: err})
		}
		name, err := parse(entry.URI)
		if err != nil {
			bad = append(bad, Rejected{Index: i, Entry: entry, Err: err})
			continue
		}
		title := strings.ToValidUTF8(entry.Title, "\uFFFD")
		if at, ok := seen[name]; ok {
			if usable[at].Title == "" {
				usable[at].Title = title
			}
			continue
		}
		seen[name] = len(usable)
		usable = append(usable, Root{Name: name, Title: title})
	}
	return usable, bad
}
