import { isSource, type EtlTask, type SourceNode, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { sourceTable, sqlOver, upTo, type Known } from '@formwork/etl/graph.ts';
import type { Input } from '@formwork/etl/model.ts';
import { quoted } from '@formwork/etl/sql.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Endpoint, EngineSession, ReadSource } from '../../../platform/engine/port.ts';
import { formsSource } from '../endpoints/open.ts';
import { wordsOf } from '../endpoints/words.ts';
import { fillSource, sharedEndpoints, withSignal, type Reading } from './sources.ts';

/** What a preview looked at. */
export interface Sample {
  /** Whether a source has more rows. */
  isCut: boolean;
  /** How many rows of the side that the others are joined to. */
  rows: number;
  /** More rows of the sources may be looked at. */
  widens: boolean;
}

interface Sampling {
  known: ReadonlyMap<string, Known>;
  /** The node that is looked at. */
  of: string;
  limit: number;
  usedBy: Reading['usedBy'];
  signal: AbortSignal;
  /** What no SQL says, up to a node, each once. */
  workOut(of: string): Promise<void>;
}

/** So many keys of the rows of one side are looked for on the other, and so many rows are taken of it. */
const mostKeys = 10_000;
const mostFound = 10_000;
/** A table without an index for it is looked through for so long; then its first rows have to do. */
const longestByKeysMs = 4_000;

/**
 * The first rows of each source; of those that are joined to others the rows with the keys of these, as the first rows of two large
 * tables hardly ever meet.
 */
export async function fillSample(ctx: Ctx, session: EngineSession, task: EtlTask, sampling: Sampling): Promise<Sample> {
  const { known, of, limit, usedBy, signal } = sampling;
  const needed = upTo(task, of);
  const lookups = lookupsOf(task, known, needed);
  const byKeys = new Set(lookups.map(({ source }) => source.id));
  const cut = new Map<string, number>();
  const endpoints = sharedEndpoints(ctx);
  const sample = async (node: SourceNode): Promise<void> => {
    const rows = await fillSource(ctx, session, node, { usedBy, limit, signal }, endpoints.use);
    if (rows >= limit) cut.set(node.id, rows);
  };
  try {
    const first = task.nodes.filter(isSource).filter(({ id }) => needed.has(id) && !byKeys.has(id));
    for (const node of first) await sample(node);
    // in the order of the joins: what stands before one is there
    for (const lookup of lookups) {
      const { source, main, isWhole } = lookup;
      await sampling.workOut(main.node.id);
      const keys = await keysOf(session, task, known, lookup);
      const own = AbortSignal.timeout(longestByKeysMs);
      const found = await fillByKeys(ctx, session, lookup, {
        keys,
        usedBy,
        use: endpoints.use,
        signal: AbortSignal.any([signal, own]),
      }).catch(async (error: unknown) => {
        signal.throwIfAborted();
        // a line that was broken off in the midst of its rows says nothing more
        if (own.aborted) await endpoints.forget(connectionOf(source));
        ctx.platform.log.info({ err: error, node: source.id }, 'a side of a join is previewed by its first rows');
        return undefined;
      });
      if (found === undefined) await session.run(`drop table if exists ${quoted(sourceTable(source.id))}`);
      if (found === undefined) await sample(source);
      else if (isWhole) await addOthers(session, lookup, sample);
      else if (found >= mostFound) cut.set(source.id, found);
    }
  } finally {
    await endpoints.close();
  }
  const lead = leadOf(task, of);
  return {
    isCut: cut.size > 0,
    rows: (lead === undefined ? undefined : cut.get(lead)) ?? Math.max(0, ...cut.values()),
    // messages would be waited for once more
    widens: cut.size > 0 && task.nodes.every(({ id, kind }) => !needed.has(id) || kind !== 'mqttSource'),
  };
}

type Reached = TaskNodeOf<'tableSource'> | TaskNodeOf<'sqlSource'> | TaskNodeOf<'formSource'>;

interface Lookup {
  source: Reached;
  main: Input;
  keys: { left: string; column: DataColumn }[];
  /** Rows of the source that find nothing come out too. */
  isWhole: boolean;
}

function lookupsOf(task: EtlTask, known: ReadonlyMap<string, Known>, needed: ReadonlySet<string>): Lookup[] {
  return [...known.values()].flatMap(({ node, inputs: { main, other } }): Lookup[] => {
    if (!needed.has(node.id) || (node.kind !== 'join' && node.kind !== 'lookup') || !main || !other) return [];
    const way = wayBack(task, known, needed, other);
    if (!way) return [];
    const keys = node.keys.flatMap(({ left, right }) => {
      const name = way.nameOf(right);
      const [from, column] = [
        main.columns.find((one) => one.name === left),
        way.source.columns.find((one) => one.name === name),
      ];
      return from && column && isFound(from, column, way.source) ? [{ left, column }] : [];
    });
    const isWhole = node.kind === 'join' && (node.how === 'right' || node.how === 'full');
    return keys.length === 0 ? [] : [{ source: way.source, main, keys, isWhole }];
  });
}

/** The source of the other side, where nothing but choices, names and filters lie between, and how it calls a column; nobody else reads it. */
function wayBack(
  { edges }: EtlTask,
  known: ReadonlyMap<string, Known>,
  needed: ReadonlySet<string>,
  other: Input,
): { source: Reached; nameOf(name: string): string | undefined } | undefined {
  let nameOf = (name: string): string | undefined => name;
  for (let at = other.node.id; ;) {
    const { node, inputs } = known.get(at)!;
    if (edges.filter(({ source, target }) => source === at && needed.has(target)).length !== 1) return undefined;
    switch (node.kind) {
      case 'tableSource':
        return node.changes ? undefined : { source: node, nameOf };
      case 'sqlSource':
      case 'formSource':
        return { source: node, nameOf };
      case 'select': {
        const [before, { picks }] = [nameOf, node];
        nameOf = (name) => {
          const own = before(name);
          return picks.length === 0 ? own : picks.find((one) => (one.name || one.column) === own)?.column;
        };
        break;
      }
      case 'filter':
        break;
      default:
        return undefined;
    }
    if (!inputs.main) return undefined;
    at = inputs.main.node.id;
  }
}

/** Values that one side writes as the other does. */
function isFound(from: DataColumn, { type, native }: DataColumn, { kind }: Reached): boolean {
  if (isNumber(from) && isNumber({ type })) return true;
  if (from.type !== type) return false;
  if (kind === 'formSource') return type === 'text';
  // types of somebody's own refuse what is not of them
  if (type === 'text') return native === undefined || /char|text|string/i.test(native);
  return type === 'uuid' || type === 'date';
}

const isNumber = ({ type }: Pick<DataColumn, 'type'>): boolean => type === 'integer' || type === 'decimal';

/** Of each key the values that the rows of the main side have. */
async function keysOf(
  session: EngineSession,
  task: EtlTask,
  known: ReadonlyMap<string, Known>,
  { main, keys }: Lookup,
): Promise<string[][]> {
  const found: string[][] = [];
  for (const { left, column } of keys) {
    const name = quoted(left);
    const statement = `select distinct cast(${name} as varchar) from ${main.rows} where ${name} is not null limit ${mostKeys}`;
    const { rows } = await session.query(sqlOver(task, main.node.id, statement, known), { rows: mostKeys });
    const values = rows.map(([value]) => value!);
    found.push(isNumber(column) ? values.flatMap((value) => numberOf(value, column) ?? []) : values);
  }
  return found;
}

/** Without noughts at its end; one that a column cannot have is not looked for. */
function numberOf(value: string, { type }: DataColumn): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  const plain = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
  return type === 'integer' && plain.includes('.') ? undefined : plain;
}

