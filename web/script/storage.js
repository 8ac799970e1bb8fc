// What the browser keeps for the page. It may keep nothing: storage throws where
// cookies are blocked, as in frames of other sites.

import { del, getMany, set } from "idb-keyval";

const prefix = "askback.";

/**
 * @param {string} name
 * @returns {string | null} what was kept under the name
 */
export function recall(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {boolean} whether the browser keeps it
 */
export function keep(name, value) {
  try {
    localStorage.setItem(prefix + name, value);
    return true;
  } catch {
    return false;
  }
}

const memoryKey = prefix + "memory";
const progressKey = prefix + "progress";
const filesKey = prefix + "files";

/** How long the browser may take to find what it kept, in milliseconds: some never answer. */
const patience = 2000;

/** @typedef {{memory?: Uint8Array, files?: Uint8Array, progress?: string}} Kept */

/** @returns {Promise<Kept>} what keepMemory kept last; rejects where nothing is kept */
export async function recallMemory() {
  const late = new Promise((_, reject) => setTimeout(reject, patience, new Error("the browser does not say what it kept")));
  const [memory, files, progress] = await Promise.race([getMany([memoryKey, filesKey, progressKey]), late]);
  return { memory, files, progress };
}

/** @param {import("./protocol.js").Keep} what */
export async function keepMemory({ memory, files, progress }) {
  if (files === null) await del(filesKey);
  else if (files) await set(filesKey, files);
  if (progress !== undefined) await set(progressKey, progress);
  await set(memoryKey, memory);
}
