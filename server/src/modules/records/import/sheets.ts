import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet, SheetReading } from '@formwork/contract/records/import.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Files } from '../../../platform/files/files.ts';
import { openZip } from '../../../platform/sheet/read-zip.ts';
import { beginningOf, isWorkbookZip } from '../../../platform/sheet/kind.ts';
import { linesIn } from '../../../platform/sheet/import/lines.ts';
import { takeSheet, type TakenSheet } from '../../../platform/sheet/import/take-sheet.ts';
import { partsOf } from '../../../platform/sheet/rows.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { requireClean } from '../../files/public.ts';
import { isClutter, tableIn } from './import-files.ts';
import { columnGuesser } from './guess.ts';
import { guessReading } from './guess-reading.ts';

export interface StoredSheet {
  id: string;
  file_key: string;
  file_name: string;
  /** The zip that it came in, with files beside it. */
  archive_key: string | null;
}

const previewRows = 20;

/** Keeps the file and says what its columns hold. Nobody but the uploader can go on with it. */
export async function uploadSheet(
  ctx: Ctx,
  { query }: InputOf<typeof recordsApi.uploadSheet>,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<Sheet> {
  const require = (key: string): Promise<void> => requireClean(ctx.platform, key);
  const take = async ({ key, fileName, size, archiveKey }: TakenSheet): Promise<Sheet> => {
    const sheet: StoredSheet = { id: newId(), file_key: key, file_name: fileName, archive_key: archiveKey };
    const answer = await describe(ctx, sheet, await guessReading(ctx.platform.files, key, query));
    await spaceQuery(ctx.platform, {
      text: `insert into ${spaceSchema(ctx.spaceId)}.records_sheet (id, file_key, file_name, size, uploaded_by, archive_key, rows, rows_read) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        sheet.id,
        sheet.file_key,
        sheet.file_name,
        size,
        ctx.user.id,
        sheet.archive_key,
        answer.rows,
        JSON.stringify(answer.reading),
      ],
    });
    return answer;
  };
  return takeSheet(ctx.platform, request, take, { require, unpack: unpacked });
}

/** A zip that is no workbook has a table in it, and files that its cells name. Other files may hold a zip somewhere inside, and are none. */
async function unpacked(files: Files, key: string): Promise<{ key: string; name: string } | undefined> {
  if ((await beginningOf(files, key)).kind !== 'zip') return undefined;
  const zip = await openZip(files, key).catch(() => undefined);
  if (!zip || isWorkbookZip(zip)) return undefined;
  const table = tableIn(zip.entries.values());
  if (!table) throw invalid('records.import.no_table');
  const stored = await files.put(await zip.open(table));
  return { key: stored.key, name: table.name.slice(table.name.lastIndexOf('/') + 1).slice(0, 255) };
}

export async function readSheet(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.readSheet>): Promise<Sheet> {
  const sheet = await describe(ctx, await ownSheet(ctx, params.uploadId), body);
  await spaceQuery(ctx.platform, {
    text: `update ${spaceSchema(ctx.spaceId)}.records_sheet set rows = $2, rows_read = $3 where id = $1`,
    values: [sheet.uploadId, sheet.rows, JSON.stringify(body)],
  });
  return sheet;
}

const mostRows = 5_000;

/** A slave table takes no more rows than these; the page says so when there were more. */
export async function readRows(
  ctx: Ctx,
  { params, body }: InputOf<typeof recordsApi.readRows>,
): Promise<{ rows: string[][]; total: number }> {
  const sheet = await ownSheet(ctx, params.uploadId);
  const rows: string[][] = [];
  let total = 0;
  for await (const { cells } of linesIn(ctx.platform.files, sheet.file_key, body)) {
    if (rows.length < mostRows) rows.push(cells);
    total += 1;
  }
  return { rows, total };
}

export async function ownSheet(ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>, id: string): Promise<StoredSheet> {
  const { rows } = await spaceQuery<StoredSheet>(ctx.platform, {
    text: `select id, file_key, file_name, archive_key from ${spaceSchema(ctx.spaceId)}.records_sheet where id = $1 and uploaded_by = $2 and purged_at is null`,
    values: [id, ctx.user.id],
  });
  if (!rows[0]) throw notFound('records.sheet.not_found');
  return rows[0];
}

async function describe({ platform }: Ctx, sheet: StoredSheet, reading: SheetReading): Promise<Sheet> {
  const guesser = columnGuesser();
  const preview: string[][] = [];
  let titles: string[] = [];
  let rows = 0;
  const onHeader = (header: string[]): void => {
    titles = header;
  };
  for await (const { cells } of linesIn(platform.files, sheet.file_key, reading, { onHeader })) {
    rows += 1;
    guesser.add(cells);
    if (preview.length < previewRows) preview.push(cells.map((text) => text.slice(0, 200)));
  }
  if (rows === 0 && titles.length === 0) throw invalid('records.sheet.empty');
  return {
    uploadId: sheet.id,
    fileName: sheet.file_name,
    reading,
    ...(await partsOf(platform.files, sheet.file_key, reading)),
    files: await filesBeside(platform.files, sheet),
    rows,
    columns: guesser.columns(titles),
    preview,
  };
}

async function filesBeside(files: Files, { archive_key: key }: StoredSheet): Promise<number> {
  if (key === null) return 0;
  const { entries } = await openZip(files, key);
  return [...entries.keys()].filter((name) => !isClutter(name)).length - 1;
}
