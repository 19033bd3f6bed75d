const yes = new Set(['true', 't', 'yes', 'y', '1', '是', '真', '对', '√']);
const no = new Set(['false', 'f', 'no', 'n', '0', '否', '假', '错', '×']);

/** A flag as people write it in a spreadsheet; undefined when it is neither. */
export function flagFromText(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}
