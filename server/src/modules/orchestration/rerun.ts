import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import type { Flow } from '@formwork/contract/rules/flow.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import { conflict } from '../../platform/errors.ts';
import { queueAgain } from '../../platform/jobs/jobs-queue.ts';
import type { RunRow } from '../../platform/runs/run-rows.ts';
import { meaning } from './flow-kind.ts';
import type { FlowMemory } from './memory.ts';
import { requireFlowRun } from './run-access.ts';
import { flowOf } from './start-flow.ts';
import { keptJson } from '../../platform/db/kept-json.ts';

type Input<Name extends keyof typeof orchestrationApi> = InputOf<(typeof orchestrationApi)[Name]>;
type Choice = ResponseOf<typeof orchestrationApi.rerunChoices>[number];

export async function rerunChoices(ctx: Ctx, { params }: Input<'rerunChoices'>): Promise<Choice[]> {
  return choicesOf(ctx, await requireFailed(ctx, params.flowRunId, 'see'));
}

/** It goes on with what came before; another release is taken where every node it passed is the same there. */
export async function rerunFlow(ctx: Ctx, { params, body }: Input<'rerun'>): Promise<null> {
  const row = await requireFailed(ctx, params.flowRunId, 'use');
  const memory = row.memory as FlowMemory;
  const release = body.release ?? memory.release ?? row.release!;
  const choice = (await choicesOf(ctx, row)).find((one) => one.release === release);
  if (!choice) throw conflict('flows.release_gone');
  if (choice.differs.length > 0)
    throw conflict('flows.run.other_nodes', { names: choice.differs.map(({ name }) => name).join('、') });
  const after: FlowMemory = { ...memory, open: {}, rerun: true, release };
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.run set state = 'waiting', memory = $3, release = $4, error = null, finished = null, attempt = 0, at = $5, cancel = false, version = version + 1
        where id = $1 and version = $2 and state = 'failed'`,
      values: [row.id, row.version, keptJson(after), release, new Date()],
    });
    if (rowCount === 0) throw conflict('flows.run.not_failed');
    await tx.event('runs.resumed', row.id, { id: row.id, kind: row.kind, from: memory.flow.failure?.node ?? '' });
  });
  await queueAgain(ctx.platform, { spaceId: ctx.spaceId, id: row.id }, row.kind);
  return null;
}

async function requireFailed(ctx: Ctx, id: string, level: 'see' | 'use'): Promise<RunRow> {
  const row = await requireFlowRun(ctx, id, level);
  if (row.state !== 'failed' || row.memory === null) throw conflict('flows.run.not_failed');
  return row;
}

async function choicesOf(ctx: Ctx, row: RunRow): Promise<Choice[]> {
  const memory = row.memory as FlowMemory;
  const [own, now] = await Promise.all([
    flowOf(ctx.platform, ctx.spaceId, row.definition!, memory.release ?? row.release!),
    flowOf(ctx.platform, ctx.spaceId, row.definition!),
  ]);
  if (!own) return [];
  const choices: Choice[] = [{ release: own.number, differs: [] }];
  if (now && now.number !== own.number)
    choices.push({ release: now.number, differs: differing(own.body, now.body, memory) });
  return choices;
}

/** Nodes that the run has passed, and the ways out of them, as far as they are others in the newer release. */
function differing(before: Flow, after: Flow, { nodes, flow }: FlowMemory): Choice['differs'] {
  const stands = new Set(Object.values(flow.tokens).map(({ node }) => node));
  const passed = before.nodes.filter(({ id, kind }) => (id in nodes || kind === 'start') && !stands.has(id));
  const gone = [...stands].filter((id) => !after.nodes.some((node) => node.id === id));
  const ways = ({ edges }: Flow, id: string): string =>
    JSON.stringify(
      edges
        .filter(({ from }) => from === id)
        .map(({ to, way, condition }) => JSON.stringify([to, way, condition]))
        .toSorted((a, b) => (a < b ? -1 : 1)),
    );
  const other = passed.filter((node) => {
    const same = after.nodes.find(({ id }) => id === node.id);
    return !same || meaning(same) !== meaning(node) || ways(before, node.id) !== ways(after, node.id);
  });
  return [...other, ...before.nodes.filter(({ id }) => gone.includes(id))].map(({ id, name }) => ({
    node: id,
    name: name || id,
  }));
}
