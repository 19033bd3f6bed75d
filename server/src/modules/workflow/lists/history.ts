import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { EventKind, HistoryEvent } from '@formwork/contract/workflow/process.ts';
import type { BranchDetail } from '@formwork/process/state.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { branchesOf } from '../commands/branches.ts';
import { personRefs } from '../rights/people.ts';
import { readableRecord } from './readable.ts';
import { releaseGraph } from '../design/released.ts';
import { prepared } from './rows.ts';

interface EventRow {
  id: string;
  instance: string;
  state: HistoryEvent['instance']['state'];
  release: number;
  at: Date;
  kind: EventKind;
  actor: string | null;
  node: string | null;
  task: string | null;
  round: number | null;
  comment: string | null;
  target: string | null;
  persons: string[];
  took: number | null;
  terminal: HistoryEvent['terminal'];
  deputy: string | null;
  detail: BranchDetail | null;
}

/** Every process the record went through, oldest event first. */
export async function getHistory(ctx: Ctx, { params }: InputOf<typeof workflowApi.history>): Promise<HistoryEvent[]> {
  await readableRecord(ctx, params.formId, params.recordId);
  const tx = reader(ctx);
  const { rows } = await tx.query<EventRow>({
    ...prepared(`select e.id, i.id as instance, i.state, i.release, e.at, e.kind, e.actor, e.node, e.task, e.round, e.comment, e.target, e.persons, e.took, e.terminal, e.deputy, e.detail
      from ${tx.schema}.workflow_instance i join ${tx.schema}.workflow_event e on e.instance_id = i.id
      where i.record_id = $1 and i.form_id = $2 order by i.started_at, i.id, e.version, e.position`),
    values: [params.recordId, params.formId],
  });
  const person = await personRefs(ctx);
  const branchOf = rows.some(({ detail }) => detail !== null) ? await branchesOf(ctx, params) : undefined;
  // One that was moved to another release went through nodes which that one does not know: an earlier one does.
  const newest = Math.max(0, ...rows.map((row) => row.release));
  const moved = rows.some((row) => row.kind === 'migrated');
  const wanted = moved
    ? Array.from({ length: newest }, (_, at) => newest - at)
    : [...new Set(rows.map((row) => row.release))];
  const graphs = new Map(
    await Promise.all(
      wanted.map(async (release) => [release, await releaseGraph(ctx, params.formId, release)] as const),
    ),
  );
  return rows.map((row) => {
    const nameOf = (node: string) =>
      (
        graphs.get(row.release)?.nodes.get(node) ??
        [...graphs.values()].map((graph) => graph.nodes.get(node)).find((one) => one !== undefined)
      )?.name ?? { zh: node };
    return {
      id: row.id,
      instance: { id: row.instance, state: row.state, release: row.release },
      at: row.at.toISOString(),
      kind: row.kind,
      actor: row.actor === null ? null : person(row.actor),
      node: row.node,
      nodeName: row.node === null ? null : nameOf(row.node),
      task: row.task,
      round: row.round,
      comment: row.comment,
      target: row.target === null ? null : { node: row.target, name: nameOf(row.target) },
      persons: row.persons.map(person),
      took: row.took,
      terminal: row.terminal,
      deputy: row.deputy === null ? null : person(row.deputy),
      branch: (row.detail && branchOf?.(row.detail, graphs.get(row.release))) ?? null,
    };
  });
}
