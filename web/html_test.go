package web

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// elements yields n, if it is an element, and all elements in it.
func elements(n *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) { walk(n, yield) }
}

func walk(n *html.Node, yield func(*html.Node) bool) bool {
	if n == nil {
		return true
	}
	if n.Type == html.ElementNode && !yield(n) {
		return false
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !walk(c, yield) {
			return false
		}
	}
	return true
}

func attribute(n *html.Node, name string) (string, bool) {
	if n == nil {
		return "", false
	}
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

func byID(n *html.Node, id string) *html.Node {
	for e := range elements(n) {
		if get(e, "id") == id {
			return e
		}
	}
	return nil
}

// text is all text in n.
func text(n *html.Node) string {
	var b strings.Builder
	var collect func(*html.Node)
	collect = func(n *html.Node) {
		if n == nil {
			return
		}
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			collect(c)
		}
	}
	collect(n)
	return strings.TrimSpace(b.String())
}
