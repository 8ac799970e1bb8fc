package notesfs_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

// A dice makes the choices: n returns one of 0 to k-1, and false at the end.
type dice func(k int) (int, bool)

func randomDice(seed uint64, rolls int) dice {
	r := rand.New(rand.NewPCG(seed, 1))
	return func(k int) (int, bool) {
		rolls--
		return r.IntN(k), rolls >= 0
	}
}

func bytesDice(b []byte) dice {
	return func(k int) (int, bool) {
		if len(b) == 0 {
			return 0, false
		}
		v := int(b[0])
		b = b[1:]
		return v % k, true
	}
}

func (d *duel) elem() string { return string(rune('a' + d.n(4))) }

func (d *duel) name() string {
	name := d.elem()
	for d.n(5) < 3 && len(name) < 9 {
		name += "/" + d.elem()
	}
	return name
}

func (d *duel) target() string {
	switch d.n(12) {
	case 0:
		return "/" + d.name()
	case 1:
		return "/"
	case 2:
		return d.name() + "/"
	case 3:
		return "."
	case 4:
		return ""
	case 5:
		return "./" + d.name() + "/."
	}
	return strings.Repeat("../", d.n(3)) + d.name()
}

// size is mostly small and sometimes around the limits of blocks.
func (d *duel) size() int {
	switch d.n(16) {
	case 0:
		return 8192 - 2 + d.n(5)
	case 1:
		return d.n(200) * 130
	}
	return d.n(40)
}

func (d *duel) data() []byte {
	b := make([]byte, d.size())
	c := byte(d.n(250))
	for i := range b {
		b[i] = c + byte(i%5)
	}
	return b
}

// errorKind tells what two errors must have in common: their type, operation and
// cause.
func errorKind(err error) string {
	if err == nil || err == io.EOF {
		return fmt.Sprint(err)
	}
	var p *fs.PathError
	var l *os.LinkError
	var op string
	switch {
	case errors.As(err, &p):
		op, err = "path "+p.Op, p.Err
	case errors.As(err, &l):
		op, err = "link "+l.Op, l.Err
	}
	return op + ": " + strings.TrimPrefix(strings.TrimPrefix(err.Error(), "os: "), "notesfs: ")
}

// cause strips an error of the name of the step that failed, for operations that
// take several in package os and one here.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func infoText(i fs.FileInfo, err error) (string, error) {
	if err != nil {
		return "", err
	}
	size := i.Size()
	if !i.Mode().IsRegular() {
		size = 0
	}
	name := i.Name()
	if len(name) > 1 {
		name = "." // the top, which is called otherwise in reality
	}
	return fmt.Sprint(name, " ", i.Mode(), " ", size), nil
}

func listText(list []fs.DirEntry, err error) (string, error) {
	var b strings.Builder
	slices.SortFunc(list, func(x, y fs.DirEntry) int { return strings.Compare(x.Name(), y.Name()) })
	for _, e := range list {
		fmt.Fprint(&b, e.Name(), e.Type(), " ")
	}
	return b.String(), err
}
