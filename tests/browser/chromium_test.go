package browser

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// atExit ends and removes what the tests share.
var atExit []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range atExit {
		end()
	}
	os.Exit(code)
}

// A chromium is a running browser with a profile of its own.
type chromium struct {
	ctx  context.Context
	stop func()
}

// sharedBrowser is started by the first test that needs it.
var sharedBrowser *chromium

// open opens url in a tab of the shared browser. The tab shares nothing with
// others, and is closed when the test ends.
func open(t *testing.T, url string) *tab {
	t.Helper()
	if sharedBrowser == nil {
		profile, err := os.MkdirTemp("", "askback-profile-")
		if err != nil {
			t.Fatal(err)
		}
		sharedBrowser = start(t, profile)
		atExit = append(atExit, func() {
			sharedBrowser.stop()
			os.RemoveAll(profile)
		})
	}
	return sharedBrowser.open(t, url)
}

// launch starts a browser of the test's own, which ends with it. Each of prefs is
// a preference of its profile.
func launch(t *testing.T, prefs ...pref) *chromium {
	t.Helper()
	profile := t.TempDir()
	writePrefs(t, profile, prefs)
	b := start(t, profile)
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

// open opens url in a tab that shares nothing with others, until the test ends.
func (c *chromium) open(t *testing.T, url string) *tab {
	t.Helper()
	return c.openIn(t, url, chromedp.WithNewBrowserContext())
}

// openShared opens url in a tab that shares the cache and the storage of the
// profile.
func (c *chromium) openShared(t *testing.T, url string) *tab {
	t.Helper()
	return c.openIn(t, url)
}

func (c *chromium) openIn(t *testing.T, url string, options ...chromedp.ContextOption) *tab {
	t.Helper()
	p := c.attach(t, options...)
	p.do(chromedp.Navigate(url))
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
}

// expectError announces errors that contain text.
func (p *tab) expectError(text string) {
	p.console.mu.Lock()
	defer p.console.mu.Unlock()
	p.console.expected = append(p.console.expected, text)
}

// watch collects errors of the console, uncaught exceptions, and what the
// browser itself reports: failed requests and violations of policies.
func (p *tab) watch() {
	messages := chromedp.Console(p.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return // the tab is closed
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException {
				p.console.mu.Lock()
				p.console.errors = append(p.console.errors, m.String())
				p.console.mu.Unlock()
			}
		}
	}()
}

// reportErrors fails the test for each error that was not announced, and for
// each announcement that did not come true.
func (p *tab) reportErrors() {
	p.console.mu.Lock()
	defer p.console.mu.Unlock()
	seen := make(map[string]bool)
	for _, e := range p.console.errors {
		known := false
		for _, text := range p.console.expected {
			if strings.Contains(e, text) {
				known, seen[text] = true, true
			}
		}
		if !known {
			p.t.Errorf("in the console: %s", e)
		}
	}
	for _, text := range p.console.expected {
		if !seen[text] {
			p.t.Errorf("no error in the console holds %q", text)
		}
	}
}
