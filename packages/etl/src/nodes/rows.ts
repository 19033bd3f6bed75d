import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { conditionOf } from '../expression.ts';
import { kept, missing, type Input, type OutColumn, type Rule, type TaskProblem, type Written } from '../model.ts';
import { literal, quoted, sqlType } from '../sql.ts';
import { together } from '../feel-sql.ts';

/** Nodes that keep their columns and choose among the rows. */

const rows = (input: Input | undefined): string => input?.rows ?? '(select 1 where false)';
const plain = (input: Input | undefined, sql: string, problems: TaskProblem[]): Written => ({
  columns: kept(input),
  problems,
  sql,
});

export const filter: Rule<TaskNodeOf<'filter'>> = (node, { main }) => {
  const { sql, problems } = conditionOf(node, main, { node: node.id });
  return plain(main, `select * from ${rows(main)} where ${sql}`, problems);
};

/** Both ways are told apart by the edge; rows of which nothing is known go the way of no. */
export const branch: Rule<TaskNodeOf<'branch'>> = (node, { main }) => {
  const { sql, problems } = conditionOf(node, main, { node: node.id });
  return plain(main, `select *, coalesce(${sql}, false) as "_branch" from ${rows(main)}`, problems);
};

export const validate: Rule<TaskNodeOf<'validate'>> = (node, { main }) => {
  const judged = node.rules.map((rule) => ({
    ...rule,
    ...conditionOf(rule, main, { node: node.id, at: ['rules', `#${rule.id}`] }),
  }));
  const holds = judged.map(({ sql }) => `coalesce(${sql}, false)`).join(' and ') || 'true';
  const reasons = judged.map(
    ({ sql, message, expression }) =>
      `case when not coalesce(${sql}, false) then ${literal(message || expression)} end`,
  );
  return {
    ...plain(
      main,
      `select * from ${rows(main)} where ${holds}`,
      judged.flatMap(({ problems }) => problems),
    ),
    rejects:
      judged.length > 0
        ? `select *, concat_ws('; ', ${reasons.join(', ')}) as "_reason" from ${rows(main)} where not (${holds})`
        : undefined,
  };
};

export const sort: Rule<TaskNodeOf<'sort'>> = (node, { main }) => {
  const problems = missing(node, main, orderNames(node.order));
  const limit = node.limit === null ? '' : ` limit ${node.limit}`;
  return plain(main, `select * from ${rows(main)}${orderSql(node.order, main)}${limit}`, problems);
};

export const dedupe: Rule<TaskNodeOf<'dedupe'>> = (node, { main }) => {
  const problems = missing(node, main, [...node.keys.map((key) => [key] as const), ...orderNames(node.order)]);
  if (node.keys.length === 0) return plain(main, `select distinct * from ${rows(main)}`, problems);
  const keys = node.keys.map((key) => quoted(key)).join(', ');
  return plain(
    main,
    `select * from ${rows(main)} qualify row_number() over (partition by ${keys}${orderSql(node.order, main)}) = 1`,
    problems,
  );
};

export const sample: Rule<TaskNodeOf<'sample'>> = (node, { main }) =>
  plain(main, `select * from ${rows(main)} using sample reservoir(${node.rows} rows) repeatable (${node.seed})`, []);

/** By the names of columns: one that a way lacks is empty there; types become the wider one, a text where nothing else holds both. */
export const union: Rule<TaskNodeOf<'union'>> = (node, { all }) => {
  const columns: OutColumn[] = [];
  for (const input of all)
    for (const column of kept(input)) {
      const at = columns.findIndex(({ name }) => name === column.name);
      const known = columns[at];
      if (!known)
        columns.push(
          all.every((one) => one.columns.some(({ name }) => name === column.name))
            ? column
            : { ...column, nullable: true },
        );
      else if (known.type === column.type && known.scale === column.scale)
        columns[at] = { ...known, nullable: known.nullable || column.nullable, from: [...known.from, ...column.from] };
      else
        columns[at] = {
          name: known.name,
          type: together(known.type, column.type) ?? 'text',
          nullable: known.nullable || column.nullable,
          from: [...known.from, ...column.from],
        };
    }
  const parts = all.map((input) => {
    const values = columns.map((column) => {
      const value = input.columns.some(({ name }) => name === column.name) ? quoted(column.name) : 'null';
      return `cast(${value} as ${sqlType(column)}) as ${quoted(column.name)}`;
    });
    return `select ${values.join(', ') || '1'} from ${input.rows}`;
  });
  return {
    columns,
    problems: all.length < 2 ? [{ code: 'etl.problem.union_few', level: 'warning', node: node.id }] : [],
    sql: parts.join(node.distinct ? ' union ' : ' union all ') || 'select 1 where false',
  };
};

export interface By {
  id: string;
  column: string;
  descending: boolean;
}

export function orderNames(order: readonly By[]): [string, string[]][] {
  return order.map(({ id, column }) => [column, ['order', `#${id}`]]);
}

/** The order by named columns alone: a column that is not there is left out, and told elsewhere. */
export function orderSql(order: readonly By[], input: Input | undefined): string {
  const known = order.filter(({ column }) => input?.columns.some(({ name }) => name === column));
  return known.length === 0
    ? ''
    : ` order by ${known.map(({ column, descending }) => `${quoted(column)} ${descending ? 'desc nulls last' : 'asc nulls last'}`).join(', ')}`;
}
