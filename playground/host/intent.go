package host

// An Intent is what a person did on the page, in the page's terms, or what else
// only the page knows. The page script makes one from any element that carries
// data-on; it decides nothing.
//
// Actions and what they carry:
//
//	era          value                  choose the protocol version
//	connect      form: url              drive the server at a URL instead
//	connect-own                         go back to the page's own server
//	root-add     name                   allow a place of the tree (io/fs name)
//	root-add-uri instead, or form: uri  allow a place by its file URI
//	root-name    name; form: title      name a root, as the server is told
//	root-remove  name                   take a root back
//	consent      value=share|refuse; id let a server know the roots, or not: the one that
//	                                    card id is about, without id the one in use
//	tool         name                   open a tool's argument form
//	draft        for=args|root|root-name|server|<id>; form  what a form holds while it is typed;
//	             name                   of the root whose name it is
//	call         form                   call the open tool with these arguments
//	again        call                   call once more, with the same arguments
//	stop         call                   stop a running call
//	compare      call; or tool, form    make a call, or that of the open tool with these arguments,
//	                                    under two protocol versions, in a copy of the files
//	compare-message  side=0|1, seq      show or fold a message of one of them
//	compare-close                       look at the wire again
//	question     id                     show this question in full and fold the others
//	answer       id; form               send the answer to a question
//	decline      id                     refuse to answer
//	cancel       id                     dismiss the question without a choice
//	url-opened   id                     the person consented and the page was opened
//	url-blocked  id                     the browser refused to open it
//	visit-opened id                     the person opened a page again that they consented to
//	visit-done   id                     they say that they are done with it
//	visit-cancel id                     they do not want to go on with it
//	message      seq                    show or fold a message of the wire
//	wire-layout  value=diagram|list     lay out the wire in this way
//	wire-wide                           give the wire more room, or less
//	wire-filter  form: dir, kind, method  show such messages only
//	wire-only    exchange               show what belongs to an exchange only; without one, all
//	wire-all                            filter nothing
//	wire-search  form: query            look for text in the messages
//	wire-find    to=next|previous       go to a message that has it
//	wire-window  to=earlier|later|latest  draw other messages of a long trace
//	wire-export                         keep the trace as a file
//	wire-save-message  seq              keep a message as a file
//	wire-import  form: file, file.name, file.size, file.refused  look at the trace in a file
//	wire-step    to=first|previous|next|last  go through it
//	wire-live                           look at the trace of this session again
//	play         name                   start a scenario
//	fold, unfold name                   close or open a directory of the tree
//	more         name                   show more entries of a directory
//	undo         id                     put the files back as they were before the latest change
//	load-state   state=reading|none|too-many|too-large|refused  how the page fares that reads a
//	                                    folder; the folder itself comes by Load
//	reset                               put the tree and the roots back as they were
//	place        hash                   go where a link leads, see ParsePlace
//	kept         ok=true|false          whether the browser keeps the memory
//	server-stopped                      the server's program is over; its transport may not tell
//
// draft for=args and call may name the tool whose form it is. If that is no longer
// the open one, they do nothing.
type Intent struct {
	Action string
	Args   map[string]string // data-* attributes of the element, without the prefix
	Form   [][2]string       // name and value of the form's controls, in order
}
