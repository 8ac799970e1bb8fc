package exercise

import (
	"slices"

	"askback/notesfs"
)

// A Kind says what a learner does.
type Kind string

const (
	// Drive: the learner is the host and its person, and is judged by what
	// passed on the wire and what became of the files.
	Drive Kind = "drive"
	// Code: the learner writes a server, which a script drives as a host.
	Code Kind = "code"
	// Design: the learner writes the schema and the message of a question.
	Design Kind = "design"
	// Quiz: the learner answers questions. Exercises of other kinds may have
	// questions too.
	Quiz Kind = "quiz"
)

// Kinds are all kinds.
func Kinds() []Kind { return []Kind{Drive, Code, Design, Quiz} }

// A Pack is one exercise, as [Parse] reads it. It is not changed afterwards, so
// it may be shared.
type Pack struct {
	ID      string // stable: links, progress and receipts name it
	Version int    // what the author counts; see Hash
	Kind    Kind
	Of      string // the exercise that this is the other part of; may be empty
	// Eras are the protocol versions. A script is run under each; the learner of
	// a drive exercise begins under the first.
	Eras    []string
	Level   string // "easy", "medium" or "hard"
	Minutes int    // about how long it takes
	Order   int    // place in the list
	After   []string
	Title   Text

	Checks    []Check // in the order of the script, then one for each question
	Questions []Question
	Brief     Text // Markdown
	Hints     Hints

	// Consent says that the learner is asked whether the server may know the
	// roots. Otherwise that is settled before.
	Consent bool
	Roots   []string          // what the person allows at first, as names of package notesfs
	Tools   []Tool            // of the server, where the exercise shows some (design)
	Files   *notesfs.Snapshot // the tree at the start

	Starter  []File // kinds code and design
	Solution []File
	Wrong    []Wrong

	// Hash names everything in the pack that influences a verdict: two packs of
	// one hash judge alike. Texts for learners are no part of it.
	Hash string

	// Archive is what it was read from. It is not to be changed.
	Archive []byte

	script []section
	later  map[string][]byte // files that scripts write
}

// A Check is one thing that is right or wrong.
type Check struct {
	ID    string
	Title Text
}

// A Tool is a tool for which a learner designs a question.
type Tool struct {
	Name  string `yaml:"name"`
	About Text   `yaml:"about"`
}

// A File is a file of a starter or a solution, without the folder it stood in.
type File struct {
	Name string
	Data []byte
}

// A Wrong is a wrong solution. The check is the one that has to catch it; all
// others let it pass.
type Wrong struct {
	Name  string
	Check string
	Files []File
}

// check returns the check of this id.
func (p *Pack) check(id string) (Check, bool) {
	for _, c := range p.Checks {
		if c.ID == id {
			return c, true
		}
	}
	return Check{}, false
}

// Over are the files of the starter with others in place of those of the same
// name: a solution holds only what a learner changes.
func (p *Pack) Over(files []File) []File {
	out := slices.Clone(p.Starter)
	for _, f := range files {
		i := slices.IndexFunc(out, func(x File) bool { return x.Name == f.Name })
		if i < 0 {
			out = append(out, f)
		} else {
			out[i] = f
		}
	}
	return out
}
