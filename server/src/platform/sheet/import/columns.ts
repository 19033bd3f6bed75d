import type { Locale } from '@formwork/contract/identity/api.ts';

/** A column's heading in both languages; other words stand for it too. */
export type Headings<Column extends string> = Record<Column, { [L in Locale]: string } & { also?: readonly string[] }>;
export type Cells<Column extends string> = Partial<Record<Column, string>>;

/** What each column of a header row stands for; null for those that mean nothing here. */
export function columnsOf<Column extends string>(
  header: readonly string[],
  headings: Headings<Column>,
): (Column | null)[] {
  const known = Object.keys(headings) as Column[];
  return header.map((title) => known.find((column) => isCalled(headings[column], title)) ?? null);
}

/** The titles of those that a file must have and this one has not; empty when all are there. */
export function missingColumns<Column extends string>(
  columns: readonly (Column | null)[],
  headings: Headings<Column>,
  needed: readonly Column[],
  locale: Locale,
): string {
  return needed
    .filter((column) => !columns.includes(column))
    .map((column) => headings[column][locale])
    .join(', ');
}

export function titlesOf<Column extends string>(headings: Headings<Column>, locale: Locale): string[] {
  return Object.values<{ [L in Locale]: string }>(headings).map((titles) => titles[locale]);
}

/** The cells of a row by their columns, without the blanks around them. */
export function cellsOf<Column extends string>(
  row: readonly string[],
  columns: readonly (Column | null)[],
): Cells<Column> {
  const cells: Cells<Column> = {};
  columns.forEach((column, at) => {
    if (column !== null) cells[column] = (row[at] ?? '').trim();
  });
  return cells;
}

/** Words as people type them: blanks, stars, dashes and the width of signs tell nothing. */
export function plainWord(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s*_-]/g, '')
    .toLowerCase();
}

function isCalled({ also = [], ...titles }: Headings<string>[string], title: string): boolean {
  return [...Object.values(titles), ...also].some((word) => plainWord(word) === plainWord(title));
}
