import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { usualLimits, type Flow, type FlowNode } from '@formwork/contract/rules/flow.ts';
import type { RunStep } from '@formwork/contract/runs/run.ts';
import { advance } from '@formwork/logic/flow/advance.ts';
import { compileFlow } from '@formwork/logic/flow/compile.ts';
import { newFlowState } from '@formwork/logic/flow/state.ts';
import { actionOf } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { invalid, refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { runSteps } from '../../platform/runs/run-calls.ts';
import { withoutSecrets } from '../../platform/runs/run-steps.ts';
import { zoneOf } from '../enterprise/public.ts';
import { requireOn } from '../definitions/public.ts';
import { failureWord } from './failure.ts';
import { nested } from './nested.ts';
import { flowRun } from './run-name.ts';
import { flowOf } from './start-flow.ts';

type Input<Name extends keyof typeof orchestrationApi> = InputOf<(typeof orchestrationApi)[Name]>;
type Tried = ResponseOf<typeof orchestrationApi.trial>;

/** Thrown to take back what a trial wrote. */
class TakenBack extends Error {
  readonly output: unknown;
  constructor(output: unknown) {
    super('a trial is taken back');
    this.output = output;
  }
}

/** One node with these variables, as the person who tries it. What it writes into records is taken back. */
export async function tryNode(ctx: Ctx, { params, body }: Input<'trial'>): Promise<Tried> {
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    requireOn({ ...ctx, tx }, flowKind.kind, params.flowId, 'edit'),
  );
  const began = Date.now();
  const { input, worked } = inputFor(ctx, body.node, body.vars);
  const done = (output: unknown, error: Tried['error'] = null): Tried => ({
    input: withoutSecrets(input),
    output: withoutSecrets(output ?? null),
    error,
    ms: Date.now() - began,
  });
  if (worked !== undefined) return done(worked);
  if (body.node.kind !== 'call') throw refuse('flows.trial.not_tried');
  const action = actionOf(ctx.platform, body.node.action);
  if (!action) throw refuse('flows.no_action', { action: body.node.action });
  const key = `trial:${newId()}`;
  try {
    const given = nested(input as Record<string, unknown>);
    const within = action.runIn && (await (action.joins?.(ctx, given) ?? Promise.resolve(true)));
    if (!within) return done(await action.run(ctx, given, key));
    const output = await inSpace(ctx, async (tx) => {
      throw new TakenBack(await action.runIn!(ctx, tx, given, key));
    });
    return done(output);
  } catch (error) {
    if (error instanceof TakenBack) return done(error.output);
    const word = failureWord(ctx, { key, node: body.node.id, action: body.node.action }, error);
    if (word.kind !== 'fail') throw error;
    return done(null, { code: word.code, ...(word.message !== '' && { data: { message: word.message } }) });
  }
}

/** A flow of this node alone, walked up to what it asks. */
function inputFor(ctx: Ctx, node: FlowNode, vars: Record<string, unknown>): { input: unknown; worked?: unknown } {
  const flow: Flow = {
    inputs: Object.keys(vars).map((name) => ({ name, type: 'Any' })),
    outputs: [],
    starts: [],
    runsAs: 'person',
    limits: usualLimits,
    nodes: [{ kind: 'start', id: 'start!', name: '', x: 0, y: 0 }, node],
    edges: [{ id: 'way!', from: 'start!', to: node.id }],
  };
  const made = compileFlow(flow);
  if (!made.ok) {
    const [first] = made.problems;
    throw invalid(
      'platform.invalid_input',
      [{ path: `body.node.${first?.part ?? ''}`, code: 'platform.invalid_input' }],
      { problem: first?.code },
    );
  }
  const world = { now: Date.now(), zone: zoneOf(ctx.platform, ctx.spaceId) };
  const { asks, trace } = advance(made.compiled, newFlowState(), { kind: 'start', input: vars }, world);
  const [ask] = asks;
  if (ask) return node.kind === 'call' ? { input: ask.input } : { input: ask.input, worked: ask.input };
  const step = trace.find((one) => one.node === node.id);
  return { input: vars, worked: step?.detail ?? { what: step?.what ?? 'entered' } };
}

/** What was known when a run last came to the node: what started it, and what nodes before brought. */
export async function lastInput(
  ctx: Ctx,
  { params }: Input<'lastInput'>,
): Promise<ResponseOf<typeof orchestrationApi.lastInput>> {
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    requireOn({ ...ctx, tx }, flowKind.kind, params.flowId, 'use'),
  );
  const { rows } = await spaceQuery<{
    id: string;
    release: number;
    payload: { input: Record<string, unknown>; event: unknown };
  }>(ctx.platform, {
    text: `select id, release, payload from ${spaceSchema(ctx.spaceId)}.run where kind = $1 and definition = $2 order by id desc limit 20`,
    values: [flowRun.kind, params.flowId],
  });
  for (const { id, release, payload } of rows) {
    const { steps } = await runSteps(ctx, { params: { runId: id }, query: {}, body: undefined });
    const at = steps.findLastIndex(({ node }) => node === params.flowNode);
    if (at < 0 && rows[0]?.id !== id) continue;
    const body = (await flowOf(ctx.platform, ctx.spaceId, params.flowId, release))?.body;
    const known = at < 0 ? steps : steps.slice(0, at);
    const vars = { ...payload.input, event: payload.event ?? null, ...broughtBy(body, known) };
    return { vars: withoutSecrets(vars) as Record<string, unknown>, run: id };
  }
  return { vars: null, run: null };
}

function broughtBy(flow: Flow | undefined, steps: readonly RunStep[]): Record<string, unknown> {
  const vars: Record<string, unknown> = {};
  for (const { node: id, out, error } of steps) {
    const node = flow?.nodes.find((one) => one.id === id);
    if (!node || error) continue;
    if (node.kind === 'expression') Object.assign(vars, out);
    else if ('as' in node && node.as !== undefined && (out as { what?: unknown } | null)?.what === undefined)
      vars[node.as] = out;
  }
  return vars;
}
