import { choosableCondition } from '@formwork/contract/records/choosable.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { FieldError } from '@formwork/contract/records/validate.ts';
import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { compileCondition } from '../read/condition-sql.ts';
import { prepared } from '../plan/columns.ts';
import { planOf, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import type { PreparedRecord } from '../write/prepare.ts';
import { same } from '../write/prepare.ts';
import { viewerOf } from '../rights/reach.ts';
import { reachSql } from '../rights/reach-sql.ts';
import { rightsFor } from '../rights/rights.ts';
import { linksOf, type OwnRelation } from './form-links.ts';
import { namedBy } from './read-linked.ts';
import { writtenBehind } from './written-behind.ts';

interface Named {
  path: string;
  ids: string[];
  /** Those that were not named before. */
  added: string[];
  /** The row, then the record around it. */
  values: Values[];
  before: Values | undefined;
}

/** A record as it would be saved, and as it is. */
interface Checked {
  record: Pick<PreparedRecord, 'values' | 'slaves'>;
  before: StoredRecord | undefined;
}

/**
 * Records that are named now and were not before must be there, seen by the person and choosable; they stay locked, so that
 * none goes or changes while it is named. What was named before stays, whoever saves. What is wrong with each record.
 */
export async function checkRelations(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  records: readonly Checked[],
  writes?: Writes,
): Promise<FieldError[][]> {
  const { relations } = await linksOf(doer, plan);
  const all = records.map(({ record, before }) =>
    relations.map((relation) => ({ relation, named: namedIn(relation, record, before) })),
  );
  const locked = await lockTargets(
    tx,
    doer,
    plan,
    all.flat().map(({ relation, named }) => ({ relation, ids: named.flatMap(({ added }) => added) })),
    writes,
  );
  return Promise.all(
    all.map(async (own) => {
      const errors: FieldError[] = [];
      for (const { relation, named } of own) {
        const found = locked.get(relation.target);
        for (const one of named) {
          if (one.added.some((id) => !found?.has(id)))
            errors.push({ path: one.path, code: 'records.value.not_records' });
          else if (await hasUnchoosable(tx, doer, relation, one))
            errors.push({ path: one.path, code: 'records.value.not_choosable' });
        }
      }
      return errors;
    }),
  );
}

function namedIn({ slave, column }: OwnRelation, record: Checked['record'], before: StoredRecord | undefined): Named[] {
  const idsOf = (values: Values | undefined): string[] => (values?.[column.id] as string[] | null | undefined) ?? [];
  const one = (path: string, values: Values[], old: Values | undefined): Named => {
    const ids = idsOf(values[0]);
    const had = new Set(idsOf(old));
    return { path, ids, added: ids.filter((id) => !had.has(id)), values, before: old };
  };
  if (!slave) return [one(column.id, [record.values], before?.values)];
  const old = new Map((before?.slaves[slave.id] ?? []).map(({ id, values }) => [id, values]));
  return (record.slaves[slave.id] ?? []).map((row, index) =>
    one(`${slave.id}.${index}.${column.id}`, [row.values, record.values], old.get(row.id)),
  );
}

/**
 * What new records of several people name, locked in one order before each of them is looked at as its person sees it. Who names what
 * they may not see waits for it at most, and is refused then.
 */
export async function lockNamed(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  records: readonly Checked['record'][],
): Promise<void> {
  const { relations } = await linksOf(doer, plan);
  const targets = Map.groupBy(relations, ({ target }) => target);
  const written = await writtenBehind(doer, plan);
  for (const [target, those] of inOrder(targets)) {
    const ids = those.flatMap(({ slave, column }) => records.flatMap((record) => namedBy(record, slave, column.id)));
    if (ids.length === 0) continue;
    const lock = written.has(target.form.formId) ? 'update' : 'key share';
    await tx.query({
      ...prepared(`select 1 from ${target.table} r where r.id = any($1::uuid[]) order by r.id for ${lock} of r`),
      values: [[...new Set(ids)]],
    });
  }
}

/** By the ids of the forms: two who lock records of several wait for each other in one order. */
const inOrder = <T>(targets: ReadonlyMap<FormPlan, T>): [FormPlan, T][] =>
  [...targets].toSorted(([a], [b]) => (a.form.formId < b.form.formId ? -1 : 1));

/** Forms of which the caller writes records in the same transaction, beside what a save of the record itself writes. */
export type Writes = ReadonlySet<string> | 'any';

/**
 * Ids of those that are there and may be seen, by the form they are of. What may be written in the same transaction is locked for
 * that at once: two who share a record and both want to write it then would wait for each other. Forms in the order of their ids and
 * records in that of theirs, whatever relations name them.
 */
export async function lockTargets(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  named: readonly { relation: OwnRelation; ids: readonly string[] }[],
  writes: Writes = new Set(),
): Promise<Map<FormPlan, Set<string>>> {
  const found = new Map<FormPlan, Set<string>>();
  const targets = Map.groupBy(
    named.filter(({ ids }) => ids.length > 0),
    ({ relation }) => relation.target,
  );
  if (targets.size === 0) return found;
  const written = await writtenBehind(doer, plan);
  for (const [target, those] of inOrder(targets)) {
    const { formId } = target.form;
    const isWritten = writes === 'any' || writes.has(formId) || written.has(formId);
    const params: unknown[] = [[...new Set(those.flatMap(({ ids }) => ids))]];
    const seen = await seenSql(doer, target, params);
    const text = `select r.id::text from ${target.table} r where r.id = any($1::uuid[]) and ${seen} order by r.id for ${isWritten ? 'update' : 'key share'} of r`;
    const { rows } = await tx.query<TextRow>({
      // one of whoever sees all of them; what others see is said in many ways
      ...(seen === 'true' ? prepared(text) : { text }),
      values: params,
      rowMode: 'array',
    });
    found.set(target, new Set(rows.map(([id]) => id ?? '')));
  }
  return found;
}

/** Which records of a form somebody sees, by rules or grants, over the table `r`. */
export async function seenSql(doer: Doer, plan: FormPlan, params: unknown[]): Promise<string> {
  // rules of the moment, not of when the links were compiled
  const now = await planOf({ platform: doer.platform, spaceId: doer.spaceId }, plan.form.formId);
  const rights = await rightsFor(now, doer);
  if (rights.view === 'all') return 'true';
  const rules = reachSql(now, rights.view, await viewerOf(doer), params);
  return `(${rules} or exists (select 1 from ${now.schema}.records_grant g where g.record_id = r.id and g.user_id = $${params.push(doer.user.id)}::uuid))`;
}

/** Looked at again when the record is named anew, or what the condition takes from this record is another. */
async function hasUnchoosable(
  tx: SpaceTx,
  doer: Doer,
  { field: { config }, target }: OwnRelation,
  { ids, added, values, before }: Named,
): Promise<boolean> {
  if (!config.choosable?.length || ids.length === 0) return false;
  const valueOf = (id: string) => values.find((row) => Object.hasOwn(row, id))?.[id] ?? null;
  const moved = config.choosable.some(({ from }) => from !== undefined && !same(valueOf(from), before?.[from] ?? null));
  const asked = moved ? ids : added;
  const condition = asked.length > 0 ? choosableCondition(config, valueOf) : undefined;
  if (!condition) return false;
  const params: unknown[] = [asked];
  const { sql } = compileCondition(condition, params, {
    columnOf: (id) => target.byId.get(id),
    me: doer.user.id,
    now: new Date(),
    timeZone: target.timeZone,
  });
  const { rows } = await tx.query({
    text: `select 1 from ${target.table} r where r.id = any($1::uuid[]) and ${sql}`,
    values: params,
  });
  return rows.length < asked.length;
}
