// Which language the page is in. Each has an edition with an address of its own;
// the address that names none sends people to theirs.

import { keep, recall } from "./storage.js";

const root = document.documentElement;

/**
 * Leaves for the edition that the person chose, or else that the browser prefers,
 * if the address of this one is for any language.
 */
export function goToOwnLanguage() {
  if (!root.hasAttribute("data-any-language")) return;
  const chosen = chosenIn(location.hash) ?? recall("language");
  for (const tag of chosen ? [chosen] : navigator.languages) {
    const edition = editionIn(tag);
    if (!edition) continue;
    if (edition.hreflang !== root.lang) {
      root.toggleAttribute("data-leaving", true);
      location.replace(withPlace(edition.href));
    }
    return;
  }
}

/** @returns {boolean} whether goToOwnLanguage is leading away from here */
export function isLeaving() {
  return root.hasAttribute("data-leaving");
}

/** Notes what the person chooses, and has links to other editions lead to the same place in them. */
export function listenLanguage() {
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a[hreflang]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    keep("language", link.hreflang);
    link.href = withPlace(link.href);
  });
}

/**
 * Makes the document that of another edition, of which the rest has been drawn.
 *
 * @param {import("./protocol.js").Language} language
 */
export function become({ tag, title, address }) {
  root.lang = tag;
  document.title = title;
  // What is relative is so to the address. A browser fetches a style sheet again
  // whose link is touched; its own stays as it is.
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[href]:not([rel=stylesheet])"));
  for (const link of links) link.setAttribute("href", link.href);
  history.replaceState(null, "", withPlace(new URL(address, document.baseURI).href));
}

/**
 * @param {string} place  where the page is, as a hash without "#"
 * @returns {string} the hash for the address, which still says that the language was chosen
 */
export function hashOf(place) {
  const chosen = chosenIn(location.hash);
  return "#" + [place, chosen && `lang=${chosen}`].filter(Boolean).join("&");
}

/** @param {string} tag */
function editionIn(tag) {
  const editions = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=alternate][hreflang]"));
  const [language] = tag.toLowerCase().split("-", 1);
  return [...editions].find((link) => link.hreflang === language);
}

/** @param {string} hash */
function chosenIn(hash) {
  return new URLSearchParams(hash.slice(1)).get("lang");
}

/**
 * @param {string} href
 * @returns {string} href with the query and the hash of this page; of the language, what href says
 */
function withPlace(href) {
  const url = new URL(href);
  url.search = location.search;
  const place = location.hash.slice(1).split("&").filter((part) => !part.startsWith("lang="));
  const choice = chosenIn(url.hash);
  if (choice) place.push(`lang=${choice}`);
  url.hash = place.filter(Boolean).join("&");
  return url.href;
}
