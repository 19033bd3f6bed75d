import type { TaskNode, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { aggregated } from './figures.ts';
import { heldOf, isAlike, isKey, type Held } from './held.ts';
import { escapedText } from '../sql.ts';
import { Unfit, type UnfitReason } from './unfit.ts';

/** Rows over there: their columns by the names of the task, named `c0`, `c1`, ... in the table. */
export interface ClusterTable {
  table: string;
  columns: readonly { name: string; held: Held }[];
}

export interface WholeSql {
  /** A SELECT of its columns in their order. */
  sql: string;
  columns: { name: string; held: Held }[];
  /** How rows that are read again have to be asked for. */
  order?: string;
}
/** What the embedded engine has to work out. */
export interface NotThere {
  unfit: UnfitReason;
}

type WholeNode = TaskNodeOf<
  'join' | 'lookup' | 'union' | 'aggregate' | 'pivot' | 'unpivot' | 'window' | 'sort' | 'dedupe' | 'sample'
>;

/** Nodes that need all rows at once: the others take them one by one, wherever they come by. */
export function isWhole(node: TaskNode): node is WholeNode {
  return Object.hasOwn(writers, node.kind);
}

/** What such a node does, said to ClickHouse so that it answers what the embedded engine would; otherwise why not. */
export function wholeSql(node: WholeNode, inputs: readonly ClusterTable[]): WholeSql | NotThere {
  try {
    return (writers[node.kind] as Writer<WholeNode>)(node, inputs);
  } catch (error) {
    if (error instanceof Unfit) return { unfit: error.reason };
    throw error;
  }
}

/** What a join did, as `joinReport` asks it of the embedded engine. */
export function wholeJoinReport({ keys }: TaskNodeOf<'join'>, [a, b]: readonly ClusterTable[]): string {
  const on = matched(keys, a!, b!);
  const rights = keys.map(({ right }) => ref(b!, right)).join(', ');
  return `select (select count() from ${a!.table}), (select count() from ${b!.table}),
    (select count() from ${a!.table} a left anti join ${b!.table} b on ${on}),
    (select count() from ${b!.table} b left anti join ${a!.table} a on ${on}),
    (select count() from (select 1 from ${b!.table} group by ${rights} having count() > 1))`;
}

type Writer<N> = (node: N, inputs: readonly ClusterTable[]) => WholeSql;

const writers: { [Kind in WholeNode['kind']]: Writer<TaskNodeOf<Kind>> } = {
  join(node, [a, b]) {
    const kinds = { inner: 'inner', left: 'left', right: 'right', full: 'full', semi: 'left semi', anti: 'left anti' };
    const on = node.how === 'cross' ? '' : ` on ${matched(node.keys, a!, b!)}`;
    const oneSided = node.how === 'semi' || node.how === 'anti';
    const taken = new Set(a!.columns.map(({ name }) => name));
    const right = oneSided
      ? []
      : b!.columns.map(({ name, held }) => ({ name: taken.has(name) ? `${node.prefix || '2_'}${name}` : name, held }));
    return selected(
      [
        ...a!.columns.map((column, at) => ({ ...column, sql: `a.c${at}` })),
        ...right.map((column, at) => ({ ...column, sql: `b.c${at}` })),
      ],
      `from ${a!.table} a ${node.how === 'cross' ? 'cross' : kinds[node.how]} join ${b!.table} b${on}`,
    );
  },
  lookup(node, [a, b]) {
    const rights = node.keys.map(({ right }) => ref(b!, right)).join(', ');
    const takes = node.takes.map(({ column, name }) => ({ at: placeOf(b!, column), name: name || column }));
    return selected(
      [
        ...a!.columns.map((column, at) => ({ ...column, sql: `a.c${at}` })),
        ...takes.map(({ at, name }) => ({ name, held: b!.columns[at]!.held, sql: `b.c${at}` })),
      ],
      `from ${a!.table} a left join (select * from ${b!.table} limit 1 by ${rights}) b on ${matched(node.keys, a!, b!)}`,
    );
  },
  union(node, inputs) {
    const names = [...new Set(inputs.flatMap(({ columns }) => columns.map(({ name }) => name)))];
    const columns = names.map((name) => {
      const held = inputs.flatMap((one) => one.columns.find((column) => column.name === name)?.held ?? []);
      // texts of numbers differ from one engine to the other
      if (held.some((one) => one.type !== held[0]!.type || one.scale !== held[0]!.scale)) throw new Unfit('types');
      const own = heldOf({ type: held[0]!.type, native: undefined, ...(held[0]!.type === 'decimal' && digits) });
      if (own.as !== held[0]!.as || (held[0]!.as === 'decimal' && held[0]!.scale > 10)) throw new Unfit('types');
      if (node.distinct && !isKey(own)) throw new Unfit('keys');
      return { name, held: own };
    });
    const parts = inputs.map((input) => {
      const values = columns.map(({ name, held }) => {
        const place = input.columns.findIndex((column) => column.name === name);
        return place === -1 ? `cast(null, '${held.there}')` : cast(`c${place}`, held);
      });
      return `select ${values.join(', ')} from ${input.table}`;
    });
    return { sql: parts.join(node.distinct ? ' union distinct ' : ' union all '), columns };
  },
  aggregate(node, [main]) {
    const keys = node.keys.map((key) => ({ ...main!.columns[placeOf(main!, key)]!, sql: keyRef(main!, key) }));
    const figures = node.figures.map(({ name, fn, column }) => ({
      name,
      ...aggregated(fn, argument(main!, fn, column)),
    }));
    return selected(
      [...keys, ...figures],
      `from ${main!.table}${keys.length > 0 ? ` group by ${keys.map(({ sql }) => sql).join(', ')}` : ''}`,
    );
  },
  pivot(node, [main]) {
    const keys = node.keys.map((key) => ({ ...main!.columns[placeOf(main!, key)]!, sql: keyRef(main!, key) }));
    const { held } = main!.columns[placeOf(main!, node.column)]!;
    // what others are as texts is not the same everywhere
    if (held.as !== 'text' && held.as !== 'integer') throw new Unfit('types');
    const column = held.as === 'text' ? ref(main!, node.column) : `toString(${ref(main!, node.column)})`;
    const values = node.values.map((value) => ({
      name: value,
      ...aggregated(node.fn, argument(main!, node.fn, node.value), ` filter (where ${column} = ${escapedText(value)})`),
    }));
    return selected(
      [...keys, ...values],
      `from ${main!.table}${keys.length > 0 ? ` group by ${keys.map(({ sql }) => sql).join(', ')}` : ''}`,
    );
  },
  unpivot(node, [main]) {
    const turned = node.columns.map((name) => ({ name, at: placeOf(main!, name) }));
    const held = heldOf({ type: main!.columns[turned[0]!.at]!.held.type });
    if (turned.some(({ at }) => !isSame(main!.columns[at]!.held, held))) throw new Unfit('types');
    const stay = main!.columns.flatMap(({ name, held: own }, at) =>
      node.columns.includes(name) ? [] : [{ name, held: own, sql: `c${at}` }],
    );
    const parts = turned.map(({ name, at }) => {
      const values = [
        ...stay.map(({ sql }) => sql),
        `cast(${escapedText(name)}, 'Nullable(String)')`,
        cast(`c${at}`, held),
      ];
      return `select ${values.join(', ')} from ${main!.table}`;
    });
    return {
      sql: parts.join(' union all '),
      columns: [
        ...stay.map(({ name, held: own }) => ({ name, held: own })),
        { name: node.nameTo, held: heldOf({ type: 'text' }) },
        { name: node.valueTo, held },
      ],
    };
  },
  window(node, [main]) {
    const keys = node.keys.map((key) => keyRef(main!, key));
    const order = orderOf(node.order, main!);
    const partition = keys.length > 0 ? `partition by ${keys.join(', ')}` : '';
    const over = ` over (${[partition, order].filter(Boolean).join(' ')})`;
    const all = ' rows between unbounded preceding and unbounded following)';
    const figures = node.figures.map(({ name, fn, column, offset }) => {
      const long = heldOf({ type: 'integer' });
      const counted = { rowNumber: 'row_number', rank: 'rank', denseRank: 'dense_rank' } as const;
      if (fn === 'rowNumber' || fn === 'rank' || fn === 'denseRank')
        return { name, held: long, sql: `toInt64(${counted[fn]}()${over})` };
      if (fn === 'count') return { name, held: long, sql: `toInt64(count()${over})` };
      const at = placeOf(main!, column);
      const { held } = main!.columns[at]!;
      if (fn === 'lag' || fn === 'lead')
        return { name, held, sql: `${fn}InFrame(c${at}, ${offset})${over.slice(0, -1)}${all}` };
      if (fn === 'first' || fn === 'last') return { name, held, sql: `${fn}_value(c${at}) respect nulls${over}` };
      return { name, ...aggregated(fn, { sql: `c${at}`, held }, over, true) };
    });
    const replaced = new Map(figures.map((figure) => [figure.name, figure]));
    const own = main!.columns.map((column, at) => replaced.get(column.name) ?? { ...column, sql: `c${at}` });
    const added = figures.filter(({ name }) => !main!.columns.some((column) => column.name === name));
    return selected([...own, ...added], `from ${main!.table}`);
  },
  sort(node, [main]) {
    const order = orderOf(node.order, main!);
    const limit = node.limit === null ? '' : ` limit ${node.limit}`;
    return { ...selected(all(main!), `from ${main!.table}${order && ` ${order}`}${limit}`), ...(order && { order }) };
  },
  dedupe(node, [main]) {
    if (node.keys.length === 0) {
      if (!main!.columns.every(({ held }) => isKey(held))) throw new Unfit('keys');
      return { ...selected(all(main!), `from ${main!.table}`, 'distinct ') };
    }
    const order = orderOf(node.order, main!);
    const keys = node.keys.map((key) => keyRef(main!, key)).join(', ');
    return selected(all(main!), `from ${main!.table}${order && ` ${order}`} limit 1 by ${keys}`);
  },
  /** The same rows wherever they lie: by what is in them. */
  sample(node, [main]) {
    const row = main!.columns.map((_, at) => `c${at}`).join(', ');
    return selected(all(main!), `from ${main!.table} order by cityHash64(${node.seed}, ${row}) limit ${node.rows}`);
  },
};

const digits = { precision: 38, scale: 10 };
const all = ({ columns }: ClusterTable) => columns.map((column, at) => ({ ...column, sql: `c${at}` }));

function selected(
  columns: readonly { name: string; held: Held; sql: string }[],
  from: string,
  how: '' | 'distinct ' = '',
): WholeSql {
  return {
    sql: `select ${how}${columns.map(({ sql }) => sql).join(', ')} ${from}`,
    columns: columns.map(({ name, held }) => ({ name, held })),
  };
}

function placeOf({ columns }: ClusterTable, name: string): number {
  const at = columns.findIndex((column) => column.name === name);
  if (at === -1) throw new Unfit('keys');
  return at;
}

const ref = (table: ClusterTable, name: string): string => `c${placeOf(table, name)}`;

function keyRef(table: ClusterTable, name: string): string {
  const at = placeOf(table, name);
  if (!isKey(table.columns[at]!.held)) throw new Unfit('keys');
  return `c${at}`;
}

function argument(table: ClusterTable, fn: string, column: string): { sql: string; held: Held } | undefined {
  if (fn === 'count') return undefined;
  const at = placeOf(table, column);
  return { sql: `c${at}`, held: table.columns[at]!.held };
}

function matched(keys: TaskNodeOf<'join'>['keys'], a: ClusterTable, b: ClusterTable): string {
  if (keys.length === 0) throw new Unfit('keys');
  return keys
    .map(({ left, right }) => {
      const [one, two] = [placeOf(a, left), placeOf(b, right)];
      const [mine, theirs] = [a.columns[one]!.held, b.columns[two]!.held];
      if (!isAlike(mine, theirs)) throw new Unfit('keys');
      const wide = mine.as === 'decimal' ? wider : asIs;
      return `${wide(`a.c${one}`)} = ${wide(`b.c${two}`)}`;
    })
    .join(' and ');
}

const asIs = (sql: string): string => sql;
const wider = (sql: string): string => `toDecimal256(${sql}, 38)`;

const isSame = (held: Held, own: Held): boolean =>
  held.as === own.as && held.type === own.type && (held.as !== 'decimal' || held.scale <= 10);

/** As another column of the same kind: whole numbers and decimals refuse what they cannot hold. */
function cast(sql: string, held: Held): string {
  if (held.as === 'decimal') return `toDecimal128(${sql}, ${held.scale})`;
  return sql;
}

/** Nothing comes last. */
function orderOf(order: TaskNodeOf<'sort'>['order'], table: ClusterTable): string {
  const known = order.filter(({ column }) => table.columns.some(({ name }) => name === column));
  const parts = known.map(
    ({ column, descending }) => `${keyRef(table, column)} ${descending ? 'desc' : 'asc'} nulls last`,
  );
  return parts.length === 0 ? '' : `order by ${parts.join(', ')}`;
}
