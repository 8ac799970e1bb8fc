package browser

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The language changes in the middle of a question, and nothing is lost by it: not
// the question, nor what was typed, nor the focus.
func TestLanguageInPlace(t *testing.T) {
	p := open(t, serve(t))
	p.resize(1280, 900)
	p.waitReady()
	p.share()
	p.click("button", "Play: three notes match")
	p.click("radio", "TPS report 2024 (Notes/tps-2024.md, 2024-12-16)")
	p.fill("textbox", "Allow by URI", "file:///home/al")
	eval[bool](p, "globalThis.sameDocument = true")
	before := eval[string](p, "location.hash")

	p.chooseLanguage("ko", "한국어")
	p.waitForIn("#questions", "답변 보내기")
	p.wantPage("ko/", "ko", before)
	p.wantWords("askback: 서버가 묻고, 사용자가 답합니다", "허용 범위", "진행 상황으로 건너뛰기", "일부 포함", "파일")
	p.wantHeld("file:///home/al")
	p.screenshot("korean")
	p.narrow("korean")

	p.chooseLanguage("es", "Español")
	p.waitForIn("#questions", "Enviar respuesta")
	p.wantPage("es/", "es", before)
	p.wantWords("askback: un servidor pregunta, tú respondes", "Lo que permites", "Saltar a lo que ocurre", "dentro", "Archivos")
	p.wantHeld("file:///home/al")
	p.screenshot("spanish")
	p.narrow("spanish")

	// It goes on in that language, and with the same session.
	p.click("checkbox", "Yes, delete it") // the server's own words
	p.click("button", "Enviar respuesta")
	p.waitForIn("#calls", "note-7")

	p.chooseLanguage("en", "English")
	p.waitForIn("#calls", "done")
	p.wantPage("", "en", before+"&lang=en")
	if !eval[bool](p, "globalThis.sameDocument === true") {
		t.Error("the document is another one")
	}
	p.do(chromedp.Reload())
	p.waitReady()
	p.wantPage("", "en", before+"&lang=en")
}

// chooseLanguage follows the link to a language, and waits for the page to speak
// it.
func (p *tab) chooseLanguage(tag, name string) {
	p.t.Helper()
	p.click("link", name)
	p.until("the page in "+name, func() bool { return eval[string](p, "document.documentElement?.lang ?? ''") == tag })
}

// wantPage checks where the page says it is.
func (p *tab) wantPage(folder, language, hash string) {
	p.t.Helper()
	type place struct{ Path, Lang, Hash string }
	got := eval[place](p, "({Path: location.pathname, Lang: document.documentElement.lang, Hash: location.hash})")
	if want := (place{"/" + folder, language, hash}); got != want {
		p.t.Errorf("the page is at %+v, want %+v", got, want)
	}
}

// wantWords checks the title and what stands on the page, also unseen.
func (p *tab) wantWords(title string, words ...string) {
	p.t.Helper()
	if got := eval[string](p, "document.title"); got != title {
		p.t.Errorf("the title is %q", got)
	}
	text := eval[string](p, "document.body.textContent + [...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel).join()")
	for _, word := range words {
		if !strings.Contains(text, word) {
			p.t.Errorf("the page does not say %q", word)
		}
	}
}

// wantHeld checks that what the person entered is still there, and the focus where
// it was.
func (p *tab) wantHeld(uri string) {
	p.t.Helper()
	if got := eval[string](p, `document.querySelector("#root-uri").value`); got != uri {
		p.t.Errorf("the root form holds %q", got)
	}
	if !eval[bool](p, `document.querySelector("#questions input[value=note-7]").checked`) {
		p.t.Error("the choice is lost")
	}
	if got := eval[string](p, "document.activeElement.id"); !strings.HasPrefix(got, "language-") {
		p.t.Errorf("the focus is on %q", got)
	}
}

// narrow takes a picture of the page on the narrowest screen, on which nothing may
// stick out.
func (p *tab) narrow(name string) {
	p.t.Helper()
	p.resize(320, 640)
	for _, part := range []string{"allow", "wire", "work"} {
		p.choose("tab", part)
		if over := eval[float64](p, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			p.t.Errorf("%s: at 320 px the tab %s is %v px too wide", name, part, over)
		}
		p.screenshot(name + "-narrow-" + part)
	}
	p.resize(1280, 900)
}

