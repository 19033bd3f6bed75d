/** A, B, ..., Z, AA: the column's name from its place. */
export function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letters(Math.floor(index / 26) - 1) + letter;
}

export function cellAddress(column: number, row: number): string {
  return letters(column) + row;
}

/** The most a cell holds. */
const mostLength = 32_767;
/** Signs that XML cannot carry, half pairs, and what would be read as one of those that are written so. */
const special =
  /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[0-9A-Fa-f]{4}_)/;
const everySpecial = new RegExp(special.source, 'g');
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The text of a cell as a `t` element. */
export function xmlText(text: string): string {
  const cut = text.length > mostLength ? text.slice(0, mostLength) : text;
  const safe = special.test(cut)
    ? cut.replace(
        everySpecial,
        (sign) => named[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      )
    : cut;
  const first = cut.charCodeAt(0);
  const last = cut.charCodeAt(cut.length - 1);
  return first <= 32 || last <= 32 || cut.includes('\n') ? `<t xml:space="preserve">${safe}</t>` : `<t>${safe}</t>`;
}

/** Texts that occur often stand once in the file; the others stand in their cells, so that memory does not grow with the rows. */
export interface SharedTexts {
  /** Its place in the list, undefined when the list is full. */
  place(text: string): number | undefined;
  /** The same, however full the list is. */
  force(text: string): number;
  xml(): Generator<string>;
}

const mostShared = 50_000;
const longestShared = 60;

export function sharedTexts(): SharedTexts {
  const places = new Map<string, number>();
  const force = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, places.size);
    return places.size - 1;
  };
  return {
    force,
    place: (text) =>
      places.get(text) ?? (places.size < mostShared && text.length <= longestShared ? force(text) : undefined),
    *xml() {
      yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="${places.size}">`;
      let xml = '';
      for (const text of places.keys()) {
        xml += `<si>${xmlText(text)}</si>`;
        if (xml.length < 64 * 1024) continue;
        yield xml;
        xml = '';
      }
      yield `${xml}</sst>`;
    },
  };
}
