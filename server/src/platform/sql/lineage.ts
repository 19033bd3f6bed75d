import { loadModule, parseSync } from 'libpg-query';
import { kindOf, listOf, stringsOf, type Tree } from './ast.ts';
import { allOf, CannotRead, type FlowColumn, type QueryFlow, type SqlHow, type SqlTable } from './flows.ts';
import { Resolver, type Catalog } from './resolve.ts';
import { readSource } from './scope.ts';

export type { Catalog } from './resolve.ts';
export type { SqlTable } from './flows.ts';

export interface SqlEdge {
  from: { table: SqlTable; column: string };
  /** The place of the column in the answer; null weighs on every row. */
  to: number | null;
  how: SqlHow;
}

export interface SqlLineage {
  /** Names of the columns of the answer. */
  columns: string[];
  edges: SqlEdge[];
  /** Tables that are named, also where their columns could not be told. */
  tables: SqlTable[];
  /** What it writes, of a statement that does. */
  target?: SqlTable;
  /** Why columns could not be told; then there are no edges. */
  problem?: string;
}

const noCatalog: Catalog = () => undefined;
const mostText = 1_000_000;

/**
 * Which columns of which tables each column of a statement's answer hangs on. What cannot be told for certain is not guessed:
 * `problem` then says why, and only the tables are answered.
 */
export async function sqlLineage(sql: string, catalog: Catalog = noCatalog): Promise<SqlLineage> {
  const nothing = { columns: [], edges: [], tables: [] };
  // the parser reads to the first zero and leaves the rest out
  if (sql.includes('\0') || sql.length > mostText) return { ...nothing, problem: 'text' };
  await loadModule();
  let statements: unknown[];
  try {
    statements = listOf((parseSync(sql) as unknown as Tree).stmts);
  } catch {
    const dressed = sql.includes('`') ? quotedOtherwise(sql) : sql;
    if (dressed === sql) return { ...nothing, problem: 'syntax' };
    return sqlLineage(dressed, catalog);
  }
  if (statements.length !== 1) return { ...nothing, problem: statements.length === 0 ? 'blank' : 'several' };
  const resolver = new Resolver(catalog);
  try {
    const { flow, target } = flowOf(resolver, (statements[0] as Tree).stmt, catalog);
    return {
      columns: flow.columns.map(({ name }) => name),
      edges: edgesOf(flow),
      tables: [...resolver.tables.values()],
      ...(target && { target }),
    };
  } catch (error) {
    const why = error instanceof CannotRead ? error.message : error instanceof RangeError ? 'text' : undefined;
    if (why === undefined) throw error;
    return { ...nothing, tables: tablesIn((statements[0] as Tree).stmt, catalog), problem: why };
  }
}

function flowOf(resolver: Resolver, statement: unknown, catalog: Catalog): { flow: QueryFlow; target?: SqlTable } {
  const [kind, body] = kindOf(statement);
  switch (kind) {
    case 'SelectStmt':
      return { flow: resolver.query(statement, undefined) };
    case 'ViewStmt':
      return written(resolver.query(body.query, undefined), tableOf(body.view, catalog), stringsOf(body.aliases));
    case 'CreateTableAsStmt': {
      const { rel, colNames } = body.into as Tree;
      return written(resolver.query(body.query, undefined), tableOf(rel, catalog), stringsOf(colNames));
    }
    case 'InsertStmt': {
      const target = tableOf(body.relation, catalog);
      const flow = resolver.query(body.selectStmt, undefined);
      const named = listOf(body.cols).map((one) => String(kindOf(one)[1].name));
      const names = named.length > 0 ? named : catalog(target)?.columns.slice(0, flow.columns.length);
      if (!names || names.length !== flow.columns.length) throw new CannotRead('columns');
      return written(flow, target, names);
    }
    case 'UpdateStmt': {
      const target = tableOf(body.relation, catalog);
      const scope = resolver.scopeOf([{ RangeVar: body.relation }, ...listOf(body.fromClause)], undefined, new Map());
      const columns = listOf(body.targetList).map((one): FlowColumn => {
        const [, item] = kindOf(one);
        return { ...resolver.expression(item.val, scope), name: String(item.name) };
      });
      const rows: QueryFlow['rows'] = new Map(scope.rows);
      if (body.whereClause)
        rows.set(
          'filter',
          new Set([...(rows.get('filter') ?? []), ...allOf(resolver.expression(body.whereClause, scope))]),
        );
      return { flow: { columns, rows }, target };
    }
    default:
      throw new CannotRead('writes');
  }
}

function written(flow: QueryFlow, target: SqlTable, names: readonly string[]): { flow: QueryFlow; target: SqlTable } {
  return {
    flow: { ...flow, columns: flow.columns.map((column, at) => ({ ...column, name: names[at] ?? column.name })) },
    target,
  };
}

function tableOf(range: unknown, catalog: Catalog): SqlTable {
  const { schemaname = '', relname } = range as Tree;
  const asked = { schema: String(schemaname), name: String(relname) };
  return catalog(asked)?.table ?? asked;
}

function edgesOf({ columns, rows }: QueryFlow): SqlEdge[] {
  const edges: SqlEdge[] = [];
  const add = (sources: Iterable<string>, to: number | null, how: SqlHow): void => {
    for (const source of sources) edges.push({ from: readSource(source), to, how });
  };
  for (const [at, { value, own }] of columns.entries()) {
    add(value, at, 'value');
    for (const [how, sources] of own) add(sources, at, how);
  }
  for (const [how, sources] of rows) add(sources, null, how);
  return edges;
}

/** Every table that is named anywhere, names of WITH left out. */
function tablesIn(statement: unknown, catalog: Catalog): SqlTable[] {
  const found = new Map<string, SqlTable>();
  const own = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'CommonTableExpr') own.add(String((inner as Tree).ctename));
      if (key === 'RangeVar') {
        const table = tableOf(inner, catalog);
        found.set(`${table.schema}.${table.name}`, table);
      }
      walk(inner);
    }
  };
  walk(statement);
  return [...found.values()].filter(({ schema, name }) => schema !== '' || !own.has(name));
}

/** Names between backticks, as MySQL writes them, between double quotes; what stands in texts and remarks stays. */
function quotedOtherwise(sql: string): string {
  return sql.replace(
    /'(?:[^'\\]|\\.|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|`((?:[^`]|``)+)`/g,
    (piece, name: string | undefined) =>
      name === undefined ? piece : `"${name.replaceAll('``', '`').replaceAll('"', '""')}"`,
  );
}
