package browser

import (
	"net/http"
	"strings"
	"testing"

	"askback/tests/conformance/fixture"
	nodejs "askback/tests/peers/node"
)

// connect drives the server at url in place of the page's own.
func (p *tab) connect(url string) {
	p.t.Helper()
	if !p.has("textbox", "URL of an MCP server") {
		p.click("DisclosureTriangle", "Drive another server")
	}
	p.fill("textbox", "URL of an MCP server", url)
	p.click("button", "Connect")
}

// A server on another origin, written by others.
func TestServerEverything(t *testing.T) {
	url := nodejs.StartEverything(t, "../peers")
	p := open(t, serve(t))
	p.waitReady()
	p.connect("ftp://example.com/mcp")
	p.waitForIn("#server-url-error", "https")
	p.connect(url)
	p.waitForIn("#server", url)
	p.waitForIn("#status", "is connected and speaks 2025-11-25.")
	p.waitForIn("#questions", "asks where it may work") // as soon as it is connected
	p.share()

	p.openTool("trigger-elicitation-request")
	p.click("button", "Call \u2068trigger-elicitation-request\u2069")
	p.waitForIn(".question", "Please provide inputs for the following fields")
	p.fill("textbox", "String", "Ada <b>")
	p.screenshot("server-everything")
	p.click("button", "Send answer")
	p.waitForIn("#calls", "Ada <b>")

	// It does not know the new era, and the page says so.
	p.click("radio", "2026-07-28")
	p.waitForIn("#status", "There is no session with the server under 2026-07-28.")
	p.click("button", "Back to the server in this page")
	p.waitForIn("#status", "is connected and speaks 2026-07-28.")
	p.share()
	p.click("button", "Play: three notes match")
	p.waitForIn(".question", "TPS report")
}

// The server of the conformance suite, in both eras.
func TestConformanceFixture(t *testing.T) {
	h, err := fixture.Handler()
	if err != nil {
		t.Fatal(err)
	}
	site := plain(t, map[string]http.HandlerFunc{"mcp": h.ServeHTTP})
	p := open(t, site)
	p.waitReady()
	p.connect(site + "mcp")
	for _, era := range eras {
		p.click("radio", era)
		p.waitForIn("#status", "is connected and speaks "+era)
		p.openTool("test_input_required_result_multi_round")
		p.click("button", "Call \u2068test_input_required_result_multi_round\u2069")
		for _, field := range []string{"name", "color"} {
			p.fill("textbox", strings.ToUpper(field[:1])+field[1:], "some "+field)
			p.click("button", "Send answer")
			p.until("the question for "+field+" to go", func() bool { return !p.shows(".question", field) })
		}
		p.waitForIn("#calls article", "some name likes some color")
		p.waitForIn("#calls article", era)
	}
}
