package browser

import "testing"

// The simulated first-run page says so when there is no page to tell.
func TestConnectWithoutAPage(t *testing.T) {
	p := open(t, serve(t)+"connect/#token=any")
	p.click("button", "Finish set-up")
	p.waitForIn("[data-connect-state]", "No askback page is open in this browser")
}
