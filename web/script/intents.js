// Turns what a person does into intents. It decides nothing: an element says in
// data-on which event means which action, as in
//
//   <button data-on="click:root-add" data-name="home/alice/Scratch">
//   <form data-on="input:draft submit:answer" data-for="q1">
//
// and every other data-* attribute of it goes along, with the values of the form
// that it is or stands in.

/**
 * @callback Send
 * @param {string} action
 * @param {Record<string, string>} args
 * @param {HTMLFormElement | null} form
 * @param {[string, string][]} values
 * @returns {void}
 */

/** Attributes that are for this script and not for the host. */
const own = new Set(["data-on", "data-open-url"]);

/**
 * Listens on the whole document, so that elements may come and go.
 *
 * @param {Send} send
 */
export function listen(send) {
  for (const kind of ["click", "input", "change", "submit"]) {
    document.addEventListener(kind, (event) => handle(event, send));
  }
  document.addEventListener("keydown", (event) => {
    // A key that is held down repeats: it would cancel the next question unseen.
    if (event.key === "Escape" && !event.repeat && !event.isComposing && !event.defaultPrevented) escape(event, send);
  });
}

/**
 * @param {Event} event
 * @param {Send} send
 */
function handle(event, send) {
  for (let el = meant(event.target); el; el = meant(el.parentElement)) {
    const action = actionOf(el, event.type);
    if (!action) continue;
    if (event.type === "submit" || el instanceof HTMLAnchorElement) event.preventDefault();
    const form = el.closest("form");
    const url = el.getAttribute("data-open-url");
    const done = url === null || openPage(url) ? action : "url-blocked";
    send(done, argsOf(el), form, form ? valuesOf(form, event) : []);
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
 * Escape cancels the question that the person is in, or else the first one.
 *
 * @param {KeyboardEvent} event
 * @param {Send} send
 */
function escape(event, send) {
  const question = document.activeElement?.closest("[data-question]") ?? document.querySelector("[data-question]");
  const id = question?.getAttribute("data-question");
  if (!id) return;
  event.preventDefault();
  send("cancel", { id }, null, []);
}
