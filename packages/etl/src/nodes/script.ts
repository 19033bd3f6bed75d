import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { has, nameProblems, whyColumn, workedColumn, workedTable, givenColumn } from '../model.ts';
import type { From, OutColumn, Rule, TaskProblem } from '../model.ts';
import { readScript } from '../read-script.ts';
import { quoted, sqlType } from '../sql.ts';

/** Rows that a script makes; of what it cannot be read from, each column comes from all that come in. */
export const script: Rule<TaskNodeOf<'script'>> = (node, { main }) => {
  const given = main?.columns ?? [];
  const { wrongLine, reads } = readScript(node.code);
  const place = { level: 'error' as const, node: node.id, at: ['code'] };
  const from = given
    .filter(({ name }) => reads === undefined || reads.has(name))
    .map(({ name }): From => ({ node: main!.node.id, column: name, how: 'transformation' }));
  const columns = node.gives.map(({ name, type }): OutColumn => ({ name, type, nullable: true, from }));
  const gone = main && reads ? [...reads].filter((name) => !has(main, name)) : [];
  const problems: TaskProblem[] = [
    ...(node.code.trim() === '' ? [{ code: 'etl.problem.script_blank', ...place }] : []),
    ...(wrongLine === undefined ? [] : [{ code: 'etl.problem.script_wrong', ...place, data: { line: wrongLine } }]),
    ...gone.map((column) => ({ code: 'etl.problem.column_gone', ...place, data: { column } })),
    ...(columns.length === 0 ? [{ code: 'etl.problem.script_columns', level: 'error' as const, node: node.id }] : []),
    ...nameProblems(node, columns),
  ];
  const isWhole = problems.length === 0 && main !== undefined;
  const rows = isWhole ? quoted(workedTable(node.id)) : '(select 1 where false)';
  const values = columns.map(({ name, type }, at) => {
    const value = isWhole ? quoted(workedColumn(at)) : 'null';
    return `cast(${value} as ${sqlType({ type })}) as ${quoted(name)}`;
  });
  const kept = given.map(({ name }, at) => `${quoted(givenColumn(at))} as ${quoted(name)}`);
  const why = quoted(whyColumn);
  return {
    columns,
    problems,
    sql: `select ${values.join(', ') || '1'} from ${rows}${isWhole ? ` where ${why} is null` : ''}`,
    rejects: isWhole
      ? `select ${[...kept, `${why} as "_reason"`].join(', ')} from ${rows} where ${why} is not null`
      : undefined,
    scripted: isWhole ? { code: node.code, gives: node.gives.map(({ name, type }) => ({ name, type })) } : undefined,
  };
};
