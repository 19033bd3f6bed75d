import { plainTextOf } from '@formwork/contract/forms/values/html.ts';
import type { CellError, Import } from '@formwork/contract/records/import.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { inSpace, type SpaceTx } from '../../../platform/db/space-data.ts';
import { directoryOf } from '../../organization/public.ts';
import { attachNewFiles } from '../files/attachments.ts';
import { book } from '../write/steps/bookings.ts';
import { escaped } from '../../../platform/db/copy-in.ts';
import { copyText } from './copy.ts';
import type { Matched } from './import-match.ts';
import type { GivenRow, ReadRecord, RowReader } from './import-rows.ts';
import { takenRows } from './import-taken.ts';
import { beyondLimits, writtenBeyond, type Beyond } from '../write/steps/column-limits.ts';
import { takenTimes } from '../write/steps/time-rules.ts';
import type { AlikeRows } from './import-alike.ts';
import type { RunningImport } from './imports.ts';
import { linkBatch } from '../relations/import-linked.ts';
import { prepareLinked } from '../relations/prepare-linked.ts';
import { spread } from '../relations/spread.ts';
import { systemValues } from '../write/created.ts';
import { keepKeys } from '../write/steps/keys.ts';
import { drawNumbers } from '../write/steps/numbers.ts';
import { takenSlots } from '../write/steps/occupancy.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';
import { rightsFor } from '../rights/rights.ts';
import { writeChanges } from '../write/save.ts';
import { takenValue } from '../write/taken.ts';
import { changeableRecord } from '../write/update.ts';
import { keptJson } from '../../../platform/db/kept-json.ts';

/** The import's own row shows the first failures; all of them are in the file. */
const mostShown = 200;

interface Saved {
  id: string;
  before?: StoredRecord;
  after: Pick<StoredRecord, 'values' | 'slaves'>;
  version: number;
}

/** Writes one batch: new records at once, others one by one; what is refused is left out. `matched` are new records that are read already, or what the rows mean. Its rows and the import's move together. */
export async function writeBatch(
  job: Job,
  plan: FormPlan,
  running: RunningImport,
  reader: RowReader,
  rows: readonly GivenRow[],
  matched: Matched | readonly ReadRecord[],
  alike: AlikeRows | undefined,
): Promise<void> {
  const { create, update } =
    'create' in matched
      ? { create: reader.read(matched.create), update: matched.update }
      : { create: matched, update: [] };
  const records = await newRecords(job, plan, reader, rows, create, alike);
  const rowCount = rows.reduce((sum, { from }) => sum + from.length, 0);
  // errors of a try that is taken back are not told
  const before = new Map(rows.map((row) => [row, row.errors.length]));
  const rowOf = new Map(rows.map((row) => [row.from, row]));
  const full: FullColumns['records'] = new Map();
  const { created, updated, failed } = await again(full, () =>
    inSpace(job, async (tx) => {
      for (const [row, count] of before) row.errors.length = count;
      const { rowCount: mine } = await tx.query({
        text: `select 1 from ${tx.schema}.records_import where id = $1 and batch = $2 and state in ('waiting', 'running') for update`,
        values: [running.id, running.batch],
      });
      // another run has gone past this one
      if (mine === 0) throw new Error('the import goes on elsewhere');
      const taken = await takenTimes(tx, job, plan, records);
      for (const [index, { id }] of taken) {
        const row = rowOf.get(records[index]!.from)!;
        row.errors.push(reader.errorAt(row, { path: id, code: 'records.value.slot_taken' }));
      }
      for (const [record, { column, code, data }] of full) {
        const row = rowOf.get(record.from)!;
        row.errors.push(reader.errorAt(row, { path: column.id, code, data }));
      }
      const inTime = records.filter((record, index) => !taken.has(index) && !full.has(record));
      const { quick } = running.settings;
      const beyond: Awaited<ReturnType<typeof beyondLimits>> = quick
        ? new Map()
        : await beyondLimits(tx, job, plan, inTime);
      for (const [index, { column, code, data }] of beyond) {
        const row = rowOf.get(inTime[index]!.from)!;
        row.errors.push(reader.errorAt(row, { path: column.id, code, data }));
      }
      const free = inTime.filter((_, index) => !beyond.has(index));
      // a try that is taken back must not leave its numbers in what is tried again
      const made =
        free.length > 0
          ? await insertRecords(
              tx,
              job,
              plan,
              running,
              free.map((record) => ({ ...record, values: { ...record.values } })),
            )
          : [];
      const ids = made.map(({ id }) => id);
      const beyondWritten = quick ? undefined : await writtenBeyond(tx, job, plan, ids);
      if (beyondWritten && beyondWritten.size > 0)
        throw new FullColumns(
          new Map(
            made.flatMap(({ id }, index) => (beyondWritten.has(id) ? [[free[index]!, beyondWritten.get(id)!]] : [])),
          ),
        );
      const changed: Saved[] = [];
      for (const { row, id } of update) {
        const saved = await updateOne(tx, job, plan, reader, row, id);
        if (saved) changed.push(saved);
      }
      const bad = rows.filter(({ errors }) => errors.length > 0);
      await keepFailures(tx, running, bad);
      await tx.query({
        text: `insert into ${tx.schema}.records_import_batch (import_id, batch, created, updated, versions) values ($1, $2, $3, $4, $5)`,
        values: [running.id, running.batch, ids, changed.map(({ id }) => id), changed.map(({ version }) => version)],
      });
      await tx.query({
        text: `update ${tx.schema}.records_import set batch = batch + 1, done = done + $2, imported = imported + $3, updated = updated + $4, failed = failed + $5, state = 'running',
          failures = case when jsonb_array_length(failures) < ${mostShown} then failures || $6::jsonb else failures end where id = $1`,
        values: [
          running.id,
          rowCount,
          made.length,
          changed.length,
          bad.length,
          JSON.stringify(bad.slice(0, mostShown).flatMap(shownFailures)),
        ],
      });
      return { created: made, updated: changed, failed: bad.length };
    }),
  );
  if (plan.hasFiles)
    for (const { id, before: old, after } of [...created, ...updated]) await attachNewFiles(job, plan, id, old, after);
  running.batch += 1;
  running.done += rowCount;
  running.imported += created.length;
  running.updated += updated.length;
  running.failed += failed;
}

