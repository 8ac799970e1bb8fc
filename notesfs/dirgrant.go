package notesfs

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// A grant is a root that holds a name.
type grant struct {
	root string // as set
	real string // where it is; "" if it leads nowhere
	file bool   // it is a file
	rest string // of the name, below the root
}

// grants returns the roots that hold a name by segments, by the root's own name
// or by what that resolves to now, the widest first: within it more links can be
// followed. A root that is a link does not hold the link itself.
func (d *Dir) grants(name string, last end) []grant {
	var list, absent []grant
	for _, root := range d.roots {
		path := filepath.Join(d.base, filepath.FromSlash(root))
		real, err := filepath.EvalSymlinks(path)
		var info fs.FileInfo
		if err == nil {
			info, err = os.Stat(real)
		}
		rest, ok := below(name, root)
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			if ok {
				absent = append(absent, grant{root: root})
			}
			continue
		}
		if ok && rest == "." && last == self && isLink(path) {
			ok = false
		}
		if !ok {
			rest, ok = d.belowReal(name, real)
		}
		if ok {
			list = append(list, grant{root, real, !info.IsDir(), rest})
		}
	}
	slices.SortStableFunc(list, func(a, b grant) int { return cmp.Compare(len(b.rest), len(a.rest)) })
	return append(list, absent...)
}

// belowReal returns what remains of a name below a real path.
func (d *Dir) belowReal(name, real string) (string, bool) {
	rel, err := filepath.Rel(d.base, real)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return below(name, filepath.ToSlash(rel))
}

func isLink(path string) bool {
	i, err := os.Lstat(path)
	return err == nil && i.Mode().Type() == fs.ModeSymlink
}

// A spot is what a name leads to: a name in an os.Root.
type spot struct {
	*os.Root
	rest   string
	isRoot bool // it is the root itself
}

// run does f in the root, and returns the cause of its error. A root that is a
// file is reached through its directory, of which only that name is used.
func (g grant) run(f func(spot) error) error {
	dir, s := g.real, spot{rest: g.rest, isRoot: g.rest == "."}
	switch {
	case g.real == "":
		return syscall.ENOENT
	case g.file && !s.isRoot:
		return syscall.ENOTDIR
	case g.file:
		dir, s.rest = filepath.Split(g.real)
	}
	var err error
	if s.Root, err = os.OpenRoot(dir); err != nil {
		return inner(err)
	}
	defer s.Root.Close()
	return inner(f(s))
}

// inner returns the cause of an error of package os. It never shows a path.
func inner(err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	if err.Error() == pathEscapes {
		return ErrOutsideRoots
	}
	return err
}

// pathEscapes is what os.Root says of a name that leads out of it. The error
// itself is not exported; a test holds the text.
const pathEscapes = "path escapes from parent"
