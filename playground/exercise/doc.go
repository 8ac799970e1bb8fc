// Package exercise is graded exercises: it reads packs, judges what a learner
// did, and keeps a record that others can check.
//
// It knows no HTML and no browser, so everything runs natively too. What a
// learner is told comes as codes with parameters ([Fact]) or as texts in several
// languages ([Text]).
//
// # Packs
//
// An exercise is one txtar archive, read by [Parse]:
//
//	(above the first file)   the check script
//	exercise.yaml            what the exercise is; see below
//	brief.en.md              the task, in Markdown; brief.ko.md and brief.es.md fall back to it
//	hints.en.md              a ladder of hints between lines of ---, the last one the worked solution
//	quiz.en.yaml             the words of the questions, where there are any
//	fs/…                     the files at the start
//	later/…                  files that the script writes while it runs
//	starter/…                what the learner begins with (kinds code and design)
//	solution/…               the right solution, laid over the starter
//	wrong/NAME/…             a wrong solution, laid over the starter
//
// exercise.yaml has these fields:
//
//	id: archive                        # stable: links, progress and receipts name it
//	version: 1                         # counted by the author
//	kind: code                         # drive, code, design or quiz
//	of: boundary                       # the exercise that this is the other part of; optional
//	eras: [2025-11-25, 2026-07-28]     # protocol versions
//	level: medium                      # easy, medium or hard
//	minutes: 20
//	order: 70                          # place in the list
//	after: [first-question]            # exercises to do before
//	title: {en: …, ko: …, es: …}       # English is required, others fall back to it
//	roots: [home/alice/Scratch]        # what the person allows at first
//	consent: true                      # kind drive: the learner is asked whether the server may know the roots
//	links: {fs/home/alice/l: /tmp}     # symbolic links, which an archive cannot hold
//	checks: {asks-once: {en: …}}       # the title of each check of the script
//	questions:                         # of a quiz, or beside a script
//	- {id: why, options: [a, b], right: [b]}
//	wrong: {forgets: asks-once}        # each wrong solution, with the check that catches it
//
// # The check script
//
// The script is made of checks. One begins with a line that holds # and its id;
// other lines that begin with # are comments. Each check is judged for itself,
// whatever became of the others: in an exercise of kind code, with fresh files
// and a fresh server, once under each protocol version. A check ends at its first
// command that is not satisfied. A heading may end with conditions, as in
// "# guard [2025-06-18]": the check is judged under these versions alone.
//
// A line is a command with arguments between spaces. Text in single quotes is one
// argument ('TPS report'), and a quote in it is doubled. $NAME is a variable of
// the command set; $TOP is where the tree of the exercise begins on the disk of
// the server ("" in memory), for arguments that are absolute paths. In an exercise
// of kind code a line may begin with a condition: [2025-11-25] or [!2025-11-25].
// It is the language of rsc.io/script without its own commands: nothing is
// executed, and no real file is reached.
//
// Where values are compared, KEY=VALUE is equality, KEY= that there is none (it
// is absent, null, false or empty), KEY=* that there is one, KEY!=VALUE that it is
// another, and KEY~=PART that the text has this in it, in any case. a.b.0 looks
// into objects and lists. Where values are sent, what is JSON is sent as that and
// anything else as text: confirm=true sends true, 'confirm="true"' a text. Files
// are named as in the pack: fs/home/alice/a.md.
//
// # Commands that drive
//
// In exercises of kind code the script is the host and its person.
//
//	capabilities form roots             the host declares these and no others (form, url, roots); a session that is open ends, and another begins
//	roots fs/home/alice/Scratch         allow these places and no others, also as URIs; tells the server where the version has a notice
//	roots fail                          fail to answer roots/list from now on
//	read fs/home/alice/a.md             read a resource, also by a URI; then as after call
//	call notes_delete 'title=TPS report'  call a tool, until it asks or ends; the lines that follow look at this call
//	answer accept note_id=note-14 confirm=true  answer the question, whether or not its form allows that, and go on until the next or the end
//	answer decline                      likewise; and answer cancel
//	resend                              send the last retry of what call began once more (2026-07-28)
//	resend round=2                      the second request of the call, the first retry
//	resend state=flipped                with a requestState that was tampered with; state=none leaves it out
//	resend state=everywhere             with one character of the state changed, at many places in turn: each has to fail
//	resend state=respelled              with another spelling of the same state, as base64 may be spelled
//	resend state=foreign                with the one that another server of the same program gave for the same requests
//	resend answers=none                 without the answers
//	resend tool=notes_archive           for another tool
//	resend with title=shopping          with other arguments
//	twice accept confirm=true           answer in two copies of one request that the server has at the same time: it is to act on one of them (2026-07-28)
//	stop                                cancel the call that runs
//	reconnect                           end the session and open another with the same server
//	host second                         from here on this host acts, beside the first: it has a session of its own
//	finish                              the person opens the page that was last asked for and finishes it (GET, then POST)
//	finish anyway                       likewise, whatever status the page answers
//	finish flipped                      somebody does so at a URL that was tampered with, and has to be refused
//	finish earlier                      or at that of the page asked for before it; or stripped, at the URL without its query
//	pass 20m                            so much time passes; a check with this is not judged where the server has its own clock
//	write fs/home/alice/a.md new.md     somebody else writes a file: what the pack has at later/new.md
//	remove fs/home/alice/a.md           somebody else removes a file
//	rename fs/a.md fs/b.md              somebody else moves a file
//	link ../Private fs/home/alice/l     somebody else makes a symbolic link
//
// What somebody else did is no change that later lines see: files are compared
// with how they are after it.
//
// # Commands that judge
//
// They look at a place in the record: the call, and in it the question that waits
// or the result. After answer (and answered, below) the place is what comes next.
//
//	asked form note_id confirm          a form with these fields is asked, and nothing beside it
//	asked url                           a page is to be opened
//	asked nothing                       no question waits
//	offered note-3 note-7 note-14       these options are offered, and only these
//	titled                              each option is shown by a title of its own; with arguments, by these titles
//	field confirm boolean required      the form has such a field; the kinds are those of package form
//	says delete shopping                the question, or the error, has these texts in it
//	leads https://example.com/          the page to be opened begins like this
//	identified yes                      the question has an elicitationId; or no
//	result ok deleted=note-14           the call has ended with these values in structuredContent
//	result error 'no note'              it has failed, with this in the text; tool-error and refused tell an error of the tool from one of the protocol
//	set id=deleted                      set $id from the result
//	gone fs/home/alice/a.md             the file is not there
//	there fs/home/alice/a.md            the file is there
//	same fs/home/alice/a.md             it is as it was when the tool was called
//	changed fs/home/alice/a.md          it is there and not as it was
//	created fs/home/alice/a.md          it is there and was not
//	moved fs/a.md fs/Archive/a.md       its content is at another name now
//	holds fs/home/alice/a.md 'some text'  it has this text in it
//	empty fs/home/alice/a.md            the file is there, with nothing in it
//	hides 'the other note'              nothing that the server has sent since the tool was called has these texts in it
//	unchanged                           all files are as they were; unchanged except fs/a.md leaves out some
//	sent roots/list 1                   so many of these have passed since the tool was called, in either direction; 1+ for that or more
//	rounds 2                            the call took so many requests
//	notified 1                          so many notices have come that the page is finished; none to a host that was not asked
//	listed notes_archive destructiveHint=true  the server lists this tool, with these annotations
//
// # Commands that find
//
// In exercises of kind drive the learner is the host, and a check says that they
// did something: it is right if the record has a place for each of its did
// commands, one after the other, from which all that follows is satisfied.
//
//	did call notes_delete title~=tps    a tool was called so
//	did roots home/alice/Scratch        exactly these roots were allowed
//	did era 2026-07-28                  this protocol version was in use
//	answered decline                    the question was answered so; also accept KEY=VALUE and cancel
//	stopped                             the learner stopped the call
//	under 2025-11-25                    the call was made under this version
//	never call notes_delete             nowhere in the record; also never answered accept …
//	finally                             from here on, files are compared from the start to the end
//
// # Commands that judge a design
//
// In exercises of kind design the commands above that look at a question look at
// the one that the learner has designed. Beside them there are
//
//	point message                       the design meets a point of the rubric; see [Rubric]
//	accepts note_id=note-14 confirm=true  the form takes this answer
//	refuses note_id=note-99             the form does not take this answer
//
// # Solutions
//
// A solution of kind code is Go files, one of kind design schema.json and
// message.txt. What the learner does in exercises of kind drive, and which options
// are chosen of questions, is in inputs.txt:
//
//	allow home/alice/Scratch            allow a place
//	disallow home/alice/Scratch         take a root back
//	consent share                       let the server know the roots; or refuse
//	era 2026-07-28                      choose the protocol version
//	call notes_delete title=TPS         call a tool
//	answer accept note_id=note-14 confirm=true  answer the question that waits first; or decline, cancel
//	stop                                stop the call that runs
//	choose why b                        choose options of a question
//
// # Attempts and receipts
//
// [Begin] begins an attempt of a learner. It takes intents, one at a time, and its
// [State] says how each check stands. [Attempt.Receipt] is a record that [Replayer]
// can do again, here or anywhere: clock, randomness and ids are those of the
// exercise, and an input is taken only when everything waits for the person, so
// the same inputs give the same bytes on the wire.
//
// In an exercise of kind code a learner hands in a program, and the receipt of a
// [ProgramAttempt] holds its sources: they are the last of its inputs, after the
// hints. To replay it is to build and run it, which a [Replayer] leaves to others.
//
// [Grade] runs the script of an exercise of kind code against a server on a
// [Bench]. Package build builds the servers that learners write in Go, package
// outside reaches those that were written elsewhere, and package prove proves
// that the checks of a pack catch what they are there for.
package exercise
