//go:build !unix

package notesfs

const nonblock = 0
