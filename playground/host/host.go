package host

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/notesfs"
	"askback/playground/ask"
	"askback/playground/form"
	"askback/playground/roots"
)

// A Tree is the files as the person has them, inside the roots or not. It is
// asked beside the protocol: what a server says of its files proves nothing.
type Tree interface {
	Snapshot(ctx context.Context) (*notesfs.Snapshot, error)
	Restore(ctx context.Context, s *notesfs.Snapshot) error
}

// Options say what a host connects to.
type Options struct {
	// Dial returns a new connection to the server. It is called once for each
	// session.
	Dial func(ctx context.Context) (mcp.Transport, error)
	// DialURL returns a new connection to the server at a URL that the person has
	// typed. Without it only the server of Dial can be driven.
	DialURL func(ctx context.Context, url string) (mcp.Transport, error)
	// Tree is the files.
	Tree Tree
	// Forget has the server forget whom it knows, such as people who signed in. It
	// is called when everything is put back to the start; may be nil.
	Forget func(ctx context.Context) error
	// Twin connects to a server like that of Dial, made anew over a copy of these
	// files, with its clock at this time. Two of them do the same for the same calls.
	// It goes with the connection. Without Twin no call can be compared.
	Twin func(ctx context.Context, files *notesfs.Snapshot, at time.Time) (mcp.Transport, error)
	// Files are what to show of them until they have been read; may be nil.
	Files *notesfs.Snapshot
	// Roots are what the person allows at first, as names of package notesfs.
	Roots []string
	// Era is the protocol version to begin with; the default is 2025-11-25.
	Era string
	// Memory is what a page before this one kept; may be nil.
	Memory *Memory
	// Place is where the link leads by which the person came. It goes before
	// Memory.
	Place Place
	// Plays are scenarios that the page offers.
	Plays []Script
	// Now is the clock; the default is the system's.
	Now func() time.Time
}

// A Script is a play with what it does: it puts everything back to the start and
// calls a tool. The person still answers.
type Script struct {
	Play
	Tool string
	Args map[string]string // by field of the argument form
}

// Eras are the protocol versions that a person can choose from.
func Eras() []string { return []string{ask.V20251125, ask.V20260728} }

// A Host drives one server for one person. Make it with [New], start it with
// [Host.Start].
type Host struct {
	opts    Options
	now     func() time.Time
	trace   *trace
	changed chan struct{}

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
	ending sync.Mutex // makes Close come before or after each spawn
	wg     sync.WaitGroup
	busy   atomic.Int32 // what was spawned and does not only wait
	pulse  pulse

	// fetching is held while the files are read or put back: one at a time, so
	// that what was read first never replaces what was read later. It is taken
	// before mu.
	fetching sync.Mutex

	mu         sync.Mutex // held for moments, never across a wait
	phase      Phase
	failure    Failure
	retry      bool // connecting again may help
	era        string
	address    string // of the server to drive; empty for that of Options.Dial
	elsewhere  otherServer
	link       *link // the session in use; nil while there is none
	next       *link // the one that is being opened, or the one in use
	links      int   // counts sessions
	roots      []Root
	rootIssue  *roots.Error
	rootDraft  string
	rootTitles map[string]string // names that are being typed, by root
	consents   map[audience]Consent
	notes      notes
	start      *notesfs.Snapshot // as the person found the files
	files      *notesfs.Snapshot // as they are now
	before     *notesfs.Snapshot // as they were when the last call began
	undos      undos
	loading    Loading
	folding    folding
	tree       treeCache
	tools      []Tool
	moreTools  bool
	tool       string
	args       form.Draft
	argIssues  []form.Problem
	refused    int    // counts arguments that were not right
	wanted     string // a tool to open when the server has listed it
	wantedArgs form.Draft
	kept       *notesfs.Snapshot // the files to begin with; nil for those that are there
	compared   *notesfs.Snapshot // the files for which altered holds
	altered    bool              // they are not those of start
	keeping    Keeping
	calls      []*call
	questions  []*question
	turnedTo   string // id of the question that the person chose to see, if any
	asked      int    // counts questions
	visits     []*visit
	viewer     viewer
	comparison *Comparison
	compares   int                // counts comparisons
	endCompare context.CancelFunc // of the latest comparison; nil before the first
	file       File               // handed out last
	resets     int                // counts resets
}

