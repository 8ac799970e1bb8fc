package host

import (
	"encoding/json"
	"time"

	"askback/playground/ask"
	"askback/playground/form"
	"askback/playground/roots"
)

// A State is all that a view of the host may show at one moment. It is a
// value: nothing in it changes after [Host.State] has returned it, so it can be
// drawn, compared and kept without a lock.
//
// Text that came from a server (its name, tool titles, messages, results) is
// data that anybody may have written. A view shows it as text and nothing else.
type State struct {
	Phase   Phase
	Failure Failure  // for PhaseFailed
	Retry   bool     // for PhaseFailed: connecting again may help
	Era     string   // the protocol version chosen, such as "2025-11-25"
	Eras    []string // the versions that can be chosen, oldest first
	Server  Server
	// Address is the URL of the server that is driven; empty for the page's own,
	// to which the files and the plays belong.
	Address string
	Other   OtherServer
	Consent Consent // whether Server may know the roots

	Tree     Node // from the top; what is folded is left out
	TreeFull bool // so much is unfolded that no more is
	Undo     Undo
	Undone   Deed // what was undone last, if nothing has changed the files since
	Load     Loading

	Roots []Root
	// RootTitles are names that are being typed, by the name of the root.
	RootTitles  map[string]string
	RootPreview RootPreview // of RootDraft
	// RootProblem says why the URI typed last is not a root; nil when it is.
	RootProblem *roots.Error
	RootDraft   string

	Tools       []Tool
	MoreTools   bool   // the server lists more than Tools holds
	Tool        string // name of the open tool; empty when none is
	Args        form.Draft
	ArgProblems []form.Problem
	ArgAttempts int // how often these arguments were refused

	// ToolUncompared is why the open tool cannot be compared; empty if it can.
	ToolUncompared Uncompared

	Calls     []Call     // oldest first
	Questions []Question // those that wait for the person, oldest first
	Current   string     // ID of the question that is shown in full
	Visits    []Visit    // pages that the person opened and may not be done with, oldest first

	Messages []Message   // the wire of this session, in the order seen
	Notes    []Note      // what is to be said between them, oldest first
	Wire     WireView    // what the person sees of the wire, or of another
	Compare  *Comparison // a call under two protocol versions; nil when none is looked at
	File     File        // what the host last gave them to keep

	Plays []Play

	Keeping Keeping
}

// A Phase is how far the connection to the server has come.
type Phase int

const (
	PhaseStarting   Phase = iota // the program is not running yet: the static page
	PhaseConnecting              // no answer to the first request yet
	PhaseReady
	PhaseFailed
)

// A Server is what a server says of itself.
type Server struct {
	Name, Title, Version string
}

// Label is the name to show: the title, or the name where there is none.
func (s Server) Label() string {
	if s.Title != "" {
		return s.Title
	}
	return s.Name
}

// An OtherServer is the form that takes the URL of a server to drive.
type OtherServer struct {
	Possible bool // servers can be reached by URL
	Draft    string
	Problems []form.Problem // why the URL typed last is not used
}

// A Root is a place that the person allows the server to work in.
type Root struct {
	Name    string // as in package notesfs: "home/alice/Scratch"
	Title   string // the person's word for it, which the server is told
	URI     string // what the server is told
	Missing bool   // nothing is there
}

// A Side says where a node lies with regard to the roots.
type Side int

const (
	Outside Side = iota
	Inside
	Partly // a directory outside every root that has a root below it
)

// A Lead says where a symlink leads.
type Lead int

const (
	LeadsNowhere Lead = iota
	LeadsInside       // the roots
	LeadsOutside
)

// A Mark says what became of a node since the last call began.
type Mark int

const (
	Unmarked Mark = iota
	Created
	Changed
	Moved // it came here from Other
	// These two are not there any more, and are drawn so that the person sees what
	// went.
	Gone
	MovedAway // it is Other now
)

// A Node is a file, directory or symlink of the tree.
type Node struct {
	Name    string // as in package notesfs
	Base    string // last element, "/" for the top
	Dir     bool
	Target  string // for a symlink
	Leads   Lead   // for a symlink
	Size    int64  // bytes
	ModTime time.Time
	Side    Side
	Root    bool // it is itself a root
	Mark    Mark
	Other   string // for Moved and MovedAway: the other place
	Edited  bool   // for Moved: it is not as before either

	// Of a directory:
	Entries  int    // how many there are, those that went included
	Open     bool   // Children are shown
	Children []Node // by name; of a large directory not all
	Changes  int    // of a folded one: how many there are in it, however deep
	Place    int    // of what is in a directory: its place there, from 1
}

