// Reads a folder of the person's own machine, chosen or dropped, and hands a copy
// to the host. It writes nothing. How much may be read stands on the button.

/**
 * @typedef {object} Found
 * @property {string} path          beginning with the folder that was chosen
 * @property {File | null} [file]   none for an empty directory; null for one that cannot be opened, such
 *   as a link that leads nowhere
 */

/**
 * @callback Say
 * @param {"reading" | "none" | "too-many" | "too-large" | "refused"} state
 * @returns {void}
 */

/**
 * @param {Say} say                                            tells the host how it goes
 * @param {(folder: import("./protocol.js").Folder) => void} send  hands over the folder
 */
export function listenForFolders(say, send) {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-load-folder]") : null;
    if (button) read(choose(), limits(), say, send);
  });
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches("[data-folder-input]")) return;
    const files = [...(target.files ?? [])];
    target.value = ""; // so that the same folder can be chosen again
    read(listed(files), limits(), say, send);
  });
  listenForDrops((dropped) => read(dropped, limits(), say, send));
}

function limits() {
  const { maxFiles, maxBytes } = /** @type {HTMLElement} */ (document.querySelector("[data-load-folder]")).dataset;
  return { files: Number(maxFiles), bytes: Number(maxBytes) };
}

/**
 * Files may be dropped anywhere in the part of the page that takes them; elsewhere
 * the browser would leave the page for the file.
 *
 * @param {(dropped: AsyncIterable<Found>) => void} take
 */
function listenForDrops(take) {
  for (const kind of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      const transfer = event instanceof DragEvent ? event.dataTransfer : null;
      if (!transfer?.types.includes("Files")) return;
      event.preventDefault();
      const place = event.target instanceof Element ? event.target.closest("[data-drop]") : null;
      const ready = !!document.querySelector("[data-load-folder]:enabled");
      for (const old of document.querySelectorAll(".is-dropping")) old.classList.remove("is-dropping");
      if (!place || !ready) transfer.dropEffect = "none";
      else if (kind === "dragover") place.classList.add("is-dropping");
      else if (kind === "drop") take(entered(transfer));
    });
  }
}

/** For how long files are read in one task, and how many at the same time. */
const slice = 10; // milliseconds
const atOnce = 50;

/**
 * Reads files until there are too many, and hands them over in one piece. Asking
 * for the size of a file already waits for the browser, so the page is let in
 * between.
 *
 * @param {AsyncIterable<Found>} found
 * @param {{files: number, bytes: number}} max
 * @param {Say} say
 * @param {(folder: import("./protocol.js").Folder) => void} send
 */
async function read(found, max, say, send) {
  /** @type {Read[]} */
  const all = [];
  let bytes = 0;
  let unread = 0;
  let began = performance.now();
  try {
    for await (const { path, file } of found) {
      if (all.length + unread === 0) say("reading");
      if (file === null) {
        unread++;
        continue;
      }
      if (all.length === max.files) return say("too-many");
      bytes += file?.size ?? 0;
      if (bytes > max.bytes) return say("too-large");
      all.push({ path, content: file && contentOf(file) });
      if (all.length >= atOnce) await all.at(-atOnce)?.content;
      if (performance.now() - began > slice) {
        await new Promise((resolve) => setTimeout(resolve));
        began = performance.now();
      }
    }
  } catch (e) {
    return say(e instanceof DOMException && e.name === "AbortError" ? "none" : "refused");
  }
  send(await pack(all, unread));
}

/**
 * @typedef {object} Read
 * @property {string} path
 * @property {Promise<ArrayBuffer | null>} [content]  as in {@link contentOf}; none for an empty directory
 */

/**
 * @param {Read[]} all
 * @param {number} unread
 * @returns {Promise<import("./protocol.js").Folder>}
 */
async function pack(all, unread) {
  const paths = [];
  const sizes = [];
  const contents = [];
  let bytes = 0;
  for (const { path, content } of all) {
    const data = content ? await content : new ArrayBuffer(0);
    if (!data) {
      unread++;
      continue;
    }
    paths.push(path);
    sizes.push(content ? data.byteLength : -1);
    contents.push(data);
    bytes += data.byteLength;
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const data of contents) {
    whole.set(new Uint8Array(data), at);
    at += data.byteLength;
  }
  return { type: "folder", paths: paths.join("\0"), sizes: Int32Array.from(sizes), bytes: whole, unread };
}

/**
 * Reads a file with a FileReader, which takes a fraction of the time of
 * file.arrayBuffer() where there are thousands.
 *
 * @param {File} file
 * @returns {Promise<ArrayBuffer | null>}  null when it went meanwhile, or may not be read
 */
function contentOf(file) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(/** @type {ArrayBuffer} */ (reader.result));
    reader.onerror = () => resolve(null);
    reader.readAsArrayBuffer(file);
  });
}

/**
 * The folder that the person chooses in the browser's own dialog. Where there is
 * none for folders, or a frame may not open it, that of a file input is used.
 *
 * @returns {AsyncGenerator<Found>}
 */
async function* choose() {
  /** @type {FileSystemDirectoryHandle} */
  let folder;
  try {
    if (!window.showDirectoryPicker) throw new DOMException("", "SecurityError");
    folder = await window.showDirectoryPicker();
  } catch (e) {
    if (!(e instanceof DOMException) || e.name !== "SecurityError") throw e;
    /** @type {HTMLInputElement} */ (document.querySelector("[data-folder-input]")).click();
    throw new DOMException("", "AbortError"); // what is chosen comes with its change event
  }
  yield* inFolder(folder, folder.name);
}

/**
 * @param {FileSystemDirectoryHandle} folder
 * @param {string} path
 * @returns {AsyncGenerator<Found>}
 */
async function* inFolder(folder, path) {
  let empty = true;
  for await (const [name, handle] of folder.entries()) {
    empty = false;
    const below = `${path}/${name}`;
    if (handle.kind === "directory") yield* inFolder(/** @type {FileSystemDirectoryHandle} */ (handle), below);
    else yield { path: below, file: await /** @type {FileSystemFileHandle} */ (handle).getFile().catch(() => null) };
  }
  if (empty) yield { path };
}

/**
 * @param {File[]} files  of an input
 * @returns {AsyncGenerator<Found>}
 */
async function* listed(files) {
  for (const file of files) yield { path: file.webkitRelativePath || file.name, file };
}

/**
 * What was dropped. The entries have to be taken at once: after the event they are
 * gone.
 *
 * @param {DataTransfer} transfer
 * @returns {AsyncGenerator<Found>}
 */
function entered(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (async function* () {
    for (const entry of entries) yield* inEntry(entry);
  })();
}

/**
 * @param {FileSystemEntry} entry
 * @returns {AsyncGenerator<Found>}
 */
async function* inEntry(entry) {
  const path = entry.fullPath.slice(1);
  if (entry.isFile) {
    // Not by instanceof: browsers do not agree on the names of these classes.
    const found = /** @type {FileSystemFileEntry} */ (entry);
    yield { path, file: await promise(found.file.bind(found)).catch(() => null) };
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  let empty = true;
  for (;;) {
    const some = await promise(reader.readEntries.bind(reader)); // in pieces, the last of them empty
    if (some.length === 0) break;
    empty = false;
    for (const below of some) yield* inEntry(below);
  }
  if (empty) yield { path };
}

/**
 * @template T
 * @param {(resolve: (value: T) => void, reject: (reason: unknown) => void) => void} start
 * @returns {Promise<T>}
 */
function promise(start) {
  return new Promise(start);
}
