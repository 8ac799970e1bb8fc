package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// output is the content of the site's files, by name.
type output map[string][]byte

// addAsset adds a file under a name that holds its hash, and returns that name.
func (out output) addAsset(name string, data []byte) string {
	hashed := asset(name, hash(data)[:12])
	out[hashed] = data
	return hashed
}

// hash returns the SHA-256 of data in hexadecimal.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// write makes the directory o.Out hold the files, their compressed siblings and
// nothing else.
func (out output) write(o Options) ([]File, error) {
	if err := checkOut(o.Out); err != nil {
		return nil, err
	}
	var files []File
	written := make(map[string]bool)
	for _, name := range slices.Sorted(maps.Keys(out)) {
		data := out[name]
		compressed, err := compress(o, data)
		if err != nil {
			return nil, err
		}
		for n, d := range map[string][]byte{name: data, name + ".br": compressed} {
			file := filepath.Join(o.Out, filepath.FromSlash(n))
			if err := writeIfChanged(file, d); err != nil {
				return nil, err
			}
			written[file] = true
		}
		files = append(files, File{name, int64(len(data)), int64(len(compressed))})
	}
	return files, removeOthers(o.Out, written)
}

// checkOut refuses a directory that holds something else than a site: what is not
// of the site is removed, and a mistyped directory must not be emptied. A site is
// known by the compressed pages at its top.
func checkOut(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), ".html.br") }) {
		return errors.New("the directory holds other things than a site; empty it or choose another")
	}
	return nil
}

// writeIfChanged makes file hold data. Whoever reads it meanwhile sees the old
// content or the new, never a part.
func writeIfChanged(file string, data []byte) error {
	old, err := os.ReadFile(file)
	if err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails when all went well
	_, err = tmp.Write(data)
	if err := errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), file)
}

// removeOthers removes the files in dir that are not among keep.
func removeOthers(dir string, keep map[string]bool) error {
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || keep[file] {
			return err
		}
		return os.Remove(file)
	})
}
