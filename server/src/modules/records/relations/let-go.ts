import type { Values } from '@formwork/contract/forms/values/value.ts';
import { conflict } from '../../../platform/errors.ts';
import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';
import { writeChanges } from '../write/save.ts';
import { linksOf, type Referrer } from './form-links.ts';
import { readLinked } from './read-linked.ts';
import { lockedRecords } from './recalculate.ts';

/** More records than this lose nothing in one go: the deletion is refused. */
const mostCleared = 2_000;

/** Before a record is deleted: what names it refuses that, or loses it, as each relation says. */
export async function letGo(tx: SpaceTx, doer: Doer, plan: FormPlan, recordId: string): Promise<void> {
  if (plan.form.speakers.length === 0) return;
  const { referrers } = await linksOf(doer, plan);
  // refusals first: nothing is cleared in vain
  const naming = await Promise.all(
    [...referrers]
      .sort((a, b) =>
        a.field.config.onDelete === b.field.config.onDelete ? 0 : a.field.config.onDelete === 'refuse' ? -1 : 1,
      )
      .map(async (referrer) => ({ referrer, ids: await namingIds(tx, referrer, plan, recordId) })),
  );
  for (const { referrer, ids } of naming) {
    if (ids.length > 0 && (referrer.field.config.onDelete === 'refuse' || ids.length > mostCleared))
      throw conflict('records.record.referred', {
        form: referrer.plan.form.definition.title.zh,
        field: referrer.field.title.zh,
      });
  }
  for (const { referrer, ids } of naming) if (ids.length > 0) await clear(tx, doer, referrer, ids, recordId);
}

async function namingIds(
  tx: SpaceTx,
  { plan, slave, column }: Referrer,
  target: FormPlan,
  recordId: string,
): Promise<string[]> {
  const [from, id] = slave ? [slave.table, 'record_id'] : [plan.table, 'id'];
  const { rows } = await tx.query<TextRow>({
    text: `select distinct r.${id}::text from ${from} r where r.${column.sql} @> array[$1::uuid] limit ${mostCleared + 1}`,
    values: [recordId],
    rowMode: 'array',
  });
  const ids = rows.map(([found]) => found ?? '');
  // a record that names itself goes with itself
  return plan.form.formId === target.form.formId ? ids.filter((found) => found !== recordId) : ids;
}

/** A change of each record like any other: with version, history and event. */
async function clear(
  tx: SpaceTx,
  doer: Doer,
  { plan, slave, column }: Referrer,
  ids: string[],
  recordId: string,
): Promise<void> {
  const without = (values: Values): Values => {
    const left = ((values[column.id] as string[] | null) ?? []).filter((id) => id !== recordId);
    return { ...values, [column.id]: left.length > 0 ? left : null };
  };
  const links = await linksOf(doer, plan);
  const now = new Date();
  for (const before of await lockedRecords(tx, plan, ids)) {
    const after: Pick<StoredRecord, 'values' | 'slaves'> = {
      values: slave ? { ...before.values } : without(before.values),
      slaves: Object.fromEntries(
        Object.entries(before.slaves).map(([id, rows]) => [
          id,
          rows.map((row) => ({ id: row.id, values: id === slave?.id ? without(row.values) : { ...row.values } })),
        ]),
      ),
    };
    const [linked] = await readLinked(tx, links, [{ id: before.id, ...after }]);
    plan.logic.compute(after, { userId: doer.user.id, now, timeZone: plan.timeZone, linked });
    await writeChanges(tx, doer, plan, before, after, 'updated');
  }
}
