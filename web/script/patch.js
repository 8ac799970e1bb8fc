// Draws what the host sends, without taking from the person what they hold: the
// focus, the selection, what they are typing, what they have unfolded.

import { Idiomorph } from "idiomorph";
import { parse } from "./trusted.js";

/**
 * @param {import("./protocol.js").Patch} patch
 * @param {(form: HTMLFormElement) => boolean} isNewer  whether the person changed the form after the
 *   host drew this patch. Then what the form holds is left alone: the host has
 *   yet to see it, and will draw it.
 */
export function apply(patch, isNewer) {
  for (const { id, html } of patch.patches) {
    const old = document.getElementById(id);
    const drawn = parse(html);
    if (!old || drawn?.id !== id) {
      console.error(`patch: ${old ? "the HTML is not that of" : "the page has no"} #${id}`);
      continue;
    }
    morph(old, drawn, isNewer);
  }
  if (patch.focus) document.getElementById(patch.focus)?.focus();
  if (patch.announce) announce(patch.announce);
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
function announce(text) {
  const line = document.createElement("span");
  line.textContent = text;
  document.getElementById("announce")?.replaceChildren(line);
}
