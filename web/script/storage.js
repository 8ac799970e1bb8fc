// What the browser keeps for the page. It may keep nothing: storage throws where
// cookies are blocked, as in frames of other sites.

import { del, getMany, set, update } from "idb-keyval";

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
const attemptsKey = prefix + "attempts";
const filesKey = prefix + "files";

/**
 * How long the page waits, when it needs what was kept, for a browser that does
 * not say, in milliseconds: some never answer.
 */
const patience = 5000;

/** Whether a page before this one may have kept what this one does not know. */
let unread = false;

/** @typedef {{memory?: Uint8Array, files?: Uint8Array, progress?: Record<string, string>, attempts?: Record<string, string>}} Kept */

/** @returns {Promise<Kept>} what keepMemory kept last; rejects where nothing is kept */
export async function recallMemory() {
  const [memory, files, progress, attempts] = await getMany([memoryKey, filesKey, progressKey, attemptsKey]);
  return { memory, files, progress, attempts };
}

/**
 * @param {Promise<Kept>} recalled
 * @returns {Promise<Kept>} the same, but rejects also where the browser does not answer
 */
export async function inTime(recalled) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(reject, patience, new Error("the browser does not say what it kept"))));
  try {
    return await Promise.race([recalled, late]);
  } catch (e) {
    unread = true;
    throw e;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {import("./protocol.js").Keep} what */
export async function keepMemory({ memory, files, progress, attempts }) {
  if (unread) throw new Error("this would replace what could not be read");
  if (files === null) await del(filesKey);
  else if (files) await set(filesKey, files);
  if (progress) await update(progressKey, (all) => merged(all, progress));
  if (attempts) await update(attemptsKey, (all) => merged(all, attempts));
  await set(memoryKey, memory);
}

/**
 * @param {Record<string, string> | undefined} all
 * @param {Record<string, string>} changed
 * @returns {Record<string, string>} all as changed: other frames keep what is theirs
 */
function merged(all, changed) {
  return Object.fromEntries(Object.entries({ ...all, ...changed }).filter(([, text]) => text));
}