/** Columns of boards that turned out full once the records were written. */
class FullColumns extends Error {
  readonly records: Map<ReadRecord, Beyond>;
  constructor(records: Map<ReadRecord, Beyond>) {
    super('columns are full');
    this.records = records;
  }
}

/** Tries the batch again without those for which there was no place: each time fewer are left, so it ends. */
async function again<T>(full: FullColumns['records'], work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FullColumns)) throw error;
      for (const [record, beyond] of error.records) full.set(record, beyond);
    }
  }
}

async function newRecords(
  job: Job,
  plan: FormPlan,
  reader: RowReader,
  rows: readonly GivenRow[],
  records: readonly ReadRecord[],
  alike: AlikeRows | undefined,
): Promise<readonly ReadRecord[]> {
  const byLine = new Map(rows.map((row) => [row.from, row]));
  const refused = new Set<number>();
  const refuse = (index: number, path: string, code: string, data?: CellError['data']): void => {
    refused.add(index);
    const row = byLine.get(records[index]!.from)!;
    row.errors.push(reader.errorAt(row, { path, code, data }));
  };
  await takenRows(job, plan, records, refuse);
  await alike?.(records, refused, refuse);
  for (const booking of plan.bookings)
    await takenSlots(job, booking, records, refused, (index, path) => refuse(index, path, 'records.value.slot_taken'));
  return refused.size > 0 ? records.filter((_, index) => !refused.has(index)) : records;
}

async function insertRecords(
  tx: SpaceTx,
  job: Job,
  plan: FormPlan,
  running: RunningImport,
  records: readonly ReadRecord[],
): Promise<Saved[]> {
  const at = new Date().toISOString();
  const me = job.user.id;
  const department = (await directoryOf(job.platform, job.spaceId)).people.get(me)?.departmentId ?? null;
  await drawNumbers(tx, job, plan, records, at);
  await linkBatch(tx, job, plan, records);
  // made in the order of the file, and sorted: ids of the same millisecond do not rise by themselves
  const ids = records.map(() => newId()).sort();
  const system = `\t1\t${me}\t${at}\t${me}\t${at}\t${me}\t${department === null ? '\\N' : escaped(department)}`;
  const deputy = job.user.deputy?.id ?? '\\N';
  let lines = '';
  let history = '';
  records.forEach(({ values }, index) => {
    lines += ids[index] + system;
    for (const column of plan.own) lines += `\t${copyText(column, values[column.id] ?? null)}`;
    lines += '\n';
    history += `${ids[index]}\t${newId()}\t${plan.form.formId}\t1\timported\t${me}\t${at}\t{}\t${deputy}\n`;
  });
  const names = plan.own.map(({ sql }) => `, ${sql}`).join('');
  await tx.copyIn(
    `copy ${plan.table} (id, version, creator, created_at, modifier, modified_at, owner, department${names}) from stdin`,
    lines,
  );
  for (const slave of plan.slaves) await insertRows(tx, slave, records, ids);
  for (let index = 0; plan.bookings.length > 0 && index < records.length; index += 1)
    await book(tx, plan.bookings, ids[index] ?? '', undefined, records[index] ?? { values: {}, slaves: {} });
  await tx.copyIn(
    `copy ${tx.schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, deputy) from stdin`,
    history,
  );
  const own = systemValues({ creator: me, at, department });
  await keepKeys(
    tx,
    job,
    plan,
    records.map(({ values, slaves }, index) => ({ id: ids[index] ?? '', values: { ...values, ...own }, slaves })),
  );
  const { quick } = running.settings;
  const engine = quick ? undefined : plan.engine;
  if (engine)
    for (const [index, { ruled }] of records.entries()) if (ruled) await engine.keep(tx, job, ids[index] ?? '', ruled);
  await engine?.after?.(
    tx,
    job,
    records.map(({ values, slaves }, index) => ({
      id: ids[index] ?? '',
      after: { values: { ...values, ...own }, slaves },
    })),
  );
  await spread(
    tx,
    job,
    plan,
    records.map(({ values, slaves }, index) => ({ id: ids[index] ?? '', after: { values, slaves } })),
  );
  await tx.event(quick ? 'records.loaded' : 'records.imported', running.id, {
    formId: plan.form.formId,
    importId: running.id,
    batch: running.batch,
    count: records.length,
    first: ids[0],
    last: ids.at(-1),
  });
  return records.map(({ values, slaves }, index) => ({ id: ids[index] ?? '', after: { values, slaves }, version: 1 }));
}

