import { shownCell } from '@formwork/contract/csv.ts';

/** Lines of cells as a CSV file that spreadsheets open with the right letters, and run nothing of. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map((cells) => cells.map(shownCell).join(',')).join('\r\n')}\r\n`;
}

/** Lets the browser save a CSV file that was made in the page. */
export function saveCsv(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
