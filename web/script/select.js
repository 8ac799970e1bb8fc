// Leads to a place in a text: a button with data-select="<id>" puts the selection of
// that control on data-start to data-end, in UTF-16 units, and brings the element
// data-reveal into view, which stands beside that place.

export function listenSelect() {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-select]") : null;
    if (button instanceof HTMLElement) select(button.dataset);
  });
}

/** @param {DOMStringMap} place */
function select({ select: id = "", start, end, reveal }) {
  const control = document.getElementById(id);
  if (!(control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement)) return;
  control.focus({ preventScroll: true });
  control.setSelectionRange(Number(start), Number(end));
  (document.getElementById(reveal ?? "") ?? control).scrollIntoView({ block: "center" });
}
