package page

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// elements yields n, if it is an element, and all elements in it.
func elements(n *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		if n == nil || n.Type == html.ElementNode && !yield(n) {
			return
		}
		for d := range n.Descendants() {
			if d.Type == html.ElementNode && !yield(d) {
				return
			}
		}
	}
}

func attribute(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func get(n *html.Node, name string) string {
	value, _ := attribute(n, name)
	return value
}

func has(n *html.Node, name string) bool {
	_, ok := attribute(n, name)
	return ok
}

// set sets an attribute, or takes it away.
func set(n *html.Node, name, value string, there bool) {
	for i, a := range n.Attr {
		if a.Key == name {
			n.Attr = append(n.Attr[:i:i], n.Attr[i+1:]...)
			break
		}
	}
	if there {
		n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
	}
}

func isClass(n *html.Node, class string) bool {
	return strings.Contains(" "+get(n, "class")+" ", " "+class+" ")
}

func byID(n *html.Node, id string) *html.Node {
	for e := range elements(n) {
		if get(e, "id") == id {
			return e
		}
	}
	return nil
}

// closest is n or the nearest element around it that is right; nil if none is.
func closest(n *html.Node, right func(*html.Node) bool) *html.Node {
	for ; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && right(n) {
			return n
		}
	}
	return nil
}

func isForm(n *html.Node) bool { return n.Data == "form" }

// text is what n shows, without the marks that isolate a word from its sentence.
func text(n *html.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.NewReplacer("\u2068", "", "\u2069", "").Replace(strings.TrimSpace(b.String()))
}
