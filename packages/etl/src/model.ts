import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { TaskEdge, TaskNode } from '@formwork/contract/etl/task.ts';
import type { Given } from './parameters.ts';

/** How a column comes from another: as it is, worked out from it, or summed up over rows. */
export type LineageHow = 'identity' | 'transformation' | 'aggregation';

export interface From {
  node: string;
  column: string;
  how: LineageHow;
}

/** A column at the way out of a node, with what it comes from there before it. */
export interface OutColumn extends DataColumn {
  from: From[];
}

export interface TaskProblem {
  code: string;
  level: 'error' | 'warning';
  node: string;
  /** The part of the node, as in an operation: `['figures', '#n1']`. */
  at?: string[];
  data?: Record<string, unknown>;
}

/** What stands at a way into a node. */
export interface Input {
  edge: TaskEdge;
  node: TaskNode;
  /** The name that its rows have in SQL. */
  rows: string;
  columns: readonly OutColumn[];
  /** What expressions may read beside the columns. */
  parameters: readonly Given[];
}

export interface Inputs {
  /** All of them in their order; of a union there are many. */
  all: readonly Input[];
  main: Input | undefined;
  other: Input | undefined;
}

export interface Written {
  columns: OutColumn[];
  problems: TaskProblem[];
  /** One SELECT over the names of the inputs. */
  sql: string;
  /** Rows that go no further: a SELECT of every column, and of why as the column `_reason`. */
  rejects?: string | undefined;
  /** Figures that no SQL can say: they are worked out row by row, and the SQL reads the table `workedTable` of them. */
  worked?: WorkedFigure[] | undefined;
  /** Rows that a script makes of those that come in: the SQL reads the table `workedTable` of them. */
  scripted?: Scripted | undefined;
}

export interface Scripted {
  code: string;
  gives: Pick<DataColumn, 'name' | 'type'>[];
}

export interface WorkedFigure {
  id: string;
  name: string;
  expression: string;
  type: DataColumn['type'];
  /** The columns that it reads. */
  reads: string[];
}

/** The table of what comes into a node, with a column `workedColumn` for each figure that is worked out. */
export const workedTable = (node: string): string => `w_${node}`;
export const workedColumn = (place: number): string => `_w${place}`;
/** Of a row that a script could not work on: its columns as they came in, and why. */
export const givenColumn = (place: number): string => `_g${place}`;
export const whyColumn = '_why';

/** What is known of one kind of node: its columns, what is wrong, and its SQL. */
export type Rule<N extends TaskNode = TaskNode> = (node: N, inputs: Inputs) => Written;

export function kept(input: Input | undefined): OutColumn[] {
  return (input?.columns ?? []).map((column) => ({
    ...column,
    from: [{ node: input!.node.id, column: column.name, how: 'identity' as const }],
  }));
}

export const has = (input: Input | undefined, name: string): boolean =>
  input?.columns.some((column) => column.name === name) ?? false;

export function columnOf(input: Input | undefined, name: string): OutColumn | undefined {
  return input?.columns.find((column) => column.name === name);
}

/** Columns that a node names and that do not come in. */
export function missing(
  node: TaskNode,
  input: Input | undefined,
  names: readonly (readonly [string, string[]?])[],
): TaskProblem[] {
  if (!input) return [];
  return names.flatMap(([name, at]): TaskProblem[] =>
    has(input, name)
      ? []
      : [
          name === ''
            ? { code: 'etl.problem.column_blank', level: 'error', node: node.id, ...(at && { at }) }
            : {
                code: 'etl.problem.column_gone',
                level: 'error',
                node: node.id,
                data: { column: name },
                ...(at && { at }),
              },
        ],
  );
}

/** A name that is blank or there twice. */
export function nameProblems(node: TaskNode, columns: readonly DataColumn[]): TaskProblem[] {
  const seen = new Set<string>();
  const found: TaskProblem[] = [];
  for (const { name } of columns) {
    if (name.trim() === '') found.push({ code: 'etl.problem.name_blank', level: 'error', node: node.id });
    // SQL knows no difference between large and small letters
    else if (seen.has(name.toLowerCase()))
      found.push({ code: 'etl.problem.name_twice', level: 'error', node: node.id, data: { column: name } });
    seen.add(name.toLowerCase());
  }
  return found;
}
