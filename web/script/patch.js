// Draws what the host sends, without taking from the person what they hold: the
// focus, the selection, what they are typing, what they have unfolded.

import { Idiomorph } from "idiomorph";
import { reveal } from "./choices.js";
import { follow } from "./follow.js";
import { parse } from "./trusted.js";
import { hold } from "./tree.js";

/** How many children a list gains between two frames: each is laid out and painted. */
const atOnce = 15;

/**
 * @param {import("./protocol.js").Patch} patch
 * @param {(form: HTMLFormElement) => boolean} isNewer  whether the person changed the form after the
 *   host drew this patch. Then what the form holds is left alone: the host has
 *   yet to see it, and will draw it.
 */
export async function apply(patch, isNewer) {
  const toEnd = follow(patch.patches.map((part) => part.id));
  for (const part of patch.patches) {
    const old = document.getElementById(part.id);
    if (!old) console.error(`patch: the page has no #${part.id}`);
    else if (part.items) await rearrange(old, part, isNewer);
    else redraw(old, part.html, isNewer);
  }
  toEnd();
  const shown = patch.show ? document.getElementById(patch.show) : null;
  reveal(shown);
  shown?.scrollIntoView({ block: "nearest" });
  // Where it is not in sight, on another tab, the focus cannot go there.
  if (patch.focus) document.getElementById(patch.focus)?.focus();
  const text = patch.announce ?? patch.language?.announce;
  if (text) announce(text);
}

/**
 * @param {Element} old
 * @param {string} html
 * @param {(form: HTMLFormElement) => boolean} isNewer
 */
function redraw(old, html, isNewer) {
  const drawn = parse(html);
  if (drawn?.id === old.id) morph(old, drawn, isNewer);
  else console.error(`patch: the HTML is not that of #${old.id}`);
}

/**
 * Brings the children of a list up to date. Those that stay are not moved, as long
 * as their order is the same: an element that is moved loses the focus.
 *
 * @param {Element} list
 * @param {import("./protocol.js").Rearranged} part
 * @param {(form: HTMLFormElement) => boolean} isNewer
 */
async function rearrange(list, { items, order }, isNewer) {
  const children = new Map(Array.from(list.children, (child) => [child.id, child]));
  for (const [id, html] of Object.entries(items)) {
    const old = children.get(id);
    if (old) redraw(old, html, isNewer);
  }
  if (order === undefined) return;
  let mend = list.role === "tree" ? hold(list) : () => {};
  const ids = order.split(" ");
  const wanted = new Set(ids);
  for (const [id, child] of children) if (!wanted.has(id)) child.remove();
  let at = list.firstElementChild;
  let came = 0;
  for (const id of ids) {
    const old = children.get(id);
    if (old && old === at) {
      at = at.nextElementSibling;
      continue;
    }
    const child = old ?? drawn(id, items[id]);
    if (!child) continue;
    list.insertBefore(child, at);
    if (old || ++came % atOnce > 0) continue;
    mend(); // at once, for who types on
    mend = () => {};
    await frame();
  }
  mend();
}

/**
 * @param {string} id
 * @param {string | undefined} html
 * @returns {Element | null} the new child of a list
 */
function drawn(id, html) {
  if (html === undefined) return null;
  const child = parse(html);
  if (child?.id === id) return child;
  console.error(`patch: the HTML is not that of #${id}`);
  return null;
}

/** @returns {Promise<void>} over when a frame was drawn, or soon where none is, as on a hidden tab */
function frame() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

/**
 * @param {Element} old
 * @param {Element} drawn
 * @param {(form: HTMLFormElement) => boolean} isNewer
 */
function morph(old, drawn, isNewer) {
  Idiomorph.morph(old, drawn, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeAttributeUpdated(name, el) {
        if (name === "open" && el instanceof HTMLDetailsElement) return false;
        if (name === "tabindex" && el.role === "treeitem") return false;
        return !(isHeld(name) && "form" in el && el.form instanceof HTMLFormElement && isNewer(el.form));
      },
    },
  });
}

/**
 * @param {string} attribute
 * @returns {boolean} whether it is where a control keeps what the person entered
 */
function isHeld(attribute) {
  return attribute === "value" || attribute === "checked" || attribute === "selected";
}

/**
 * Has a screen reader say text. A new node is announced even when the text is
 * that of the last one.
 *
 * @param {string} text
 */
export function announce(text) {
  const line = document.createElement("span");
  line.textContent = text;
  document.getElementById("announce")?.replaceChildren(line);
}
