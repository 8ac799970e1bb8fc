// Moves the focus in trees, as the WAI-ARIA tree pattern says:
// https://www.w3.org/WAI/ARIA/apg/patterns/treeview/. A tree is flat: items with
// aria-level, in order. It is one stop for Tab, which leads to the item that has
// tabindex 0; that attribute is kept here and nowhere else. What a key does beside
// moving the focus is a click on the part of the item that does it: data-act is
// "fold" or "toggle".

/** How long letters typed one after the other count as one word, in milliseconds. */
const pause = 700;

let typed = "";
let typedAt = -Infinity;

/** Listens on the whole document, so that trees may come and go. */
export function listenToTrees() {
  document.addEventListener("keydown", (event) => {
    const item = itemOf(event.target);
    if (!item || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (act(item, event.key)) event.preventDefault();
  });
  document.addEventListener("focusin", ({ target }) => {
    const item = itemOf(target);
    if (item) makeStop(item);
  });
  // What a screen reader clicks is the item as a whole; such clicks have no detail.
  document.addEventListener("click", (event) => {
    const item = itemOf(event.target);
    if (item && item === event.target && event.detail === 0) click(item, "toggle");
  });
}

/**
 * Notes where the focus is in a tree that is about to change.
 *
 * @param {Element} tree
 * @returns {() => void}  to be called when it has: if that item is gone, the focus
 *   goes to the directory that was folded, or else to what came in its place
 */
export function hold(tree) {
  const item = tree.querySelector('[tabindex="0"]');
  if (!(item instanceof HTMLElement)) return () => {};
  const focused = item === document.activeElement;
  const items = [...tree.children];
  const earlier = items.slice(0, items.indexOf(item));
  /** @type {Element[]} */
  const above = [];
  for (let x = parentOf(item); x; x = parentOf(x)) above.push(x);
  return () => {
    if (item.isConnected) return;
    const folded = above.find((x) => x.isConnected && x.getAttribute("aria-expanded") === "false");
    const last = earlier.findLast((x) => x.isConnected);
    const next = folded ?? (last ? (last.nextElementSibling ?? last) : tree.firstElementChild);
    if (!(next instanceof HTMLElement)) return;
    makeStop(next);
    if (focused) next.focus();
  };
}

/**
 * @param {HTMLElement} item
 * @param {string} key
 * @returns {boolean} whether the key means something here
 */
function act(item, key) {
  const isLetter = [...key].length === 1 && key !== " " && key !== "*";
  if (isLetter) return find(item, key);
  typed = "";
  switch (key) {
    case "ArrowDown":
      return focus(item.nextElementSibling);
    case "ArrowUp":
      return focus(item.previousElementSibling);
    case "Home":
      return focus(item.parentElement?.firstElementChild);
    case "End":
      return focus(item.parentElement?.lastElementChild);
    case "ArrowRight":
      if (item.ariaExpanded === "false") return click(item, "fold");
      return item.ariaExpanded !== "true" || level(item.nextElementSibling) <= level(item) || focus(item.nextElementSibling);
    case "ArrowLeft":
      return item.ariaExpanded === "true" ? click(item, "fold") : focus(parentOf(item));
    case "Enter":
    case " ":
      return click(item, "toggle");
    case "*":
      for (const sibling of siblingsOf(item)) if (sibling.ariaExpanded === "false") click(sibling, "fold");
      return true;
  }
  return false;
}

/**
 * Goes to the next item that begins with what is being typed.
 *
 * @param {HTMLElement} item
 * @param {string} letter
 */
function find(item, letter) {
  const now = performance.now();
  typed = (now - typedAt > pause ? "" : typed) + letter.toLowerCase();
  typedAt = now;
  const items = [...(item.parentElement?.children ?? [])];
  const at = items.indexOf(item);
  /** @param {string} word */
  const beginsWith = (word) => {
    const from = at + (word.length === 1 ? 1 : 0);
    return [...items.slice(from), ...items.slice(0, from)].find((x) => x.textContent?.trim().toLowerCase().startsWith(word));
  };
  // What begins nothing is taken for the beginning of another word; so the same
  // letter again goes to the next item.
  return focus(beginsWith(typed) ?? beginsWith((typed = letter.toLowerCase())));
}

/**
 * @param {Element | null | undefined} item
 * @returns {true}
 */
function focus(item) {
  if (item instanceof HTMLElement) item.focus();
  return true;
}

/**
 * @param {Element} item
 * @param {"fold" | "toggle"} part
 * @returns {true}
 */
function click(item, part) {
  const found = item.querySelector(`[data-act="${part}"]`);
  if (found instanceof HTMLElement) found.click();
  return true;
}

/** @param {HTMLElement} item */
function makeStop(item) {
  for (const old of item.parentElement?.querySelectorAll(':scope > [tabindex="0"]') ?? []) {
    if (old instanceof HTMLElement) old.tabIndex = -1;
  }
  item.tabIndex = 0;
}

/** @param {EventTarget | null} target */
function itemOf(target) {
  const item = target instanceof Element ? target.closest('[role="treeitem"]') : null;
  return item instanceof HTMLElement ? item : null;
}

/** @param {Element | null} item */
function level(item) {
  return Number(item?.getAttribute("aria-level"));
}

/** @param {Element} item */
function parentOf(item) {
  let above = item.previousElementSibling;
  while (above && level(above) >= level(item)) above = above.previousElementSibling;
  return above;
}

/** @param {Element} item */
function siblingsOf(item) {
  let first = item;
  for (let x = item.previousElementSibling; x && level(x) >= level(item); x = x.previousElementSibling) first = x;
  const all = [];
  for (let x = /** @type {Element | null} */ (first); x && level(x) >= level(item); x = x.nextElementSibling) {
    if (level(x) === level(item)) all.push(x);
  }
  return all;
}
