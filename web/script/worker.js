// What a worker runs: app.wasm in the role that the page gives it.

import "wasm_exec";

/** How much of standard error a crash report holds, in UTF-16 units. */
const kept = 16 << 10;

let stderr = "";

// Go's standard output and error. A goroutine's panic is written here as well,
// by the runtime, just before the program exits.
const decoder = new TextDecoder();
fs.writeSync = (fd, bytes) => {
  const text = decoder.decode(bytes, { stream: true });
  if (fd === 2) stderr = (stderr + text).slice(-kept);
  console.debug(text.trimEnd());
  return bytes.length;
};

addEventListener("message", ({ data }) => run(data), { once: true });

/** @param {import("./protocol.js").Start} start */
async function run(start) {
  globalThis.askback = start;
  const go = new Go();
  go.argv = ["app", start.role];
  let code = 0;
  go.exit = (c) => {
    code = c;
  };
  try {
    const instance = await WebAssembly.instantiate(start.module, go.importObject);
    await go.run(instance);
    crash(`exit status ${code}`);
  } catch (e) {
    crash(String(e));
  }
}

/** @param {string} reason */
function crash(reason) {
  /** @type {import("./protocol.js").Crash} */
  const report = { type: "crash", text: `${stderr}${reason}` };
  postMessage(report);
}
