// Texts of people in files that spreadsheets open. Some programs take the wide signs of Chinese keyboards for the narrow ones.
const formula = /^[=+\-@\t\r＝＋－＠]/;
const ledFormula = /^'[=+\-@\t\r＝＋－＠]/;
const plainNumber = /^[+-]?\d[\d.,]*(?:e[+-]?\d+)?$/i;

/** What a spreadsheet would run when it opens the file. */
export function looksLikeFormula(text: string): boolean {
  return formula.test(text);
}

/** As a text it stays a text: led in by an apostrophe. */
export function ledIn(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text;
}

/** The text itself, where a file of ours is read again. */
export function notLedIn(text: string): string {
  return ledFormula.test(text) ? text.slice(1) : text;
}

/** As RFC 4180 has it. */
export function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Of numbers and texts that are shown as texts: a number stays one, whatever else could be run does not. */
export function shownCell(text: string): string {
  return quotedCell(plainNumber.test(text) ? text : ledIn(text));
}
