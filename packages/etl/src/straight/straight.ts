import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { isTarget, type EtlTask, type TaskNode, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { knowTask, type Known } from '../graph.ts';
import { sqlWithParameters } from '../expression.ts';
import { givenOf, type Given } from '../parameters.ts';
import { quoted } from '../sql.ts';
import { readFeel } from './read-feel.ts';
import { readSql } from './read-sql.ts';
import { castTo, inPostgres, NotTheSame, not, type PlacedColumn, type Term } from './term.ts';

/**
 * A task whose rows may go straight from one PostgreSQL to another: one table or statement, nodes that keep their rows or leave some
 * out, one table. All of it is one statement over there, up to expressions that no SQL can say, which are worked out on the way.
 */
export interface Straight {
  source: TaskNodeOf<'tableSource'> | TaskNodeOf<'sqlSource'>;
  target: TaskNodeOf<'tableTarget'>;
  /** What is read, out of the rows of the source. */
  sql(from: string): string;
  /** The columns of that statement, under the names that the target knows them by. */
  columns: StraightColumn[];
  /** Expressions that are worked out row by row, each a column more. */
  work: Work | undefined;
  /** How many rows come out of each node between; `same`: as many as went in. */
  counts: { node: string; sql(from: string): string; same: boolean }[];
}

/** `native` where it is a column of the table as it is. */
export type StraightColumn = DataColumn;

export interface Work {
  /** So many of the first columns are read and go no further. */
  drop: number;
  /** The first columns, which the expressions read by these names. */
  inputs: DataColumn[];
  figures: Figure[];
  /** What each is called in the target. */
  columns: DataColumn[];
}

export interface Figure {
  expression: string;
  type: DataColumn['type'];
}

/** Undefined where rows have to be seen by the engine. */
export function straightOf(task: EtlTask): Straight | undefined {
  const targets = task.nodes.filter(isTarget);
  const [target] = targets;
  if (targets.length !== 1 || target?.kind !== 'tableTarget' || target.mode === 'changes') return undefined;
  const known = knowTask(task);
  const way = wayTo(task, target.id, known);
  const first = way?.[0]?.known.node;
  if (!way || (first?.kind !== 'tableSource' && first?.kind !== 'sqlSource')) return undefined;
  if (first.kind === 'tableSource' && first.changes) return undefined;
  try {
    const rest = way.slice(1);
    return { source: first, target, ...written(first.columns, rest, { known, parameters: givenOf(task.parameters) }) };
  } catch (error) {
    if (error instanceof NotTheSame) return undefined;
    throw error;
  }
}

export interface Stop {
  known: Known;
  port: 'out' | 'yes' | 'no';
}

/** The nodes from the source to before the target; undefined where ways meet. */
export function wayTo(task: EtlTask, target: string, known: ReadonlyMap<string, Known>): Stop[] | undefined {
  const way: Stop[] = [];
  for (let at = target; ;) {
    const edges = task.edges.filter((edge) => edge.target === at);
    if (edges.length !== 1) return edges.length === 0 && way.length > 0 ? way : undefined;
    const [{ source, port }] = edges as [EtlTask['edges'][number]];
    way.unshift({ known: known.get(source)!, port });
    at = source;
  }
}

type Columns = Map<string, PlacedColumn>;
type Statement = (from: string) => string;

function written(
  given: readonly DataColumn[],
  way: readonly Stop[],
  { known, parameters }: { known: ReadonlyMap<string, Known>; parameters: readonly Given[] },
): Pick<Straight, 'sql' | 'columns' | 'work' | 'counts'> {
  let columns: Columns = new Map(
    given.map((column) => [column.name, { ...column, sql: quoted(column.name), worked: false }]),
  );
  const facts = new Map(given.map((column) => [column.name, column]));
  let sql: Statement = (from) => `select ${named(columns)} from (${from}\n) as r`;
  const begin = named(columns);
  sql = (from) => `select ${begin} from (${from}\n) as r`;
  const counts: Straight['counts'] = [];
  let late: Late | undefined;
  for (const { known: here, port } of way) {
    const { node } = here;
    if (late) {
      if (node.kind !== 'select') return not();
      late = renamed(late, node);
      continue;
    }
    const before = sql;
    switch (node.kind) {
      case 'filter':
      case 'branch': {
        const condition = inPostgres(termOf(node, columns, parameters), columns);
        if (condition.type !== 'boolean') return not();
        const where = port === 'no' ? `not coalesce(${condition.sql}, false)` : condition.sql;
        sql = (from) => `select * from (${before(from)}\n) as r where ${where}`;
        break;
      }
      case 'select': {
        if (node.picks.length === 0) break;
        const picked: Columns = new Map();
        for (const { column, name } of node.picks) {
          const found = columns.get(column) ?? not();
          picked.set(name || column, { ...found, name: name || column, sql: quoted(name || column) });
          const fact = facts.get(column);
          if (fact) facts.set(name || column, { ...fact, name: name || column });
        }
        const list = node.picks.map(({ column, name }) => `${quoted(column)} as ${quoted(name || column)}`).join(', ');
        columns = picked;
        sql = (from) => `select ${list} from (${before(from)}\n) as r`;
        break;
      }
      case 'calculate': {
        const { worked = [] } = here;
        const figures = node.figures.filter(({ id }) => !worked.some((one) => one.id === id));
        const types = new Map(known.get(node.id)!.columns.map(({ name, type }) => [name, type]));
        const made = figures.map((figure): [string, string] => [
          figure.name,
          castTo(inPostgres(termOf(figure, columns, parameters), columns), types.get(figure.name)!),
        ]);
        if (worked.length > 0) {
          // what is counted in SQL beside it would be seen by the expression
          if (made.length > 0) return not();
          late = lateOf(columns, worked);
          continue;
        }
        const values = new Map(made);
        const list = [...new Set([...columns.keys(), ...values.keys()])].map(
          (name) => `${values.get(name) ?? quoted(name)} as ${quoted(name)}`,
        );
        columns = new Map(columns);
        for (const [name] of made) {
          facts.delete(name);
          columns.set(name, { name, type: types.get(name)!, sql: quoted(name), worked: true });
        }
        sql = (from) => `select ${list.join(', ')} from (${before(from)}\n) as r`;
        break;
      }
      default:
        return not();
    }
    counts.push({ node: node.id, sql, same: node.kind !== 'filter' && node.kind !== 'branch' });
  }
  const factOf = (column: PlacedColumn): DataColumn =>
    column.worked
      ? { name: column.name, type: column.type, nullable: true }
      : { nullable: true, ...facts.get(column.name), name: column.name, type: column.type };
  if (!late) {
    const all = [...columns.values()].map(factOf);
    return { sql, columns: all, work: undefined, counts };
  }
  return { counts, ...withWork(sql, late, columns, factOf) };
}

const named = (columns: Columns): string => [...columns.keys()].map((name) => quoted(name)).join(', ') || '1';

function termOf(
  { language, expression }: { language: 'feel' | 'sql'; expression: string },
  columns: Columns,
  parameters: readonly Given[],
): Term {
  return language === 'sql'
    ? readSql(sqlWithParameters(expression, parameters), [...columns.keys()])
    : readFeel(expression, listOf(columns), parameters);
}

const listOf = (columns: Columns): DataColumn[] =>
  [...columns.values()].map(({ name, type }) => ({ name, type, nullable: true }));

/** What goes on behind a node that is worked out: columns of the statement, or figures by their place. */
interface Late {
  figures: NonNullable<Known['worked']>;
  out: { name: string; from: string | number }[];
}

function lateOf(columns: Columns, figures: NonNullable<Known['worked']>): Late {
  const out: Late['out'] = [...columns.keys()].map((name) => ({ name, from: name }));
  for (const [at, { name }] of figures.entries()) {
    const there = out.find((one) => one.name === name);
    if (there) there.from = at;
    else out.push({ name, from: at });
  }
  return { figures, out };
}

function renamed({ figures, out }: Late, { picks }: TaskNodeOf<'select'>): Late {
  if (picks.length === 0) return { figures, out };
  return {
    figures,
    out: picks.map(({ column, name }) => {
      const found = out.find((one) => one.name === column) ?? not();
      return { name: name || column, from: found.from };
    }),
  };
}

function withWork(
  sql: Statement,
  { figures, out }: Late,
  columns: Columns,
  factOf: (column: PlacedColumn) => DataColumn,
): Pick<Straight, 'sql' | 'columns' | 'work'> {
  const used = out.flatMap(({ name, from }) => (typeof from === 'number' ? [{ name, figure: figures[from]! }] : []));
  const reads = new Set(used.flatMap(({ figure }) => figure.reads));
  const through = out.flatMap(({ name, from }) => (typeof from === 'string' ? [{ name, from }] : []));
  const inputs = [...reads].map((name) => columns.get(name) ?? not());
  const first = inputs.filter(({ name }) => !through.some(({ from }) => from === name));
  // a column that goes on under two names is read as the first of them
  const kept = inputs.filter((one) => !first.includes(one));
  const early = kept.map(({ name }) => through.find(({ from }) => from === name)!);
  const others = through.filter((one) => !early.includes(one));
  const picks = [
    ...first.map(({ name }, at) => `${quoted(name)} as ${quoted(`_r${at}`)}`),
    ...[...early, ...others].map(({ name, from }) => `${quoted(from)} as ${quoted(name)}`),
  ];
  return {
    sql: (from) => `select ${picks.join(', ')} from (${sql(from)}\n) as r`,
    columns: [
      ...first.map((column, at) => ({ ...factOf(column), name: `_r${at}` })),
      ...[...early, ...others].map(({ name, from }) => ({ ...factOf(columns.get(from)!), name })),
    ],
    work: {
      drop: first.length,
      inputs: [...first, ...kept].map(factOf),
      figures: used.map(({ figure: { expression, type } }) => ({ expression, type })),
      columns: used.map(({ name, figure: { type } }) => ({ name, type, nullable: true })),
    },
  };
}

/** With what its source has now, of the columns that the task knows. */
export function withColumnsNow(task: EtlTask, id: string, now: readonly DataColumn[]): EtlTask {
  const by = new Map(now.map((column) => [column.name, column]));
  const nodes = task.nodes.map((node): TaskNode =>
    node.id === id && 'columns' in node
      ? ({
          ...node,
          columns: (node.columns as DataColumn[]).map((column) => by.get(column.name) ?? column),
        } as TaskNode)
      : node,
  );
  return { ...task, nodes };
}
