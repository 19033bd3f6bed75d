import type { EtlFlow, FlowNode } from '@formwork/contract/etl/flow.ts';
import { isOver as runIsOver, type RunState } from '@formwork/contract/runs/run.ts';
import { compileDecision } from '@formwork/etl/flow/decide.ts';
import { isOver, nextOf, unhandled, type NodeStanding } from '@formwork/etl/flow/walk.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { stopRun } from '../../../platform/runs/run-calls.ts';
import { runKind, type Advanced, type Burst, type NewStep } from '../../../platform/runs/run-kinds.ts';
import { releasedOf } from '../../definitions/public.ts';
import { tellOfRun } from '../told.ts';
import { mayAdministrate } from '../tasks/may.ts';
import { startTask } from '../tasks/start.ts';
import { flowRun, startFlow, type FlowPayload } from './start-flow.ts';

interface Standing extends NodeStanding {
  /** The run that carries it out, given before it begins: asked for twice it is one. */
  run?: string;
  isAsked?: boolean;
  tries?: number;
  since?: string;
  /** Not before then. */
  at?: string;
  /** It took too long: its run was told to stop, and is waited for. */
  isLate?: boolean;
  counts?: Record<string, number>;
  error?: { code: string; data?: Record<string, unknown> | undefined };
}

export interface FlowMemory {
  nodes: Record<string, Standing>;
}

/** A run of a flow: it begins what can begin, and sleeps until one of its runs has ended. */
export const etlFlowRun = runKind<FlowPayload, FlowMemory>({
  ...flowRun,
  retries: 4,
  keep: { finished: 30, failed: 60 },
  maySee: mayAdministrate,
  repeats: true,
  advance,
  // what failed, and what was not reached by it, waits again
  resume: (memory) =>
    memory && {
      nodes: Object.fromEntries(
        Object.entries(memory.nodes).filter(([, { state }]) => state !== 'failed' && state !== 'skipped'),
      ),
    },
});

/** An end that was not told of is found so late. */
const lookAgainMs = 20_000;
/** The end of what was told to stop is not always told of: that of runs which it had begun itself. */
const lookLateMs = 1_000;

async function advance(burst: Burst<FlowPayload, FlowMemory>): Promise<Advanced<FlowMemory>> {
  const { platform, spaceId, definition, release, payload } = burst;
  const released = await releasedOf<EtlFlow>(platform, spaceId, 'etl_flow', definition!, release ?? undefined);
  if (!released) throw new AppError('etl.task.not_released');
  const flow = released.body;
  const nodes: Record<string, Standing> = structuredClone(burst.memory?.nodes ?? {});
  const steps: NewStep[] = [];
  const again = (): Date =>
    new Date(Date.now() + (Object.values(nodes).some(({ isLate }) => isLate) ? lookLateMs : lookAgainMs));
  if (payload.after !== undefined) {
    const before = (await runsOf(burst, [payload.after])).get(payload.after);
    if (before && !runIsOver(before.state)) return { state: 'suspended', memory: { nodes }, at: again() };
  }
  await followRuns(burst, flow, nodes, steps);
  for (let moved = true; moved;) {
    const { begin, skip } = nextOf(flow, nodes);
    for (const { id } of skip) nodes[id] = { state: 'skipped' };
    const room =
      flow.settings.atOnce - Object.values(nodes).filter(({ state, run }) => state === 'running' && run).length;
    const now = begin.filter((node, at) => at < room || !isRun(node));
    for (const node of now) await beginNode(burst, flow, nodes, node, steps);
    moved = skip.length > 0 || now.length > 0;
  }
  const total = flow.nodes.length;
  const done = flow.nodes.filter(({ id }) => ['done', 'failed', 'skipped'].includes(nodes[id]?.state ?? '')).length;
  const memory = { nodes };
  if (!isOver(flow, nodes)) {
    const unasked = Object.values(nodes).some(({ run, isAsked, at }) => run && !isAsked && !at);
    const soonest = Object.values(nodes).flatMap(({ state, at }) =>
      state === 'running' && at ? [Date.parse(at)] : [],
    );
    if (unasked) return { state: 'running', memory, steps, done, total };
    return { state: 'suspended', memory, steps, done, total, at: new Date(Math.min(again().getTime(), ...soonest)) };
  }
  const [bad] = unhandled(flow, nodes);
  if (!bad) return { state: 'finished', memory, steps, done, total, result: { nodes: done } };
  const error = nodes[bad.id]!.error ?? { code: 'etl.run.child_failed' };
  // what was passed over, or broke, was not done
  const reached = flow.nodes.filter(({ id }) => nodes[id]?.state === 'done').length;
  return { state: 'failed', memory, steps, done: reached, total, error };
}

