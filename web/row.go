package web

import "askback/playground/host"

// A row is a line of the tree: all that it shows, in a value that can be
// compared, so that it is drawn again only when it looks different.
type row struct {
	name, base    string
	dir           bool
	target, other string
	leads         host.Lead
	side          host.Side
	root          bool
	mark          host.Mark
	edited        bool

	folds, open bool // a directory that is not empty; it is unfolded
	changes     int

	level     int
	cut       bool // not all of its directory is in sight
	place, of int  // there, where it is cut: the browser counts what it has
	more      int  // for the line that stands for what is not in sight
	live      bool
}

// about reports whether there is more to say of the name than itself.
func (r row) about() bool { return r.target != "" || r.other != "" }

// long reports whether the name may take more lines than it should.
func (r row) long() bool { return r.about() || len(r.base) > 60 }

// treeItems are the lines of the tree.
func treeItems(s host.State) []Item {
	if s.Tree.Name == "" {
		return []Item{{ID: "node-none", View: noNodes()}}
	}
	var items []Item
	live := awake(s)
	var add func(n host.Node, level int, parent host.Node)
	add = func(n host.Node, level int, parent host.Node) {
		r := newRow(n, level, parent)
		r.live = live
		items = append(items, Item{ID: key("node", n.Name), Key: r, View: node(r)})
		if !n.Open {
			return
		}
		for _, c := range n.Children {
			add(c, level+1, n)
		}
		if more := n.Entries - len(n.Children); more > 0 {
			r := row{name: n.Name, level: level + 1, more: more, place: len(n.Children)}
			items = append(items, Item{ID: r.id(), Key: r, View: moreNodes(r)})
		}
	}
	add(s.Tree, 1, host.Node{})
	return items
}

func newRow(n host.Node, level int, parent host.Node) row {
	r := row{
		name: n.Name, base: n.Base, dir: n.Dir, target: n.Target, other: n.Other, leads: n.Leads,
		side: n.Side, root: n.Root, mark: n.Mark, edited: n.Edited,
		folds: n.Dir && n.Entries > 0, open: n.Open, changes: n.Changes, level: level,
	}
	if parent.Entries > len(parent.Children) {
		r.cut, r.place, r.of = true, n.Place, parent.Entries
	}
	return r
}

// id is that of a line for what is not in sight. When more has come into sight it
// is another line, so that the focus goes on to what came.
func (r row) id() string { return keyN(key("more", r.name), r.place) }

// stop is whether Tab leads to the line at first. Then it leads to where the
// focus was; see tree.js.
func (r row) stop() string {
	if r.level == 1 {
		return "0"
	}
	return "-1"
}

// checked is whether the line is a root, or holds one; empty for what has gone.
func (r row) checked() string {
	switch {
	case r.mark == host.Gone || r.mark == host.MovedAway:
		return ""
	case r.root:
		return "true"
	case r.side == host.Partly:
		return "mixed"
	}
	return "false"
}

func (r row) foldOn() string {
	if r.open {
		return "click:fold"
	}
	return "click:unfold"
}

func (r row) toggleOn() string {
	if r.root {
		return "click:root-remove"
	}
	return "click:root-add"
}
