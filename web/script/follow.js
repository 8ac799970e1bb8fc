// Keeps the latest entry in sight for who has the end of the list in sight. Who has
// scrolled up, or has opened an entry to read it, is left where they are. Nothing
// glides, so there is no motion to reduce.
//
//   <ol data-follow>
//
// Where there are several, they are layouts of one list, and one is filled.

/** How far below the edge the end may be and still count as in sight, in pixels. */
const slack = 8;

/** How many frames are left in which the end may turn out to be further down. */
let frames = 0;

/** Where the scroller was left by the last of them. */
let left = 0;

/**
 * Looks at the list before it changes, or what is around it in its section.
 *
 * @param {string[]} ids  of the elements that change
 * @returns {() => void} to be called when they have
 */
export function follow(ids) {
  const section = document.querySelector("[data-follow]")?.closest("section");
  if (!section?.checkVisibility() || !ids.some((id) => section.contains(document.getElementById(id)))) return () => {};
  const list = filled();
  const atEnd = !list || ((frames > 0 || below(list) <= slack) && !list.querySelector("[aria-expanded='true']"));
  return () => {
    if (!atEnd) return;
    if (frames === 0) {
      left = 0;
      requestAnimationFrame(toEnd); // where the layout is due anyway
    }
    frames = 4;
  };
}

/** Scrolls to the end. What comes into sight by that is laid out only then, and may be longer than it seemed. */
function toEnd() {
  const list = filled();
  const scroller = list && scrollerOf(list);
  if (!list || !scroller || scroller.scrollTop < left) {
    frames = 0; // the person has scrolled up meanwhile
    return;
  }
  const more = below(list);
  if (more > slack) scroller.scrollBy({ top: more + slack, behavior: "instant" });
  left = scroller.scrollTop;
  frames--;
  if (frames > 0) requestAnimationFrame(toEnd);
}

/** @returns {Element | undefined} */
function filled() {
  return [...document.querySelectorAll("[data-follow]")].find((list) => list.childElementCount > 0);
}

/**
 * @param {Element} list
 * @returns {number} how far its end is below what is in sight
 */
function below(list) {
  const scroller = scrollerOf(list);
  const edge = scroller && scroller !== document.scrollingElement ? scroller.getBoundingClientRect().bottom : innerHeight;
  return (list.lastElementChild ?? list).getBoundingClientRect().bottom - edge;
}

/**
 * @param {Element} list
 * @returns {Element | null} what scrolls it: its column, or on a narrow screen the page
 */
function scrollerOf(list) {
  const column = list.closest(".column");
  return column && getComputedStyle(column).overflowY === "auto" ? column : document.scrollingElement;
}
