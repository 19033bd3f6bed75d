import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { binApi, Restored } from '@formwork/contract/records/bin.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inSpace, spaceSchema, spaceQuery, type SpaceTx } from '../../../platform/db/space-data.ts';
import { releasedDefinition } from '../../forms/public.ts';
import { directoryOf, namesIn } from '../../organization/public.ts';
import { book } from '../write/steps/bookings.ts';
import { keepColumnsWithin } from '../write/steps/column-limits.ts';
import { keepTimesFree } from '../write/steps/time-rules.ts';
import { systemColumns } from '../plan/columns.ts';
import { keepKeys } from '../write/steps/keys.ts';
import { comeBack } from '../relations/come-back.ts';
import { spread } from '../relations/spread.ts';
import { planOf, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { writeRows } from '../write/save.ts';
import { takenValue } from '../write/taken.ts';

/** Each record comes back by itself: one that cannot says why and stays where it is. */
export async function restoreBin(
  ctx: Ctx,
  { body }: InputOf<typeof binApi.restore>,
): Promise<{ outcomes: Restored[] }> {
  const outcomes: Restored[] = [];
  for (const id of new Set(body.ids)) outcomes.push(await restore(ctx, id));
  return { outcomes };
}

interface Binned extends StoredRecord {
  /** The release it was deleted under. */
  release: number;
  grants: object[];
}

async function restore(ctx: Ctx, id: string): Promise<Restored> {
  const {
    rows: [found],
  } = await spaceQuery<{ form_id: string; title: string }>(ctx.platform, {
    text: `select form_id, title from ${spaceSchema(ctx.spaceId)}.records_bin where id = $1`,
    values: [id],
  });
  if (!found) return { id, title: '', refused: 'gone', dropped: [] };
  const outcome = { id, title: found.title, refused: null, dropped: [] };
  const plan = await planOf(ctx, found.form_id).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!plan) return { ...outcome, refused: 'form_gone' };
  try {
    return await inSpace(ctx, async (tx) => {
      const {
        rows: [row],
      } = await tx.query<{ record: Binned }>({
        text: `delete from ${tx.schema}.records_bin where id = $1 returning record`,
        values: [id],
      });
      if (!row) return { ...outcome, refused: 'gone' };
      const { record, dropped } = await fitted(ctx, plan, row.record);
      await comeBack(tx, ctx, plan, record);
      await insert(tx, ctx, plan, record, row.record.grants);
      await keepKeys(tx, ctx, plan, [record]);
      await plan.engine?.after?.(tx, ctx, [{ id, after: record }]);
      await spread(tx, ctx, plan, [{ id, after: record }]);
      return { ...outcome, dropped };
    });
  } catch (error) {
    const refusal = takenValue(plan, error);
    if (refusal instanceof AppError) return { ...outcome, refused: 'value_taken', ...takenField(plan, refusal) };
    // a value the column no longer holds: class 22 of SQL's states, or a check
    const { code = '' } = error as { code?: string };
    if (/^(22|23514)/.test(code)) return { ...outcome, refused: 'invalid' };
    throw error;
  }
}

/** The record as the form of today holds it, and what had to be left out. */
async function fitted(
  ctx: Ctx,
  plan: FormPlan,
  { release, ...record }: Binned,
): Promise<{ record: StoredRecord; dropped: Text[] }> {
  if (release === plan.form.release) return { record, dropped: [] };
  const before = await releasedDefinition(ctx, plan.form.formId, release);
  if (!before) return { record, dropped: [] };
  const dropped: Text[] = [];
  const gone = (fields: readonly Field[], now: readonly Field[], hasValue: (id: string) => boolean): Set<string> => {
    const missing = fields.filter(({ id, type }) => now.find((field) => field.id === id)?.type !== type);
    dropped.push(...missing.filter(({ id }) => hasValue(id)).map(({ title }) => title));
    return new Set(missing.map(({ id }) => id));
  };
  const own = gone(
    before.fields,
    plan.form.definition.fields,
    (id) => record.values[id] !== null && record.values[id] !== undefined,
  );
  const values = without(record.values, own);
  const slaves: Record<string, SlaveRow[]> = {};
  for (const table of before.tables) {
    const rows = record.slaves[table.id] ?? [];
    const now = plan.form.definition.tables.find(({ id }) => id === table.id);
    if (!now) {
      if (rows.length > 0) dropped.push(table.title);
      continue;
    }
    const missing = gone(table.fields, now.fields, (field) =>
      rows.some((row) => row.values[field] !== null && row.values[field] !== undefined),
    );
    slaves[table.id] = rows.map((row) => ({ id: row.id, values: without(row.values, missing) }));
  }
  // formulas may be new, or speak of what is gone
  plan.logic.compute(
    { values, slaves },
    {
      userId: ctx.user.id,
      now: new Date(),
      timeZone: plan.timeZone,
      nameOf: namesIn(await directoryOf(ctx.platform, ctx.spaceId)),
    },
  );
  return { record: { ...record, values, slaves }, dropped };
}

