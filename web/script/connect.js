// The simulated first-run page that notes_setup sends a person to. It stands for
// a page on the server's own site: all it can do is tell whoever is listening
// that the person with this token is done.

/** How long to wait for an askback page to answer, in milliseconds. */
const patience = 2000;

/** @type {Record<import("./protocol.js").ConnectReply["state"] | "nobody", string>} */
const words = {
  done: "Done. You can close this page and go back.",
  expired: "This link has expired. Go back and call the tool again.",
  unknown: "This link is not known here. Open it from the askback page that asked you.",
  nobody: "No askback page is open in this browser, so nobody can be told. Open it again and call the tool.",
};

const button = document.querySelector("[data-connect]");
const state = document.querySelector("[data-connect-state]");
button?.addEventListener("click", async () => {
  if (state) state.textContent = words[await tell(token())];
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
 * @returns {Promise<keyof typeof words>}
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
    /** @type {keyof typeof words} */
    let outcome = "nobody";
    const settle = () => {
      channel.close();
      resolve(outcome);
    };
    const timer = setTimeout(settle, patience);
    channel.onmessage = ({ data }) => {
      if (data?.token !== token || !(data.state in words)) return;
      outcome = data.state;
      if (outcome === "unknown") return;
      clearTimeout(timer);
      settle();
    };
    channel.postMessage({ token });
  });
}
