/** What flows where in a statement: sets of columns of tables, by how they weigh on what is answered. */

export interface SqlTable {
  schema: string;
  name: string;
}

/** How a column weighs on another, beside being its value. */
export type SqlHow = 'value' | 'condition' | 'join' | 'filter' | 'group' | 'sort' | 'window';

/** Columns of tables as `tableKey\0column`. */
export type Sources = Set<string>;

export interface Flow {
  value: Sources;
  own: Map<SqlHow, Sources>;
}

export interface FlowColumn extends Flow {
  name: string;
}

/** What a query answers, and what decides which rows it answers in which order. */
export interface QueryFlow {
  columns: FlowColumn[];
  rows: Map<SqlHow, Sources>;
}

/** Why a statement is not read any further; its message is a reason. */
export class CannotRead extends Error {}

export const noFlow = (): Flow => ({ value: new Set(), own: new Map() });

export function addTo(into: Map<SqlHow, Sources>, how: SqlHow, sources: Iterable<string>): void {
  const known = into.get(how) ?? new Set();
  for (const one of sources) known.add(one);
  if (known.size > 0) into.set(how, known);
}

export function joinRows(into: Map<SqlHow, Sources>, from: ReadonlyMap<SqlHow, Sources>): void {
  for (const [how, sources] of from) addTo(into, how, sources);
}

export function joinFlow(into: Flow, from: Flow): void {
  for (const one of from.value) into.value.add(one);
  joinRows(into.own, from.own);
}

/** Everything that a flow hangs on, however. */
export function allOf({ value, own }: Flow): Sources {
  return new Set([...value, ...[...own.values()].flatMap((sources) => [...sources])]);
}

export function allOfQuery({ columns, rows }: QueryFlow): Sources {
  return new Set([
    ...columns.flatMap((column) => [...allOf(column)]),
    ...[...rows.values()].flatMap((sources) => [...sources]),
  ]);
}
