package web

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"askback/playground/host"
)

// Assets says where the files are that a page loads. Names are as built, so
// they may hold a hash; Base goes before each of them.
type Assets struct {
	Base     string // relative path to the top of the site: "" or "../"
	Path     string // where the page lies beneath the folder of its language: "" or "licences/"
	Style    string
	Icon     string // optional
	Script   string // of the page itself
	Early    string // script that runs before anything is shown
	Worker   string
	Wasm     string
	WasmSize int64  // bytes as decoded, for the progress bar
	Connect  string // script of the page that stands for a server's own
	Demo     string // script of the page that stands for a course
}

// url is the address of the asset called name, relative to the page.
func (a Assets) url(name string) string { return a.Base + name }

// home is the address of the page itself in the same language, relative to the
// page that links to it.
func (a Assets) home() string { return strings.Repeat("../", strings.Count(a.Path, "/")) }

// hasEditions reports whether there is the page in each language. The one that
// answers for any address is for all of them.
func (a Assets) hasEditions() bool { return !strings.HasPrefix(a.Base, "/") }

// A Region is a part of the page that is drawn anew while the program runs.
type Region struct {
	// ID is the id of the one element that View renders.
	ID   string
	View templ.Component
	// Items is set for a long list. View renders one element whose children are
	// these, and whose attributes change with the language only; of the children
	// only those are drawn again that look different.
	Items func() []Item
}

// An Item is an element of a long list.
type Item struct {
	ID string // of the one element that View renders
	// Key is a comparable value that holds all that View depends on: the item is
	// drawn again when it differs from the last one.
	Key  any
	View templ.Component
}

// list returns the region of a long list: an element with its id, which open
// renders around the items.
func list(id string, items func() []Item, open func(templ.Component) templ.Component) Region {
	all := templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for _, item := range items() {
			if err := item.View.Render(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
	return Region{ID: id, View: open(all), Items: items}
}

// Regions returns all that can change on the page with s, in document order.
// [Page] is built from the very same components, so that replacing each
// element by the region of its id changes nothing until the state does.
func Regions(s host.State) []Region {
	return append([]Region{
		{ID: "eras", View: eras(s)},
		{ID: "languages", View: languages("", s.Phase != host.PhaseStarting)},
		{ID: "status", View: status(s)},
		{ID: "waiting", View: waiting(s)},
		{ID: "plays", View: plays(s)},
		{ID: "questions", View: questions(s)},
		{ID: "visits", View: visits(s)},
		{ID: "tools", View: tools(s)},
		{ID: "server", View: otherServer(s)},
		list("calls", func() []Item { return callItems(s) }, calls),
		{ID: "consent", View: consent(s)},
		{ID: "tree-lead", View: treeLead(s)},
		list("nodes", func() []Item { return treeItems(s) }, nodes),
		{ID: "tree-tools", View: treeTools(s)},
		{ID: "roots", View: rootList(s)},
		{ID: "keeping", View: keeping(s)},
		{ID: "compare", View: comparison(s.Compare)},
	}, wireRegions(s)...)
}

// Frame returns what else the page says, which changes with the language alone.
// Its parts may hold some of [Regions].
func Frame(s host.State) []Region {
	return []Region{
		{ID: "skip", View: skip()},
		{ID: "brand", View: brand()},
		{ID: "about", View: about()},
		{ID: "themes", View: themes()},
		{ID: "boot", View: boot(s.Phase == host.PhaseStarting)},
		{ID: "words", View: startupWords()},
		{ID: "parts", View: parts(s)},
		{ID: "allow-title", View: allowTitle()},
		{ID: "wire-title", View: wireTitle()},
	}
}

// region returns the one with the given id, for Page.
func region(all []Region, id string) templ.Component {
	for _, r := range all {
		if r.ID == id {
			return r.View
		}
	}
	return templ.NopComponent
}

// awake reports whether the program runs and the server has answered, so that
// what a person does has an effect. Until then buttons are disabled and a
// sentence beside them says why.
func awake(s host.State) bool { return s.Phase == host.PhaseReady }
