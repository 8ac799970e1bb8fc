package notesfs

// A rootSet is a set of roots as they resolve in one epoch of the tree. A nil
// rootSet has everything inside.
type rootSet struct {
	epoch uint64
	roots []root

	// ids holds true for what is a root and false for what else was passed on
	// the way to one.
	ids map[ino]bool
}

// A root is one of the set. Its ino is 0 when its name leads nowhere.
type root struct {
	name string
	ino  ino
}

// A trail records the steps of walks: the directories that were searched and
// what was found there.
type trail struct {
	dirs, found []ino
}

func (tr *trail) add(dir, found ino) {
	if tr != nil {
		tr.dirs = append(tr.dirs, dir)
		tr.found = append(tr.found, found)
	}
}

// isRoot reports whether i is a root.
func (rs *rootSet) isRoot(i ino) bool { return rs == nil || rs.ids[i] }

// passes reports whether i was passed on the way to a root.
func (rs *rootSet) passes(i ino) bool {
	_, ok := rs.ids[i]
	return ok
}

// resolveRoots resolves the names of roots in the tree as it is, and sees to it
// that the next epoch begins when a directory changes that was searched for
// them. The caller holds f.mu, at least for reading.
func (f *FS) resolveRoots(names []string) *rootSet {
	rs := &rootSet{epoch: f.epoch, ids: map[ino]bool{}}
	for _, name := range names {
		seen := new(trail)
		p, err := f.tree.walk(nil, start{dir: top, in: true, rest: name, seen: seen}, target)
		f.watch(seen.dirs)
		if err != nil || p.slash && p.ino.kind() != kindDir {
			p.ino = 0
		}
		rs.roots = append(rs.roots, root{name, p.ino})
		if p.ino == 0 {
			continue
		}
		for _, i := range append(seen.found, top) {
			if !rs.ids[i] {
				rs.ids[i] = false
			}
		}
		rs.ids[p.ino] = true
	}
	return rs
}

// start returns where the walk to a name begins: if the name is below a root,
// then at the root, because the way there is known in this epoch. The root
// itself is only where a link at its end would be followed too.
func (rs *rootSet) start(name string, last end) start {
	if rs == nil {
		return start{dir: top, in: true, rest: name}
	}
	for _, r := range rs.roots {
		if r.ino == 0 || r.ino.kind() != kindDir {
			continue
		}
		if rest, ok := below(name, r.name); ok && (rest != "." || last != self || r.ino == top) {
			return start{dir: r.ino, in: true, rest: rest}
		}
	}
	return start{dir: top, in: rs.ids[top], rest: name}
}

// absent reports whether a name is or lies below that of a root that leads
// nowhere. The name is granted, so it may be said that nothing is there.
func (rs *rootSet) absent(name string) bool {
	for _, r := range rs.roots {
		if _, ok := below(name, r.name); ok && r.ino == 0 {
			return true
		}
	}
	return false
}

// watch makes changes of the entries of dirs begin a new epoch. Watches end with
// the epoch.
func (f *FS) watch(dirs []ino) {
	f.watchMu.Lock()
	defer f.watchMu.Unlock()
	if f.watched == nil {
		f.watched = map[ino]bool{}
	}
	for _, d := range dirs {
		f.watched[d] = true
	}
}

// nextEpoch makes every rootSet and every handle of a scope be judged again at
// its next use. The caller holds f.mu for writing.
func (f *FS) nextEpoch() {
	f.epoch++
	clear(f.watched)
}
