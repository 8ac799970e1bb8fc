// The sentences that the scripts show. They stand in the page, in its language.

/**
 * @param {string} name    as in data-word
 * @param {string} detail  what to put in the sentence, if it has a place for it
 */
export function word(name, detail = "") {
  const text = document.querySelector(`[data-word="${name}"]`)?.textContent;
  if (!text) throw new Error(`the page has no words for ${name}`);
  return text.replace("{detail}", () => detail);
}
