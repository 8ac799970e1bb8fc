// The simulated first-run page that notes_setup sends a person to. It stands for
// a page on the server's own site: all it can do is tell whoever is listening
// that the person with this token is done.

import { goToOwnLanguage, listenLanguage } from "./language.js";
import { word } from "./words.js";

/** How long to wait for an askback page to answer, in milliseconds. */
const patience = 2000;

/** @typedef {import("./protocol.js").ConnectReply["state"] | "nobody"} Outcome */

const outcomes = new Set(["done", "expired", "unknown"]);

goToOwnLanguage();
listenLanguage();

const button = document.querySelector("[data-connect]");
const state = document.querySelector("[data-connect-state]");
button?.addEventListener("click", async () => {
  if (state) state.textContent = word(await tell(token()));
});

/** The token is in the fragment, which is not sent to any server, or in the query. */
function token() {
  const from = (/** @type {string} */ s) => new URLSearchParams(s.slice(1)).get("token");
  return from(location.hash) ?? from(location.search) ?? "";
}

/**
 * Tells the askback pages of this browser. Each answers; one that knows the token
 * settles it, one that does not only counts when no other speaks up.
 *
 * @param {string} token
 * @returns {Promise<Outcome>}
 */
async function tell(token) {
  /** @type {BroadcastChannel} */
  let channel;
  try {
    channel = new BroadcastChannel("askback-connect");
  } catch {
    return "nobody"; // some browsers keep it from pages that may store nothing
  }
  return new Promise((resolve) => {
    /** @type {Outcome} */
    let outcome = "nobody";
    const settle = () => {
      channel.close();
      resolve(outcome);
    };
    const timer = setTimeout(settle, patience);
    channel.onmessage = ({ data }) => {
      if (data?.token !== token || !outcomes.has(data.state)) return;
      outcome = data.state;
      if (outcome === "unknown") return;
      clearTimeout(timer);
      settle();
    };
    channel.postMessage({ token });
  });
}
