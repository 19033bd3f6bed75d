import type { basedataApi } from '@formwork/contract/basedata/api.ts';
import { RegionCode } from '@formwork/contract/basedata/regions.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { errorText } from '../../platform/error-texts.ts';
import { AppError, invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { FileMissing } from '../../platform/files/files.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { startRunNow, type RunName } from '../../platform/runs/runs.ts';
import { ownRunOfKind, payloadsOfEnded, payloadsOverFor } from '../../platform/runs/run-find.ts';
import { cellsOf, type Headings } from '../../platform/sheet/import/columns.ts';
import { forgetSheets } from '../../platform/sheet/import/forget-sheets.ts';
import { firstRow, headerIn, inBatches, linesIn } from '../../platform/sheet/import/lines.ts';
import { sendRefused, type RefusedRow } from '../../platform/sheet/import/send-refused.ts';
import { takeSheet } from '../../platform/sheet/import/take-sheet.ts';
import { writeBatches } from '../../platform/sheet/import/write-batches.ts';
import { isBlank } from '../../platform/sheet/lines.ts';
import { guessText, type TextReading } from '../../platform/sheet/rows.ts';
import { parentByCode } from './region-codes.ts';
import { columnsIn } from './sheet.ts';
import { z } from 'zod';

const Payload = z.object({
  key: z.string(),
  fileName: z.string(),
  /** None of a run that was begun before it was kept. */
  reading: z.custom<TextReading>().optional(),
});
type Payload = z.infer<typeof Payload>;

export const regionsRun = { kind: 'basedata.import_regions', payload: Payload } satisfies RunName<unknown>;

const mostRegions = 1_000_000;
const batchRows = 2_000;
const keepDays = 28;
/** A file of refused rows holds so many. */
const mostFailures = 50_000;
type Column = 'code' | 'name' | 'parent' | 'en';
const needed = ['code', 'name'] as const;
const headings: Headings<Column> = {
  code: { 'zh-CN': '代码', en: 'Code', also: ['编码', '区划代码', '行政区划代码', 'adcode'] },
  name: { 'zh-CN': '名称', en: 'Name', also: ['区划名称', '行政区划名称', '单位名称', '中文名称'] },
  parent: { 'zh-CN': '上级代码', en: 'Parent code', also: ['上级编码', '父级代码', 'parent', 'pcode'] },
  en: { 'zh-CN': '英文名称', en: 'English name' },
};

/** Keeps the file when its columns are understood, and leaves the rest to a job: a country has hundreds of thousands of villages. */
export async function importRegions(
  ctx: Ctx,
  { query }: InputOf<typeof basedataApi.importRegions>,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<{ jobId: string }> {
  const { files } = ctx.platform;
  const payload: Payload = await takeSheet(ctx.platform, request, async ({ key, fileName }) => {
    const reading = await guessText(files, key, query);
    columnsIn((await headerIn(files, key, reading)).header, headings, needed, ctx.locale);
    return { key, fileName, reading };
  });
  const earlier = (await payloadsOfEnded(ctx, regionsRun.kind)) as Payload[];
  const { id: jobId } = await startRunNow(ctx, regionsRun, payload);
  // what was kept for the sake of its refused rows
  for (const { key } of earlier) await files.remove(key);
  return { jobId };
}

/** The refused rows as they were, with the reason behind them: corrected, they can be imported again. */
export async function regionFailures(
  ctx: Ctx,
  { params }: InputOf<typeof basedataApi.regionFailures>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { payload, state, result } = await ownRunOfKind(ctx, params.jobId, regionsRun.kind);
  if (state !== 'finished' || (result as Outcome).failed === 0) throw notFound('basedata.region.no_failures');
  const { key, reading } = payload as Payload;
  await ctx.platform.files.size(key).catch((error: unknown) => {
    // the next import took it away
    throw error instanceof FileMissing ? notFound('basedata.region.no_failures') : error;
  });
  const { files } = ctx.platform;
  async function* rows(): AsyncGenerator<RefusedRow> {
    let count = 0;
    for await (const { line, cells, problem } of rowsOf(ctx, { key, reading })) {
      if (problem === undefined) continue;
      yield { line, cells, reason: errorText(ctx.locale, problem) };
      count += 1;
      if (count === mostFailures) return;
    }
  }
  return sendRefused(reply, ctx.locale, {
    name: { 'zh-CN': '导入失败的行政区划', en: 'Regions that could not be imported' }[ctx.locale],
    header: await firstRow(files, key, reading ?? (await guessText(files, key))),
    rows: rows(),
  });
}

/** The file of the last import with refused rows, when nobody has imported since; a day before its job is forgotten. */
export const dropOldRegionSheets = forgetSheets<string>('basedata.drop_old_region_sheets', '20 2 * * *', {
  async old(platform, spaceId) {
    const payloads = (await payloadsOverFor({ platform, spaceId }, regionsRun.kind, keepDays)) as Payload[];
    return payloads.map(({ key }) => ({ id: key, files: [key] }));
  },
});

/** Writing a row twice changes nothing, so a run after a crash begins again. */
export async function runRegionImport(job: Job<Payload>): Promise<Outcome> {
  const { files } = job.platform;
  try {
    const result = await importFile(job);
    if (result.failed === 0) await files.remove(job.payload.key);
    return result;
  } catch (error) {
    // what is refused is not tried again
    if (error instanceof AppError) await files.remove(job.payload.key);
    throw error;
  }
}

interface Outcome {
  imported: number;
  failed: number;
}

interface Row {
  code: string;
  name: string;
  parent: string | undefined;
  en: string;
}

async function importFile(job: Job<Payload>): Promise<Outcome> {
  const codes = new Set<string>();
  let failed = 0;
  for await (const { row, problem } of rowsOf(job, job.payload)) {
    if (row) codes.add(row.code);
    else if (problem) failed += 1;
    if (codes.size > mostRegions) throw invalid('basedata.sheet.too_many', undefined, { count: mostRegions });
  }
  const total = codes.size;
  // a file with a few regions alone finds their parents among those that are there
  const there = await inControl(job.platform.control, job.spaceId, (tx) =>
    tx.selectFrom('basedata.region').select('code').execute(),
  );
  for (const { code } of there) codes.add(code);
  let imported = 0;
  const write = async (batch: readonly Row[]): Promise<void> => {
    await inControl(job.platform.control, job.spaceId, (tx) =>
      sql`
      insert into basedata.region (space_id, code, parent_code, name, name_en)
      select distinct on (code) ${job.spaceId}, code, parent, name, en
      from unnest(${batch.map(({ code }) => code)}::text[], ${batch.map((row) => parentOf(row, codes))}::text[], ${batch.map(({ name }) => name)}::text[], ${batch.map(({ en }) => en)}::text[]) as given (code, parent, name, en)
      on conflict (space_id, code) do update set parent_code = excluded.parent_code, name = excluded.name, name_en = excluded.name_en`.execute(
        tx,
      ),
    );
    imported += batch.length;
  };
  // after a crash it begins with the first row again
  await writeBatches({ ...job, moved: async () => {} }, inBatches(goodRows(job), batchRows), {
    read: (batch) => batch,
    write,
    done: () => imported,
    total,
  });
  await inControl(job.platform.control, job.spaceId, async (tx) => {
    // a parent that is nowhere would hide all below it
    await sql`update basedata.region set parent_code = null where parent_code is not null and not exists (select from basedata.region above where above.space_id = region.space_id and above.code = region.parent_code)`.execute(
      tx,
    );
    await record({ ...job, tx }, 'basedata.region.imported', { name: job.payload.fileName, imported, failed });
  });
  return { imported, failed };
}

async function* goodRows(job: Job<Payload>): AsyncGenerator<Row> {
  for await (const { row } of rowsOf(job, job.payload)) if (row) yield row;
}

/** Every row of the file with what it says, or why it says nothing; empty rows are passed over. */
async function* rowsOf(
  { platform: { files }, locale }: Pick<Ctx, 'platform' | 'locale'>,
  { key, reading }: Pick<Payload, 'key' | 'reading'>,
): AsyncGenerator<{ line: number; cells: string[]; row?: Row; problem?: ErrorCode }> {
  let columns: (Column | null)[] = [];
  const onHeader = (titles: string[]): void => {
    columns = columnsIn(titles, headings, needed, locale);
  };
  const lines = linesIn(files, key, reading ?? (await guessText(files, key)), { onHeader });
  for await (const { line, cells } of lines) {
    if (isBlank(cells)) continue;
    const { code = '', name = '', parent, en = '' } = cellsOf(cells, columns);
    if (!RegionCode.safeParse(code).success) yield { line, cells, problem: 'basedata.region.bad_code' };
    else if (name === '') yield { line, cells, problem: 'basedata.region.no_name' };
    else yield { line, cells, row: { code, name: name.slice(0, 100), parent, en: en.slice(0, 100) } };
  }
}

function parentOf({ code, parent }: Row, codes: ReadonlySet<string>): string | null {
  if (parent === undefined) return parentByCode(code, codes);
  return parent === '' || parent === '0' || parent === code ? null : parent;
}
