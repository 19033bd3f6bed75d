/** What spreadsheets put on the clipboard: tabs, line ends, quotes around cells that hold either. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"' && cell === '' && closesBeforeCellEnd(text, at)) quoted = true;
    else if (letter === '\t') endCell();
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at++;
      endCell();
      rows.push([]);
    } else cell += letter;
  }
  endCell();
  // a spreadsheet ends the last row too
  const last = rows.at(-1)!;
  if (rows.length > 1 && last.length === 1 && last[0] === '') rows.pop();
  return rows;
}

/** A lone inch mark or an opening quote of prose is text, not quoting. */
function closesBeforeCellEnd(text: string, from: number): boolean {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at++;
    else return at + 1 >= text.length || /[\t\r\n]/.test(text[at + 1]!);
  }
  return false;
}

export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');
}
