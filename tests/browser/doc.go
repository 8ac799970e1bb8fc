// Package browser tests the built site in Chromium, as a person uses it: by
// clicks, keys and what the page shows.
//
// The files of the harness are site_test.go (the site and servers for it),
// chromium_test.go (the browser), tab_test.go (what a person does in a tab) and
// read_test.go (what the page shows). A test reads
//
//	p := open(t, serve(t))
//	p.click("button", "Play: three notes match")
//	p.waitFor("which one")
//	p.press(kb.Escape)
//
// Nothing sleeps: a step waits until the page is as it says, and fails with what
// the page shows when that takes too long. A test also fails on an error in the
// console, an uncaught exception or a violation of the security policy that it
// did not announce with expectError.
package browser
