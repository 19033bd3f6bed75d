import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { byDeputy } from '../../platform/events.ts';
import { inSpace, spaceQuery, type Doer } from '../../platform/space-data.ts';
import { queryText } from '../../platform/text-query.ts';
import type { Rights } from '../forms/public.ts';
import { directoryOf } from '../organization/public.ts';
import { withKnownOf } from './known-values.ts';
import { attachNewFiles } from './attachments.ts';
import { withTrueFiles } from './true-files.ts';
import { gathered, type Outcome } from './batch.ts';
import { cameTwice, madeBefore, takeDown } from './commands.ts';
import { written } from './write-stamps.ts';
import { createdChanges, createdEvent, createdTrail, systemValues } from './created.ts';
import { maskedRecord } from './mask.ts';
import { createParams, planOf, storedRecord, type FormPlan, type StoredRecord } from './plan.ts';
import { prepareLinked } from './links/prepare-linked.ts';
import { prepareRecord, type GivenRecord, type PreparedRecord, type PrepareOptions } from './prepare.ts';
import { closedBy, factsOfRecord, hiddenBy, reaches, viewerOf, type Viewer } from './reach.ts';
import { recordCan, requireAction, rightsFor } from './rights.ts';
import { insertWithSlaves, type NewRecord } from './save.ts';
import { takenValue } from './taken.ts';
import { keptLimits } from './column-limits.ts';
import { keptTimes } from './time-rules.ts';

/**
 * The hot path: one prepared statement for record, history and event. Only slave rows, automatic numbers,
 * bookings, times that are kept free and commands that may be sent again need a transaction.
 */
export async function createRecord(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.create>): Promise<FormRecord> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  if (rights.create === null) await requireAction(plan, ctx, rights, 'create', 'records.record.no_create');
  const { commandId } = body;
  const before = await madeBefore(ctx, plan.form.formId, commandId);
  if (before !== undefined) return madeAlready(ctx, plan, rights, before);
  const now = new Date();
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { given: asked, files } = await withTrueFiles(ctx, plan, body);
  const { given, known } = await withKnownOf(ctx, plan, asked, true);
  const options: PrepareOptions = { allowed: 'person', known, files, hidden: rights.fields?.newHidden, closed: rights.fields?.newClosed, userId: ctx.user.id, now, timeZone: plan.timeZone, directory };
  const base = { id: newId(), at: now.toISOString(), creator: ctx.user.id, department: directory.people.get(ctx.user.id)?.departmentId ?? null };
  let record: NewRecord;
  try {
    record = await (plan.linked ? insertLinked(ctx, plan, given, base, options, commandId) : insertSound(ctx, plan, { ...base, ...sound(prepareRecord(plan, given, undefined, options)) }, commandId));
  } catch (error) {
    const meanwhile = cameTwice(error) ? await madeBefore(ctx, plan.form.formId, commandId) : undefined;
    if (meanwhile !== undefined) return madeAlready(ctx, plan, rights, meanwhile);
    throw takenValue(plan, error);
  }
  const { values, slaves } = record;
  await attachNewFiles(ctx, plan, record.id, undefined, { values, slaves });
  return made(plan, rights, await viewerOf(ctx), { id: record.id, version: 1, values: { ...values, ...systemValues(record) }, slaves });
}

/** The record that the same command has made before. */
async function madeAlready(ctx: Ctx, plan: FormPlan, rights: Rights, recordId: string): Promise<FormRecord> {
  const { rows: [row] } = await spaceQuery<(string | null)[]>(ctx.platform, { ...plan.statements.get, values: [recordId] });
  if (!row) throw notFound('records.record.not_found');
  return made(plan, rights, await viewerOf(ctx), storedRecord(plan, row));
}

function sound({ values, slaves, errors }: PreparedRecord): Pick<NewRecord, 'values' | 'slaves'> {
  if (errors.length > 0) throw invalid('records.record.invalid', errors);
  return { values, slaves };
}

