import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import type { ImportSettings } from '@formwork/contract/records/import.ts';
import { reader, type Doer } from '../../../platform/db/space-data.ts';
import type { PlanColumn } from '../plan/columns.ts';
import type { GivenRow } from './import-rows.ts';
import { seenSql } from '../relations/check-relations.ts';
import type { FormPlan } from '../plan/plan.ts';

/** Kinds of values by which a record can be found again. */
export const keyKinds: ReadonlySet<PlanColumn['kind']> = new Set<PlanColumn['kind']>([
  'text',
  'number',
  'date',
  'dateTime',
  'time',
  'option',
]);

export interface Matched {
  create: GivenRow[];
  update: { row: GivenRow; id: string }[];
}

/** Which rows mean records that are there, among those that the person sees; what fits neither gets an error. */
export async function matchRows(
  doer: Doer,
  plan: FormPlan,
  { mode = 'create', key = [] }: ImportSettings,
  rows: readonly GivenRow[],
): Promise<Matched> {
  const sound = rows.filter(({ errors }) => errors.length === 0);
  // each is looked at again as a new record: those with errors are told what else is wrong
  if (mode === 'create') return { create: [...rows], update: [] };
  const columns = key.map((id) => plan.byId.get(id)!);
  const keyed = sound.flatMap((row) => {
    const values = columns.map((column) => keyValue(column, row.given.values[column.id], plan.timeZone));
    const missing = columns.findIndex((_, at) => isEmptyValue(values[at]));
    if (missing < 0) return [{ row, values: values }];
    row.errors.push({ index: null, column: columns[missing]!.field.title.zh, code: 'records.import.no_key' });
    return [];
  });
  const ids = await idsByKey(
    doer,
    plan,
    columns,
    keyed.map(({ values }) => values),
  );
  const matched: Matched = { create: [], update: [] };
  const made = new Set<string>();
  keyed.forEach(({ row, values }, at) => {
    const refuse = (code: string): void =>
      void row.errors.push({ index: null, column: columns[0]!.field.title.zh, code });
    const found = ids.get(at) ?? [];
    const name = JSON.stringify(values);
    if (found.length > 1) refuse('records.import.ambiguous_key');
    else if (found.length === 1) matched.update.push({ row, id: found[0]! });
    else if (mode === 'update') refuse('records.import.not_there');
    else if (made.has(name)) refuse('records.import.key_twice');
    else {
      made.add(name);
      matched.create.push(row);
    }
  });
  return matched;
}

/** In its normal form, as it is stored; what is no value of the field finds nothing and is refused when it is read. */
function keyValue(column: PlanColumn, given: unknown, timeZone: string): FieldValue {
  return isEmptyValue(given)
    ? null
    : (fieldTypeSpec(column.field.type).parse(given, column.field.config, timeZone).value ?? null);
}

async function idsByKey(
  doer: Doer,
  plan: FormPlan,
  columns: readonly PlanColumn[],
  keys: readonly FieldValue[][],
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  if (keys.length === 0) return found;
  const params: unknown[] = columns.map((column, at) => keys.map((values) => column.param(values[at] ?? null)));
  const lists = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  const names = columns.map((_, at) => `k${at}`).join(', ');
  const equal = columns.map(({ sql }, at) => `r.${sql} = g.k${at}`).join(' and ');
  const { rows } = await reader(doer).query<{ n: string; id: string }>({
    text: `select g.n, r.id from unnest(${lists}) with ordinality g (${names}, n) join ${plan.table} r on ${equal} where ${await seenSql(doer, plan, params)}`,
    values: params,
  });
  for (const { n, id } of rows) found.set(Number(n) - 1, [...(found.get(Number(n) - 1) ?? []), id]);
  return found;
}
