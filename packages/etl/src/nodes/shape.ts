import type { AggregateFunction, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import {
  columnOf,
  has,
  kept,
  missing,
  nameProblems,
  type Input,
  type OutColumn,
  type Rule,
  type TaskProblem,
} from '../model.ts';
import { literal, quoted, sqlType } from '../sql.ts';
import { together } from '../feel-sql.ts';

/** Nodes whose rows are others than those that came in. */

const rows = (input: Input | undefined): string => input?.rows ?? '(select 1 where false)';

interface Key {
  id: string;
  left: string;
  right: string;
}

export const join: Rule<TaskNodeOf<'join'>> = (node, { main, other }) => {
  const { how, prefix } = node;
  const keys = node.keys.filter(({ left, right }) => has(main, left) && has(other, right));
  const oneSided = how === 'semi' || how === 'anti';
  const [emptyLeft, emptyRight] = [how === 'right' || how === 'full', how === 'left' || how === 'full'];
  const right = oneSided
    ? []
    : kept(other).map((column) => ({
        column,
        name: has(main, column.name) ? `${prefix || '2_'}${column.name}` : column.name,
      }));
  const columns: OutColumn[] = [
    ...kept(main).map((column) => (emptyLeft ? { ...column, nullable: true } : column)),
    ...right.map(({ column, name }) => ({ ...column, name, ...(emptyRight && { nullable: true }) })),
  ];
  const select = [
    ...(main?.columns ?? []).map(({ name }) => `a.${quoted(name)}`),
    ...right.map(({ column, name }) => `b.${quoted(column.name)} as ${quoted(name)}`),
  ];
  const on = how === 'cross' ? '' : ` on ${matched(keys, main, other)}`;
  return {
    columns,
    problems: [...keyProblems(node, node.keys, main, other, how === 'cross'), ...nameProblems(node, columns)],
    sql: `select ${select.join(', ') || '1'} from ${rows(main)} a ${how} join ${rows(other)} b${on}`,
  };
};

/** What a join did with its rows: how many found nothing on the other side, how many keys stand there more than once. */
export function joinReport({ keys }: TaskNodeOf<'join'>, main: Input, other: Input): string {
  const known = keys.filter(({ left, right }) => has(main, left) && has(other, right));
  const on = matched(known, main, other);
  const names = known.map(({ right }) => `b.${quoted(right)}`).join(', ');
  return `select
    (select count(*) from ${rows(main)}) as "left",
    (select count(*) from ${rows(other)}) as "right",
    (select count(*) from ${rows(main)} a anti join ${rows(other)} b on ${on}) as "unmatchedLeft",
    (select count(*) from ${rows(other)} b anti join ${rows(main)} a on ${on}) as "unmatchedRight",
    (select count(*) from (select 1 from ${rows(other)} b${names === '' ? '' : ` group by ${names}`} having count(*) > 1)) as "multiplied"`;
}

/** The first row of the other side that has the keys, or nothing: rows are never multiplied. */
export const lookup: Rule<TaskNodeOf<'lookup'>> = (node, { main, other }) => {
  const keys = node.keys.filter(({ left, right }) => has(main, left) && has(other, right));
  const takes = node.takes.filter(({ column }) => has(other, column));
  const columns: OutColumn[] = [
    ...kept(main),
    ...takes.map(({ column, name }) => ({
      ...columnOf(other, column)!,
      name: name || column,
      nullable: true,
      from: [{ node: other!.node.id, column, how: 'identity' as const }],
    })),
  ];
  const rights = keys.map(({ right }) => quoted(right)).join(', ');
  const first = `(select * from ${rows(other)} qualify row_number() over (${rights === '' ? '' : `partition by ${rights}`}) = 1)`;
  const select = [
    ...(main?.columns ?? []).map(({ name }) => `a.${quoted(name)}`),
    ...takes.map(({ column, name }) => `b.${quoted(column)} as ${quoted(name || column)}`),
  ];
  return {
    columns,
    problems: [
      ...keyProblems(node, node.keys, main, other, false),
      ...missing(
        node,
        other,
        node.takes.map(({ id, column }) => [column, ['takes', `#${id}`]]),
      ),
      ...nameProblems(node, columns),
    ],
    sql: `select ${select.join(', ') || '1'} from ${rows(main)} a left join ${first} b on ${matched(keys, main, other)}`,
  };
};

/** Keys of different types are compared as texts. */
function matched(keys: readonly Key[], main: Input | undefined, other: Input | undefined): string {
  if (keys.length === 0) return 'false';
  return keys
    .map(({ left, right }) => {
      const [a, b] = [`a.${quoted(left)}`, `b.${quoted(right)}`];
      const same = together(columnOf(main, left)!.type, columnOf(other, right)!.type) !== undefined;
      return same ? `${a} = ${b}` : `cast(${a} as varchar) = cast(${b} as varchar)`;
    })
    .join(' and ');
}

function keyProblems(
  node: TaskNodeOf<'join'> | TaskNodeOf<'lookup'>,
  keys: readonly Key[],
  main: Input | undefined,
  other: Input | undefined,
  without: boolean,
): TaskProblem[] {
  const place = { level: 'error', node: node.id } as const;
  if (!other) return [{ code: 'etl.problem.other_missing', ...place }];
  if (without) return [];
  if (keys.length === 0) return [{ code: 'etl.problem.keys_missing', ...place }];
  const uneven = keys.filter(({ left, right }) => {
    const [a, b] = [columnOf(main, left), columnOf(other, right)];
    return a && b && together(a.type, b.type) === undefined;
  });
  return [
    ...missing(
      node,
      main,
      keys.map(({ id, left }) => [left, ['keys', `#${id}`]]),
    ),
    ...missing(
      node,
      other,
      keys.map(({ id, right }) => [right, ['keys', `#${id}`]]),
    ),
    ...uneven.map(({ id, left, right }): TaskProblem => ({
      code: 'etl.problem.keys_uneven',
      level: 'warning',
      node: node.id,
      at: ['keys', `#${id}`],
      data: { left, right },
    })),
  ];
}

export const aggregate: Rule<TaskNodeOf<'aggregate'>> = (node, { main }) => {
  const keys = node.keys.filter((key) => has(main, key));
  const figures = node.figures.filter(({ fn, column }) => fn === 'count' || has(main, column));
  const columns: OutColumn[] = [
    ...kept(main).filter(({ name }) => keys.includes(name)),
    ...figures.map(({ name, fn, column }): OutColumn => ({
      name,
      type: aggregateType(fn, columnOf(main, column)?.type ?? 'integer'),
      nullable: fn !== 'count' && fn !== 'countDistinct',
      from: fn === 'count' ? [] : [{ node: main!.node.id, column, how: 'aggregation' }],
    })),
  ].toSorted((a, b) => place(a.name) - place(b.name));
  function place(name: string): number {
    const at = keys.indexOf(name);
    return at === -1 ? keys.length + figures.findIndex((figure) => figure.name === name) : at;
  }
  const select = [
    ...keys.map((key) => quoted(key)),
    ...figures.map(({ name, fn, column }) => {
      const type = columnOf(main, column)?.type ?? 'integer';
      return `cast(${aggregateSql(fn, quoted(column))} as ${sqlType({ type: aggregateType(fn, type) })}) as ${quoted(name)}`;
    }),
  ];
  return {
    columns,
    problems: [
      ...missing(
        node,
        main,
        node.keys.map((key) => [key]),
      ),
      ...missing(
        node,
        main,
        node.figures.filter(({ fn }) => fn !== 'count').map(({ id, column }) => [column, ['figures', `#${id}`]]),
      ),
      ...(select.length === 0 ? [{ code: 'etl.problem.nothing_chosen', level: 'error' as const, node: node.id }] : []),
      ...nameProblems(node, columns),
      ...unsummable(node, node.figures, main),
    ],
    sql: `select ${select.join(', ') || '1'} from ${rows(main)}${keys.length > 0 ? ` group by ${keys.map((key) => quoted(key)).join(', ')}` : ''}`,
  };
};

function unsummable(
  node: { id: string },
  figures: readonly { id: string; fn: string; column: string }[],
  main: Input | undefined,
): TaskProblem[] {
  const numbers: readonly (ValueType | undefined)[] = ['integer', 'decimal', 'double', undefined];
  return figures
    .filter(({ fn, column }) => (fn === 'sum' || fn === 'avg') && !numbers.includes(columnOf(main, column)?.type))
    .map(({ id, column }) => ({
      code: 'etl.problem.no_number',
      level: 'error' as const,
      node: node.id,
      at: ['figures', `#${id}`],
      data: { column },
    }));
}

function aggregateType(fn: AggregateFunction, type: ValueType): ValueType {
  if (fn === 'count' || fn === 'countDistinct') return 'integer';
  if (fn === 'avg') return 'double';
  if (fn === 'list') return 'json';
  if (fn === 'sum') return type === 'double' ? 'double' : type === 'integer' ? 'integer' : 'decimal';
  return type;
}

function aggregateSql(fn: AggregateFunction, column: string): string {
  switch (fn) {
    case 'count':
      return 'count(*)';
    case 'countDistinct':
      return `count(distinct ${column})`;
    case 'list':
      return `to_json(list(${column}))`;
    default:
      return `${fn}(${column})`;
  }
}

/** A column for each value, by name: the same columns whatever the rows hold. */
export const pivot: Rule<TaskNodeOf<'pivot'>> = (node, { main }) => {
  const type = aggregateType(node.fn, columnOf(main, node.value)?.type ?? 'integer');
  const keys = node.keys.filter((key) => has(main, key));
  const known = has(main, node.column) && (node.fn === 'count' || has(main, node.value));
  const columns: OutColumn[] = [
    ...keys.map((key) => kept(main).find(({ name }) => name === key)!),
    ...node.values.map((value): OutColumn => ({
      name: value,
      type,
      nullable: true,
      from: main ? [{ node: main.node.id, column: node.value || node.column, how: 'aggregation' }] : [],
    })),
  ];
  const select = [
    ...keys.map((key) => quoted(key)),
    ...node.values.map((value) => {
      const filter = `filter (where cast(${quoted(node.column)} as varchar) = ${literal(value)})`;
      const sum =
        node.fn === 'list'
          ? `to_json(list(${quoted(node.value)}) ${filter})`
          : `${aggregateSql(node.fn, quoted(node.value))} ${filter}`;
      return `cast(${known ? sum : 'null'} as ${sqlType({ type })}) as ${quoted(value)}`;
    }),
  ];
  return {
    columns,
    problems: [
      ...missing(node, main, [[node.column], ...node.keys.map((key) => [key] as const)]),
      ...(node.fn === 'count' ? [] : missing(node, main, [[node.value]])),
      ...(node.values.length === 0
        ? [{ code: 'etl.problem.values_missing', level: 'error' as const, node: node.id }]
        : []),
      ...nameProblems(node, columns),
    ],
    sql: `select ${select.join(', ') || '1'} from ${rows(main)}${keys.length > 0 ? ` group by ${keys.map((key) => quoted(key)).join(', ')}` : ''}`,
  };
};

export const unpivot: Rule<TaskNodeOf<'unpivot'>> = (node, { main }) => {
  const turned = node.columns.filter((name) => has(main, name));
  const stay = kept(main).filter(({ name }) => !turned.includes(name));
  const type =
    turned.reduce<ValueType | undefined>(
      (found, name, at) => (at === 0 ? columnOf(main, name)!.type : together(found, columnOf(main, name)!.type)),
      undefined,
    ) ?? 'text';
  const columns: OutColumn[] = [
    ...stay,
    { name: node.nameTo, type: 'text', nullable: false, from: [] },
    {
      name: node.valueTo,
      type,
      nullable: true,
      from: turned.map((column) => ({ node: main!.node.id, column, how: 'transformation' as const })),
    },
  ];
  const parts = turned.map((name) =>
    [
      'select',
      [
        ...stay.map((column) => quoted(column.name)),
        `${literal(name)} as ${quoted(node.nameTo)}`,
        `cast(${quoted(name)} as ${sqlType({ type })}) as ${quoted(node.valueTo)}`,
      ].join(', '),
      `from ${rows(main)}`,
    ].join(' '),
  );
  return {
    columns,
    problems: [
      ...missing(
        node,
        main,
        node.columns.map((name) => [name]),
      ),
      ...(node.columns.length === 0
        ? [{ code: 'etl.problem.nothing_chosen', level: 'error' as const, node: node.id }]
        : []),
      ...nameProblems(node, columns),
    ],
    sql: parts.join(' union all ') || `select * from ${rows(main)}`,
  };
};
