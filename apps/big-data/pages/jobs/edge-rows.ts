import type { NodeFigures } from '@formwork/contract/etl/task-api.ts';
import type { TaskEdge } from '@formwork/contract/etl/task.ts';

/** How full a way is: what came out of the node behind it, of a branch what went this way. */
export function edgeRows({ rows, report }: Pick<NodeFigures, 'rows' | 'report'>, port: TaskEdge['port']): number {
  return port === 'out' ? rows : (report?.[port] ?? rows);
}
