import { RegionCode } from '@formwork/contract/basedata/regions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { startJob, type Job } from '../../platform/jobs.ts';
import { receiveSheet } from '../../platform/sheet/receive.ts';
import { batchesOf, guessText } from '../../platform/sheet/rows.ts';
import { parentByCode } from './region-codes.ts';
import { cellsOf, columnsIn, type Headings } from './sheet.ts';

export const regionsJob = 'basedata.import_regions';

const mostRegions = 1_000_000;
const batchRows = 2_000;
type Column = 'code' | 'name' | 'parent' | 'en';
const headings: Headings<Column> = {
  code: { 'zh-CN': '代码', en: 'Code', also: ['编码', '区划代码', '行政区划代码', 'adcode'] },
  name: { 'zh-CN': '名称', en: 'Name', also: ['区划名称', '行政区划名称', '单位名称', '中文名称'] },
  parent: { 'zh-CN': '上级代码', en: 'Parent code', also: ['上级编码', '父级代码', 'parent', 'pcode'] },
  en: { 'zh-CN': '英文名称', en: 'English name' },
};

interface Payload {
  key: string;
  fileName: string;
}

/** Keeps the file when its columns are understood, and leaves the rest to a job: a country has hundreds of thousands of villages. */
export async function importRegions(ctx: Ctx, _input: unknown, _reply: FastifyReply, request: FastifyRequest): Promise<{ jobId: string }> {
  const { files } = ctx.platform;
  const payload: Payload = await receiveSheet(ctx.platform, request);
  try {
    const first = await batchesOf(files, payload.key, await guessText(files, payload.key)).next();
    columnsIn(first.done ? [] : (first.value[0] ?? []), headings, ['code', 'name'], ctx.locale);
  } catch (error) {
    await files.remove(payload.key);
    throw error;
  }
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { id } = await startJob({ ...ctx, tx }, regionsJob, payload);
    return { jobId: id };
  });
}

/** Writing a row twice changes nothing, so a run after a crash begins again. */
export async function runRegionImport(job: Job<Payload>): Promise<{ imported: number; failed: number }> {
  const { files } = job.platform;
  try {
    const result = await importFile(job);
    await files.remove(job.payload.key);
    return result;
  } catch (error) {
    // what is refused is not tried again
    if (error instanceof AppError) await files.remove(job.payload.key);
    throw error;
  }
}

interface Row {
  code: string;
  name: string;
  parent: string | undefined;
  en: string;
}

async function importFile(job: Job<Payload>): Promise<{ imported: number; failed: number }> {
  const codes = new Set<string>();
  let failed = 0;
  for await (const row of rowsOf(job)) {
    if (row) codes.add(row.code);
    else failed += 1;
    if (codes.size > mostRegions) throw invalid('basedata.sheet.too_many', undefined, { count: mostRegions });
  }
  let imported = 0;
  let batch: Row[] = [];
  const flush = async (): Promise<void> => {
    await inControl(job.platform.control, job.spaceId, (tx) => sql`
      insert into basedata.region (space_id, code, parent_code, name, name_en)
      select distinct on (code) ${job.spaceId}, code, parent, name, en
      from unnest(${batch.map(({ code }) => code)}::text[], ${batch.map((row) => parentOf(row, codes))}::text[], ${batch.map(({ name }) => name)}::text[], ${batch.map(({ en }) => en)}::text[]) as given (code, parent, name, en)
      on conflict (space_id, code) do update set parent_code = excluded.parent_code, name = excluded.name, name_en = excluded.name_en`.execute(tx));
    imported += batch.length;
    batch = [];
    job.progress(imported, codes.size);
  };
  for await (const row of rowsOf(job)) {
    if (!row) continue;
    batch.push(row);
    if (batch.length < batchRows) continue;
    await flush();
    if (job.cancelled()) break;
  }
  if (batch.length > 0) await flush();
  await inControl(job.platform.control, job.spaceId, async (tx) => {
    // a parent that is nowhere would hide all below it
    await sql`update basedata.region set parent_code = null where parent_code is not null and not exists (select from basedata.region above where above.space_id = region.space_id and above.code = region.parent_code)`.execute(tx);
    await record({ ...job, tx }, 'basedata.region.imported', { name: job.payload.fileName, imported, failed });
  });
  return { imported, failed };
}

/** Undefined for a row that is none. */
async function* rowsOf({ platform: { files }, payload: { key }, locale }: Job<Payload>): AsyncGenerator<Row | undefined> {
  let columns: (Column | undefined)[] | undefined;
  for await (const batch of batchesOf(files, key, await guessText(files, key))) {
    for (const row of batch) {
      if (!columns) {
        columns = columnsIn(row, headings, ['code', 'name'], locale);
        continue;
      }
      const { code = '', name = '', parent, en = '' } = cellsOf(row, columns);
      yield RegionCode.safeParse(code).success && name !== '' ? { code, name: name.slice(0, 100), parent, en: en.slice(0, 100) } : undefined;
    }
  }
}

function parentOf({ code, parent }: Row, codes: ReadonlySet<string>): string | null {
  if (parent === undefined) return parentByCode(code, codes);
  return parent === '' || parent === '0' || parent === code ? null : parent;
}
