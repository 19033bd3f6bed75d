import { choosableCondition } from '@formwork/contract/records/choosable.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { FieldError } from '@formwork/contract/records/validate.ts';
import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { compileCondition } from '../read/condition-sql.ts';
import { planOf, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import type { PreparedRecord } from '../write/prepare.ts';
import { same } from '../write/prepare.ts';
import { viewerOf } from '../rights/reach.ts';
import { reachSql } from '../rights/reach-sql.ts';
import { rightsFor } from '../rights/rights.ts';
import type { FormLinks, OwnRelation } from './form-links.ts';

interface Named {
  path: string;
  ids: string[];
  /** Those that were not named before. */
  added: string[];
  /** The row, then the record around it. */
  values: Values[];
  before: Values | undefined;
}

/**
 * Records that are named now and were not before must be there, seen by the person and choosable; they stay locked, so that
 * none goes or changes while it is named. What was named before stays, whoever saves.
 */
export async function checkRelations(
  tx: SpaceTx,
  doer: Doer,
  links: FormLinks,
  record: PreparedRecord,
  before: StoredRecord | undefined,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const relation of links.relations) {
    const named = namedIn(relation, record, before);
    const found = await lockTargets(tx, doer, relation, [...new Set(named.flatMap(({ added }) => added))]);
    for (const one of named) {
      if (one.added.some((id) => !found.has(id))) errors.push({ path: one.path, code: 'records.value.not_records' });
      else if (await hasUnchoosable(tx, doer, relation, one))
        errors.push({ path: one.path, code: 'records.value.not_choosable' });
    }
  }
  return errors;
}

function namedIn({ slave, column }: OwnRelation, record: PreparedRecord, before: StoredRecord | undefined): Named[] {
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

/** Ids of those that are there and may be seen. Where the target counts what names it, it will be written in a moment. */
export async function lockTargets(
  tx: SpaceTx,
  doer: Doer,
  { target, counted }: OwnRelation,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const params: unknown[] = [ids];
  const seen = await seenSql(doer, target, params);
  const { rows } = await tx.query<TextRow>({
    text: `select r.id::text from ${target.table} r where r.id = any($1::uuid[]) and ${seen} order by r.id for ${counted ? 'update' : 'key share'} of r`,
    values: params,
    rowMode: 'array',
  });
  return new Set(rows.map(([id]) => id ?? ''));
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
