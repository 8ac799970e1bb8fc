// The page script: it loads the program, forwards what the person does, and
// draws what the host sends. Every decision is made in Go.
//
// What it needs of the HTML, beside what intents.js and startup.js name, stands on
// the root element: data-wasm and data-worker, the URLs of app.wasm and worker.js,
// data-wasm-size, the bytes of the first as decoded, data-base, where the top of the
// site is, and data-role, the role of the program behind the page.

import { listenChoices, showChoices } from "./choices.js";
import { listenCopy } from "./copy.js";
import { joinCourse } from "./embed.js";
import { listenForFolders } from "./folder.js";
import { saveFile } from "./files.js";
import { listen, unlisten } from "./intents.js";
import { become, hashOf, isLeaving, listenLanguage } from "./language.js";
import { load } from "./load.js";
import { apply } from "./patch.js";
import { showAgain, showCrash, showLoadFailure, showProgress, showRunning, showWrongType } from "./startup.js";
import { listenSelect } from "./select.js";
import { inTime, keepMemory, recallMemory } from "./storage.js";
import { listenToTrees } from "./tree.js";
import { startWorkers } from "./workers.js";

// Made before anything is loaded, so that nothing a person does is lost: a port
// keeps what is sent until its other end listens.
const { port1: host, port2: page } = new MessageChannel();

/** The number of the last intent. */
let sent = 0;

/**
 * The last intent that carried a form's values.
 *
 * @type {WeakMap<HTMLFormElement, number>}
 */
const changed = new WeakMap();

listenChoices();
listenLanguage();
listenCopy();
listenSelect();
listen((action, args, form, values) => {
  send(action, args, values);
  if (form) changed.set(form, sent);
});

const tell = joinCourse((action, args) => send(action, args, []));
listenToTrees();
listenForFolders(
  (state) => send("load-state", { state }, []),
  (folder) => host.postMessage(folder, [folder.bytes.buffer]),
);

/**
 * @param {string} action
 * @param {Record<string, string>} args
 * @param {[string, string][]} form
 */
function send(action, args, form) {
  sent++;
  /** @type {import("./protocol.js").Intent} */
  const intent = { type: "intent", seq: sent, action, args, form };
  host.postMessage(intent);
}

host.onmessage = async ({ data }) => {
  const message = /** @type {import("./protocol.js").Patch | import("./protocol.js").Keep | import("./protocol.js").Save | import("./protocol.js").Told | import("./protocol.js").Ready} */ (data);
  switch (message.type) {
    case "patch": {
      const handled = message.seq ?? sent;
      try {
        await apply(message, (form) => (changed.get(form) ?? 0) > handled);
        showChoices();
        if (message.language) become(message.language);
        if (message.language) showAgain();
        if (message.hash !== undefined) history.replaceState(null, "", hashOf(message.hash));
      } finally {
        /** @type {import("./protocol.js").Drawn} */
        const drawn = { type: "drawn" };
        host.postMessage(drawn); // else it would draw no more
      }
      break;
    }
    case "keep":
      keepMemory(message).then(() => kept(true), () => kept(false));
      break;
    case "tell":
      tell(message.event);
      break;
    case "save":
      saveFile(message);
      break;
    case "ready":
      performance.mark("askback:ready");
      break;
  }
};

addEventListener("hashchange", () => send("place", { hash: location.hash }, []));

/** @param {boolean} ok  whether the browser keeps what it was given */
function kept(ok) {
  send("kept", { ok: String(ok) }, []);
}

if (!isLeaving()) boot();

async function boot() {
  const { base = "", role, wasm = "", wasmSize, worker = "" } = document.documentElement.dataset;
  const driver = role === "designer" ? role : "host";
  const recalled = driver === "host" ? recallMemory() : Promise.resolve({});
  recalled.catch(() => {}); // it is looked at below
  const size = Number(wasmSize);
  let loaded;
  try {
    loaded = await load(wasm, (bytes) => showProgress(bytes, size));
  } catch (e) {
    showLoadFailure(e, boot);
    return;
  }
  showRunning();
  if (loaded.wrongType) showWrongType(loaded.wrongType);
  startWorkers({
    driver,
    hash: location.hash,
    kept: await inTime(recalled).catch(() => (kept(false), {})),
    url: worker,
    module: loaded.module,
    page,
    base: new URL(base, document.baseURI).href,
    language: document.documentElement.lang,
    crashed: (role, text) => {
      showCrash(role, text);
      if (role === "server") send("server-stopped", {}, []);
      else unlisten();
    },
  });
}