async function insertRows(
  tx: SpaceTx,
  slave: FormPlan['slaves'][number],
  records: readonly ReadRecord[],
  ids: readonly string[],
): Promise<void> {
  let lines = '';
  records.forEach(({ slaves }, at) => {
    (slaves[slave.id] ?? []).forEach((row, position) => {
      lines += `${ids[at]}\t${row.id}\t${position}`;
      for (const column of slave.columns) lines += `\t${copyText(column, row.values[column.id] ?? null)}`;
      lines += '\n';
    });
  });
  if (lines !== '')
    await tx.copyIn(
      `copy ${slave.table} (record_id, id, position${slave.columns.map(({ sql }) => `, ${sql}`).join('')}) from stdin`,
      lines,
    );
}

/** As if the person saved the record by hand: with their rights, history and event. A refusal takes back this record alone. */
async function updateOne(
  tx: SpaceTx,
  job: Job,
  plan: FormPlan,
  reader: RowReader,
  row: GivenRow,
  id: string,
): Promise<Saved | undefined> {
  await tx.query({ text: 'savepoint one' });
  try {
    const { record, mask, closed } = await changeableRecord(tx, job, plan, await rightsFor(plan, job), id, 'edit');
    const prepared = await prepareLinked(tx, job, plan, withFormatting(plan, row.given, record), record, {
      allowed: 'person',
      known: row.known,
      files: 'all',
      hidden: mask,
      closed,
      userId: job.user.id,
      now: new Date(),
      timeZone: plan.timeZone,
      directory: await directoryOf(job.platform, job.spaceId),
    });
    if (prepared.errors.length > 0) {
      for (const error of prepared.errors) row.errors.push(reader.errorAt(row, error));
      await tx.query({ text: 'rollback to savepoint one' });
      return undefined;
    }
    const { record: after } = await writeChanges(tx, job, plan, record, prepared, 'updated');
    await tx.query({ text: 'release savepoint one' });
    return { id, before: record, after, version: after.version };
  } catch (thrown) {
    const error = takenValue(plan, thrown);
    if (!(error instanceof AppError)) throw thrown;
    await tx.query({ text: 'rollback to savepoint one' });
    const fields = error.fields ?? [];
    if (fields.length === 0) row.errors.push({ index: null, column: null, code: error.code });
    for (const { path, code, data } of fields)
      row.errors.push(reader.errorAt(row, { path, code, data: data as CellError['data'] }));
    return undefined;
  }
}

/** A sheet holds formatted text as people read it: one that reads as before keeps its formatting and its pictures. */
function withFormatting(plan: FormPlan, given: GivenRow['given'], { values: stored }: StoredRecord): GivenRow['given'] {
  const values = { ...given.values };
  for (const { id, kind } of plan.own) {
    if (
      kind === 'html' &&
      typeof values[id] === 'string' &&
      plainTextOf(values[id]) === plainTextOf(String(stored[id] ?? ''))
    )
      delete values[id];
  }
  return { ...given, values };
}

async function keepFailures(tx: SpaceTx, running: RunningImport, rows: readonly GivenRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({
    text: `insert into ${tx.schema}.records_import_failure (import_id, line, cells, reasons) select $1, f.line, f.cells, f.reasons from json_to_recordset($2) as f(line int, cells jsonb, reasons jsonb) on conflict do nothing`,
    // what no text of the database can hold is left out of it
    values: [
      running.id,
      keptJson(rows.map(({ from, errors }) => ({ line: from.line, cells: from.cells, reasons: errors }))),
    ],
  });
}

function shownFailures({ from, errors }: GivenRow): Import['failures'] {
  return errors.map(({ index, column, code, data }) => ({
    line: from.line,
    column,
    code,
    ...(data && { data }),
    value: index === null ? null : (from.cells[index] ?? '').slice(0, 200),
  }));
}
