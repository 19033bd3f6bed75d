import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { signatureHeader } from '@formwork/contract/rules/hook.ts';
import type { FastifyRequest } from 'fastify';
import type { Ctx, VisitorCtx } from '../../../platform/context.ts';
import { inSpace, type SpaceTx } from '../../../platform/db/space-data.ts';
import { notFound, refuse } from '../../../platform/errors.ts';
import { takeTry } from '../../../platform/http/rate-limit.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireOn } from '../../definitions/public.ts';
import { asSystem, openSpaceName } from '../../identity/public.ts';
import { hookAddresses, hookIn, ruleOfHook, startRulesIn, type FoundHook } from '../../rules/public.ts';
import { once } from '../once.ts';
import { flowOf, startFlowIn } from '../start-flow.ts';

type Input<Name extends keyof typeof orchestrationApi> = InputOf<(typeof orchestrationApi)[Name]>;

const calls = { name: 'logic.hook', most: 600, seconds: 60 };

type Begin = (tx: SpaceTx, as: Ctx, id: string) => Promise<{ run: string }>;

/** A call from outside begins a rule or a flow. The run is there with the answer; what comes of it is seen there. */
export async function takeHook(
  { platform }: VisitorCtx,
  { params, query, body }: Input<'hook'>,
  _reply: unknown,
  { headers, sentText = '' }: FastifyRequest,
): Promise<ResponseOf<typeof orchestrationApi.hook>> {
  const signature = String(headers[signatureHeader] ?? '');
  const hook = hookIn(platform, params.hookToken, { text: sentText, signature });
  if (!hook || (await openSpaceName(platform, hook.spaceId)) === undefined) throw notFound('flows.hook.not_found');
  const begin = await (hook.kind === 'rule' ? beginsRule : beginsFlow)(platform, hook, body ?? null);
  if (!begin && hook.isSigned) throw refuse('flows.hook.not_signed');
  if (!begin) throw notFound('flows.hook.not_found');
  await takeTry(platform, calls, `${hook.spaceId} ${hook.id}`);
  const ctx = asSystem(platform, hook.spaceId, 'a call from outside');
  return inSpace(ctx, (tx) => {
    const work = (): Promise<{ run: string }> => begin(tx, ctx, newId());
    // a signed call that somebody caught and sends again is the same call
    const key = query.key ?? (hook.isSigned ? signature : undefined);
    return key === undefined ? work() : once(tx, `hook ${hook.id} ${key}`, work);
  });
}

async function beginsRule(platform: Platform, found: FoundHook, body: unknown): Promise<Begin | undefined> {
  const live = await ruleOfHook(platform, found);
  if (!live) return undefined;
  return async (tx, as, id) => {
    const { runs } = await startRulesIn(tx, as, [live], {
      id,
      starts: 'webhook',
      event: { body },
      values: valuesOf(body),
    });
    return { run: runs[0]! };
  };
}

async function beginsFlow(platform: Platform, found: FoundHook, body: unknown): Promise<Begin | undefined> {
  const released = await flowOf(platform, found.spaceId, found.id);
  const fits = released?.body.starts.some((start) => start.on === 'webhook' && found.fits(start.id));
  if (!released?.enabled || !fits) return undefined;
  return async (tx, as, run) => {
    const started = { id: run, trigger: 'webhook', input: valuesOf(body), event: { body } };
    await startFlowIn(tx, as, released.id, { ...started, cause: { depth: 0 } });
    return { run };
  };
}

const valuesOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

/** For who draws the flow: it holds from its release on. */
export async function flowHook(
  ctx: Ctx,
  { params }: Input<'hookOf'>,
): Promise<ResponseOf<typeof orchestrationApi.hookOf>> {
  await requireOn(ctx, flowKind.kind, params.flowId, 'edit');
  const hook = { spaceId: ctx.spaceId, kind: 'flow' as const, id: params.flowId };
  return hookAddresses(ctx.platform, hook, params.startId);
}
