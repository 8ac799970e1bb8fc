// What a person chooses about the looks of the page: the theme, and which part of
// it a narrow screen shows. The styles do the rest, by attributes of the root
// element, so that it works before the program runs.
//
//   <button data-choose="theme=dark">     sets data-theme="dark" there
//   <section data-part="wire">            is shown where data-tab is "wire"

import { keep, recall } from "./storage.js";

const root = document.documentElement;

/** What there is to choose, the first being so until something is chosen. */
const choices = { theme: ["auto", "light", "dark"], tab: ["work", "allow", "wire"] };

/** Those that the browser keeps. */
const kept = new Set(["theme"]);

export function recallChoices() {
  for (const [name, values] of Object.entries(choices)) {
    const value = kept.has(name) ? recall(name) : null;
    root.dataset[name] = (value !== null && values.includes(value) ? value : values[0]) ?? "";
  }
}

export function listenChoices() {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const [name = "", value = ""] = target.closest("[data-choose]")?.getAttribute("data-choose")?.split("=") ?? [];
    if (name) {
      choose(name, value);
      return;
    }
    const link = target.closest("a[href^='#']")?.getAttribute("href");
    if (link) reveal(document.getElementById(link.slice(1)));
  });
  showChoices();
}

/** Tells which buttons are chosen, also those that were drawn just now. */
export function showChoices() {
  for (const el of document.querySelectorAll("[data-choose]")) {
    const [name = "", value = ""] = el.getAttribute("data-choose")?.split("=") ?? [];
    el.setAttribute("aria-pressed", String(root.dataset[name] === value));
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function choose(name, value) {
  root.dataset[name] = value;
  if (kept.has(name)) keep(name, value);
  showChoices();
}

/**
 * Shows the part of the page that el is in.
 *
 * @param {Element | null} el
 */
export function reveal(el) {
  const part = el?.closest("[data-part]")?.getAttribute("data-part");
  if (part) choose("tab", part);
}
