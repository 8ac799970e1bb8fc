package notesfs_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"askback/notesfs"
)

// The model test runs random operations through a Scope, while the user changes
// the tree and the roots, and checks each against a model that shares no code
// with it: a plain function says where a name leads, by Lstat and Readlink of one
// plain path after the other, and whether that is inside. What is inside must
// then give what a twin tree without roots gives; what is outside must be refused
// and change nothing.

// A judge holds what the model knows: the tree, and the roots as names.
type judge struct {
	tree  *notesfs.FS
	roots []string
}

// lookup describes what is at a plain path, nil if nothing is.
func (j judge) lookup(p string) fs.FileInfo {
	if p == "" {
		p = "."
	}
	i, err := j.tree.Lstat(p)
	if err != nil {
		return nil
	}
	return i
}

// step is one look at a path on the way to where a name leads.
type step struct{ path string }

// resolve lists the plain paths that a name leads over, the last being where it
// leads to ("" is the top). It fails with a word when the way ends before.
func (j judge) resolve(name string, followLast bool) (way []step, failure string) {
	todo, at, hops := strings.Split(name, "/"), "", 0
	way = []step{{""}}
	for len(todo) > 0 {
		elem := todo[0]
		todo = todo[1:]
		if i := j.lookup(at); i == nil {
			return way, "missing"
		} else if !i.IsDir() {
			return way, "not a directory"
		}
		switch elem {
		case "", ".":
			continue
		case "..":
			at = path.Dir("/" + at)[1:]
			way = append(way, step{at})
			continue
		}
		next := path.Join(at, elem)
		way = append(way, step{next})
		i := j.lookup(next)
		if i == nil || i.Mode().Type() != fs.ModeSymlink || len(todo) == 0 && !followLast {
			at = next
			continue
		}
		if hops++; hops > 40 {
			return way, "loop"
		}
		link, _ := j.tree.Readlink(next)
		if strings.HasPrefix(link, "/") {
			at = ""
			way = append(way, step{at})
		}
		todo = append(strings.Split(link, "/"), todo...)
	}
	return append(way, step{at}), ""
}

// places returns where the roots are, and which paths were passed on the way.
func (j judge) places() (roots []string, passed map[string]bool, absent []string) {
	passed = map[string]bool{}
	for _, root := range j.roots {
		way, failure := j.resolve(root, true)
		if end := way[len(way)-1].path; failure == "" && j.lookup(end) != nil {
			roots = append(roots, end)
			for _, s := range way {
				passed[s.path] = true
			}
		} else {
			absent = append(absent, root)
		}
	}
	return roots, passed, absent
}

func under(p, root string) bool { return root == "" || p == root || strings.HasPrefix(p, root+"/") }

// judge says whether an operation may act on a name: "inside", "outside" or
// "absent" for a name below a root that is not there. If entry is set, the
// operation acts on the entry in the directory, not on what is there.
func (j judge) judge(name string, follow, entry bool) string {
	roots, passed, absent := j.places()
	inside := func(p string) bool { return slices.ContainsFunc(roots, func(r string) bool { return under(p, r) }) }
	way, failure := j.resolve(name, follow)
	ok := true
	for _, s := range way {
		ok = ok && (inside(s.path) || passed[s.path])
	}
	end := way[len(way)-1].path
	if failure == "" {
		ok = ok && inside(end)
		if entry && ok && slices.Contains(roots, end) {
			ok = end == "" || inside(path.Dir("/" + end)[1:])
		}
	}
	if ok {
		return "inside"
	}
	for _, root := range absent {
		if under(name, root) || root == "." {
			return "absent"
		}
	}
	return "outside"
}

// A modelRun is one run of the test. The twin gets the same operations as the
// tree behind the scope.
type modelRun struct {
	*duel
	scope   *notesfs.Scope
	twin    *notesfs.FS
	judge   judge
	handles []*modelHandle
}

type modelHandle struct {
	scoped  notesfs.Handle
	plain   *notesfs.File
	at      string // where the file is, as the model follows it
	removed bool
	revoked bool
}

func newModelRun(t testing.TB, roll dice) *modelRun {
	clock := &notesfs.Options{Now: func() time.Time { return time.Unix(1, 0) }}
	f, twin := notesfs.New(clock), notesfs.New(clock)
	s, err := notesfs.NewScope(f)
	must(t, err)
	return &modelRun{
		duel: &duel{t: t, fsys: f, roll: roll}, scope: s, twin: twin,
		judge: judge{tree: twin},
	}
}

