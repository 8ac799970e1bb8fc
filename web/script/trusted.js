// The one door through which strings become HTML or code. Under a
// Content-Security-Policy with require-trusted-types-for, the browser refuses
// every other one.

/** @type {TrustedPolicy} */
const rules = {
  createHTML: (html) => html, // from templ, which escapes
  createScriptURL: (url) => url, // of our own worker, named in the page's HTML
};

const policy = globalThis.trustedTypes?.createPolicy("askback", rules) ?? rules;

/**
 * Parses HTML that templ has rendered. Scripts in it never run: a template's
 * content belongs to a document without a window.
 *
 * @param {string} html
 * @returns {Element | null} the first element
 */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return template.content.firstElementChild;
}

/**
 * @param {string} url
 * @param {WorkerOptions} options
 */
export function newWorker(url, options) {
  return new Worker(policy.createScriptURL(url), options);
}
