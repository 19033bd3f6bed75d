import { countedRows, type JobDetail, type TaskPreview } from '@formwork/contract/etl/task-api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';

export type JoinFigures = NonNullable<TaskPreview['join']>;

/** What the joins of a run did with their rows; null where it was not counted, as there were too many of them. */
export function joinsOf(
  job: Pick<JobDetail, 'task' | 'nodes' | 'state' | 'rowsRead'>,
): { node: string; figures: JoinFigures | null }[] {
  const leftOut = isOver(job.state) && job.rowsRead > countedRows;
  return (job.task?.nodes ?? []).flatMap((node) => {
    if (node.kind !== 'join' || node.how === 'cross') return [];
    const figures = joinFigures(job.nodes.find((one) => one.node === node.id)?.report);
    return figures || leftOut ? [{ node: node.id, figures: figures ?? null }] : [];
  });
}

/** Of what is noted of a node or a step, where it is that of a join. */
export function joinFigures(noted: unknown): JoinFigures | undefined {
  if (typeof noted !== 'object' || noted === null) return undefined;
  const { left, right, unmatchedLeft, unmatchedRight, multiplied } = noted as Partial<JoinFigures>;
  const all = { left, right, unmatchedLeft, unmatchedRight, multiplied };
  return Object.values(all).every((one) => typeof one === 'number') ? (all as JoinFigures) : undefined;
}
