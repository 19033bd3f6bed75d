import type { Values } from '@formwork/contract/forms/values/value.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { inWhoseName } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { eventColumns, inSpace, type Doer, type SpaceTx, type Statement } from '../../../platform/db/space-data.ts';
import type { Cause } from '../../../platform/context.ts';
import type { RuleNote } from '../plan/form-rules.ts';
import type { Rights } from '../../forms/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { changesOf, type RecordChanges } from '../write/changes.ts';
import { keepKeys } from '../write/steps/keys.ts';
import { prepared, type PlanColumn } from '../plan/columns.ts';
import { lockedAndGranted } from '../relations/recalculate.ts';
import { spread } from '../relations/spread.ts';
import { readGrants } from '../rights/mask.ts';
import { requireBatch } from '../rights/may-batch.ts';
import { storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { prepareRecord } from '../write/prepare.ts';
import { factsOfRecord, viewerOf } from '../rights/reach.ts';
import { writeRows } from '../write/save.ts';
import { keptLimits } from '../write/steps/column-limits.ts';
import { keptTimes } from '../write/steps/time-rules.ts';
import { changeable } from '../write/update.ts';

export interface Refused {
  id: string;
  error: unknown;
}

export interface Edited {
  before: StoredRecord;
  after: Pick<StoredRecord, 'values' | 'slaves'> & { ruled?: readonly RuleNote[] | undefined };
  changes: RecordChanges;
  /** The rule that did it. */
  cause?: Cause | undefined;
}

/** Whether nothing that a save of this form does has to look at one record at a time. */
export async function canEditTogether(job: Doer, plan: FormPlan, values: Values): Promise<boolean> {
  const looked = new Set(['files', 'html', 'address', 'reading', 'links']);
  if (
    plan.linked ||
    plan.bookings.length > 0 ||
    Object.keys(values).some((id) => looked.has(plan.byId.get(id)?.kind ?? ''))
  )
    return false;
  return (await keptTimes(job, plan)).length === 0 && (await keptLimits(job, plan)).length === 0;
}

/**
 * The same values for several records, in one transaction and with one statement for all. As after a save by hand each has its version,
 * history and event. What is refused stays as it is; a constraint of the database that one of them breaks takes back all.
 */
export async function editTogether(
  job: Job,
  plan: FormPlan,
  rights: Rights,
  ids: readonly string[],
  values: Values,
): Promise<{ done: number; refused: Refused[] }> {
  const [directory, viewer] = [await directoryOf(job.platform, job.spaceId), await viewerOf(job)];
  return inSpace(job, async (tx) => {
    const found = await lockMany(tx, plan, ids, job.user.id);
    const refused: Refused[] = [];
    const edited: Edited[] = [];
    for (const id of ids) {
      const one = found.get(id);
      try {
        if (!one) throw notFound('records.record.not_found');
        const { record, mask, closed } = changeable(plan, rights, viewer, one, 'edit');
        requireBatch(plan, rights, factsOfRecord(record), viewer);
        const after = prepareRecord(plan, { values }, record, {
          allowed: 'person',
          files: new Set(),
          hidden: mask,
          closed,
          userId: job.user.id,
          now: new Date(),
          timeZone: plan.timeZone,
          directory,
        });
        if (after.errors.length > 0) throw invalid('records.record.invalid', after.errors);
        edited.push({ before: record, after, changes: changesOf(plan, record, after) });
      } catch (error) {
        refused.push({ id, error });
      }
    }
    const changed = edited.filter(({ changes }) => changes.any);
    if (changed.length > 0) await writeMany(tx, job, plan, changed);
    return { done: edited.length, refused };
  });
}

async function lockMany(
  tx: SpaceTx,
  plan: FormPlan,
  ids: readonly string[],
  userId: string,
): Promise<Map<string, { record: StoredRecord } & ReturnType<typeof readGrants>>> {
  return new Map(
    (await lockedAndGranted(tx, plan, ids, userId)).map((row) => {
      const record = storedRecord(plan, row);
      return [record.id, { record, ...readGrants(plan, row.at(-2)) }];
    }),
  );
}

/** One statement for all of them: records, history, events; then what hangs on them. */
export async function writeMany(tx: SpaceTx, job: Doer, plan: FormPlan, changed: readonly Edited[]): Promise<void> {
  const named = new Set(changed.flatMap(({ changes }) => Object.keys(changes.fields)));
  const columns = plan.own.filter(({ id }) => named.has(id));
  const rows = changed.map(({ before, after, changes, cause = job.user.cause }) => {
    const ruled = after.ruled?.at(-1);
    const by = ruled ? { root: ruled.id, depth: 0, chain: [], ...cause, trace: ruled.id } : cause;
    const version = before.version + 1;
    const data = {
      formId: plan.form.formId,
      recordId: before.id,
      version,
      title: plan.titleOf(after.values),
      fields: Object.keys(changes.fields),
      tables: [...new Set(changes.rows.map(({ table }) => table))],
    };
    return {
      id: before.id,
      version,
      history_id: newId(),
      changes: changes.fields,
      slaves: changes.rows.length > 0 ? changes.rows : null,
      event_id: newId(),
      data: inWhoseName(by ? { ...job.user, cause: by } : job.user, data),
      ...Object.fromEntries(columns.map((column) => [nameOf(column), column.carried(after.values[column.id] ?? null)])),
    };
  });
  for (const { before, after } of changed) if (after.ruled) await plan.engine?.keep(tx, job, before.id, after.ruled);
  await tx.query({ ...updateMany(plan, columns), values: [JSON.stringify(rows), job.user.id, job.requestId, job.ip] });
  for (const slave of plan.slaves)
    for (const { before, changes } of changed) await writeRows(tx, slave, before.id, changes.written[slave.id] ?? []);
  const stamps = { _modifier: [job.user.id], _modifiedAt: new Date().toISOString() };
  await keepKeys(
    tx,
    job,
    plan,
    changed.map(({ before, after }) => ({
      id: before.id,
      values: { ...before.values, ...after.values, ...stamps },
      slaves: after.slaves,
    })),
  );
  await plan.engine?.after?.(
    tx,
    job,
    changed.map(({ before, after }) => ({
      id: before.id,
      before,
      after: { values: { ...before.values, ...after.values }, slaves: after.slaves },
    })),
  );
  await spread(
    tx,
    job,
    plan,
    changed.map(({ before, after }) => ({ id: before.id, before, after })),
  );
}

const nameOf = ({ sql }: PlanColumn): string => sql.slice(1, -1);

/** Records, their history and their events. Parameters: a JSON list of the rows, person, request and address. */
function updateMany({ schema, table, form }: FormPlan, columns: readonly PlanColumn[]): Statement {
  const typed = columns.map(({ sql, type }) => `, ${sql} ${type}`).join('');
  const sets = columns.map(({ sql }) => `, ${sql} = g.${sql}`).join('');
  return prepared(`with given as materialized (select * from json_to_recordset($1::json) as g (id uuid, version int, history_id uuid, changes jsonb, slaves jsonb, event_id uuid, data jsonb${typed})),
  record as (update ${table} r set version = g.version, modifier = $2::uuid, modified_at = now()${sets} from given g where r.id = g.id),
  history as (insert into ${schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, slaves, deputy, rule)
    select id, history_id, '${form.formId}', version, 'updated', $2::uuid, now(), changes, slaves, (data->>'deputy')::uuid, (data->'cause'->>'trace')::uuid from given)
  insert into ${schema}.event (${eventColumns}) select event_id, 'records.updated', id::text, $2::uuid, now(), $3::text, $4::text, data from given`);
}