// A Tool is one entry of the answer to tools/list.
type Tool struct {
	Name        string
	Title       string // display name: title, annotations.title or name (mcp-rules D1.7)
	Description string
	ReadOnly    bool // the hints, with the defaults of the specification (D1.3 to D1.6)
	Destructive bool
	Idempotent  bool
	OpenWorld   bool
	// Input is the argument form. It is nil when the input schema uses more
	// than the form subset; then the arguments are typed as JSON, and Draft
	// holds them under the name "".
	Input *form.Schema
	// InputSchema is the schema as the server sent it.
	InputSchema json.RawMessage
}

// A CallStatus is what a call of a tool is doing.
type CallStatus int

const (
	Running CallStatus = iota
	Asking             // a question of this call waits for the person
	Done               // a result came; see IsError
	Failed             // a protocol error came, or the connection went away
	Stopped            // the person stopped it, or ended its session
)

// A Call is one use of a tool, with all its rounds.
type Call struct {
	ID         int
	Tool       string
	Args       json.RawMessage
	Era        string
	Address    string // of the server, as in [State.Address]
	Status     CallStatus
	Rounds     int             // requests sent: more than one only under 2026-07-28
	Structured json.RawMessage // structuredContent, compact
	Text       []string        // text of the content blocks
	IsError    bool            // the tool says that it failed
	Unshown    []string        // types of the content blocks that are no text, such as "image"
	Cause      Cause           // for Failed, unless PagesFirst says it
	// PagesFirst is set for Failed when the server wanted pages to be finished
	// before it serves the call (-32042): what the person said to that.
	PagesFirst ask.Action
	// Finished is set when the server has announced that the interaction
	// behind a URL is over (2025-11-25): calling again is worth it.
	Finished   bool
	Began, End time.Time
	Waited     time.Duration // how long of that it waited for the person
	Uncompared Uncompared    // why it cannot be compared; empty if it can
}

// A Mode is the mode of an elicitation.
type Mode string

const (
	ModeForm Mode = "form"
	ModeURL  Mode = "url"
	// ModeRoots is no elicitation: the host itself asks whether Server may know
	// the roots, because the server wants to.
	ModeRoots Mode = "roots"
)

// A Question is an elicitation that waits for the person, or the host's own
// question whether a server may know the roots.
type Question struct {
	ID      string
	Call    int    // the call it belongs to; 0 when the host cannot tell
	Tool    string // the tool of that call; empty when the host cannot tell
	Server  Server // who asks
	Mode    Mode
	Message string // the server's words
	Address string // for ModeRoots: of the server, as in [State.Address]
	Roots   []Root // for ModeRoots: what the server would be told

	// Form mode.
	Form *form.Schema
	// Unsupported says why the form cannot be drawn; Form is nil then and the
	// question can only be declined or cancelled.
	Unsupported *form.Error
	RawSchema   json.RawMessage
	Draft       form.Draft
	Problems    []form.Problem
	Attempts    int // how often an answer was refused

	// URL mode.
	RawURL   string // as the server sent it; shown, never opened
	URL      form.URL
	Refused  []form.Problem // why the URL must not be opened; URL is zero then
	Warnings []form.Problem // what to look at before opening it
	Blocked  bool           // the browser did not let the page open it
	Opened   int            // how often the person has opened this very page for this tool
	Finished bool           // the server says already that it is done with
}

// A Visit is a page of URL mode that the person consented to open. What happens
// there is between them and the site: the host knows no more than it is told.
type Visit struct {
	ID       string // of the question that it was
	Call     int    // the call that asked for it; 0 when the host cannot tell
	Tool     string // of that call
	Server   Server
	URL      form.URL
	Running  bool // the call runs still
	Again    bool // being done with it calls the tool again
	Blocked  bool // the browser did not let it open again
	Finished bool // the server says that it is done with
}

// A Direction is the way a message went.
type Direction int

const (
	ToServer Direction = iota
	ToHost
)

// A MessageKind is the JSON-RPC kind of a message.
type MessageKind int

const (
	RequestMessage MessageKind = iota
	ResultMessage
	ErrorMessage
	NotificationMessage
)

// A Message is one JSON-RPC message on the wire.
type Message struct {
	Seq    int // 1, 2, 3… in the order seen by the host
	At     time.Time
	Conn   int    // the connection it passed over: 1, 2, 3…
	Era    string // the protocol version that the host speaks there
	Dir    Direction
	Kind   MessageKind
	Method string // for a response: the method of its request
	ID     string // JSON-RPC id as JSON; empty for a notification
	Pair   int    // for a response: Seq of its request; for a request: Seq of its response, 0 while there is none
	Brief  Brief
	JSON   json.RawMessage // the message, compact, as it was on the wire
}

// A Play is a scenario of the lesson that one button starts.
type Play struct {
	Name string // sent back in the intent; the views have words for those of the lesson
}
