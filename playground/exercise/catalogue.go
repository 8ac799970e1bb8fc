package exercise

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed packs
var packs embed.FS

// A Catalogue is the exercises that come with this program, in the order in which
// they are listed. It is not changed once it is made.
type Catalogue struct {
	packs []*Pack
	data  map[string][]byte
}

// Load reads the catalogue, or of it only the exercises of some kinds: to read all
// takes half a second in a browser.
func Load(kinds ...Kind) (*Catalogue, error) {
	c := &Catalogue{data: map[string][]byte{}}
	names, err := fs.Glob(packs, "packs/*.txtar")
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, name := range names {
		data, err := packs.ReadFile(name)
		if err != nil {
			return nil, err
		}
		p, err := parse(path.Base(name), data, kinds)
		if err != nil {
			errs = append(errs, err)
		}
		if p == nil {
			continue
		}
		if p.ID+".txtar" != path.Base(name) {
			errs = append(errs, fmt.Errorf("%s: its id is %q; the file is named for the id", path.Base(name), p.ID))
		}
		c.packs = append(c.packs, p)
		c.data[p.ID] = data
	}
	slices.SortStableFunc(c.packs, func(a, b *Pack) int {
		if a.Order != b.Order {
			return a.Order - b.Order
		}
		return strings.Compare(a.ID, b.ID)
	})
	return c, errors.Join(errs...)
}

// All are the exercises.
func (c *Catalogue) All() []*Pack { return slices.Clone(c.packs) }

// Find returns the exercise of this id, or nil.
func (c *Catalogue) Find(id string) *Pack {
	for _, p := range c.packs {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// Archive is the exercise of this id as it was written, or nil.
func (c *Catalogue) Archive(id string) []byte { return slices.Clone(c.data[id]) }
