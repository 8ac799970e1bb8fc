package browser

import "fmt"

// text returns what a person reads in the first element that selector finds.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// shows reports whether an element that selector finds shows text.
func (p *tab) shows(selector, text string) bool {
	p.t.Helper()
	return eval[bool](p, fmt.Sprintf("[...document.querySelectorAll(%q)].some(e => e.innerText.includes(%q))", selector, text))
}

// A message is one line of the wire as the page shows it.
type message struct {
	Seq      string // "#1"
	ToServer bool
	Kind     string // request, result, error or notification
	Method   string
	Brief    string
}

// trace returns the wire, oldest first.
func (p *tab) trace() []message {
	p.t.Helper()
	return eval[[]message](p, `[...document.querySelectorAll("#wire .message")].map(m => {
		const text = selector => m.querySelector(selector)?.textContent.trim() ?? "";
		return {
			Seq: text(".seq"), ToServer: m.classList.contains("to-server"),
			Kind: text(".kind"), Method: text(".method"), Brief: text(".brief"),
		};
	})`)
}

// A node is one line of the file tree as the page shows it.
type node struct {
	Path string // such as "/home/alice/Scratch/"
	Side string // "root", "inside", "partly inside" or "outside"
	Mark string // "created", "changed", "gone" and the like, or empty
}

// tree returns the files in sight, in the order of the page.
func (p *tab) tree() []node {
	p.t.Helper()
	return eval[[]node](p, `(() => {
		const above = []; // the names of the directories that the line is in
		return [...document.querySelectorAll("#tree .node:not(.node-more)")].map(n => {
			const text = selector => [...n.querySelectorAll(selector)].map(e => e.textContent.trim()).join(" ");
			above.splice(n.ariaLevel - 1, Infinity, n.querySelector(".node-name").firstChild.textContent.trim());
			return {Path: above.join(""), Side: text(".side"), Mark: text(".mark")};
		});
	})()`)
}
