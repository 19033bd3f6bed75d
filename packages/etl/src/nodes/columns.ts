import type { TaskNodeOf, WindowFunction } from '@formwork/contract/etl/task.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import { expressionOf } from '../expression.ts';
import { cast, workedType } from '../feel-sql.ts';
import {
  columnOf,
  has,
  kept,
  missing,
  nameProblems,
  workedColumn,
  workedTable,
  type From,
  type Input,
  type OutColumn,
  type Rule,
  type TaskProblem,
  type WorkedFigure,
} from '../model.ts';
import { isNumeric, numberFrom } from '../numbers.ts';
import { literal, quoted, sqlType } from '../sql.ts';
import { orderNames, orderSql } from './rows.ts';

/** Nodes that keep their rows and change the columns. */

const rows = (input: Input | undefined): string => input?.rows ?? '(select 1 where false)';

export const select: Rule<TaskNodeOf<'select'>> = (node, { main }) => {
  if (node.picks.length === 0) return { columns: kept(main), problems: [], sql: `select * from ${rows(main)}` };
  const problems = missing(
    node,
    main,
    node.picks.map(({ id, column }) => [column, ['picks', `#${id}`]]),
  );
  const picks = node.picks.filter(({ column }) => has(main, column));
  const columns = picks.map(({ column, name }): OutColumn => ({
    ...columnOf(main, column)!,
    name: name || column,
    from: [{ node: main!.node.id, column, how: 'identity' }],
  }));
  return {
    columns,
    problems: [...problems, ...nameProblems(node, columns)],
    sql: `select ${picks.map(({ column, name }) => `${quoted(column)} as ${quoted(name || column)}`).join(', ') || '1'} from ${rows(main)}`,
  };
};

/** A figure that has the name of a column takes its place. Figures see the columns that come in, not each other. */
export const calculate: Rule<TaskNodeOf<'calculate'>> = (node, { main }) => {
  const worked: WorkedFigure[] = [];
  const made = node.figures.map((figure) => {
    const { id, name, expression } = figure;
    const place = { node: node.id, at: ['figures', `#${id}`] };
    const { value, problems } = expressionOf(figure, main, figure.type, place);
    const late =
      problems[0]?.code === 'etl.problem.feel_not_sql'
        ? workedType(expression, main?.columns ?? [], main?.parameters)
        : undefined;
    if (!late) return { name, value: { ...value, sql: cast(value) }, problems, expression };
    worked.push({ id, name, ...late });
    const sql = quoted(workedColumn(worked.length - 1));
    return { name, value: { sql, type: late.type }, problems: [], expression };
  });
  const columns = withColumns(
    main,
    made.map(({ name, value, expression }): OutColumn => ({
      name,
      type: value.type,
      nullable: true,
      from: mentioned(main, expression),
    })),
  );
  const from = worked.length > 0 ? { ...main!, rows: quoted(workedTable(node.id)) } : main;
  return {
    columns,
    problems: [...made.flatMap(({ problems }) => problems), ...blank(node, made)],
    sql: replaced(
      from,
      made.map(({ name, value }) => [name, value.sql]),
    ),
    worked: worked.length > 0 ? worked : undefined,
  };
};

export const convert: Rule<TaskNodeOf<'convert'>> = (node, { main }) => {
  const problems = missing(
    node,
    main,
    node.casts.map(({ id, column }) => [column, ['casts', `#${id}`]]),
  );
  const casts = node.casts.filter(({ column }) => has(main, column));
  const made = casts.map((one) => ({ ...one, sql: converted(one, columnOf(main, one.column)!.type) }));
  const columns = withColumns(
    main,
    made.map(({ column, type }): OutColumn => ({
      name: column,
      type,
      nullable: true,
      from: [{ node: main!.node.id, column, how: 'transformation' }],
    })),
  );
  const strict = made.filter(({ onError }) => onError === 'reject');
  const bad = strict.map(({ column, sql }) => `(${quoted(column)} is not null and ${sql} is null)`);
  const reasons = strict.map(
    ({ column, type }, at) =>
      `case when ${bad[at]} then concat(${literal(`${column}: `)}, cast(${quoted(column)} as varchar), ${literal(` ≠ ${type}`)}) end`,
  );
  return {
    columns,
    problems,
    sql:
      replaced(
        main,
        made.map(({ column, sql }) => [column, sql]),
      ) + (bad.length > 0 ? ` where not (${bad.join(' or ')})` : ''),
    rejects:
      bad.length > 0
        ? `select *, concat_ws('; ', ${reasons.join(', ')}) as "_reason" from ${rows(main)} where ${bad.join(' or ')}`
        : undefined,
  };
};

