package notesfs

import (
	"io/fs"
	"strings"
	"syscall"
	"unicode/utf8"
)

// The limits of Linux: NAME_MAX, PATH_MAX without its NUL, MAXSYMLINKS.
const (
	maxName = 255
	maxPath = 4095
	maxHops = 40
)

// checkName returns nil for a name as the package takes it: [fs.ValidPath], no
// NUL, no element over 255 bytes, not over 4095 bytes in all. It is a hand-made
// single pass because every operation begins with it.
func checkName(name string) error {
	if name == "." {
		return nil
	}
	ascii, long, start := true, len(name) > maxPath, 0
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			if name[i] == 0 {
				return fs.ErrInvalid
			}
			ascii = ascii && name[i] < utf8.RuneSelf
			continue
		}
		switch n := i - start; {
		case n == 0, n == 1 && name[start] == '.', n == 2 && name[start:i] == "..":
			return fs.ErrInvalid
		case n > maxName:
			long = true
		}
		start = i + 1
	}
	if !ascii && !utf8.ValidString(name) {
		return fs.ErrInvalid
	}
	if long {
		return syscall.ENAMETOOLONG
	}
	return nil
}

// checkNames is checkName for the operations that take two.
func checkNames(a, b string) error {
	if err := checkName(a); err != nil {
		return err
	}
	return checkName(b)
}

// checkTarget returns nil for what a symbolic link can hold.
func checkTarget(target string) error {
	switch {
	case target == "":
		return syscall.ENOENT
	case strings.IndexByte(target, 0) >= 0:
		return syscall.EINVAL
	case len(target) > maxPath:
		return syscall.ENAMETOOLONG
	}
	return nil
}

// baseName returns the last element of a checked name.
func baseName(name string) string {
	return name[strings.LastIndexByte(name, '/')+1:]
}

// below returns what remains of name under dir, and whether name is dir or lies
// below it, by segments. Both are checked names.
func below(name, dir string) (rest string, ok bool) {
	switch {
	case dir == ".":
		return name, true
	case !strings.HasPrefix(name, dir):
		return "", false
	case len(name) == len(dir):
		return ".", true
	case name[len(dir)] == '/':
		return name[len(dir)+1:], true
	}
	return "", false
}
