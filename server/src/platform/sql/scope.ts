import {
  addTo,
  CannotRead,
  joinFlow,
  joinRows,
  noFlow,
  type Flow,
  type FlowColumn,
  type QueryFlow,
  type SqlHow,
  type Sources,
  type SqlTable,
} from './flows.ts';

/** What stands in FROM under a name. */
export interface Relation {
  alias: string;
  /** Of a table whose columns nobody knows: whatever is named after it is its column. */
  open: SqlTable | undefined;
  columns: FlowColumn[];
  /** Merged by USING: under the name only once, and in front of `*`. */
  hidden?: ReadonlySet<string>;
}

export interface Scope {
  relations: Relation[];
  /** Columns of USING and NATURAL, which belong to both sides. */
  merged: FlowColumn[];
  rows: Map<SqlHow, Sources>;
  outer: Scope | undefined;
  ctes: ReadonlyMap<string, QueryFlow>;
  windows: ReadonlyMap<string, unknown>;
}

export const emptyScope = (outer: Scope | undefined, ctes: ReadonlyMap<string, QueryFlow>): Scope => ({
  relations: [],
  merged: [],
  rows: new Map(),
  outer,
  ctes,
  windows: new Map(),
});

export const tableKey = ({ schema, name }: SqlTable): string => `${schema}\u0001${name}`;
export const sourceOf = (table: SqlTable, column: string): string => `${tableKey(table)}\u0000${column}`;

export function readSource(source: string): { table: SqlTable; column: string } {
  const [key = '', column = ''] = source.split('\u0000');
  const [schema = '', name = ''] = key.split('\u0001');
  return { table: { schema, name }, column };
}

export function baseColumn(table: SqlTable, name: string): FlowColumn {
  return { name, value: new Set([sourceOf(table, name)]), own: new Map() };
}

/** A column by its name, sought inside out. */
export function findColumn(scope: Scope, name: string, alias?: string, schema?: string): Flow {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const found = alias === undefined ? unqualified(at, name) : qualified(at, name, alias, schema);
    if (found) return found;
  }
  // a name of a relation alone is its whole row
  if (alias === undefined)
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      const relation = at.relations.find((one) => one.alias === name);
      if (relation) return wholeRow(relation);
    }
  throw new CannotRead('column');
}

function qualified(scope: Scope, name: string, alias: string, schema: string | undefined): Flow | undefined {
  const relation = scope.relations.find(
    (one) => one.alias === alias && (schema === undefined || one.open === undefined || one.open.schema === schema),
  );
  if (!relation) return undefined;
  const column = relation.columns.find((one) => one.name === name);
  if (column) return column;
  if (relation.open) return baseColumn(relation.open, name);
  throw new CannotRead('column');
}

function unqualified(scope: Scope, name: string): Flow | undefined {
  const merged = scope.merged.find((one) => one.name === name);
  if (merged) return merged;
  const known = scope.relations.flatMap((relation) => relation.columns.filter((one) => one.name === name));
  const open = scope.relations.filter((relation) => relation.open);
  if (known.length > 1) throw new CannotRead('ambiguous');
  // a table that nobody knows may have a column of this name as well
  if (known.length === 1) {
    if (open.length > 0) throw new CannotRead('ambiguous');
    return known[0];
  }
  if (open.length === 0) return undefined;
  if (open.length > 1) throw new CannotRead('ambiguous');
  for (let at = scope.outer; at; at = at.outer)
    if (at.relations.some((relation) => relation.open || relation.columns.some((one) => one.name === name)))
      throw new CannotRead('ambiguous');
  return baseColumn(open[0]!.open!, name);
}

function wholeRow({ open, columns }: Relation): Flow {
  if (open) throw new CannotRead('star');
  const flow = noFlow();
  for (const column of columns) joinFlow(flow, column);
  return flow;
}

/** What `*`, or `alias.*`, stands for: merged columns first. */
export function starOf(scope: Scope, alias: string | undefined): FlowColumn[] {
  if (alias === undefined) {
    if (scope.relations.length === 0) throw new CannotRead('star');
    return [...scope.merged, ...scope.relations.flatMap((relation) => shown(relation))];
  }
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const relation = at.relations.find((one) => one.alias === alias);
    if (relation) return shown(relation, true);
  }
  throw new CannotRead('star');
}

function shown({ open, columns, hidden }: Relation, whole = false): FlowColumn[] {
  if (open) throw new CannotRead('star');
  return whole ? columns : columns.filter(({ name }) => !hidden?.has(name));
}

/** Two sides of a join become one scope; names of USING are merged. */
export function joinScopes(
  left: Scope,
  right: Scope,
  merging: readonly string[],
  side: 'left' | 'right' | 'both',
): Scope {
  const merged: FlowColumn[] = [];
  const rows = new Map(left.rows);
  joinRows(rows, right.rows);
  for (const name of merging) {
    const [one, other] = [columnIn(left, name), columnIn(right, name)];
    const column: FlowColumn = { name, ...noFlow() };
    if (side !== 'right') joinFlow(column, one);
    if (side !== 'left') joinFlow(column, other);
    merged.push(column);
    addTo(rows, 'join', [...one.value, ...other.value]);
  }
  const gone = new Set(merging);
  const hiding = (relation: Relation): Relation => ({
    ...relation,
    hidden: new Set([...(relation.hidden ?? []), ...gone]),
  });
  return {
    ...left,
    relations: [...left.relations, ...right.relations].map(hiding),
    merged: [...merged, ...[...left.merged, ...right.merged].filter(({ name }) => !gone.has(name))],
    rows,
  };
}

function columnIn(scope: Scope, name: string): Flow {
  const found = unqualified({ ...scope, outer: undefined }, name);
  if (!found) throw new CannotRead('column');
  return found;
}

export function namesIn(scope: Scope): string[] {
  if (scope.relations.some(({ open }) => open)) throw new CannotRead('natural');
  return [
    ...scope.merged.map(({ name }) => name),
    ...scope.relations.flatMap(({ columns, hidden }) =>
      columns.map(({ name }) => name).filter((name) => !hidden?.has(name)),
    ),
  ];
}
