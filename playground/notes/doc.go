// Package notes is the notes MCP server: Markdown files inside the roots, with
// tools that ask before they act.
//
// It sees files only through a [notesfs.View], which draws the boundary, and
// asks only through package ask, which knows the protocol versions. It does not
// know which host drives it or where it runs.
package notes
