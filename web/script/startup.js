// Shows in #boot how loading goes, and says what went wrong beneath the program
// that otherwise draws the page.

import { LoadError } from "./load.js";
import { word } from "./words.js";

/**
 * What is on show: a note beside the status, and what has failed. Each is a word
 * of the page with its detail.
 *
 * @type {{note?: [string, string], failure?: [string, string]}}
 */
const shown = {};

/**
 * @param {number} bytes  that have arrived
 * @param {number} size   of the whole
 */
export function showProgress(bytes, size) {
  const bar = /** @type {HTMLProgressElement} */ (find("boot-progress"));
  bar.max = size;
  bar.value = bytes;
}

/** Takes the progress bar away: from here on the host tells its state. */
export function showRunning() {
  find("boot-progress").hidden = true;
  find("boot-text").hidden = true;
}

/** @param {string} type  the Content-Type that app.wasm came with */
export function showWrongType(type) {
  shown.note = ["wrong-type", type];
  showAgain();
}

/**
 * @param {unknown} e  what load threw
 * @param {() => void} retry
 */
export function showLoadFailure(e, retry) {
  if (!(e instanceof LoadError)) throw e;
  console.error(`app.wasm: ${e.message}`);
  fail([e.kind, e.detail], retry);
}

/**
 * @param {import("./protocol.js").Start["role"]} role  of the worker whose program is over
 * @param {string} detail  what it wrote last
 */
export function showCrash(role, detail) {
  console.error(`the ${role} worker stopped: ${detail}`);
  fail([role === "server" ? "server-crash" : "host-crash", ""], () => location.reload());
}

/**
 * @param {[string, string]} failure
 * @param {() => void} retry
 */
function fail(failure, retry) {
  showRunning();
  shown.failure = failure;
  showAgain();
  find("boot-retry").onclick = () => {
    delete shown.failure;
    find("boot-failure").hidden = true;
    find("boot-progress").hidden = false;
    find("boot-text").hidden = false;
    retry();
  };
}

/** Shows what is on show, also when #boot was drawn anew or the words are others. */
export function showAgain() {
  if (shown.note) {
    find("boot-text").hidden = false;
    find("boot-text").textContent = word(...shown.note);
  }
  if (shown.failure) {
    find("boot-failure").hidden = false;
    find("boot-failure-text").textContent = word(...shown.failure);
  }
}

/** @param {string} id */
function find(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
