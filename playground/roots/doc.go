// Package roots is the one place where a file URI becomes a path and back.
//
// A browser, net/url and every hand-written prefix test read some file URIs
// differently, and a boundary that two sides read differently is no boundary.
// So the page, the host and the servers all come here: nobody else in the
// module takes a file URI apart.
//
// Paths are names as in [io/fs] (and in package notesfs): unrooted, separated
// by slashes, valid by [fs.ValidPath], "." for the top.
//
//	name, err := roots.Parse("file:///home/alice/My%20Notes")  // "home/alice/My Notes"
//	roots.URI(name)                                            // "file:///home/alice/My%20Notes"
//	roots.Contains("home/alice", name)                         // true
//
// The package knows names only. It looks at no file system, so symbolic links
// are not its business: whoever opens a file judges the resolved path again.
//
// # Reading a URI
//
// In this order: the scheme must be file and the host empty or localhost; the
// path is cut at its slashes; each segment is percent-decoded exactly once;
// then "." and ".." are taken out by their text, never climbing above the top.
// What is left is the canonical form, the only one that is stored, compared,
// sent or shown. A user who pastes file:///notes/%2e%2e/etc is shown /etc.
//
// Where two parsers in use would reach different files, it is refused, with the
// rule and where possible what to write instead. The rows below are read by
// the tests from this comment.
//
//	URI                                 result                  remark
//	file:///home/alice/Notes            /home/alice/Notes
//	file:///                            /                       the whole tree, asked for in full
//	file:///notes/                      /notes                  trailing slash
//	file:///notes//x                    /notes/x                doubled slash inside
//	file:///notes/.                     /notes
//	file:///notes/../etc                /etc                    dot segments as in RFC 3986, 5.2.4
//	file:///notes/%2e%2e/etc            /etc                    decoded, then cleaned: the same path
//	file:///../..                       /                       never above the top
//	file:///notes%252e%252e             /notes%2e%2e            decoded once only
//	file:///notes/...                   /notes/...              three dots are a name
//	file:///~/notes                     /~/notes                a tilde is a name
//	file:///My%20Notes                  /My Notes
//	file:///My Notes                    /My Notes               a bare space can mean only itself
//	file:///메모                          /메모                     so can a bare letter (RFC 3987)
//	file:///caf%C3%A9                   /café                   NFC and
//	file:///cafe%CC%81                  /café                  NFD stay two names, byte for byte
//	file:///tmp/a%23b                   /tmp/a#b
//	file:///tmp/a%3Fb                   /tmp/a?b
//	file:///100%25                      /100%
//	file:///a%5Cb                       /a\b                    a backslash in a name is written %5C
//	file:///a+b                         /a+b                    a plus is not a space
//	FILE:///notes                       /notes                  scheme in any case
//	file://localhost/notes              /notes
//	file://LOCALHOST/notes              /notes                  host in any case
//	file:/notes                         /notes                  the short form of RFC 8089
//	file:///%43:/x                      /C:/x                   not a drive: how URI writes such a name
//	file:///Cc:/x                       /Cc:/x                  two letters are no drive
//	file://                             refused: no-path        nothing must never mean everything
//	file://localhost                    refused: no-path
//	file:                               refused: no-path
//	file:notes                          refused: relative
//	file:////notes                      refused: unc            POSIX leaves // at the start undefined
//	file:////server/share               refused: unc
//	file://server/share                 refused: host           UNC as a host
//	file://localhost:80/notes           refused: host
//	file://me@localhost/notes           refused: host
//	file://notes/x                      refused: host           a slash too few
//	file://C:/repo                      refused: drive
//	file:///C:/x                        refused: drive
//	file:///C|/repo                     refused: drive          browsers rewrite | to :
//	file:///c%3A/x                      refused: drive          as some editors write it
//	file:///notes/../C:/x               refused: drive          judged after cleaning
//	file:///notes\..\etc                refused: backslash      browsers read \ as /
//	file:///tmp/a#b                     refused: fragment
//	file:///tmp/a?b                     refused: query
//	file:///100%                        refused: percent
//	file:///a%2                         refused: percent
//	file:///a%zz                        refused: percent
//	file:///notes%2Fevil                refused: encoded-slash  no file name holds a slash
//	file:///notes/..%2Fetc              refused: encoded-slash
//	file:///a%00b                       refused: nul
//	file:///a%FFb                       refused: utf8
//	file:///a%C0%AFb                    refused: utf8           an overlong slash
//	https://example.com/notes           refused: scheme
//	/home/alice                         refused: scheme         a path; the error says the URI
//	C:\Users\alice                      refused: scheme
//
// Also refused: the empty string (empty), a literal control character
// (control; browsers drop tabs and newlines unseen), white space at either end
// (space; browsers drop it), and more than [MaxURI] bytes (too-long).
package roots
