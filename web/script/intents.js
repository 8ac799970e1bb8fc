// Turns what a person does into intents. It decides nothing: an element says in
// data-on which event means which action, as in
//
//   <button data-on="click:root-add" data-name="home/alice/Scratch">
//   <form data-on="input:draft submit:answer" data-for="q1">
//
// and every other data-* attribute of it goes along, with the values of the form
// that it is or stands in. Of a file that was chosen its text goes along. A button
// with data-empties empties the controls that it names, as if the person had done
// it by hand; one with data-repeat may be pressed in quick succession.

import { readFile } from "./files.js";

/**
 * @callback Send
 * @param {string} action
 * @param {Record<string, string>} args
 * @param {HTMLFormElement | null} form
 * @param {[string, string][]} values
 * @returns {void}
 */

/**
 * What stands behind the values of a control that is filled in only in part: the
 * browser tells that it is, and nothing else of it. Package form knows the word.
 */
const unfinished = "(unfinished)";

/** Attributes that are for this script and not for the host. */
const own = new Set(["data-on", "data-open-url", "data-most", "data-repeat"]);

/**
 * Listens on the whole document, so that elements may come and go.
 *
 * @param {Send} send
 */
export function listen(send) {
  // Before everything else: what a double click or a held key repeats is one deed.
  document.addEventListener("click", ignoreRepeat, { capture: true });
  document.addEventListener("keydown", ignoreRepeat, { capture: true });
  document.addEventListener("click", empty);
  for (const kind of ["click", "input", "change", "submit"]) {
    document.addEventListener(kind, (event) => handle(event, send));
  }
  document.addEventListener("keydown", (event) => {
    // A key that is held down repeats: it would cancel the next question unseen.
    if (event.key === "Escape" && !event.repeat && !event.isComposing && !event.defaultPrevented) escape(event, send);
  });
}

/** Makes links of those elements that would be links if nobody listened: nobody does any more. */
export function unlisten() {
  for (const link of document.querySelectorAll("a[data-on]")) link.removeAttribute("data-on");
}

/**
 * Drops the second click of a double click on a button, and the presses of a button
 * or sends of a form that a held Enter makes. By then the page may have been drawn
 * anew, with another button in the same place.
 *
 * @param {MouseEvent | KeyboardEvent} event
 */
function ignoreRepeat(event) {
  const again = event instanceof MouseEvent ? event.detail > 1 : event.repeat && event.key === "Enter";
  const at = event.target instanceof Element ? event.target : null;
  const pressed = event instanceof MouseEvent ? at?.closest("button, a[href]") : at?.closest("button, a[href], input, select");
  if (!again || !pressed || pressed.matches("[data-repeat]")) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Empties controls that cannot be emptied by themselves on every device.
 *
 * @param {Event} event
 */
function empty(event) {
  const button = event.target instanceof Element ? event.target.closest("[data-empties]") : null;
  const ids = button?.getAttribute("data-empties")?.split(" ") ?? [];
  const controls = ids.map((id) => document.getElementById(id)).filter((c) => c instanceof HTMLInputElement);
  for (const control of controls) {
    if (control.type === "radio") control.checked = false;
    else control.value = "";
  }
  controls[0]?.focus();
  controls[0]?.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * @param {Event} event
 * @param {Send} send
 */
function handle(event, send) {
  if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey) && event.target instanceof Element && event.target.closest("a"))
    return; // a new tab or window
  for (let el = meant(event.target); el; el = meant(el.parentElement)) {
    const action = actionOf(el, event.type);
    if (!action) continue;
    if (event.type === "submit" || el instanceof HTMLAnchorElement) event.preventDefault();
    const form = el.closest("form");
    const url = el.getAttribute("data-open-url");
    const done = url === null || openPage(url) ? action : "url-blocked";
    const values = form ? valuesOf(form, event) : [];
    if (el instanceof HTMLInputElement && el.type === "file") {
      readFile(el).then((file) => file.length > 0 && send(done, argsOf(el), form, [...values, ...file]));
    } else {
      send(done, argsOf(el), form, values);
    }
    return;
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {Element | null} the nearest element that has data-on
 */
function meant(target) {
  return target instanceof Element ? target.closest("[data-on]") : null;
}

/**
 * @param {Element} el
 * @param {string} kind
 */
function actionOf(el, kind) {
  for (const pair of el.getAttribute("data-on")?.split(/\s+/) ?? []) {
    const [on, action] = pair.split(":", 2);
    if (on === kind) return action;
  }
  return undefined;
}

/** @param {Element} el */
function argsOf(el) {
  /** @type {Record<string, string>} */
  const args = {};
  for (const { name, value } of el.attributes) {
    if (name.startsWith("data-") && !own.has(name)) args[name.slice("data-".length)] = value;
  }
  return args;
}

/**
 * @param {HTMLFormElement} form
 * @param {Event} event
 * @returns {[string, string][]}
 */
function valuesOf(form, event) {
  const submitter = event instanceof SubmitEvent ? event.submitter : null;
  /** @type {[string, string][]} */
  const values = [];
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === "string") values.push([name, value]);
  }
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.validity.badInput && control.value === "") values.push([control.name, unfinished]);
  }
  return values;
}

/**
 * Opens the page of a URL mode elicitation. It has to happen in the click itself:
 * later the browser takes it for a popup. The new page must not reach this one.
 *
 * @param {string} url  checked by the host; the scheme once more here, where it would do harm
 * @returns {boolean} false when the browser did not open it
 */
function openPage(url) {
  if (!/^https?:\/\//i.test(url)) return false;
  const opened = window.open("", "_blank");
  if (!opened) return false;
  opened.opener = null;
  opened.location.replace(url);
  return true;
}

/**
 * Escape cancels the question that the person is in, if it is not folded: nobody
 * cancels what they have not seen. Who is nowhere in particular is in the one that is
 * shown.
 *
 * @param {KeyboardEvent} event
 * @param {Send} send
 */
function escape(event, send) {
  const focus = document.activeElement ?? document.body;
  const seen = "[data-question]:not(.is-folded)";
  const question = focus === document.body ? document.querySelector(seen) : focus.closest(seen);
  const id = question?.getAttribute("data-question");
  if (!id) return;
  event.preventDefault();
  send("cancel", { id }, null, []);
}
