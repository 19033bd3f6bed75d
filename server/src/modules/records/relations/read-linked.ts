import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { FieldValue, Values } from '@formwork/contract/forms/values/value.ts';
import type { Linked } from '@formwork/contract/records/linked.ts';
import { resultOf } from '@formwork/contract/records/logic.ts';
import type { SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { prepared, type PlanColumn } from '../plan/columns.ts';
import { textTypes, type FormPlan } from '../plan/plan.ts';
import type { FormLinks, OtherRollup } from './form-links.ts';

/** A record as far as it names others; without an id nobody names it yet. */
export interface Naming {
  id?: string | undefined;
  values: Values;
  slaves: Record<string, { values: Values }[]>;
}

/** What several records take from others: one statement for each form they name and each roll-up, however many records. */
export async function readLinked(tx: SpaceTx, links: FormLinks, records: readonly Naming[]): Promise<Linked[]> {
  const targets = await readTargets(tx, links, records);
  const rolled = new Map<string, Map<number, FieldValue>>();
  for (const rollup of links.rollups) rolled.set(rollup.field.id, await readRollup(tx, rollup, records));
  return records.map((_, index) => ({
    lookup(table, field, target) {
      const { relation } = field.config;
      const own = links.relations.find(({ key }) => key === (table === undefined ? relation : `${table}.${relation}`));
      if (!own?.lookups.some(({ id }) => id === field.id)) return undefined;
      return targets.get(own.target)?.get(target)?.get(field.config.field) ?? null;
    },
    rollup(field) {
      const values = rolled.get(field.id);
      return values && resultOf(field, values.get(index) ?? null);
    },
  }));
}

/** Ids that a relation names in one record. */
export function namedBy(record: Naming, slave: { id: string } | undefined, field: string): string[] {
  const rows = slave ? (record.slaves[slave.id] ?? []) : [record];
  return rows.flatMap(({ values }) => (values[field] as string[] | null | undefined) ?? []);
}

type TargetValues = Map<FormPlan, Map<string, Map<string, FieldValue>>>;

async function readTargets(tx: SpaceTx, links: FormLinks, records: readonly Naming[]): Promise<TargetValues> {
  const wanted = new Map<FormPlan, { ids: Set<string>; columns: Map<string, PlanColumn> }>();
  for (const { target, lookups, slave, column } of links.relations) {
    if (lookups.length === 0) continue;
    const all = wanted.get(target) ?? { ids: new Set<string>(), columns: new Map<string, PlanColumn>() };
    for (const record of records) for (const id of namedBy(record, slave, column.id)) all.ids.add(id);
    for (const { source } of lookups) all.columns.set(source.id, source);
    wanted.set(target, all);
  }
  const found: TargetValues = new Map();
  for (const [target, { ids, columns }] of wanted) {
    if (ids.size === 0) continue;
    const list = [...columns.values()];
    const { rows } = await tx.query<TextRow>({
      ...texts(
        `select r.id, ${list.map(({ select }) => select).join(', ')} from ${target.table} r where r.id = any($1::uuid[])`,
      ),
      values: [[...ids]],
    });
    found.set(
      target,
      new Map(
        rows.map((row) => [
          row[0] ?? '',
          new Map(list.map((column, index) => [column.id, valueOf(column, row[index + 1])])),
        ]),
      ),
    );
  }
  return found;
}

async function readRollup(
  tx: SpaceTx,
  rollup: OtherRollup,
  records: readonly Naming[],
): Promise<Map<number, FieldValue>> {
  const { field, own, other, slave, via, counted } = rollup;
  const found = new Map<number, FieldValue>();
  const order = slave ? 'x.record_id, x.position, x.id' : 'x.id';
  const answer = answerOf(field.config.function, counted, order);
  if (answer === undefined) return found;
  const from = slave?.table ?? other.table;
  const given = records
    .flatMap((record, n) =>
      own ? [{ n, ids: namedBy(record, undefined, own.id) }] : record.id === undefined ? [] : [{ n, ids: [record.id] }],
    )
    .filter(({ ids }) => ids.length > 0);
  if (given.length === 0) return found;
  const join = own ? `x.id = any(g.ids)` : `x.${via?.sql} @> g.ids`;
  const { rows } = await tx.query<TextRow>({
    ...texts(
      `select g.n, ${answer} from json_to_recordset($1::json) as g (n integer, ids uuid[]) join ${from} x on ${join} group by g.n`,
    ),
    values: [JSON.stringify(given)],
  });
  for (const [n, text] of rows) {
    if (text !== null && text !== undefined) found.set(Number(n), readAnswer(rollup, text));
  }
  return found;
}

function answerOf(
  name: OtherRollup['field']['config']['function'],
  counted: PlanColumn | undefined,
  order: string,
): string | undefined {
  if (name === 'count') return 'count(*)';
  if (!counted) return undefined;
  // a list keeps the order in which records were made, and is read as texts
  if (name === 'list')
    return `to_json((array_agg(x.${counted.sql}::text order by ${order}) filter (where x.${counted.sql} is not null))[1:${mostListed}])`;
  return `${name}(x.${counted.sql})`;
}

const mostListed = 500;

function readAnswer({ field: { config }, counted, other }: OtherRollup, text: string): FieldValue {
  if (config.function === 'list' && counted) {
    const spec = fieldTypeSpec(counted.field.type);
    const shown = (JSON.parse(text) as string[]).map((one) =>
      spec.toText(counted.value(one), counted.field.config, { locale: 'zh-CN', timeZone: other.timeZone }),
    );
    return [...new Set(shown)].filter((one) => one !== '').join('、');
  }
  return (config.function === 'min' || config.function === 'max') && counted ? counted.value(text) : text;
}

function valueOf(column: PlanColumn, text: string | null | undefined): FieldValue {
  return text === null || text === undefined ? null : column.value(text);
}

function texts(text: string) {
  return { ...prepared(text), rowMode: 'array' as const, types: textTypes };
}
