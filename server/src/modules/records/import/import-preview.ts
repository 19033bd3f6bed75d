import type { InputOf } from '@formwork/contract/endpoint.ts';
import { previewedRows, type CellError, type ImportPreview } from '@formwork/contract/records/import.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { picturesAt } from '../../../platform/sheet/lines.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { directoryOf } from '../../organization/public.ts';
import { alikeRows } from './import-alike.ts';
import { fileFinder } from './import-files.ts';
import { matchRows } from './import-match.ts';
import { rowReader, type GivenRow, type RowReader } from './import-rows.ts';
import { recordsOf, secondSheets } from './import-source.ts';
import { takenRows } from './import-taken.ts';
import { requireImport } from './imports.ts';
import { idsByTitle } from '../relations/import-linked.ts';
import { storedRecord, type FormPlan } from '../plan/plan.ts';
import { prepareRecord } from '../write/prepare.ts';
import { ownSheet } from './sheets.ts';

/** The first rows as the job would read them. What only the saving of a record finds out, a person's right to change it for instance, shows later. */
export async function previewImport(
  ctx: Ctx,
  { params, body }: InputOf<typeof recordsApi.previewImport>,
): Promise<ImportPreview> {
  const plan = await requireImport(ctx, params.formId, body);
  const sheet = await ownSheet(ctx, body.uploadId);
  const { files } = ctx.platform;
  const reader = rowReader(ctx, plan, body, await directoryOf(ctx.platform, ctx.spaceId));
  const finder = reader.takesFiles ? await fileFinder(ctx, sheet, false) : undefined;
  const slaves = await secondSheets(files, sheet.file_key, body.reading, body);
  for await (const records of recordsOf(files, sheet.file_key, body.reading, body, slaves, {
    atOnce: previewedRows,
    pictures: reader.pictureColumns,
  })) {
    const rows = await reader.given(
      records,
      plan.linked ? await idsByTitle(ctx, plan, reader.titles(records)) : new Map(),
      finder,
    );
    const { create, update } = await matchRows(ctx, plan, body, rows);
    const made = reader.read(create);
    const byRecord = new Map(create.map((row) => [row.from, row]));
    const refused = new Set<number>();
    const refuse = (index: number, path: string, code: string, data?: CellError['data']): void => {
      refused.add(index);
      const row = byRecord.get(made[index]!.from)!;
      row.errors.push(reader.errorAt(row, { path, code, data }));
    };
    await takenRows(ctx, plan, made, refuse);
    await (
      await alikeRows(ctx, plan, body)
    )?.(made, refused, refuse);
    for (const { row, id } of update) await checkChange(ctx, plan, reader, row, id);
    const changes = new Set(update.map(({ row }) => row));
    return {
      rows: rows.map((row) => ({
        line: row.from.line,
        cells: cellsShown(row.from.cells, Math.max(...body.mapping.map(({ index }) => index + 1), 0)),
        action: actionOf(row, changes),
        errors: row.errors,
      })),
      failed: rows.filter(({ errors }) => errors.length > 0).length,
    };
  }
  return { rows: [], failed: 0 };
}

/** Where pictures lie on an empty cell, what they are called. */
function cellsShown(cells: readonly string[], width: number): string[] {
  return Array.from(
    { length: Math.max(cells.length, width) },
    (_, at) =>
      (cells[at] ?? '').slice(0, 200) ||
      picturesAt(cells, at)
        .map(({ name, part }) => name ?? part.slice(part.lastIndexOf('/') + 1))
        .join('; '),
  );
}

function actionOf(row: GivenRow, changes: ReadonlySet<GivenRow>): ImportPreview['rows'][number]['action'] {
  if (row.errors.length > 0) return 'leave';
  return changes.has(row) ? 'update' : 'create';
}

/** What is wrong with a record as it would become. */
async function checkChange(ctx: Ctx, plan: FormPlan, reader: RowReader, row: GivenRow, id: string): Promise<void> {
  const {
    rows: [stored],
  } = await spaceQuery<TextRow>(ctx.platform, { ...plan.statements.get, values: [id] });
  if (!stored) return;
  const { errors } = prepareRecord(plan, row.given, storedRecord(plan, stored), {
    allowed: 'person',
    known: row.known,
    files: 'all',
    userId: ctx.user.id,
    now: new Date(),
    timeZone: plan.timeZone,
    directory: await directoryOf(ctx.platform, ctx.spaceId),
  });
  for (const error of errors) row.errors.push(reader.errorAt(row, error));
}