async function fillByKeys(
  ctx: Ctx,
  session: EngineSession,
  { source, keys: columns }: Lookup,
  { keys, usedBy, use, signal }: Pick<Reading, 'usedBy'> & { keys: string[][]; use: Use; signal: AbortSignal },
): Promise<number | undefined> {
  return use(ctx, connectionOf(source), usedBy, async (endpoint) => {
    const asked = askedOf(
      source,
      endpoint,
      columns.map(({ column }, at) => ({ column, values: keys[at]! })),
    );
    if (!asked) return undefined;
    const stream = await endpoint.read(asked, withSignal(signal));
    // a statement answers decimals without their digits
    const digits = stream.columns.map((column) => {
      const own = source.columns.find(({ name }) => name === column.name);
      if (column.type !== 'decimal' || own?.precision === undefined || column.precision !== undefined) return column;
      return { ...column, precision: own.precision, scale: own.scale ?? 0 };
    });
    const { rows } = await session.fill(sourceTable(source.id), { ...stream, columns: digits }, withSignal(signal));
    return rows;
  });
}

type Use = ReturnType<typeof sharedEndpoints>['use'];

const connectionOf = (source: Reached): string | null =>
  source.kind === 'formSource' ? formsSource : source.connection;

/** Undefined where the other side cannot be asked so. */
function askedOf(
  source: Reached,
  { caps: { dialect } }: Endpoint,
  within: { column: DataColumn; values: string[] }[],
): ReadSource | undefined {
  if (source.kind === 'formSource') {
    const [{ column, values }] = within as [(typeof within)[number]];
    return { table: { schema: '', name: source.form! }, within: { column: column.name, values }, limit: mostFound };
  }
  // what has an order of its own does not stand in brackets there
  if (source.kind === 'sqlSource' && dialect === 'sqlserver') return undefined;
  const { name, table, value, first } = wordsOf(dialect);
  const from =
    source.kind === 'sqlSource'
      ? `(${source.sql.trim().replace(/;\s*$/, '')}\n)`
      : table({ schema: source.schema, name: source.table });
  const chosen = source.columns.map((column) => `t.${name(column.name)}`).join(', ');
  const where = within.map(({ column, values }) =>
    values.length === 0
      ? '1 = 0'
      : `t.${name(column.name)} in (${values.map((one) => (isNumber(column) ? one : value(column, one))).join(', ')})`,
  );
  return { sql: first(`${chosen || '*'} from ${from} t where ${where.join(' and ')}`, mostFound) };
}

/** Beside what was found by the keys the first rows of the source that have none of them. */
async function addOthers(
  session: EngineSession,
  { source, keys }: Lookup,
  sample: (node: SourceNode) => Promise<void>,
): Promise<void> {
  const [all, found] = [sourceTable(source.id), `${sourceTable(source.id)}_found`].map((name) => quoted(name)) as [
    string,
    string,
  ];
  await session.run(`alter table ${all} rename to ${found}`);
  await sample(source);
  const same = keys.map(({ column: { name } }) => `f.${quoted(name)} = a.${quoted(name)}`).join(' and ');
  await session.run(`delete from ${all} a where exists (select 1 from ${found} f where ${same})`);
  await session.run(`insert into ${all} by name select * from ${found}`);
}

/** The source whose rows go on, where others are joined to them. */
function leadOf({ edges }: EtlTask, of: string): string | undefined {
  for (let at = of; ;) {
    const into = edges.filter(({ target }) => target === at);
    const next = into.find(({ other }) => !other);
    if (!next) return into.length === 0 ? at : undefined;
    at = next.source;
  }
}
