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
// NUL, no element over 255 bytes, not over 4095 bytes in all.
func checkName(name string) error {
	if name == "." {
		return nil
	}
	for rest, more := name, true; more; {
		var elem string
		elem, rest, more = strings.Cut(rest, "/")
		if err := checkElem(elem); err != nil {
			return err
		}
	}
	if len(name) > maxPath {
		return syscall.ENAMETOOLONG
	}
	return nil
}

// checkElem is checkName for one element, which holds no slash.
func checkElem(elem string) error {
	if elem == "" || elem == "." || elem == ".." {
		return fs.ErrInvalid
	}
	ascii := true
	for i := range len(elem) {
		if elem[i] == 0 {
			return fs.ErrInvalid
		}
		ascii = ascii && elem[i] < utf8.RuneSelf
	}
	switch {
	case !ascii && !utf8.ValidString(elem):
		return fs.ErrInvalid
	case len(elem) > maxName:
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