function converted(
  { column, type, format }: { column: string; type: ValueType; format: string },
  from: ValueType,
): string {
  const value = quoted(column);
  const to = sqlType({ type });
  if (type === 'text') return `cast(${value} as varchar)`;
  if (from !== 'text') return `try_cast(${value} as ${to})`;
  if (format !== '' && (type === 'date' || type === 'timestamp' || type === 'timestamptz'))
    return `cast(try_strptime(trim(${value}), ${literal(format)}) as ${to})`;
  if (isNumeric(type)) return numberFrom(value, to);
  return `try_cast(nullif(trim(${value}), '') as ${to})`;
}

export const split: Rule<TaskNodeOf<'split'>> = (node, { main }) => {
  const names = node.names.filter((name) => name !== '');
  const columns = withColumns(
    main,
    names.map((name): OutColumn => ({
      name,
      type: 'text',
      nullable: true,
      from: main ? [{ node: main.node.id, column: node.column, how: 'transformation' }] : [],
    })),
  );
  const value = has(main, node.column)
    ? `string_split(cast(${quoted(node.column)} as varchar), ${literal(node.separator)})`
    : '[]';
  return {
    columns,
    problems: [
      ...missing(node, main, [[node.column]]),
      ...(node.separator === ''
        ? [{ code: 'etl.problem.separator_blank', level: 'error' as const, node: node.id }]
        : []),
      ...nameProblems(node, columns),
    ],
    // the last one holds all that is left
    sql: replaced(
      main,
      names.map((name, at) => [
        name,
        at < names.length - 1
          ? `${value}[${at + 1}]`
          : `nullif(array_to_string(${value}[${at + 1}:], ${literal(node.separator)}), '')`,
      ]),
    ),
  };
};

