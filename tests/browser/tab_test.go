package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a step waits for the page. It is long because machines
// are slow when several tests share them; a passing test does not use it.
const patience = 30 * time.Second

// A tab is a tab of a browser, and the person in front of it. Its methods fail
// the test when the page does not become what they need.
type tab struct {
	t       *testing.T
	browser *chromium
	ctx     context.Context
	console console
}

// do performs an action.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.context(), patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// context returns the tab's context, attached: the first action of a chromedp
// context may not have a deadline.
func (p *tab) context() context.Context {
	p.t.Helper()
	if err := chromedp.Do(p.ctx); err != nil {
		p.t.Fatal(err)
	}
	return p.ctx
}

// eval returns the value of a JavaScript expression, a promise's when it has one.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.context(), patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("evaluating %s: %v", expression, err)
	}
	return v
}

// nextChange waits for the next change of the document. It returns after a
// moment even without one: what a step waits for may have come between its last
// look and this call, or may be no change of the document.
const nextChange = `new Promise(resolve => {
	const observer = new MutationObserver(done);
	const timer = setTimeout(done, 100);
	function done() { observer.disconnect(); clearTimeout(timer); resolve(true); }
	observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
})`

// until waits until ready returns true. what completes "waited for".
func (p *tab) until(what string, ready func() bool) {
	p.t.Helper()
	p.untilWithin(patience, what, ready)
}

func (p *tab) untilWithin(limit time.Duration, what string, ready func() bool) {
	p.t.Helper()
	for deadline := time.Now().Add(limit); !ready(); {
		if time.Now().After(deadline) {
			p.screenshot("failed")
			p.t.Fatalf("waited for %s; the page shows:\n%s", what, p.text("body"))
		}
		eval[bool](p, nextChange)
	}
}

// waitFor waits until the page shows text.
func (p *tab) waitFor(text string) {
	p.t.Helper()
	p.waitForIn("body", text)
}

// waitForIn waits until what selector finds shows text.
func (p *tab) waitForIn(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%q in %s", text, selector), func() bool { return p.shows(selector, text) })
}

// waitReady waits until the host has the server's tools and has drawn them.
func (p *tab) waitReady() {
	p.t.Helper()
	p.until("the mark askback:ready", func() bool { return eval[bool](p, readyMark+" !== undefined") })
}

const readyMark = `performance.getEntriesByName("askback:ready")[0]`

// click clicks the element with an accessible role and name, as soon as it is
// there, enabled, and not covered by another.
func (p *tab) click(role, name string) {
	p.t.Helper()
	p.until(fmt.Sprintf("an enabled %s named %q", role, name), func() bool {
		id, ok := p.find(role, name)
		if !ok {
			return false
		}
		x, y, ok := p.place(id)
		if !ok {
			return false
		}
		p.do(chromedp.MouseClickXY(x, y))
		return true
	})
}

// fill replaces the text in a control by typing.
func (p *tab) fill(role, name, text string) {
	p.t.Helper()
	p.click(role, name)
	p.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(kb.ModifierCtrl)), chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent(text))
}

// press types keys, such as kb.Escape, where the focus is.
func (p *tab) press(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// has reports whether there is an element with an accessible role and name now.
func (p *tab) has(role, name string) bool {
	p.t.Helper()
	_, ok := p.find(role, name)
	return ok
}

// find returns the first element with an accessible role and name that is not
// disabled.
func (p *tab) find(role, name string) (id cdp.BackendNodeID, ok bool) {
	p.t.Helper()
	document := eval[*runtime.RemoteObject](p, "document")
	nodes, err := call(p, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{
		ObjectID: document.ObjectID, Role: role, AccessibleName: name,
	})
	if err != nil {
		return 0, false // the document was replaced meanwhile
	}
	for _, n := range nodes.Nodes {
		if !n.Ignored && !isDisabled(n) {
			return n.BackendDOMNodeID, true
		}
	}
	return 0, false
}

func isDisabled(n *accessibility.Node) bool {
	for _, property := range n.Properties {
		if property.Name == "disabled" {
			return string(property.Value.Value) == "true"
		}
	}
	return false
}

// clickOn clicks the first element that a CSS selector names, as soon as it is
// there and not covered by another.
func (p *tab) clickOn(selector string) {
	p.t.Helper()
	p.until("something to click at "+selector, func() bool {
		found := eval[*runtime.RemoteObject](p, fmt.Sprintf("document.querySelector(%q)", selector))
		if found.ObjectID == "" {
			return false
		}
		node, err := call(p, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: found.ObjectID})
		if err != nil {
			return false // it was replaced meanwhile
		}
		x, y, ok := p.place(node.Node.BackendNodeID)
		if ok {
			p.do(chromedp.MouseClickXY(x, y))
		}
		return ok
	})
}

// place scrolls an element into view and returns its middle, unless it is gone, it
// moves, or something else lies there.
func (p *tab) place(id cdp.BackendNodeID) (x, y float64, ok bool) {
	p.t.Helper()
	resolved, err := call(p, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: id})
	if err != nil {
		return 0, 0, false
	}
	middle, err := call(p, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		ObjectID: resolved.Object.ObjectID,
		FunctionDeclaration: `async function() {
			this.scrollIntoViewIfNeeded();
			const middle = () => {
				const [{x, y, width, height} = {}] = this.getClientRects();
				return [x + width / 2, y + height / 2];
			};
			const [x, y] = middle();
			await new Promise(requestAnimationFrame);
			await new Promise(requestAnimationFrame);
			const [thenX, thenY] = middle();
			const there = document.elementFromPoint(x || 0, y || 0);
			const here = this.contains(there) || there?.closest("label")?.control === this;
			return x === thenX && y === thenY && here ? [x, y] : [];
		}`,
		AwaitPromise:  new(true),
		ReturnByValue: new(true),
	})
	if err != nil || middle.ExceptionDetails != nil {
		return 0, 0, false
	}
	var at []float64
	if err := json.Unmarshal(middle.Result.Value, &at); err != nil || len(at) != 2 {
		return 0, 0, false
	}
	return at[0], at[1], true
}

// call sends a command of the DevTools protocol to the tab.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) (R, error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.context(), patience)
	defer cancel()
	return chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (R, error) {
		return cdp.Call(ctx, t, command, params)
	})
}

// screenshot keeps a picture of the tab in web/screens.
func (p *tab) screenshot(name string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.context(), patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Errorf("taking a picture: %v", err)
		return
	}
	dir := filepath.Join(root, "web", "screens")
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)); err != nil {
		p.t.Error(err)
	}
}

// resize makes the page as large as a screen of that many pixels.
func (p *tab) resize(width, height int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height))
}
