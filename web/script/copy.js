// Copies text: a button with data-copy="<id>" copies the text of that element, one
// with data-copy="" the address of the page. It says so in the words of data-copied
// or, if the browser refuses, of data-refused.

import { announce } from "./patch.js";

export function listenCopy() {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-copy]") : null;
    if (button) copy(button);
  });
}

/** @param {Element} button */
async function copy(button) {
  const from = button.getAttribute("data-copy");
  const text = from ? (document.getElementById(from)?.textContent ?? "") : location.href;
  let said = "data-copied";
  try {
    await navigator.clipboard.writeText(text); // in the click: later it is not allowed
  } catch {
    said = "data-refused"; // such as in a frame that may not, or without https
  }
  for (const other of document.querySelectorAll("[data-copy][data-done]")) other.removeAttribute("data-done");
  const words = button.getAttribute(said) ?? "";
  button.setAttribute("data-done", words);
  announce(words);
}
