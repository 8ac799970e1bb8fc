// Starts the workers that run app.wasm: the one that drives the page and, for a host,
// that of the server, joined.

import { newWorker } from "./trusted.js";

/** @typedef {import("./protocol.js").Start["role"]} Role */

/**
 * @param {object} options
 * @param {"host" | "designer"} options.driver  the role of the worker that drives the page
 * @param {string} options.url               of worker.js
 * @param {WebAssembly.Module} options.module
 * @param {MessagePort} options.page         its end of the channel to the page
 * @param {string} options.base              absolute URL of the site's top
 * @param {string} options.language          of the page
 * @param {string} options.hash              of the page's address
 * @param {import("./storage.js").Kept} options.kept
 * @param {(role: Role, text: string) => void} options.crashed
 */
export function startWorkers({ driver, url, module, page, base, language, hash, kept, crashed }) {
  if (driver === "host") {
    const link = new MessageChannel();
    start({ module, role: "server", link: link.port2, base, language }, [link.port2]);
    start({ module, role: driver, page, link: link.port1, base, language, hash, ...kept }, [page, link.port1]);
  } else {
    start({ module, role: driver, page, base, language, hash }, [page]);
  }

  /**
   * @param {import("./protocol.js").Start} message
   * @param {MessagePort[]} ports
   */
  function start(message, ports) {
    let worker;
    try {
      worker = newWorker(url, { type: "module", name: message.role });
    } catch (e) {
      crashed(message.role, String(e)); // such as a frame that may not start workers
      return;
    }
    worker.onmessage = ({ data }) => {
      const crash = /** @type {import("./protocol.js").Crash} */ (data);
      crashed(message.role, crash.text);
    };
    worker.onerror = (event) => {
      event.preventDefault(); // it is shown in the page
      crashed(message.role, event.message || `${url} could not be loaded`);
    };
    worker.postMessage(message, ports);
  }
}
