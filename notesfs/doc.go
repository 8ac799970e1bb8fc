// Package notesfs is a POSIX-like file system in memory and the boundary that
// roots draw in it.
//
// An [FS] is a tree of files, directories and symbolic links. It answers as
// Linux does through package os: the same results, the same errors
// ([fs.PathError], [os.LinkError]) around the same causes. Names are those of
// package io/fs: slash-separated and unrooted, "." is the top.
//
// A [Scope] shows the part of a tree that lies inside a set of roots. It judges
// the resolved path inside the operation, under the lock of the operation, so
// there is no moment between check and use. What lies outside is refused with
// [ErrOutsideRoots], in the same words whether or not anything is there.
// [Scope.SetRoots] swaps the set and revokes the handles that fell outside. A
// [Dir] draws the same boundary in real directories; both are a [View], which
// is all a server needs to be given.
//
// A [Snapshot] is a frozen tree. Taking one costs the same for ten files and for
// a million, because the tree shares its structure with it and copies only what
// it changes later. Snapshots can be read, restored, compared with [Diff] and
// stored with [Snapshot.MarshalBinary].
//
// # What it is not
//
// There is one user, who owns everything: permission bits are kept and never
// enforced. There are no hard links, devices or access times, and no umask.
// Nothing here knows about MCP, URIs or JSON.
//
// # How it is built
//
// As in a classic Unix file system, names and files are kept apart. A directory
// is a B+tree from names to inode numbers (direntries.go), and one table maps
// inode numbers to inodes (table.go). Every node of both carries the generation
// that made it, and may be changed in place only in that generation. A snapshot
// copies the two words that lead to the table and starts the next generation.
// A file therefore keeps its identity through renames, snapshots and restores,
// which is what open handles, the boundary and [Diff] stand on.
package notesfs
