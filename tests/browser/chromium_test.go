package browser

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// atExit ends and removes what the tests share, the last first.
var atExit []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range slices.Backward(atExit) {
		end()
	}
	os.Exit(code)
}

// A chromium is a running browser with a profile of its own.
type chromium struct {
	ctx  context.Context
	stop func()
}

// shared holds the browsers that all tests share, by what their profiles prefer.
var shared = make(map[pref]*chromium)

// browser returns the browser that all tests share whose profile has this
// preference, if any. It finds the program compiled when it loads it again, which
// a new one does not.
func browser(t *testing.T, only ...pref) *chromium {
	t.Helper()
	var key pref
	if len(only) > 0 {
		key = only[0]
	}
	if b, ok := shared[key]; ok {
		return b
	}
	profile, err := os.MkdirTemp("", "askback-profile-")
	if err != nil {
		t.Fatal(err)
	}
	atExit = append(atExit, func() { os.RemoveAll(profile) })
	writePrefs(t, profile, only)
	b := start(t, profile)
	atExit = append(atExit, b.stop)
	shared[key] = b
	return b
}

// launch starts a browser of the test's own, which ends with it.
func launch(t *testing.T) *chromium {
	t.Helper()
	b := start(t, t.TempDir())
	t.Cleanup(b.stop)
	return b
}

func start(t *testing.T, profile string) *chromium {
	t.Helper()
	ctx, kill := chromedp.NewExecAllocator(context.Background(),
		chromedp.Headless,
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.NoDefaultBrowserCheck,
		chromedp.UserDataDir(profile),
		chromedp.WindowSize(1280, 900),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("force-color-profile", "srgb"),
		// Pages of the browser's own, for suggestions beneath an address bar that
		// nobody sees: they took as much time as the page that is tested.
		chromedp.Flag("disable-features", "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		// Nothing on the page phones home: where anybody else is called, the name
		// is not found, which the console reports and so fails the test.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"),
	)
	ctx, quit := chromedp.NewContext(ctx)
	if err := chromedp.Do(ctx); err != nil {
		quit()
		kill()
		t.Fatalf("starting Chromium (is it installed? see .ci/chromium): %v", err)
	}
	return &chromium{ctx, func() { quit(); kill() }}
}

// A pref is a preference of a profile.
type pref struct {
	path  string // with dots, as in the source of Chromium
	value any
}

// blockStorage is what "Block all cookies" sets in the settings: a page that
// touches storage gets an exception.
var blockStorage = pref{"profile.default_content_setting_values.cookies", 2}

// writePrefs puts prefs in a new profile.
func writePrefs(t *testing.T, profile string, prefs []pref) {
	t.Helper()
	all := make(map[string]any)
	for _, p := range prefs {
		elems := strings.Split(p.path, ".")
		at := all
		for _, elem := range elems[:len(elems)-1] {
			next, ok := at[elem].(map[string]any)
			if !ok {
				next = make(map[string]any)
				at[elem] = next
			}
			at = next
		}
		at[elems[len(elems)-1]] = p.value
	}
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(profile, "Default")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "Preferences"), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// open opens url in a new tab of the browser that all tests share, until the test
// ends.
func open(t *testing.T, url string) *tab {
	t.Helper()
	return browser(t).open(t, url)
}

// open opens url in a new tab, until the test ends.
func (c *chromium) open(t *testing.T, url string) *tab {
	t.Helper()
	p := c.newTab(t)
	p.do(chromedp.Navigate(url))
	return p
}

// newTab returns an empty tab of somebody who was never at the site before: what
// serve serves finds nothing kept.
func (c *chromium) newTab(t *testing.T) *tab {
	t.Helper()
	p := c.attach(t)
	params := storage.ClearDataForOriginParams{Origin: strings.TrimSuffix(serve(t), "/"), StorageTypes: "all"}
	if _, err := call(p, storage.ClearDataForOrigin, params); err != nil {
		t.Fatal(err)
	}
	return p
}

// attach returns a new tab, or what the options say.
func (c *chromium) attach(t *testing.T, options ...chromedp.ContextOption) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(c.ctx, options...)
	t.Cleanup(cancel)
	p := &tab{t: t, browser: c, ctx: ctx}
	t.Cleanup(p.reportErrors)
	p.watch()
	return p
}

// console collects what went wrong in a tab.
type console struct {
	mu       sync.Mutex
	errors   []string
	expected []string
	more     chan struct{} // has an element when an error came
}

// expectError announces errors that contain text. The test fails when there is
// none by its end.
func (p *tab) expectError(text string) {
	p.console.mu.Lock()
	defer p.console.mu.Unlock()
	p.console.expected = append(p.console.expected, text)
}

// watch collects errors of the console, uncaught exceptions, and what the
// browser itself reports: failed requests and violations of policies.
func (p *tab) watch() {
	p.console.more = make(chan struct{}, 1)
	messages := chromedp.Console(p.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return // the tab is closed
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException {
				p.console.add(m.String())
			}
		}
	}()
}

func (c *console) add(text string) {
	c.mu.Lock()
	c.errors = append(c.errors, text)
	c.mu.Unlock()
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// reportErrors fails the test for each error that was not announced, and for
// each announcement that does not come true.
func (p *tab) reportErrors() {
	timeout := time.After(patience)
	for {
		surprises, missing := p.console.compare()
		if len(missing) > 0 {
			select {
			case <-p.console.more:
				continue
			case <-timeout:
			}
		}
		for _, e := range surprises {
			p.t.Errorf("in the console: %s", e)
		}
		for _, text := range missing {
			p.t.Errorf("no error in the console holds %q", text)
		}
		return
	}
}

// compare returns the errors that nobody announced, and the announcements that
// have not come true.
func (c *console) compare() (surprises, missing []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.errors {
		if !slices.ContainsFunc(c.expected, func(text string) bool { return strings.Contains(e, text) }) {
			surprises = append(surprises, e)
		}
	}
	for _, text := range c.expected {
		if !slices.ContainsFunc(c.errors, func(e string) bool { return strings.Contains(e, text) }) {
			missing = append(missing, text)
		}
	}
	return surprises, missing
}
