// Package web turns what a host knows into what a person sees: pure functions
// from a [host.State] to HTML. The static build calls them at build time, the
// running program calls them again whenever the state has changed, and both
// get the same bytes for the same state.
//
// A view asks nothing of a session and decides nothing: it draws a value.
//
//	for _, region := range web.Regions(h.State()) {
//		region.View.Render(ctx, &buf) // <section id="wire">…, to be morphed in
//	}
//
// # What the page script may rely on
//
//   - data-on holds what an element wants to hear and what the person meant by
//     it: "click:root-add", several separated by spaces. Its other data-*
//     attributes are the arguments of the [host.Intent].
//   - data-question="<id>" marks the card of a question; data-open-url the
//     button whose click is the consent to open a page; its data-id goes with
//     url-opened and url-blocked.
//   - In a tree, data-act marks the part of an item that folds it ("fold") or does
//     what the item is for ("toggle"); see tree.js. data-load-folder is the button
//     that has a folder read, with its bounds, and data-drop the place where files
//     may be dropped; see folder.js.
//   - data-copy names the element whose text a button copies; see copy.js. data-select
//     names the text area in which a button selects a place; see select.js.
//   - The root element carries data-role, data-wasm, data-wasm-size, data-worker and
//     data-base, and data-any-language where the address names no language.
//     #boot, #boot-progress, #boot-text and #boot-failure show how loading
//     goes; #announce is the live region.
//   - Repeated elements have ids made from what they stand for, never from
//     their place in a list. Whether a details element is open is the person's
//     business: a morph must leave its open attribute alone.
//
// # Words
//
// What a server sent is data. It is shown as text, in blocks that carry the
// server's name, and never as markup or a link; see [visible]. The host's own
// words stand in the view that shows them, whole English sentences at a time, and
// pass through [say], which says them in the language of the context; see
// [WithLanguage]. What the page script shows stands hidden in the page, under its
// data-word.
package web

//go:generate go tool templ generate