// newTabIn returns a new tab of a person who prefers these languages, such as
// "es-MX,es".
func (b *chromium) newTabIn(t *testing.T, languages string) *tab {
	t.Helper()
	p := b.newTab(t)
	agent := eval[string](p, "navigator.userAgent")
	if _, err := call(p, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: languages}); err != nil {
		t.Fatal(err)
	}
	return p
}

// The address that names no language leads to that of the browser, with all that
// it says, until the person chooses another.
func TestLanguageOfTheBrowser(t *testing.T) {
	url := serve(t)
	p := browser(t).newTabIn(t, "fr,es-MX,es,en")
	p.do(chromedp.Navigate(url + "?from=course#tool=notes_list"))
	p.waitReady()
	if got, want := eval[string](p, "location.href"), url+"es/?from=course#"; !strings.HasPrefix(got, want) || !strings.Contains(got, "tool=notes_list") {
		t.Errorf("at %s, want %s…", got, want)
	}
	p.waitForIn("#status", "está conectado")

	p.do(chromedp.Navigate(url + "connect/#token=any"))
	p.waitFor("Configurar las notas")
	p.chooseLanguage("en", "English")
	p.waitFor("Set up notes")
	p.wantPage("connect/", "en", "#token=any&lang=en")
	p.click("button", "Finish set-up")
	p.waitForIn("[data-connect-state]", "No askback page is open in this browser")

	// What was chosen goes before the browser's wish, but not before an address.
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	p.waitReady()
	p.waitForIn("#status", "is connected")
	p.do(chromedp.Navigate(url + "ko/licences/"))
	p.waitFor("이 사이트에는")
}

// Where nothing is kept, the address keeps the choice.
func TestLanguageWithoutStorage(t *testing.T) {
	p := browser(t, blockStorage).newTabIn(t, "ko")
	p.do(chromedp.Navigate(serve(t)))
	p.waitReady()
	p.waitForIn("#keeping", "이 브라우저는")
	p.chooseLanguage("en", "English")
	p.waitForIn("#status", "is connected")
	p.do(chromedp.Reload())
	p.waitReady()
	p.waitForIn("#status", "is connected")
}

// Without the program the links lead to pages in the other languages, where the
// script says in them what is wrong.
func TestLanguageWithoutProgram(t *testing.T) {
	p := open(t, plain(t, map[string]http.HandlerFunc{"app.": http.NotFound}))
	p.expectError("app.wasm: ")
	p.expectError("404")
	p.waitForIn("#boot-failure", "not where the page expects it")
	for _, c := range []struct{ tag, name, says string }{
		{"ko", "한국어", "프로그램이 있어야 할 곳에 없습니다. 사이트의 응답은 “404 Not Found”입니다."},
		{"es", "Español", "el sitio respondió “404 Not Found”"},
		{"en", "English", "the site answered “404 Not Found”"},
	} {
		p.click("link", c.name)
		p.waitForIn("#boot-failure", c.says)
		if got := eval[string](p, "document.documentElement.lang"); got != c.tag {
			t.Errorf("the page is in %s, want %s", got, c.tag)
		}
	}
}

// What the script shows about the server's program goes on in the language of the
// page too.
func TestLanguageAfterTheServerStopped(t *testing.T) {
	p := browser(t).newTab(t)
	if _, err := call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: keepWorkers}); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Navigate(plain(t, nil)))
	p.waitReady()
	p.expectError("the server worker stopped: out of memory")
	eval[bool](p, `workers.server.onmessage({data: {type: "crash", text: "out of memory"}}), workers.server.terminate(), true`)
	p.waitForIn("#boot-failure", "The server in the page has stopped.")
	p.chooseLanguage("ko", "한국어")
	p.waitForIn("#boot-failure", "페이지 안의 서버가 멈췄습니다.")
	p.waitForIn("#status", "서버가 멈췄습니다.")
	if strings.Contains(p.text("#boot-failure"), "Try again") {
		t.Error("the button is in English")
	}
}
