package notes

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"askback/notesfs"
)

// temporary is how the name of a file begins that is not a note yet. One may be
// left behind when the process is killed; it is no note and can be removed.
const temporary = ".askback-"

// put makes data the content of the file name, whole: whoever looks, at whatever
// moment the power fails, finds the old content or the new one. It does so by
// writing a file beside it, bringing that to the disk and renaming it.
//
// Whether name may be replaced, the caller has found out, holding s.writes.
// Programs that do not know of the lock can still come between.
func (s *store) put(name string, data []byte, perm fs.FileMode, random io.Reader) error {
	id, err := randomHex(random)
	if err != nil {
		return err
	}
	aside := path.Join(path.Dir(name), temporary+id)
	err = s.fill(aside, data, perm)
	if err == nil {
		s.index.forget(name)
		err = s.view.Rename(aside, name)
	}
	if err != nil {
		_ = s.view.Remove(aside) // the first error is the one to tell
		if root, ok := s.rootOf(name); ok && root == name && errors.Is(err, notesfs.ErrOutsideRoots) {
			return fmt.Errorf("cannot write %s: the root is this file alone, and changing it safely needs its folder; allow that", s.under(name))
		}
		return s.failed("write", name, err)
	}
	s.settle(path.Dir(name))
	return nil
}

// fill writes a new file and brings it to the disk.
func (s *store) fill(name string, data []byte, perm fs.FileMode) error {
	h, err := s.view.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	_, err = h.Write(data)
	if err == nil {
		err = h.Sync()
	}
	return errors.Join(err, h.Close())
}

// settle brings the entries of a directory to the disk. Some systems cannot, and
// do it by themselves; what was written is whole in either case.
func (s *store) settle(dir string) {
	h, err := s.view.OpenFile(dir, os.O_RDONLY, 0)
	if err != nil {
		return
	}
	_ = h.Sync()
	_ = h.Close()
}

// free reports whether nothing is in the way at name.
func (s *store) free(name string) (bool, error) {
	_, err := s.view.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return false, err
}

func randomHex(random io.Reader) (string, error) {
	var b [6]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("making an id: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}
