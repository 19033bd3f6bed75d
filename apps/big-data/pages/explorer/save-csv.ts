import { shownCell } from '@formwork/contract/csv.ts';
import type { ShownRows } from '@formwork/contract/etl/explorer.ts';

/** Rows as a file that spreadsheets open; what could be read as a formula there is made a text. */
export function saveCsv({ columns, rows }: ShownRows): void {
  const lines = [columns.map(({ name, title }) => title ?? name), ...rows].map((row) =>
    row.map((value) => shownCell(value ?? '')).join(','),
  );
  const url = URL.createObjectURL(new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'result.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
