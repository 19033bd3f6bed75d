import type { SheetOutcome } from '@formwork/contract/basedata/sheets.ts';
import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { receiveSheet } from '../../platform/sheet/receive.ts';
import { batchesOf, guessText } from '../../platform/sheet/rows.ts';

/** A column's heading in both languages; other words stand for it too. */
export type Headings<Column extends string> = Record<Column, { [L in Locale]: string } & { also?: readonly string[] }>;
export type Cells<Column extends string> = Partial<Record<Column, string>>;
export type Failure = Omit<SheetOutcome['failures'][number], 'cells'>;
/** What came of the rows, before those that failed are put beside their reasons. */
export type Taken = Omit<SheetOutcome, 'header' | 'failures'> & { failures: Failure[] };

/** A row of a small spreadsheet with its line, the header being the first. */
export interface SheetRow<Column extends string> {
  line: number;
  cells: Cells<Column>;
  asGiven: string[];
}

export interface Sheet<Column extends string> {
  header: string[];
  rows: SheetRow<Column>[];
}

/** The answer: what could not be taken as it stood in the file, to be corrected and sent again. */
export function outcomeOf({ header, rows }: Sheet<string>, { created, updated, failures }: Taken): SheetOutcome {
  const given = new Map(rows.map(({ line, asGiven }) => [line, asGiven]));
  return {
    created,
    updated,
    header,
    failures: failures.map((failure) => ({ ...failure, cells: given.get(failure.line) ?? [] })),
  };
}

/** Reads a spreadsheet of so many rows at most; the columns named must be there. */
export async function readRows<Column extends string>(
  ctx: Ctx,
  request: FastifyRequest,
  headings: Headings<Column>,
  { needed, most, given }: { needed: readonly Column[]; most: number; given: GivenEncoding },
): Promise<Sheet<Column>> {
  const { files } = ctx.platform;
  const { key } = await receiveSheet(ctx.platform, request);
  try {
    const rows: SheetRow<Column>[] = [];
    let header: string[] = [];
    let columns: (Column | undefined)[] | undefined;
    let line = 0;
    for await (const batch of batchesOf(files, key, await guessText(files, key, given))) {
      for (const row of batch) {
        line += 1;
        if (!columns) {
          columns = columnsIn(row, headings, needed, ctx.locale);
          header = row;
        } else if (row.some((cell) => cell.trim() !== ''))
          rows.push({ line, cells: cellsOf(row, columns), asGiven: row });
        if (rows.length > most) throw invalid('basedata.sheet.too_many', undefined, { count: most });
      }
    }
    return { header, rows };
  } finally {
    await files.remove(key);
  }
}

/** What each column of a header row stands for. */
export function columnsIn<Column extends string>(
  header: readonly string[],
  headings: Headings<Column>,
  needed: readonly Column[],
  locale: Locale,
): (Column | undefined)[] {
  const known = Object.keys(headings) as Column[];
  const columns = header.map((title) =>
    known.find((column) => {
      const { also = [], ...titles } = headings[column];
      return [...Object.values(titles as Record<Locale, string>), ...also].some((word) => plain(word) === plain(title));
    }),
  );
  const missing = needed.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw invalid('basedata.sheet.no_column', undefined, {
      columns: missing.map((column) => headings[column][locale]).join(', '),
    });
  return columns;
}

export function cellsOf<Column extends string>(
  row: readonly string[],
  columns: readonly (Column | undefined)[],
): Cells<Column> {
  const cells: Cells<Column> = {};
  columns.forEach((column, at) => {
    if (column !== undefined) cells[column] = (row[at] ?? '').trim();
  });
  return cells;
}

/** What a person writes for yes in a cell. */
export function isYes(text: string | undefined): boolean {
  return ['1', 'true', 'yes', 'y', '是', '√'].includes((text ?? '').toLowerCase());
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s*_-]/g, '')
    .toLowerCase();
}