export const jsonPath: Rule<TaskNodeOf<'jsonPath'>> = (node, { main }) => {
  const known = has(main, node.column);
  const columns = withColumns(
    main,
    node.paths.map(({ name, type }): OutColumn => ({
      name,
      type,
      nullable: true,
      from: main ? [{ node: main.node.id, column: node.column, how: 'transformation' }] : [],
    })),
  );
  const wrong = node.paths.filter(({ path }) => !/^\$([.[].*)?$/.test(path));
  const json = `(case when json_valid(cast(${quoted(node.column)} as varchar)) then cast(${quoted(node.column)} as json) end)`;
  return {
    columns,
    problems: [
      ...missing(node, main, [[node.column]]),
      ...wrong.map(({ id, path }) => ({
        code: 'etl.problem.path_wrong',
        level: 'error' as const,
        node: node.id,
        at: ['paths', `#${id}`],
        data: { path },
      })),
      ...blank(node, node.paths),
    ],
    sql: replaced(
      main,
      node.paths.map(({ name, path, type }) => [
        name,
        !known || wrong.length > 0
          ? 'null'
          : type === 'json' || type === 'list'
            ? `json_extract(${json}, ${literal(path)})`
            : `try_cast(json_extract_string(${json}, ${literal(path)}) as ${sqlType({ type })})`,
      ]),
    ),
  };
};

export const window: Rule<TaskNodeOf<'window'>> = (node, { main }) => {
  const problems = missing(node, main, [
    ...node.keys.map((key) => [key] as const),
    ...orderNames(node.order),
    ...node.figures
      .filter(({ fn }) => !counts(fn))
      .map(({ id, column }) => [column, ['figures', `#${id}`]] as [string, string[]]),
  ]);
  const figures = node.figures.filter(({ fn, column }) => counts(fn) || has(main, column));
  const keys = node.keys.filter((key) => has(main, key)).map((key) => quoted(key));
  const over = `(${keys.length > 0 ? `partition by ${keys.join(', ')}` : ''}${orderSql(node.order, main)})`;
  const columns = withColumns(
    main,
    figures.map(({ name, fn, column }): OutColumn => ({
      name,
      type: windowType(fn, columnOf(main, column)?.type ?? 'text'),
      nullable: true,
      from: counts(fn) ? [] : [{ node: main!.node.id, column, how: 'aggregation' }],
    })),
  );
  return {
    columns,
    problems: [
      ...problems,
      ...blank(node, node.figures),
      ...(node.order.length === 0 && node.figures.some(({ fn }) => ordered.has(fn))
        ? [{ code: 'etl.problem.order_missing', level: 'error' as const, node: node.id }]
        : []),
    ],
    sql: replaced(
      main,
      figures.map(({ name, fn, column, offset }) => [name, `${windowSql(fn, quoted(column), offset)} over ${over}`]),
    ),
  };
};

const ordered = new Set<WindowFunction>(['rowNumber', 'rank', 'denseRank', 'lag', 'lead', 'first', 'last']);
const counts = (fn: WindowFunction): boolean =>
  fn === 'rowNumber' || fn === 'rank' || fn === 'denseRank' || fn === 'count';

function windowType(fn: WindowFunction, type: ValueType): ValueType {
  if (counts(fn)) return 'integer';
  if (fn === 'avg') return 'double';
  if (fn === 'sum') return type === 'integer' ? 'decimal' : type;
  return type;
}

function windowSql(fn: WindowFunction, column: string, offset: number): string {
  switch (fn) {
    case 'rowNumber':
      return 'row_number()';
    case 'denseRank':
      return 'dense_rank()';
    case 'rank':
      return 'rank()';
    case 'count':
      return 'count(*)';
    case 'lag':
    case 'lead':
      return `${fn}(${column}, ${offset})`;
    case 'first':
      return `first_value(${column})`;
    case 'last':
      return `last_value(${column})`;
    default:
      return `${fn}(${column})`;
  }
}

/** Columns of the input, those of the same name replaced where they stand, the others behind. */
function withColumns(input: Input | undefined, made: readonly OutColumn[]): OutColumn[] {
  const columns = kept(input);
  for (const column of made) {
    const at = columns.findIndex(({ name }) => name === column.name);
    if (at === -1) columns.push(column);
    else columns[at] = column;
  }
  return columns;
}

function replaced(input: Input | undefined, made: readonly (readonly [string, string])[]): string {
  const values = new Map(made);
  const own = (input?.columns ?? []).map(({ name }) =>
    values.has(name) ? `${values.get(name)} as ${quoted(name)}` : quoted(name),
  );
  const added = [...values].filter(([name]) => !has(input, name)).map(([name, sql]) => `${sql} as ${quoted(name)}`);
  return `select ${[...own, ...added].join(', ') || '1'} from ${rows(input)}`;
}

function blank(node: { id: string }, named: readonly { name: string }[]): TaskProblem[] {
  return named.some(({ name }) => name.trim() === '')
    ? [{ code: 'etl.problem.name_blank', level: 'error', node: node.id }]
    : [];
}

/** Columns whose names stand in the text: an expression has no other way to them. */
function mentioned(input: Input | undefined, expression: string): From[] {
  return (input?.columns ?? [])
    .filter(({ name }) => name !== '' && expression.includes(name))
    .map(({ name }) => ({ node: input!.node.id, column: name, how: 'transformation' as const }));
}
