import type { SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { prepared } from '../plan/columns.ts';
import type { FormPlan } from '../plan/plan.ts';
import { same } from '../write/prepare.ts';
import { defer } from './deferred.ts';
import { linksOf, tablesOf, touchesOthers, type FormLinks, type OwnRelation, type Referrer } from './form-links.ts';
import { namedBy } from './read-linked.ts';
import { takenElsewhere } from '../write/taken.ts';
import { recalculate, type RecordChange, type Worker } from './recalculate.ts';

/** So many records are made right in the transaction of a change; what is beyond follows at once as a job. */
const mostAtOnce = 2_000;
/** More rounds than any chain of forms has: circles are refused when forms are released. */
const mostRounds = 500;

type Dirty = Map<string, { plan: FormPlan; ids: Set<string> }>;

/**
 * Carries changes on to all records that show or count them, and from those to the next, in the transaction of the change.
 * The ids of records of the form itself that became others by it.
 */
export async function spread(
  tx: SpaceTx,
  doer: Worker,
  plan: FormPlan,
  changes: readonly RecordChange[],
  most = mostAtOnce,
): Promise<ReadonlySet<string>> {
  const again = new Set<string>();
  if (changes.length === 0 || !touchesOthers(plan)) return again;
  const dirty: Dirty = new Map();
  let left = most;
  await mark(tx, doer, plan, changes, dirty, left);
  for (let round = 0; dirty.size > 0; round += 1) {
    if (round > mostRounds) throw new Error(`computed values of form ${plan.form.formId} go in a circle`);
    const [next] = dirty.values();
    if (!next) break;
    dirty.delete(next.plan.form.formId);
    const ids = [...next.ids].sort();
    if (ids.length > left) {
      await defer(tx, next.plan, { ids });
      continue;
    }
    left -= ids.length;
    const changed = await recalculate(tx, doer, next.plan, ids).catch((error: unknown) => {
      throw next.plan === plan ? error : takenElsewhere(next.plan, error);
    });
    if (changed.length === 0) continue;
    if (next.plan.form.formId === plan.form.formId) for (const { id } of changed) again.add(id);
    await tx.event('records.recalculated', next.plan.form.formId, {
      formId: next.plan.form.formId,
      count: changed.length,
      ids: changed.map(({ id }) => id),
      ...(changed.length === 1 && { recordId: changed[0]?.id }),
    });
    await mark(tx, doer, next.plan, changed, dirty, left);
  }
  return again;
}

/** Which records hang on changed ones. */
async function mark(
  tx: SpaceTx,
  doer: Worker,
  plan: FormPlan,
  changes: readonly RecordChange[],
  dirty: Dirty,
  left: number,
): Promise<void> {
  if (!touchesOthers(plan)) return;
  const links = await linksOf(doer, plan);
  const add = (form: FormPlan, ids: Iterable<string>): void => {
    const known = dirty.get(form.form.formId) ?? { plan: form, ids: new Set<string>() };
    for (const id of ids) known.ids.add(id);
    if (known.ids.size > 0) dirty.set(form.form.formId, known);
  };
  for (const relation of links.relations)
    add(
      relation.target,
      changes.flatMap((change) => countedAnew(relation, change)),
    );
  const fields = changedFields(links, changes);
  for (const referrer of links.referrers) {
    const ids = [...referrer.reads].flatMap((field) => [...(fields.get(field) ?? [])]);
    if (ids.length > 0) await markReferring(tx, referrer, [...new Set(ids)], add, left);
  }
}

/** Records whose roll-ups count this one otherwise than before. */
function countedAnew({ counted, slave, column }: OwnRelation, { before, after }: RecordChange): string[] {
  if (!counted) return [];
  const rowsOf = (record: RecordChange['before']) =>
    (record === undefined ? [] : slave ? (record.slaves[slave.id] ?? []) : [record]).map(({ values }) => [
      values[column.id] ?? null,
      ...[...counted].map((id) => values[id] ?? null),
    ]);
  if (JSON.stringify(rowsOf(before)) === JSON.stringify(rowsOf(after))) return [];
  return [before, after].flatMap((record) => (record ? namedBy(record, slave, column.id) : []));
}

/** Ids of the changed records by field, of the fields that somebody reads. Nobody names a record that is new or gone. */
function changedFields(links: FormLinks, changes: readonly RecordChange[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const id of new Set(links.referrers.flatMap(({ reads }) => [...reads]))) {
    const ids = changes
      .filter(({ before, after }) => before && after && !same(before.values[id] ?? null, after.values[id] ?? null))
      .map((change) => change.id);
    if (ids.length > 0) found.set(id, new Set(ids));
  }
  return found;
}

async function markReferring(
  tx: SpaceTx,
  { plan, slave, column, key }: Referrer,
  targets: string[],
  add: (plan: FormPlan, ids: string[]) => void,
  left: number,
): Promise<void> {
  const [from, id] = slave ? [slave.table, 'record_id'] : [plan.table, 'id'];
  const { rows } = await tx.query<TextRow>({
    ...prepared(`select distinct r.${id}::text from ${from} r where r.${column.sql} && $1::uuid[] limit $2`),
    rowMode: 'array',
    values: [targets, left + 1],
  });
  if (rows.length > left) await defer(tx, plan, { via: key, targets });
  else
    add(
      plan,
      rows.map(([found]) => found ?? ''),
    );
}

/** The SQL of the records that name some others, by a relation `field` or `table.field`. */
export function referringSql(plan: FormPlan, via: string): { from: string; id: string; column: string } | undefined {
  for (const { slave, columns } of tablesOf(plan)) {
    const column = columns.find(({ id }) => (slave ? `${slave.id}.${id}` : id) === via);
    if (column) return { from: slave?.table ?? plan.table, id: slave ? 'record_id' : 'id', column: column.sql };
  }
  return undefined;
}
