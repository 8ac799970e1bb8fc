package web

import (
	"context"
	"slices"
	"strings"
)

// A Patch makes one element of the page look as it should now.
type Patch struct {
	// ID is the id of the element.
	ID string
	// HTML is the element drawn anew; empty for a list, which stays.
	HTML string
	// Items are those children of a list that are new or look different, by id,
	// in no order.
	Items map[string]string
	// Order are the ids of all children of a list, if they are others than
	// before or stand in another order; else nil.
	Order []string
}

// A Drawing is what a page shows, as far as it is known here. It turns the
// regions of a state into the patches that bring the page there. The zero value
// is a page that shows nothing.
type Drawing struct {
	html  map[string]string         // of the regions without items
	keys  map[string]map[string]any // of the items of the others, by id
	order map[string][]string
}

// Adopt notes that the page shows these regions already: the static build drew
// them.
func (d *Drawing) Adopt(ctx context.Context, regions []Region) { d.Update(ctx, regions) }

// Update returns what the page has to change in order to show regions, and
// takes it for shown. A region whose HTML is the same makes no patch; an item
// whose key is the same is not even drawn.
func (d *Drawing) Update(ctx context.Context, regions []Region) []Patch {
	if d.html == nil {
		d.html, d.keys, d.order = map[string]string{}, map[string]map[string]any{}, map[string][]string{}
	}
	var patches []Patch
	for _, r := range regions {
		if r.Items != nil {
			if p, differs := d.updateList(ctx, r); differs {
				patches = append(patches, p)
			}
			continue
		}
		if html := draw(ctx, r); html != d.html[r.ID] {
			d.html[r.ID] = html
			patches = append(patches, Patch{ID: r.ID, HTML: html})
		}
	}
	return patches
}

// updateList returns what to change about a list, if anything. One that is not
// known yet is drawn whole, as the list itself may say something too.
func (d *Drawing) updateList(ctx context.Context, list Region) (p Patch, differs bool) {
	p = Patch{ID: list.ID, Items: map[string]string{}}
	before, known := d.keys[list.ID]
	items := list.Items()
	keys := make(map[string]any, len(items))
	order := make([]string, len(items))
	for i, item := range items {
		order[i] = item.ID
		keys[item.ID] = item.Key
		if key, ok := before[item.ID]; known && (!ok || key != item.Key) {
			p.Items[item.ID] = draw(ctx, Region{ID: item.ID, View: item.View})
		}
	}
	if !slices.Equal(order, d.order[list.ID]) {
		p.Order = order
	}
	d.keys[list.ID], d.order[list.ID] = keys, order
	if !known {
		return Patch{ID: list.ID, HTML: draw(ctx, list)}, true
	}
	return p, p.Order != nil || len(p.Items) > 0
}

// Forget makes the next Update draw everything anew, such as in another language.
func (d *Drawing) Forget() { *d = Drawing{} }

func draw(ctx context.Context, r Region) string {
	var b strings.Builder
	if err := r.View.Render(ctx, &b); err != nil {
		panic("drawing " + r.ID + ": " + err.Error()) // a strings.Builder takes everything
	}
	return b.String()
}