// New returns a host that has not started: its state is the one of a page whose
// program is still loading.
func New(o Options) *Host {
	h := &Host{opts: o, now: o.Now, era: o.Era, changed: make(chan struct{}, 1), consents: map[audience]Consent{}, folding: newFolding(), rootTitles: map[string]string{}}
	if h.now == nil {
		h.now = time.Now
	}
	if h.era == "" {
		h.era = ask.V20251125
	}
	h.trace = newTrace(h.now, h.touch)
	h.viewer.look(nil)
	h.roots = rootsNamed(o.Roots)
	h.files, h.before = o.Files, o.Files
	memory := o.Memory
	if memory == nil {
		memory = new(Memory)
	}
	h.recall(*memory, o.Place)
	h.ctx, h.cancel = context.WithCancel(context.Background())
	return h
}

// Start reads the files and connects. What goes wrong is in the state.
func (h *Host) Start() {
	var l *link
	h.update(func() { l = h.nextLink() })
	h.spawn(func(ctx context.Context) {
		files, err := h.opts.Tree.Snapshot(ctx)
		if err != nil {
			h.fail(Failure{FailureRead, causeOf(ctx, err)})
			return
		}
		h.update(func() { h.start, h.files, h.before = files, files, files })
		h.putBackKept(ctx)
		h.connect(l)
	})
}

// Close ends the session and everything that waits, and returns when it has
// ended. What is handled after that changes no more than the state.
func (h *Host) Close() {
	h.ending.Lock()
	h.cancel()
	h.ending.Unlock()
	h.mu.Lock()
	l := h.link
	h.mu.Unlock()
	if l != nil {
		l.close()
	}
	h.wg.Wait()
}

// Changed receives a value after the state has changed. Changes in quick
// succession may share one.
func (h *Host) Changed() <-chan struct{} { return h.changed }

func (h *Host) touch() {
	h.pulse.beat()
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

// update changes the state under the lock.
func (h *Host) update(f func()) {
	h.mu.Lock()
	f()
	h.mu.Unlock()
	h.touch()
}

// spawn runs f on its own until the host is closed. Meanwhile the host is not
// quiet.
func (h *Host) spawn(f func(context.Context)) {
	h.busy.Add(1)
	done := func() { h.busy.Add(-1); h.touch() }
	begun := h.attend(func(ctx context.Context) {
		defer done()
		f(ctx)
	})
	if !begun {
		done()
	}
}

// attend is spawn for what mostly waits, and says in the state what for. It
// reports whether f runs.
func (h *Host) attend(f func(context.Context)) bool {
	h.ending.Lock()
	defer h.ending.Unlock()
	open := h.ctx.Err() == nil
	if open {
		h.wg.Go(func() { f(h.ctx) })
	}
	return open
}

// fail says that nothing goes on until the page is loaded again.
func (h *Host) fail(why Failure) {
	h.update(func() { h.phase, h.failure, h.retry = PhaseFailed, why, false })
}

// State returns what there is to see.
func (h *Host) State() State {
	recorded := h.trace.all()
	h.mu.Lock()
	defer h.mu.Unlock()
	s := State{
		Phase: h.phase, Failure: h.failure, Retry: h.retry, Era: h.era, Eras: Eras(),
		Tree: h.drawTree(), TreeFull: h.folding.full, Undo: h.undos.top(), Undone: h.undos.undone, Load: h.loading,
		Roots: h.shownRoots(), RootTitles: maps.Clone(h.rootTitles), RootPreview: h.rootPreview(), RootProblem: h.rootIssue, RootDraft: h.rootDraft,
		Tools: h.tools, MoreTools: h.moreTools, Tool: h.tool, Args: cloneDraft(h.args), ArgProblems: h.argIssues, ArgAttempts: h.refused,
		Messages: recorded.messages, Notes: slices.Clone(h.notes.kept), Wire: h.wireView(recorded), File: h.file, Keeping: h.keeping,
		Compare: h.comparison, ToolUncompared: h.uncomparedHere(),
	}
	h.showServer(&s)
	for _, c := range h.calls {
		shown := c.Call
		shown.Uncompared = h.uncompared(c)
		s.Calls = append(s.Calls, shown)
	}
	for _, q := range h.questions {
		shown := q.Question
		shown.Draft = cloneDraft(q.Draft)
		if q.Mode == ModeRoots {
			shown.Roots = s.Roots
		}
		s.Questions = append(s.Questions, shown)
	}
	s.Current = h.current()
	for _, v := range h.open() {
		s.Visits = append(s.Visits, h.shown(v))
	}
	return s
}

func cloneDraft(d form.Draft) form.Draft {
	out := make(form.Draft, len(d))
	for name, values := range d {
		out[name] = slices.Clone(values)
	}
	return out
}
