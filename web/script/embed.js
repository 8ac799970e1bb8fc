// The page in a frame of a course, as its address says: ?embed, or better
// ?embed=https://course.example. What the two pages say to each other by
// postMessage is described in web/EMBED.md. Nothing is said to, and nothing heard
// from, any other origin than the course's.

/** Every message carries it, as askback. It goes up when an older course would not understand. */
const version = 1;

/** What is longer is no name of a learner. */
const longest = 200;

/**
 * @param {(action: string, args: Record<string, string>) => void} send
 * @returns {(event: import("./protocol.js").Told["event"]) => void} tells the course
 */
export function joinCourse(send) {
  const course = courseOrigin();
  if (course === null || parent === window) return () => {};

  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || origin !== course || data?.askback !== version) return;
    switch (data.type) {
      case "configure":
        send("configure", texts(data, ["exercise", "language", "learner"]));
        break;
      case "reset":
        send("exercise-reset", {});
        break;
    }
  });

  let height = 0;
  new ResizeObserver(() => {
    const now = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (now !== height) tell({ type: "resize", height: (height = now) });
  }).observe(document.documentElement);

  /** @param {import("./protocol.js").Told["event"]} event */
  function tell(event) {
    parent.postMessage({ askback: version, ...event }, /** @type {string} */ (course));
  }
  return tell;
}

/** @returns {boolean} whether the address asks for the looks of a frame */
export function isEmbedded() {
  return new URLSearchParams(location.search).has("embed");
}

/**
 * @returns {string | null} the origin of the course: the one in the address, or else
 *   the one that the browser names; null where there is none
 */
function courseOrigin() {
  if (!isEmbedded()) return null;
  const named = new URLSearchParams(location.search).get("embed");
  const url = named || location.ancestorOrigins?.[0] || document.referrer;
  try {
    const { origin } = new URL(url);
    return origin === "null" ? null : origin;
  } catch {
    if (named) console.error(`?embed=${named}: an origin is meant, such as https://course.example`);
    return null;
  }
}

/**
 * @param {Record<string, unknown>} data
 * @param {string[]} names
 * @returns {Record<string, string>} those of data that are texts, and not too long
 */
function texts(data, names) {
  /** @type {Record<string, string>} */
  const out = {};
  for (const name of names) {
    const value = data[name];
    if (typeof value === "string" && value.length <= longest) out[name] = value;
  }
  return out;
}
