// Package page tests what a person sees and can do when a server asks, without a
// browser: a host drives a server of package hostile, its state is drawn by the
// views, and the HTML is read as a browser would read it. What the person does goes
// back as the page script would send it.
//
//	p.call()
//	p.fill("Name", "Ada")
//	p.press("Send answer")
//	p.wantSent(`{"action":"accept","content":{"name":"Ada"}}`)
//
// What only a browser can show is in tests/browser.
package page
