package exercise

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxProgress is how many characters the compact form of a progress may have:
// learning platforms keep no more (cmi.suspend_data of SCORM 1.2 has 4,096).
const MaxProgress = 4000

// Progress is how far a learner has come, by the ids of exercises. An exercise that
// is not in it was never begun. It is what somebody says of themselves: what can be
// believed is a [Receipt].
type Progress map[string]Entry

// An Entry is how far a learner has come with one exercise.
type Entry struct {
	Version  int       `json:"version"`            // of the exercise
	Done     bool      `json:"done"`               // everything has been right
	Hints    int       `json:"hints,omitempty"`    // steps of the ladder that were seen
	Solution bool      `json:"solution,omitempty"` // the last of them too
	At       time.Time `json:"at"`                 // of the last change, in seconds, UTC
}

// Note enters how an attempt stands, and reports whether that is news. What was
// done stays done, until the exercise has a new version.
func (p Progress) Note(pack *Pack, s State, now time.Time) bool {
	old, begun := p[pack.ID]
	if s.Inputs == 0 && !begun {
		return false
	}
	e := Entry{Version: pack.Version, Done: s.Solved, Hints: s.Hints, Solution: s.Solution, At: now.UTC().Truncate(time.Second)}
	if begun && old.Version == pack.Version {
		e.Done = e.Done || old.Done
		e.Hints = max(e.Hints, old.Hints)
		e.Solution = e.Solution || old.Solution
		if old.At = e.At; old == e {
			return false
		}
	}
	p[pack.ID] = e
	return true
}

// Merge adds what is in other. Of two entries the one of the newer version counts,
// of two of one version the one that is done, and else the later.
func (p Progress) Merge(other Progress) {
	for id, e := range other {
		old, ok := p[id]
		switch {
		case !ok, e.Version > old.Version:
		case e.Version < old.Version, old.Done && !e.Done:
			continue
		case e.Done == old.Done && !e.At.After(old.At):
			continue
		}
		p[id] = e
	}
}

// progressFormat is the version of both forms of a progress.
const progressFormat = 1

type progressFile struct {
	Format    int              `json:"askback_progress"`
	Exercises map[string]Entry `json:"exercises"`
}

// MarshalJSON is the progress as a file.
func (p Progress) MarshalJSON() ([]byte, error) {
	return json.Marshal(progressFile{progressFormat, p})
}

// UnmarshalJSON reads a file that MarshalJSON wrote.
func (p *Progress) UnmarshalJSON(data []byte) error {
	var f progressFile
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("this is no progress: %w", err)
	}
	if f.Format != progressFormat {
		return fmt.Errorf("this is no progress: askback_progress is %d, and only %d is known here", f.Format, progressFormat)
	}
	out := Progress{}
	for id, e := range f.Exercises {
		if why := badID(id); why != "" {
			return fmt.Errorf("this is no progress: %s", why)
		}
		e.At = e.At.UTC().Truncate(time.Second)
		out[id] = e
	}
	*p = out
	return nil
}

// Compact is the progress in few characters, such as
//
//	1 first-question.1.d.2.tivw00 pick-roots.1.s.4.tivy0g
//
// after the format: the id, the version, d for done (D when the solution was seen,
// s when it was seen and nothing is done, o when neither), the hints, and the
// seconds since 1970, numbers to the base 36. Where it would be longer than
// [MaxProgress], the oldest entries are left out, those that are not done first.
func (p Progress) Compact() string {
	ids := slices.SortedFunc(maps.Keys(p), func(a, b string) int {
		x, y := p[a], p[b]
		if x.Done != y.Done {
			return map[bool]int{true: -1, false: 1}[x.Done]
		}
		return y.At.Compare(x.At)*2 + strings.Compare(a, b)
	})
	var kept []string
	length := len(strconv.Itoa(progressFormat))
	for _, id := range ids {
		word := p[id].compact(id)
		if length += 1 + len(word); length > MaxProgress {
			break
		}
		kept = append(kept, word)
	}
	slices.Sort(kept)
	return strings.Join(append([]string{strconv.Itoa(progressFormat)}, kept...), " ")
}

func (e Entry) compact(id string) string {
	status := "o"
	switch {
	case e.Done && e.Solution:
		status = "D"
	case e.Done:
		status = "d"
	case e.Solution:
		status = "s"
	}
	return strings.Join([]string{id, base36(int64(e.Version)), status, base36(int64(e.Hints)), base36(e.At.Unix())}, ".")
}

func base36(n int64) string { return strconv.FormatInt(n, 36) }

// ParseProgress reads what [Progress.Compact] wrote.
func ParseProgress(compact string) (Progress, error) {
	words := strings.Fields(compact)
	if len(words) == 0 || words[0] != strconv.Itoa(progressFormat) {
		return nil, errors.New("this is no progress: it does not begin with the format 1")
	}
	p := Progress{}
	for _, word := range words[1:] {
		id, e, err := parseEntry(word)
		if err != nil {
			return nil, fmt.Errorf("this is no progress: %q: %w", word, err)
		}
		p[id] = e
	}
	return p, nil
}

func parseEntry(word string) (id string, e Entry, err error) {
	parts := strings.Split(word, ".")
	if len(parts) != 5 {
		return "", e, fmt.Errorf("it has %d parts, not 5", len(parts))
	}
	if why := badID(parts[0]); why != "" {
		return "", e, errors.New(why)
	}
	var numbers [3]int64
	for i, part := range []string{parts[1], parts[3], parts[4]} {
		if numbers[i], err = strconv.ParseInt(part, 36, 64); err != nil {
			return "", e, err
		}
	}
	if !strings.Contains("odsD", parts[2]) || len(parts[2]) != 1 {
		return "", e, fmt.Errorf("%q is none of d, D, s and o", parts[2])
	}
	e = Entry{
		Version: int(numbers[0]), Hints: int(numbers[1]), At: time.Unix(numbers[2], 0).UTC(),
		Done: parts[2] == "d" || parts[2] == "D", Solution: parts[2] == "s" || parts[2] == "D",
	}
	return parts[0], e, nil
}
