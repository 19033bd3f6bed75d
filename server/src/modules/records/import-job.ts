import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Import, SheetReading } from '@formwork/contract/records/import.ts';
import { newId } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs.ts';
import { inSpace, spaceQuery, spaceSchema, type SpaceTx } from '../../platform/space-data.ts';
import { batchesOf } from '../../platform/sheet/rows.ts';
import { directoryOf } from '../organization/public.ts';
import { book } from './bookings.ts';
import { copyRows, copyText, escaped } from './copy.ts';
import { written } from './count.ts';
import { rowReader, type ReadRows } from './import-rows.ts';
import type { Mapping } from './imports.ts';
import { idsByTitle, linkBatch } from './links/import-linked.ts';
import { spread } from './links/spread.ts';
import { planOf, type FormPlan } from './plan.ts';
import { drawNumbers } from './numbers.ts';
import { takenSlots } from './occupancy.ts';

const batchRows = 1_000;
const mostFailures = 200;

interface Running {
  id: string;
  form_id: string;
  file_key: string;
  reading: SheetReading;
  mapping: Mapping;
  state: Import['state'];
  batch: number;
  done: number;
  total: number;
  imported: number;
  failed: number;
}

/**
 * Imports a file in batches which commit one by one: an open transaction would hold back the event log of the whole
 * cluster. Each batch moves the import's own row, so after a crash the next run goes on behind the last batch and none is
 * written twice.
 */
export async function runImport(job: Job<{ importId: string }>): Promise<{ formId: string; imported: number; failed: number }> {
  const running = await load(job);
  const result = () => ({ formId: running.form_id, imported: running.imported, failed: running.failed });
  if (running.state === 'finished') return result();
  if (running.total === 0) running.total = await countRows(job, running);
  job.progress(running.done, running.total);
  const plan = await planOf(job, running.form_id);
  const reader = rowReader(job, plan, running.mapping, await directoryOf(job.platform, job.spaceId));
  const header = running.reading.headerRow ? 1 : 0;
  let passed = -header;
  let waiting: string[][] = [];
  const flush = async (): Promise<void> => {
    await writeBatch(job, plan, running, waiting.length, await reader.read(waiting, running.done + header + 1, plan.linked ? await idsByTitle(job, plan, reader.titles(waiting)) : new Map()));
    waiting = [];
    job.progress(running.done, running.total);
  };
  for await (const rows of batchesOf(job.platform.files, running.file_key, running.reading)) {
    for (const row of rows) {
      passed += 1;
      if (passed <= running.done) continue;
      waiting.push(row);
      if (waiting.length < batchRows) continue;
      await flush();
      if (job.cancelled()) return result();
    }
  }
  if (waiting.length > 0) await flush();
  await spaceQuery(job.platform, { text: `update ${plan.schema}.records_import set state = 'finished', total = done, finished_at = now() where id = $1`, values: [running.id] });
  return result();
}

async function load(job: Job<{ importId: string }>): Promise<Running> {
  const schema = spaceSchema(job.spaceId);
  const { rows } = await spaceQuery<Running>(job.platform, {
    text: `select i.id, i.form_id, s.file_key, i.reading, i.mapping, i.state, i.batch, i.done, i.total, i.imported, i.failed
      from ${schema}.records_import i join ${schema}.records_sheet s on s.id = i.sheet_id where i.id = $1`,
    values: [job.payload.importId],
  });
  if (!rows[0]) throw new Error(`no import ${job.payload.importId}`);
  return rows[0];
}

async function countRows(job: Job, running: Running): Promise<number> {
  let total = running.reading.headerRow ? -1 : 0;
  for await (const rows of batchesOf(job.platform.files, running.file_key, running.reading)) total += rows.length;
  await spaceQuery(job.platform, { text: `update ${spaceSchema(job.spaceId)}.records_import set total = $2, state = 'running' where id = $1`, values: [running.id, Math.max(0, total)] });
  return Math.max(0, total);
}

