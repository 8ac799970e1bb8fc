// Package crash kills the notes server with SIGKILL at moments that nobody chose,
// while it creates, updates and archives notes in a real directory. Each note must
// then be whole, as it was before the call under way or as it would have been
// after it, and none may be lost.
//
// It shows that a process may end at any time. What a machine without power
// leaves behind, no test of a process can show.
package crash
