// Shows in #boot how loading goes, and says what went wrong beneath the program
// that otherwise draws the page.

import { LoadError } from "./load.js";

/** @type {Record<LoadError["kind"], (detail: string) => string>} */
const words = {
  unsupported: () =>
    "This browser cannot run the program: it has no WebAssembly, or it is switched off. " +
    "Use a current browser, or allow WebAssembly for this site.",
  offline: () =>
    "The program could not be downloaded: there is no connection to the site, or it was lost on the way. " +
    "Check the network, then try again.",
  status: (detail) =>
    `The program is not where the page expects it: the site answered “${detail}”. ` +
    "If the site was just updated, reload the page. If you host it, publish the whole of web/dist.",
  html: () =>
    "The site sent a web page instead of the program. You may have to sign in to the network first. " +
    "If you host the site, check that app.wasm is there: a rule that answers unknown paths with a page hides that it is missing.",
  "not-wasm": (detail) =>
    `The site sent something else (${detail}) instead of the program. ` +
    "If you host the site, publish the whole of web/dist unchanged.",
  corrupt: () =>
    "The program arrived damaged. Try again. If it stays like this, something between the site and this browser changes the file.",
};

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
  const text = find("boot-text");
  text.hidden = false;
  text.textContent =
    `This site's server sends app.wasm with the Content-Type “${type}”. ` +
    "The page works, but starts faster with “application/wasm”.";
}

/**
 * @param {unknown} e  what load threw
 * @param {() => void} retry
 */
export function showLoadFailure(e, retry) {
  if (!(e instanceof LoadError)) throw e;
  console.error(`app.wasm: ${e.message}`);
  fail(words[e.kind](e.detail), retry);
}

/**
 * @param {"host" | "server"} role  the worker whose program is over
 * @param {string} detail           what it wrote last
 */
export function showCrash(role, detail) {
  console.error(`the ${role} worker stopped: ${detail}`);
  const what = role === "server" ? "The server in the page has stopped." : "The program has stopped.";
  fail(`${what} What is shown stays readable, but nothing answers any more. Trying again starts the page anew.`, () =>
    location.reload(),
  );
}

/**
 * @param {string} text
 * @param {() => void} retry
 */
function fail(text, retry) {
  showRunning();
  const box = find("boot-failure");
  box.hidden = false;
  find("boot-failure-text").textContent = text;
  find("boot-retry").onclick = () => {
    box.hidden = true;
    find("boot-progress").hidden = false;
    find("boot-text").hidden = false;
    retry();
  };
}

/** @param {string} id */
function find(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
