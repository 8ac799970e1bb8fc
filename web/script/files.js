// Files that a person gives to the host, and that it gives to them.

/**
 * Has the browser save a file.
 *
 * @param {import("./protocol.js").Save} file
 */
export function saveFile({ name, mime, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: mime }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it when it likes
}

/**
 * Reads the text of the file that was chosen in input, as the values of controls:
 * name holds the text, name.name and name.size what the file says of itself. A
 * file larger than data-most is not read; one that cannot be read has name.refused
 * say why.
 *
 * @param {HTMLInputElement} input
 * @returns {Promise<[string, string][]>} empty if none was chosen
 */
export async function readFile(input) {
  const file = input.files?.[0];
  if (!file) return [];
  /** @type {[string, string][]} */
  const values = [
    [`${input.name}.name`, file.name],
    [`${input.name}.size`, String(file.size)],
  ];
  try {
    if (file.size <= Number(input.dataset.most ?? Infinity)) values.push([input.name, await file.text()]);
  } catch (e) {
    values.push([`${input.name}.refused`, e instanceof Error ? e.message : String(e)]);
  }
  input.value = ""; // choosing the same file again is a choice too
  return values;
}
