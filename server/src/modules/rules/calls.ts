import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { rulesApi } from '@formwork/contract/rules/api.ts';
import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import { idOf } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { releasedOf, requireOn } from '../definitions/public.ts';
import { planOf, recordsThen } from '../records/public.ts';
import { actingFor } from './acting.ts';
import { execute, type Executed } from './execute.ts';
import { liveOf, type LiveRule } from './live.ts';
import { inputSeen } from './sight.ts';

type Input<K extends keyof typeof rulesApi> = InputOf<(typeof rulesApi)[K]>;

/** Runs a rule on values, as whoever it is said to act as; the caller must be let use it. */
export async function callRule(ctx: Ctx, { params, body }: Input<'call'>): Promise<ResponseOf<typeof rulesApi.call>> {
  return called(ctx, params.ruleId, body.input, body.commandId ?? newId());
}

export async function called(ctx: Ctx, id: string, input: Record<string, unknown>, source: string): Promise<Executed> {
  const live = await usable(ctx, id);
  if (!live.rule.starts.some(({ on }) => on === 'call')) throw conflict('rules.rule.no_call');
  return execute(await actingFor(ctx, live, ctx), live, {
    source,
    starts: 'call',
    record: undefined,
    input: { ...input, user: { id: ctx.user.id } },
    actor: ctx.user.system ? null : ctx.user.id,
    cause: ctx.user.cause,
  });
}

/** Somebody presses the button of a rule on a record that they see. */
export async function pressRule(
  ctx: Ctx,
  { params, body }: Input<'press'>,
): Promise<ResponseOf<typeof rulesApi.press>> {
  const live = await liveRule(ctx, params.ruleId);
  const { form } = live;
  if (form === undefined || !live.rule.starts.some((start) => start.on === 'button' && start.form === form))
    throw conflict('rules.rule.no_button');
  const plan = await planOf(ctx, form);
  const asked = { recordId: params.recordId, version: 1_000_000_000 };
  const after = (await recordsThen(ctx.platform, plan, [asked]))[0]?.after;
  const what = { formId: form, recordId: params.recordId, before: after, after, actor: ctx.user.id };
  // whoever presses it must see the record, whatever the rule may see
  if (!after || !(await inputSeen(ctx, what))) throw notFound('records.record.not_found');
  const acting = await actingFor(ctx, live, ctx);
  const input = await inputSeen(acting, what);
  if (!input) throw conflict('rules.no_sight');
  const { trace, refused } = await execute(acting, live, {
    source: idOf(`${body.commandId} ${ctx.user.id}`),
    starts: 'button',
    record: { formId: form, id: params.recordId },
    input,
    actor: ctx.user.id,
  });
  return { trace, refused };
}

async function usable(ctx: Ctx, id: string): Promise<LiveRule> {
  await requireOn(ctx, 'rule', id, 'use');
  return liveRule(ctx, id);
}

async function liveRule({ platform, spaceId }: Ctx, id: string): Promise<LiveRule> {
  const released = await releasedOf<RuleDocument>(platform, spaceId, 'rule', id);
  if (!released?.enabled) throw notFound('rules.rule.not_found');
  return liveOf(released);
}