const isRun = ({ kind }: FlowNode): boolean => kind === 'task' || kind === 'flow';

async function beginNode(
  burst: Burst<FlowPayload, FlowMemory>,
  flow: EtlFlow,
  nodes: Record<string, Standing>,
  node: FlowNode,
  steps: NewStep[],
): Promise<void> {
  const { platform, spaceId, payload, id: run } = burst;
  const since = new Date().toISOString();
  switch (node.kind) {
    case 'task':
    case 'flow':
      nodes[node.id] = { state: 'running', run: newId(), tries: 0, since };
      return;
    case 'wait':
      nodes[node.id] = { state: 'running', since };
      return;
    case 'decide': {
      const answer = decidesAt(flow, nodes, node.id, payload)(node.expression);
      nodes[node.id] = { state: 'done', answer };
      steps.push({ node: node.id, at: since, out: { answer } });
      return;
    }
    case 'switch': {
      const decides = decidesAt(flow, nodes, node.id, payload);
      const way = node.ways.find(({ expression }) => decides(expression));
      nodes[node.id] = { state: 'done', answer: way?.id ?? '' };
      steps.push({ node: node.id, at: since, out: { way: way ? way.name || way.expression : null } });
      return;
    }
    case 'message':
      await tellOfRun(platform, spaceId, {
        kind: 'etlMessage',
        once: `${run}/${node.id}`,
        people: node.people,
        ways: node.ways,
        title: node.text || node.title,
        day: payload.day,
        target: { page: 'etlFlowJobs', run },
      });
      nodes[node.id] = { state: 'done' };
      steps.push({ node: node.id, at: since, out: { people: node.people.length } });
  }
}

/** Whether a condition at a node is true: of the parameters, the day, and what ran just before. */
function decidesAt(
  flow: EtlFlow,
  nodes: Readonly<Record<string, Standing>>,
  id: string,
  { day, parameters }: FlowPayload,
): (expression: string) => boolean {
  const before = flow.edges.filter(({ target }) => target === id).map(({ source }) => nodes[source]);
  const sum = (name: string): number => before.reduce((all, one) => all + (one?.counts?.[name] ?? 0), 0);
  const given = Object.fromEntries(
    flow.parameters.map(({ name, type, value }) => {
      const text = parameters[name] ?? value;
      return [name, type === 'number' ? (text === '' ? null : Number(text)) : text];
    }),
  );
  const values = {
    ...given,
    day,
    read: sum('read'),
    written: sum('written'),
    rejected: sum('rejected'),
    failed: before.some((one) => one?.state === 'failed'),
  };
  return (expression) => {
    const compiled = compileDecision(expression, flow.parameters);
    if (!compiled.ok) throw new AppError('etl.problem.flow_expression');
    return compiled.run(values).value === true;
  };
}

/** Asks for runs that were given an id, and looks what became of those under way. */
async function followRuns(
  burst: Burst<FlowPayload, FlowMemory>,
  flow: EtlFlow,
  nodes: Record<string, Standing>,
  steps: NewStep[],
): Promise<void> {
  const under = flow.nodes.filter(({ id }) => nodes[id]?.state === 'running');
  const known = await runsOf(
    burst,
    under.flatMap(({ id }) => nodes[id]!.run ?? []),
  );
  for (const node of under) {
    const standing = nodes[node.id]!;
    if (node.kind === 'wait') await followWait(burst, node, standing, steps);
    else if (!standing.isAsked) await ask(burst, node, standing, steps);
    else await follow(burst, node, standing, { run: known.get(standing.run!), steps });
  }
}

async function ask(
  { payload, id, ...ctx }: Burst<FlowPayload, FlowMemory>,
  node: FlowNode,
  standing: Standing,
  steps: NewStep[],
): Promise<void> {
  if (standing.at && Date.parse(standing.at) > Date.now()) return;
  try {
    const { day, parameters } = payload;
    const options = { id: standing.run!, trigger: 'flow', day, parameters, flow: id };
    if (node.kind === 'task') await startTask(ctx, node.task!, options);
    else if (node.kind === 'flow') await startFlow(ctx, node.flow!, options);
    standing.isAsked = true;
    delete standing.at;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    standing.state = 'failed';
    standing.error = { code: error.code, data: error.data };
    // without a run of its own there is nothing else to go on from
    steps.push({ node: node.id, at: standing.since!, attempt: (standing.tries ?? 0) + 1, error: standing.error });
  }
}

