//go:build unix

package notesfs

import "syscall"

// nonblock makes opening a pipe return, so that it can be refused.
const nonblock = syscall.O_NONBLOCK
