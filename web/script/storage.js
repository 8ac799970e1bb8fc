// What the browser keeps for the page. It may keep nothing: storage throws where
// cookies are blocked, as in frames of other sites.

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
