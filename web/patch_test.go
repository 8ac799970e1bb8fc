package web

import (
	"context"
	"reflect"
	"testing"

	"github.com/a-h/templ"
)

func TestDrawing(t *testing.T) {
	line := func(id, text string) Item {
		return Item{ID: id, Key: text, View: templ.Raw("<li id=" + id + ">" + text + "</li>")}
	}
	region := func(head string, items ...Item) []Region {
		return []Region{
			{ID: "head", View: templ.Raw("<p id=head>" + head + "</p>")},
			list("lines", func() []Item { return items }, func(all templ.Component) templ.Component { return all }),
		}
	}
	var d Drawing
	ctx := context.Background()
	d.Adopt(ctx, region("one", line("a", "A"), line("b", "B")))

	for _, step := range []struct {
		does    string
		regions []Region
		want    []Patch
	}{
		{"nothing", region("one", line("a", "A"), line("b", "B")), nil},
		{"a region", region("two", line("a", "A"), line("b", "B")), []Patch{{ID: "head", HTML: "<p id=head>two</p>"}}},
		{"an item", region("two", line("a", "A"), line("b", "X")), []Patch{{ID: "lines", Items: map[string]string{"b": "<li id=b>X</li>"}}}},
		{"one more", region("two", line("a", "A"), line("b", "X"), line("c", "C")),
			[]Patch{{ID: "lines", Items: map[string]string{"c": "<li id=c>C</li>"}, Order: []string{"a", "b", "c"}}}},
		{"one less", region("two", line("b", "X"), line("c", "C")), []Patch{{ID: "lines", Items: map[string]string{}, Order: []string{"b", "c"}}}},
		{"another order", region("two", line("c", "C"), line("b", "X")), []Patch{{ID: "lines", Items: map[string]string{}, Order: []string{"c", "b"}}}},
		{"none left", region("two"), []Patch{{ID: "lines", Items: map[string]string{}, Order: []string{}}}},
	} {
		if got := d.Update(ctx, step.regions); !reflect.DeepEqual(got, step.want) {
			t.Errorf("%s: patches %+v, want %+v", step.does, got, step.want)
		}
	}

	d.Update(ctx, region("two", line("a", "A")))
	d.Forget()
	if got := d.Update(ctx, region("two", line("a", "A"))); len(got) != 2 || got[1].HTML != "<li id=a>A</li>" {
		t.Errorf("after Forget: %+v", got)
	}
}
