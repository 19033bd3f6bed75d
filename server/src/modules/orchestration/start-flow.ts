import type { Flow } from '@formwork/contract/rules/flow.ts';
import type { CompiledFlow } from '@formwork/logic/flow/compile.ts';
import { flowKind as documentKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { ErrorCode, FieldError } from '@formwork/contract/errors.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, type SpaceTx } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { startRunIn, type Asker } from '../../platform/runs/runs.ts';
import { releasedOf, type Released } from '../definitions/public.ts';
import { requestOf, type Cause } from './cause.ts';
import { flowRun } from './run-name.ts';

export interface FlowStarted {
  /** Given by whoever may ask twice: it is one run. */
  id: string;
  trigger: string;
  input: Record<string, unknown>;
  event: unknown;
  cause: Omit<Cause, 'root'> & { root?: string };
  at?: Date;
}

export type ReleasedFlow = Released<Flow, CompiledFlow>;

export function flowOf(
  platform: Platform,
  spaceId: string,
  id: string,
  release?: number,
): Promise<ReleasedFlow | undefined> {
  return releasedOf<Flow, CompiledFlow>(platform, spaceId, documentKind.kind, id, release);
}

/** In a transaction of the space: the run is there with what asked for it. A code where the flow cannot be started. */
export async function startFlowIn(
  tx: SpaceTx,
  ctx: Ctx,
  flowId: string,
  started: FlowStarted,
): Promise<{ id: string; release: number } | Extract<ErrorCode, 'flows.flow.not_found' | 'flows.flow.off'>> {
  const released = await flowOf(ctx.platform, ctx.spaceId, flowId);
  if (!released) return 'flows.flow.not_found';
  if (!released.enabled) return 'flows.flow.off';
  await begin(tx, ctx, released, started);
  return { id: started.id, release: released.number };
}

export function startFlow(ctx: Ctx, released: ReleasedFlow, started: FlowStarted): Promise<void> {
  return inSpace(ctx, (tx) => begin(tx, ctx, released, started));
}

async function begin(
  tx: Pick<SpaceTx, 'schema' | 'later' | 'event'>,
  ctx: Ctx,
  released: ReleasedFlow,
  { id, trigger, input, event, cause: { root = id, ...more }, at }: FlowStarted,
): Promise<void> {
  const cause: Cause = { root, ...more };
  const { body } = released;
  // whoever began it is the one it acts for; what else it acts as is found when it does
  const asker: Asker = { ...ctx, requestId: requestOf(cause) };
  await startRunIn(
    tx,
    asker,
    flowRun,
    { input: inputOf(body, input), event, cause },
    { id, definition: released.id, release: released.number, trigger, cause, actsAs: body.runsAs, ...(at && { at }) },
  );
}

function inputOf({ inputs }: Flow, given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(inputs.map(({ name }) => [name, given[name] ?? null]));
}

/** What is wrong with values that somebody gives by hand or by a call. */
export function inputProblems({ inputs }: Flow, given: Record<string, unknown>, at = 'body'): FieldError[] {
  const known = new Set(inputs.map(({ name }) => name));
  const wrong = (name: string, code: ErrorCode): FieldError => ({ path: `${at}.${name}`, code });
  return [
    ...inputs.flatMap(({ name, type }): FieldError[] => {
      const value = given[name];
      if (value === undefined) return [wrong(name, 'flows.input.missing')];
      return value === null || fits(type, value) ? [] : [wrong(name, 'flows.input.wrong_type')];
    }),
    ...Object.keys(given)
      .filter((name) => !known.has(name))
      .map((name) => wrong(name, 'flows.input.unknown')),
  ];
}

/** Types as FEEL writes them; what JSON has no word for is a text. */
function fits(type: string, value: unknown): boolean {
  if (type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type.startsWith('list')) return Array.isArray(value);
  if (type.startsWith('context')) return typeof value === 'object' && !Array.isArray(value);
  if (type === 'Any' || type === 'any') return true;
  return typeof value === 'string';
}

/** The same as a JSON schema, for who calls the flow. */
export function inputSchema({ inputs }: Flow): Record<string, unknown> {
  const property = (type: string): Record<string, unknown> => {
    if (type === 'number' || type === 'boolean') return { type: [type, 'null'] };
    if (type.startsWith('list')) return { type: ['array', 'null'] };
    if (type.startsWith('context')) return { type: ['object', 'null'] };
    if (type === 'Any' || type === 'any') return {};
    return { type: ['string', 'null'] };
  };
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map(({ name, type }) => [name, property(type)])),
    required: inputs.map(({ name }) => name),
    additionalProperties: false,
  };
}
