import type { SheetOutcome } from '@formwork/contract/basedata/sheets.ts';
import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { cellsOf, columnsOf, missingColumns, type Cells, type Headings } from '../../platform/sheet/import/columns.ts';
import { linesIn } from '../../platform/sheet/import/lines.ts';
import { takeSheet } from '../../platform/sheet/import/take-sheet.ts';
import { isBlank } from '../../platform/sheet/lines.ts';
import { guessText } from '../../platform/sheet/rows.ts';

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
  return takeSheet(ctx.platform, request, async ({ key }) => {
    const rows: SheetRow<Column>[] = [];
    let header: string[] = [];
    let columns: (Column | null)[] | undefined;
    const onHeader = (titles: string[]): void => {
      columns = columnsIn(titles, headings, needed, ctx.locale);
      header = titles;
    };
    for await (const { line, cells } of linesIn(files, key, await guessText(files, key, given), { onHeader })) {
      if (columns && !isBlank(cells)) rows.push({ line, cells: cellsOf(cells, columns), asGiven: cells });
      if (rows.length > most) throw invalid('basedata.sheet.too_many', undefined, { count: most });
    }
    await files.remove(key);
    return { header, rows };
  });
}

/** What each column of a header row stands for; the columns named must be there. */
export function columnsIn<Column extends string>(
  header: readonly string[],
  headings: Headings<Column>,
  needed: readonly Column[],
  locale: Locale,
): (Column | null)[] {
  const columns = columnsOf(header, headings);
  const missing = missingColumns(columns, headings, needed, locale);
  if (missing !== '') throw invalid('basedata.sheet.no_column', undefined, { columns: missing });
  return columns;
}

/** What a person writes for yes in a cell. */
export function isYes(text: string | undefined): boolean {
  return ['1', 'true', 'yes', 'y', '是', '√'].includes((text ?? '').toLowerCase());
}