async function insert(
  tx: SpaceTx,
  ctx: Ctx,
  plan: FormPlan,
  record: StoredRecord,
  grants: readonly object[],
): Promise<void> {
  // the deletion took a version of its own
  const version = record.version + 2;
  const row: Record<string, unknown> = { id: record.id, version };
  for (const column of systemColumns) row[storedName(column.id)] = systemValue(column, record.values);
  for (const column of plan.own) row[column.sql.slice(1, -1)] = column.carried(record.values[column.id] ?? null);
  const system = systemColumns.map(({ id, type }) => ({
    sql: storedName(id),
    type: id === '_processNodes' ? 'text[]' : type,
  }));
  const columns = [{ sql: 'id', type: 'uuid' }, { sql: 'version', type: 'integer' }, ...system, ...plan.own];
  const names = columns.map(({ sql }) => sql).join(', ');
  await tx.query({
    text: `insert into ${plan.table} (${names}) select ${names} from json_to_recordset($1::json) as g (${columns.map(({ sql, type }) => `${sql} ${type}`).join(', ')})`,
    values: [JSON.stringify([row])],
  });
  // what was booked is booked again, or refused where others have it by now
  if (record.values._processState !== 'invalid') await book(tx, plan.bookings, record.id, undefined, record);
  await keepTimesFree(tx, ctx, plan, record.id, undefined, record.values);
  const columnsHold = await keepColumnsWithin(tx, ctx, plan, record.id, undefined, record.values);
  for (const slave of plan.slaves) {
    const rows = (record.slaves[slave.id] ?? []).map((one, position) => ({ row: one, position }));
    await writeRows(tx, slave, record.id, rows);
  }
  await columnsHold();
  await tx.query({
    text: `insert into ${tx.schema}.records_grant (record_id, user_id, origin, form_id, level, hidden, granted_by, granted_at)
      select $1, user_id, origin, $2, level, coalesce(hidden, '{}'), granted_by, coalesce(granted_at, now())
      from json_to_recordset($3::json) as g (user_id uuid, origin text, level text, hidden text[], granted_by uuid, granted_at timestamptz) on conflict do nothing`,
    values: [record.id, plan.form.formId, JSON.stringify(grants)],
  });
  await tx.query({
    text: `insert into ${tx.schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, deputy) values ($1, $2, $3, $4, 'restored', $5, now(), '{}', $6)`,
    values: [record.id, newId(), plan.form.formId, version, ctx.user.id, ctx.user.deputy?.id ?? null],
  });
  await tx.event('records.restored', record.id, {
    formId: plan.form.formId,
    recordId: record.id,
    version,
    title: plan.titleOf(record.values),
  });
}

/** `_createdAt` is `created_at`: reads of the names of nodes are an expression, the column is not. */
function storedName(id: string): string {
  return id.slice(1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function systemValue({ id, single }: (typeof systemColumns)[number], values: Values): unknown {
  const value = values[id] ?? null;
  if (id === '_processNodes') return typeof value === 'string' && value !== '' ? value.split('、') : null;
  return single && Array.isArray(value) ? (value[0] ?? null) : value;
}

function without(values: Values, gone: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([id]) => !gone.has(id)));
}

function takenField(plan: FormPlan, refusal: AppError): { field?: Text } {
  const path = refusal.fields?.[0]?.path;
  const field: FormDefinition['fields'][number] | undefined = plan.form.definition.fields.find(({ id }) => id === path);
  return field ? { field: field.title } : {};
}
