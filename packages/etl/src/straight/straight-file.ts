import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { isTarget, type EtlTask, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { knowTask } from '../graph.ts';
import { wayTo } from './straight.ts';

/** A text file whose rows go into one table with all of their columns, at most under other names. */
export interface StraightFile {
  source: TaskNodeOf<'fileSource'>;
  target: TaskNodeOf<'tableTarget'>;
  /** The columns of the file in its order, by the names that the target knows them by. */
  columns: DataColumn[];
  between: string[];
}

export function straightFileOf(task: EtlTask): StraightFile | undefined {
  const targets = task.nodes.filter(isTarget);
  const [target] = targets;
  if (targets.length !== 1 || target?.kind !== 'tableTarget' || target.mode === 'changes') return undefined;
  const way = wayTo(task, target.id, knowTask(task));
  const source = way?.[0]?.known.node;
  if (!way || source?.kind !== 'fileSource' || source.format !== 'csv') return undefined;
  if (source.file === null || source.connection !== null) return undefined;
  if (source.encoding !== 'utf-8' || source.delimiter.length !== 1 || (source.header && source.headRows !== 1))
    return undefined;
  /** From the names that they have now to those in the file. */
  let names = new Map(source.columns.map(({ name }) => [name, name]));
  for (const { known } of way.slice(1)) {
    const { node } = known;
    if (node.kind !== 'select') return undefined;
    if (node.picks.length === 0) continue;
    const picked = node.picks.map(({ column, name }) => [name || column, names.get(column)] as const);
    if (picked.some(([, from]) => from === undefined)) return undefined;
    names = new Map(picked as [string, string][]);
  }
  const to = new Map([...names].map(([name, from]) => [from, name]));
  // all of them, each once
  if (to.size !== source.columns.length || names.size !== to.size) return undefined;
  return {
    source,
    target,
    columns: source.columns.map((column) => ({ ...column, name: to.get(column.name)! })),
    between: way.slice(1).map(({ known }) => known.node.id),
  };
}
