import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet, SheetReading } from '@formwork/contract/records/import.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { invalid, notFound, refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { batchesOf } from '../../platform/sheet/rows.ts';
import { spaceQuery, spaceSchema } from '../../platform/space-data.ts';
import { columnGuesser } from './sheet/guess.ts';
import { guessReading } from './sheet/guess-reading.ts';

export interface StoredSheet {
  id: string;
  file_key: string;
  file_name: string;
}

const previewRows = 20;

/** Keeps the file and says what its columns hold. Nobody but the uploader can go on with it. */
export async function uploadSheet(ctx: Ctx, _input: unknown, _reply: FastifyReply, request: FastifyRequest): Promise<Sheet> {
  if (!request.isMultipart()) throw refuse('platform.bad_body');
  const part = await request.file({ limits: { files: 1, fileSize: ctx.platform.config.maxUploadBytes } });
  if (!part) throw invalid('records.sheet.no_file');
  const { key, size } = await ctx.platform.files.put(part.file);
  try {
    if (part.file.truncated) throw refuse('platform.body_too_large');
    const name = part.filename.replace(/^.*[\\/]/, '').slice(0, 255);
    const sheet = { id: newId(), file_key: key, file_name: name };
    const answer = await describe(ctx, sheet, await guessReading(ctx.platform.files, key));
    await spaceQuery(ctx.platform, {
      text: `insert into ${spaceSchema(ctx.spaceId)}.records_sheet (id, file_key, file_name, size, uploaded_by) values ($1, $2, $3, $4, $5)`,
      values: [sheet.id, key, name, size, ctx.user.id],
    });
    return answer;
  } catch (error) {
    await ctx.platform.files.remove(key);
    throw error;
  }
}

export async function readSheet(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.readSheet>): Promise<Sheet> {
  return describe(ctx, await ownSheet(ctx, params.uploadId), body);
}

const mostRows = 5_000;

/** A slave table takes no more rows than these; the page says so when there were more. */
export async function readRows(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.readRows>): Promise<{ rows: string[][]; total: number }> {
  const sheet = await ownSheet(ctx, params.uploadId);
  const rows: string[][] = [];
  let total = body.headerRow ? -1 : 0;
  for await (const batch of batchesOf(ctx.platform.files, sheet.file_key, body)) {
    for (const row of batch) {
      if (total >= 0 && rows.length < mostRows) rows.push(row);
      total += 1;
    }
  }
  return { rows, total: Math.max(0, total) };
}

export async function ownSheet(ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>, id: string): Promise<StoredSheet> {
  const { rows } = await spaceQuery<StoredSheet>(ctx.platform, { text: `select id, file_key, file_name from ${spaceSchema(ctx.spaceId)}.records_sheet where id = $1 and uploaded_by = $2`, values: [id, ctx.user.id] });
  if (!rows[0]) throw notFound('records.sheet.not_found');
  return rows[0];
}

async function describe({ platform }: Ctx, sheet: StoredSheet, reading: SheetReading): Promise<Sheet> {
  const guesser = columnGuesser();
  const preview: string[][] = [];
  let titles: string[] | undefined = reading.headerRow ? undefined : [];
  let rows = 0;
  for await (const batch of batchesOf(platform.files, sheet.file_key, reading)) {
    for (const row of batch) {
      if (!titles) {
        titles = row;
        continue;
      }
      rows += 1;
      guesser.add(row);
      if (preview.length < previewRows) preview.push(row.map((text) => text.slice(0, 200)));
    }
  }
  if (rows === 0 && !titles?.length) throw invalid('records.sheet.empty');
  return { uploadId: sheet.id, fileName: sheet.file_name, reading, rows, columns: guesser.columns(titles ?? []), preview };
}