// check compares what the scope said with the judgement and with the twin, whose
// turn is only taken when the name is inside.
func (m *modelRun) check(what, judgement string, scoped error, text string, twin func() (string, error)) {
	m.t.Helper()
	m.ops++
	m.log = append(m.log, what)
	want, wantText := judgement, ""
	switch judgement {
	case "inside":
		var err error
		wantText, err = twin()
		want = errorKind(err)
	case "absent":
		judgement = "missing"
		want = judgement
	}
	got := errorKind(scoped)
	if judgement != "inside" {
		got = verdict(scoped)
	}
	if got != want || text != wantText {
		var tree []string
		must(m.t, fs.WalkDir(m.twin, ".", func(name string, e fs.DirEntry, err error) error {
			link, _ := m.twin.Readlink(name)
			tree = append(tree, name+" "+e.Type().String()+" "+link)
			return err
		}))
		m.t.Fatalf("%s\n%s\nroots %q\nscope: %s %s\nmodel: %s %s", strings.Join(tree, "\n"), strings.Join(m.log[max(0, len(m.log)-40):], "\n"), m.judge.roots, got, text, want, wantText)
	}
}

// worst joins two judgements of one operation.
func worst(a, b string) string {
	switch {
	case a == "outside" || b == "outside":
		return "outside"
	case a == "absent" || b == "absent":
		return "absent"
	}
	return "inside"
}

func (m *modelRun) scopeOp() {
	name := m.name()
	follow, entry := m.judge.judge(name, true, false), m.judge.judge(name, false, true)
	self := m.judge.judge(name, false, false)
	switch m.n(14) {
	case 0, 1:
		got, err := m.scope.ReadFile(name)
		m.check("read "+name, follow, err, string(got), func() (string, error) { b, err := m.twin.ReadFile(name); return string(b), err })
	case 2:
		got, err := infoText(m.scope.Stat(name))
		m.check("stat "+name, follow, err, got, func() (string, error) { return infoText(m.twin.Stat(name)) })
	case 3:
		got, err := infoText(m.scope.Lstat(name))
		m.check("lstat "+name, self, err, got, func() (string, error) { return infoText(m.twin.Lstat(name)) })
	case 4:
		got, err := listText(m.scope.ReadDir(name))
		m.check("readdir "+name, follow, err, got, func() (string, error) { return listText(m.twin.ReadDir(name)) })
	case 5, 6:
		data := m.data()
		err := m.scope.WriteFile(name, data, 0o600)
		m.check("write "+name, follow, err, "", func() (string, error) { return "", m.twin.WriteFile(name, data, 0o600) })
	case 7:
		if m.judge.lookup(name) != nil {
			entry = self // it exists, which is all that matters
		}
		err := m.scope.Mkdir(name, 0o700)
		m.check("mkdir "+name, entry, err, "", func() (string, error) { return "", m.twin.Mkdir(name, 0o700) })
	case 8:
		target := m.target()
		if target == "" || m.judge.lookup(name) != nil {
			return
		}
		err := m.scope.Symlink(target, name)
		m.check("symlink "+target+" "+name, entry, err, "", func() (string, error) { return "", m.twin.Symlink(target, name) })
	case 9:
		m.removed(name, entry, m.scope.Remove, m.twin.Remove)
	case 10:
		if m.n(3) == 0 && m.judge.lookup(name) != nil && entry != "absent" {
			m.removed(name, entry, m.scope.RemoveAll, m.twin.RemoveAll)
		}
	case 11:
		to := m.name()
		toSelf := m.judge.judge(to, false, false)
		if i := m.judge.lookup(to); i == nil || !i.IsDir() {
			toSelf = m.judge.judge(to, false, true)
		}
		if m.judge.lookup(name) == nil && toSelf == "absent" {
			return // which of the two is told does not matter
		}
		m.renamed(name, to, worst(entry, toSelf), m.scope.Rename)
	case 12, 13:
		m.openBoth(name, follow)
	}
}

// plainPath is where the entry of a name is.
func (m *modelRun) plainPath(name string) string {
	way, _ := m.judge.resolve(name, false)
	return way[len(way)-1].path
}

func (m *modelRun) removed(name, judgement string, scoped, twin func(string) error) {
	at := m.plainPath(name)
	err := scoped(name)
	m.check("remove "+name, judgement, err, "", func() (string, error) { return "", twin(name) })
	if err == nil {
		for _, h := range m.handles {
			h.removed = h.removed || under(h.at, at)
		}
	}
}

func (m *modelRun) renamed(name, to, judgement string, scoped func(o, n string) error) {
	from, at := m.plainPath(name), m.plainPath(to)
	err := scoped(name, to)
	m.check("rename "+name+" "+to, judgement, err, "", func() (string, error) { return "", m.twin.Rename(name, to) })
	if err != nil || from == at {
		return
	}
	for _, h := range m.handles {
		switch {
		case h.removed:
		case under(h.at, at):
			h.removed = true
		case under(h.at, from):
			h.at = at + h.at[len(from):]
		}
	}
}