async function writeBatch(job: Job, plan: FormPlan, running: Running, rows: number, read: ReadRows): Promise<void> {
  const taken = await takenRows(job, plan, read);
  for (const booking of plan.bookings) await takenSlots(job, booking, read, taken);
  const records = read.records.filter((_, index) => !taken.has(index));
  const failed = read.failed + taken.size;
  await inSpace(job, async (tx) => {
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.records_import set batch = batch + 1, done = done + $3, imported = imported + $4, failed = failed + $5, state = 'running',
          failures = case when jsonb_array_length(failures) < ${mostFailures} then failures || $6::jsonb else failures end
        where id = $1 and batch = $2 and state in ('waiting', 'running')`,
      values: [running.id, running.batch, rows, records.length, failed, JSON.stringify(read.failures.slice(0, mostFailures))],
    });
    // another run has gone past this one
    if (rowCount === 0) throw new Error('the import goes on elsewhere');
    if (records.length > 0) await insertRecords(tx, job, plan, running, records);
  });
  if (records.length > 0) written(job.platform, job.spaceId);
  running.batch += 1;
  running.done += rows;
  running.imported += records.length;
  running.failed += failed;
}

async function insertRecords(tx: SpaceTx, job: Job, plan: FormPlan, running: Running, records: Values[]): Promise<void> {
  const at = new Date().toISOString();
  const me = job.user.id;
  const department = (await directoryOf(job.platform, job.spaceId)).people.get(me)?.departmentId ?? null;
  await drawNumbers(tx, job, plan, records, at);
  await linkBatch(tx, job, plan, records);
  // made in the order of the file, and sorted: ids of the same millisecond do not rise by themselves
  const ids = records.map(() => newId()).sort();
  const system = `\t1\t${me}\t${at}\t${me}\t${at}\t${me}\t${department === null ? '\\N' : escaped(department)}`;
  let lines = '';
  let history = '';
  records.forEach((values, index) => {
    lines += ids[index] + system;
    for (const column of plan.own) lines += `\t${copyText(column, values[column.id] ?? null)}`;
    lines += '\n';
    history += `${ids[index]}\t${newId()}\t${plan.form.formId}\t1\timported\t${me}\t${at}\t{}\t${job.user.deputy?.id ?? '\\N'}\n`;
  });
  const names = plan.own.map(({ sql }) => `, ${sql}`).join('');
  await copyRows(tx, plan.table, `id, version, creator, created_at, modifier, modified_at, owner, department${names}`, lines);
  for (let index = 0; plan.bookings.length > 0 && index < records.length; index += 1) await book(tx, plan.bookings, ids[index] ?? '', undefined, records[index] ?? {});
  await copyRows(tx, `${tx.schema}.records_history`, 'record_id, id, form_id, version, kind, actor, at, changes, deputy', history);
  await spread(tx, job, plan, records.map((values, index) => ({ id: ids[index] ?? '', after: { values, slaves: {} } })));
  await tx.event('records.imported', running.id, { formId: plan.form.formId, importId: running.id, batch: running.batch, count: records.length, first: ids[0], last: ids.at(-1) });
}

/** Rows whose value must be unique and is not: in the table already, or twice in the batch. */
async function takenRows(job: Job, plan: FormPlan, read: ReadRows): Promise<Set<number>> {
  const taken = new Set<number>();
  for (const column of plan.own) {
    const single = column.field.type === 'relation' && column.field.config.cardinality === 'oneToOne';
    if (!column.field.unique && !single) continue;
    const [sql, type] = single ? [`(${column.sql})[1]`, 'uuid'] : [column.sql, column.type];
    const values = read.records.map((record) => (single ? ((record[column.id] as string[] | null)?.[0] ?? null) : column.param(record[column.id] ?? null)));
    const { rows } = await spaceQuery<{ value: string }>(job.platform, {
      text: `select ${sql}::text as value from ${plan.table} where ${sql} = any($1::${type}[])`,
      values: [values.filter((value) => value !== null)],
    });
    const seen = new Set(rows.map(({ value }) => value));
    values.forEach((value, index) => {
      if (value === null) return;
      if (seen.has(String(value))) {
        taken.add(index);
        read.failures.push({ line: read.lines[index] ?? 0, column: column.field.title.zh, code: 'records.value.taken', value: String(value).slice(0, 200) });
      }
      seen.add(String(value));
    });
  }
  return taken;
}
