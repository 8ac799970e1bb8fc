// Downloads and compiles app.wasm, and tells apart the ways in which that fails.

/**
 * Why the program could not be loaded. The kinds are those that startup.js has
 * words for.
 */
export class LoadError extends Error {
  /**
   * @param {"unsupported" | "offline" | "status" | "html" | "not-wasm" | "corrupt"} kind
   * @param {string} detail  the status, the type or the browser's words
   */
  constructor(kind, detail) {
    super(`${kind}: ${detail}`);
    this.kind = kind;
    this.detail = detail;
  }
}

/**
 * @typedef {object} Loaded
 * @property {WebAssembly.Module} module
 * @property {string} [wrongType]  the Content-Type, where it is not the one that lets browsers compile while loading
 */

/**
 * @param {string} url
 * @param {(bytes: number) => void} progress  called with the bytes that have arrived, uncompressed
 * @returns {Promise<Loaded>}
 * @throws {LoadError}
 */
export async function load(url, progress) {
  if (typeof WebAssembly !== "object" || !WebAssembly.compileStreaming) {
    throw new LoadError("unsupported", "no WebAssembly");
  }
  const response = await request(url);
  const type = (response.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "application/wasm") {
    return { module: await compileWhileLoading(response, progress) };
  }
  const bytes = await readAll(response, progress);
  if (!isWasm(bytes)) {
    throw new LoadError(type === "text/html" ? "html" : "not-wasm", type || "—");
  }
  return { module: await compile(bytes), wrongType: type || "—" };
}

/** @param {string} url */
async function request(url) {
  let response;
  try {
    response = await fetch(url);
  } catch (e) {
    throw new LoadError("offline", message(e));
  }
  if (!response.ok) throw new LoadError("status", `${response.status} ${response.statusText}`.trim());
  return response;
}

/**
 * Compiles the response itself and counts the bytes of a clone: only for an
 * untouched response does the browser keep the machine code for the next visit.
 *
 * @param {Response} response
 * @param {(bytes: number) => void} progress
 */
async function compileWhileLoading(response, progress) {
  const counting = read(response.clone(), progress, () => {});
  counting.catch(() => {}); // compileStreaming reports the same failure
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (e) {
    throw new LoadError(e instanceof WebAssembly.CompileError ? "corrupt" : "offline", message(e));
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function compile(bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (e) {
    throw new LoadError("corrupt", message(e));
  }
}

/**
 * @param {Response} response
 * @param {(bytes: number) => void} progress
 */
async function readAll(response, progress) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  const size = await read(response, progress, (chunk) => chunks.push(chunk));
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * @param {Response} response
 * @param {(bytes: number) => void} progress
 * @param {(chunk: Uint8Array) => void} take  is given each chunk
 * @returns {Promise<number>} the bytes in all
 */
async function read(response, progress, take) {
  if (!response.body) throw new LoadError("corrupt", "an empty answer");
  let size = 0;
  try {
    const reader = response.body.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      take(chunk.value);
      size += chunk.value.length;
      progress(size);
    }
  } catch (e) {
    throw new LoadError("offline", message(e));
  }
  return size;
}

/** @param {Uint8Array} bytes */
function isWasm(bytes) {
  return [0x00, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte); // "\0asm"
}

/** @param {unknown} e */
function message(e) {
  return e instanceof Error ? e.message : String(e);
}
