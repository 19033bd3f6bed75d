import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { emptyFlow, FlowNode, type EtlFlow, type FlowEdge, type GivenFlowNode } from '@formwork/contract/etl/flow.ts';
import { emptyTask, TaskNode, type EtlTask, type GivenTaskNode, type TaskEdge } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { vi } from 'vitest';
import type { Client } from '../../../testing/server.ts';

// Tasks and flows as tests draw, release and run them.

export type Own<N> = N extends GivenTaskNode ? Omit<N, 'x' | 'y' | 'title'> : never;
type OwnOfFlow<N> = N extends GivenFlowNode ? Omit<N, 'x' | 'y' | 'title'> : never;
export const at = { x: 0, y: 0, title: '' };

/** Columns of texts. */
export const text = (...names: string[]) => names.map((name) => ({ name, type: 'text' as const, nullable: true }));

/** Edges as `a>b`, the other side of a join as `a+b`. */
export function drawTask(
  nodes: Own<GivenTaskNode>[],
  edges: string[],
  settings: Partial<EtlTask['settings']> = {},
  parameters: EtlTask['parameters'] = [],
): EtlTask {
  const empty = emptyTask();
  return {
    nodes: nodes.map((node) => TaskNode.parse({ ...at, ...node })),
    edges: edges.map((edge, n): TaskEdge => {
      const [, source, sign, target] = /^(\w+)([>+])(\w+)$/.exec(edge)!;
      return { id: `e${n}`, source: source!, target: target!, port: 'out', other: sign === '+' };
    }),
    settings: { ...empty.settings, ...settings },
    parameters,
  };
}

/** Edges as `a>b`, with when they are gone behind a colon: `a>b:failure`. */
export function drawFlow(
  nodes: OwnOfFlow<GivenFlowNode>[],
  edges: string[],
  {
    parameters = [],
    settings = {},
  }: { parameters?: EtlFlow['parameters']; settings?: Partial<EtlFlow['settings']> } = {},
): EtlFlow {
  const empty = emptyFlow();
  return {
    nodes: nodes.map((node) => FlowNode.parse({ ...at, ...node })),
    edges: edges.map((edge, n): FlowEdge => {
      const [, source, target, when] = /^(\w+)>(\w+)(?::(\w+))?$/.exec(edge)!;
      return { id: `e${n}`, source: source!, target: target!, when: (when ?? 'success') as FlowEdge['when'] };
    }),
    parameters,
    settings: { ...empty.settings, ...settings },
  };
}

export async function release(client: Client, kind: 'etl_task' | 'etl_flow', body: EtlTask | EtlFlow): Promise<string> {
  const { id, version } = await client.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: { zh: kind }, draft: body },
  });
  await client.ok(definitionsApi.release, { params: { kind, id }, body: { version } });
  return id;
}

export function endOf(client: Client, runId: string, timeout = 30_000): Promise<JobDetail> {
  return vi.waitFor(
    async () => {
      const job = await client.ok(etlTasksApi.job, { params: { runId } });
      if (!isOver(job.state)) throw new Error(job.state);
      return job;
    },
    { timeout, interval: 100 },
  );
}

/** A file as a source of tasks. */
export async function fileNode(client: Client, name: string, content: string | Buffer): Promise<Own<TaskNode>> {
  const body = new FormData();
  body.append('file', new Blob([content as never]), name);
  const [file] = (await (await client.fetch('/api/files', { method: 'POST', body })).json()) as { id: string }[];
  const facts = await client.ok(etlTasksApi.file, { body: { file: file!.id } });
  return { id: 'c', kind: 'fileSource', ...facts };
}
