// Package notes is the notes MCP server: Markdown files inside the roots, with
// tools that ask before they act.
//
// A note is a file whose name ends in .md, in whatever folder of a root, but for
// those whose name begins with a dot. Links are not followed.
//
// It sees files only through a [notesfs.View], which draws the boundary, and
// asks only through package ask, which knows the protocol versions. It does not
// know which host drives it or where it runs.
package notes