async function insertSound(ctx: Ctx, plan: FormPlan, record: NewRecord, commandId: string | undefined): Promise<NewRecord> {
  if (commandId === undefined && plan.form.definition.tables.length === 0 && plan.counters.length === 0 && plan.bookings.length === 0 && plan.keys.length === 0 && (await keptTimes(ctx, plan)).length === 0 && (await keptLimits(ctx, plan)).length === 0) await insertAlone(ctx, plan, { ...record, creator: ctx.user.id });
  else {
    await inSpace(ctx, async (tx) => {
      await takeDown(tx, ctx, plan.form.formId, commandId, record.id);
      await insertWithSlaves(tx, ctx, plan, record);
    });
  }
  return record;
}

/** Names records of other forms: they are looked up and locked in the transaction that writes it. */
function insertLinked(ctx: Ctx, plan: FormPlan, body: GivenRecord, base: Omit<NewRecord, 'values' | 'slaves'>, options: PrepareOptions, commandId: string | undefined): Promise<NewRecord> {
  return inSpace(ctx, async (tx) => {
    await takeDown(tx, ctx, plan.form.formId, commandId, base.id);
    const record = { ...base, ...sound(await prepareLinked(tx, ctx, plan, body, undefined, options)) };
    await insertWithSlaves(tx, ctx, plan, record);
    return record;
  });
}

/** The new record as its maker sees it: what was hidden while they made it stays so when no rule lets them see it. */
function made(plan: FormPlan, rights: Rights, viewer: Viewer, record: StoredRecord): FormRecord {
  const facts = factsOfRecord(record);
  const can = recordCan(plan, rights, facts, viewer, 0, null);
  if (!rights.fields) return { ...record, can };
  const mask = reaches(plan, rights.view, facts, viewer) ? hiddenBy(plan, rights, facts, viewer) : rights.fields.newHidden;
  const closed = can.edit ? closedBy(plan, rights, facts, viewer) : undefined;
  return { ...maskedRecord(record, mask), can, ...(mask?.size && { hidden: [...mask] }), ...(closed && { readOnly: [...closed] }) };
}

interface Insertion {
  ctx: Ctx;
  record: { id: string; at: string; creator: string; department: string | null; values: Values };
}

const inserters = new WeakMap<FormPlan, (insertion: Insertion) => Promise<void>>();

/** One statement for everybody who creates at this moment: half the cost of one statement each. */
async function insertAlone(ctx: Ctx, plan: FormPlan, record: Insertion['record']): Promise<void> {
  let insert = inserters.get(plan);
  if (!insert) inserters.set(plan, (insert = gathered((insertions) => insertMany(plan, insertions))));
  await insert({ ctx, record });
  written(ctx.platform, ctx.spaceId);
}

async function insertMany(plan: FormPlan, insertions: Insertion[]): Promise<Outcome<void>[]> {
  const [first] = insertions;
  if (first && insertions.length > 1) {
    try {
      const rows = insertions.map(({ ctx, record }) => createdRow(ctx, plan, record));
      await queryText(first.ctx.platform.pool, { ...plan.statements.createMany, values: [JSON.stringify(rows)] });
      return insertions.map(() => ({ value: undefined }));
    } catch {
      // one of them is refused: each alone, so that the others do not suffer from it
    }
  }
  return Promise.all(insertions.map(async ({ ctx, record }) => {
    try {
      await queryText(ctx.platform.pool, { ...plan.statements.create, values: [...createParams(plan, record), ...createdTrail(ctx, plan, record)] });
      return { value: undefined };
    } catch (error) {
      return { error };
    }
  }));
}

/** A row of the statement `createMany`. */
function createdRow(doer: Doer, plan: FormPlan, record: Insertion['record']): Record<string, unknown> {
  const row: Record<string, unknown> = {
    id: record.id, creator: record.creator, at: record.at, department: record.department, history_id: newId(), changes: createdChanges(plan, record.values),
    event_id: newId(), request_id: doer.requestId, ip: doer.ip, data: byDeputy(doer.user, createdEvent(plan, record)),
  };
  // as values, not as parameters: JSON carries lists and files by itself, decimals as text or number alike
  for (const column of plan.own) row[column.sql.slice(1, -1)] = column.carried(record.values[column.id] ?? null);
  return row;
}