func (m *modelRun) openBoth(name, judgement string) {
	if len(m.handles) == 8 {
		return
	}
	flag := []int{os.O_RDONLY, os.O_RDWR, os.O_RDWR | os.O_CREATE, os.O_WRONLY | os.O_APPEND}[m.n(4)]
	scoped, err := m.scope.OpenFile(name, flag, 0o600)
	var plain *notesfs.File
	m.check(fmt.Sprint("open ", name, flag), judgement, err, "", func() (_ string, err error) {
		plain, err = m.twin.OpenFile(name, flag, 0o600)
		return "", err
	})
	if err == nil {
		way, _ := m.judge.resolve(name, true)
		m.handles = append(m.handles, &modelHandle{scoped: scoped, plain: plain, at: way[len(way)-1].path})
	}
}

func (m *modelRun) insideNow(h *modelHandle) string {
	roots, _, _ := m.judge.places()
	if h.revoked || !h.removed && !slices.ContainsFunc(roots, func(r string) bool { return under(h.at, r) }) {
		return "outside"
	}
	return "inside"
}

func (m *modelRun) handleOp() {
	k := m.n(len(m.handles))
	h := m.handles[k]
	switch m.n(4) {
	case 0:
		var b [20]byte
		n, err := h.scoped.Read(b[:])
		got := string(b[:n])
		m.check("read handle of "+h.at, m.insideNow(h), err, got, func() (string, error) { n, err := h.plain.Read(b[:]); return string(b[:n]), err })
	case 1:
		data := m.data()
		_, err := h.scoped.Write(data)
		m.check("write handle of "+h.at, m.insideNow(h), err, "", func() (string, error) { _, err := h.plain.Write(data); return "", err })
	case 2:
		got, err := infoText(h.scoped.Stat())
		m.check("stat handle of "+h.at, m.insideNow(h), err, got, func() (string, error) { return infoText(h.plain.Stat()) })
	case 3:
		must(m.t, h.scoped.Close())
		must(m.t, h.plain.Close())
		m.handles = slices.Delete(m.handles, k, k+1)
	}
}

// userOp changes the tree past the roots, or the roots.
func (m *modelRun) userOp() {
	name := m.name()
	switch m.n(8) {
	case 0, 1, 2:
		m.setRoots()
	case 3:
		m.removed(name, "inside", m.fsys.RemoveAll, m.twin.RemoveAll)
	case 4:
		m.renamed(name, m.name(), "inside", m.fsys.Rename)
	case 5:
		must(m.t, ignore(m.fsys.MkdirAll(name, 0o700)))
		_ = m.twin.MkdirAll(name, 0o700)
	case 6:
		if target := m.target(); target != "" {
			_ = m.fsys.Symlink(target, name)
			_ = m.twin.Symlink(target, name)
		}
	case 7:
		_ = m.fsys.WriteFile(name, nil, 0o600)
		_ = m.twin.WriteFile(name, nil, 0o600)
	}
}

func ignore(error) error { return nil }

func (m *modelRun) setRoots() {
	roots := make([]string, m.n(4))
	for i := range roots {
		if roots[i] = m.name(); m.n(20) == 0 {
			roots[i] = "."
		}
	}
	m.log = append(m.log, fmt.Sprintf("setroots %q", roots))
	must(m.t, m.scope.SetRoots(roots))
	m.judge.roots = roots
	for _, h := range m.handles {
		h.revoked = h.revoked || h.removed || m.insideNow(h) == "outside"
	}
}

func (m *modelRun) run() {
	for !m.over {
		switch {
		case m.n(12) == 0:
			m.userOp()
		case len(m.handles) > 0 && m.n(4) == 0:
			m.handleOp()
		default:
			m.scopeOp()
		}
		if m.ops%100 == 0 {
			a, _ := m.fsys.Snapshot().MarshalBinary()
			b, _ := m.twin.Snapshot().MarshalBinary()
			if !bytes.Equal(a, b) {
				m.t.Fatalf("%s\nthe trees differ: a refusal has changed something", strings.Join(m.log[max(0, len(m.log)-120):], "\n"))
			}
		}
	}
}

func TestScopeModel(t *testing.T) {
	const want = 200_000
	done := 0
	for seed := uint64(1); done < want; seed++ {
		m := newModelRun(t, randomDice(seed, 100_000))
		m.run()
		done += m.ops
	}
	t.Log(done, "operations")
}

func FuzzScopeModel(f *testing.F) {
	f.Add([]byte("roots and links, and what they lead to"))
	f.Fuzz(func(t *testing.T, b []byte) { newModelRun(t, bytesDice(b)).run() })
}