interface ChildRun {
  id: string;
  state: RunState;
  counts: Record<string, number> | null;
  error: { code: string; data?: Record<string, unknown> } | null;
}

/** One that is late is stopped first: it is tried again once nothing of it runs any more, or two would load at once. */
async function follow(
  burst: Burst<FlowPayload, FlowMemory>,
  node: FlowNode,
  standing: Standing,
  { run, steps }: { run: ChildRun | undefined; steps: NewStep[] },
): Promise<void> {
  const minutes = 'timeout' in node ? node.timeout : null;
  const ms = Date.now() - Date.parse(standing.since!);
  if (!standing.isLate && minutes !== null && ms > minutes * 60_000 && !(run && runIsOver(run.state))) {
    standing.isLate = true;
    await stopRun(burst, standing.run!);
    return;
  }
  if (run ? !runIsOver(run.state) : !standing.isLate) return;
  if (standing.isLate && (await hasRunsUnder(burst, standing.run!))) return;
  const ended = { node: node.id, at: standing.since!, ms, attempt: (standing.tries ?? 0) + 1 };
  if (run?.state === 'finished') {
    standing.state = 'done';
    standing.counts = run.counts ?? {};
    delete standing.isLate;
    steps.push({ ...ended, out: { run: run.id, ...run.counts } });
    return;
  }
  const error = standing.isLate
    ? { code: 'etl.run.timeout', data: { minutes: minutes ?? 0 } }
    : (run?.error ?? { code: 'etl.run.child_failed' });
  steps.push({ ...ended, error, out: { run: standing.run } });
  const tries = standing.tries ?? 0;
  // whoever stops a run does not want it tried again
  const isWanted = run?.state !== 'cancelled' || standing.isLate;
  delete standing.isLate;
  if ('retries' in node && tries < node.retries && isWanted) {
    Object.assign(standing, {
      run: newId(),
      isAsked: false,
      tries: tries + 1,
      at: new Date(Date.now() + 5_000 * 2 ** tries).toISOString(),
      since: new Date().toISOString(),
    });
    return;
  }
  standing.state = 'failed';
  standing.error = error;
}

/** Runs that a flow had begun, and theirs, end behind it. */
async function hasRunsUnder({ platform, spaceId }: Pick<Burst, 'platform' | 'spaceId'>, run: string): Promise<boolean> {
  const table = `${spaceSchema(spaceId)}.run`;
  const { rows } = await spaceQuery(platform, {
    text: `with recursive begun as (
        select id, state from ${table} where kind in ('etl.task', 'etl.flow') and payload ->> 'flow' = $1
        union select r.id, r.state from ${table} r join begun b on r.payload ->> 'flow' = b.id::text where r.kind in ('etl.task', 'etl.flow')
      ) select 1 from begun where state in ('waiting', 'running', 'suspended') limit 1`,
    values: [run],
  });
  return rows.length > 0;
}

async function followWait(
  { platform, spaceId, payload }: Burst<FlowPayload, FlowMemory>,
  node: Extract<FlowNode, { kind: 'wait' }>,
  standing: Standing,
  steps: NewStep[],
): Promise<void> {
  const { rows } = await spaceQuery<{ id: string }>(platform, {
    text: `select id from ${spaceSchema(spaceId)}.run where kind = 'etl.flow' and definition = $1 and state = 'finished' and payload ->> 'day' = $2 limit 1`,
    values: [node.flow, payload.day],
  });
  const ms = Date.now() - Date.parse(standing.since!);
  if (rows[0]) {
    standing.state = 'done';
    steps.push({ node: node.id, at: standing.since!, ms, out: { run: rows[0].id } });
  } else if (ms > node.minutes * 60_000) {
    standing.state = 'failed';
    standing.error = { code: 'etl.run.waited_too_long', data: { minutes: node.minutes } };
    steps.push({ node: node.id, at: standing.since!, ms, error: standing.error });
  }
}

async function runsOf(
  { platform, spaceId }: Pick<Burst, 'platform' | 'spaceId'>,
  ids: readonly string[],
): Promise<Map<string, ChildRun>> {
  if (ids.length === 0) return new Map();
  const { rows } = await spaceQuery<ChildRun>(platform, {
    text: `select id, state, counts, error from ${spaceSchema(spaceId)}.run where id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
