import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import type { rulesApi } from '@formwork/contract/rules/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOneOf, keyedHash, keyedHashes } from '../../platform/secrets.ts';
import { releasedOf, requireOn } from '../definitions/public.ts';
import { liveOf, type LiveRule } from './live.ts';

/** What a call from outside begins, as its address says it: a rule by the key of its start, a flow by the start's id. */
export interface Hook {
  spaceId: string;
  kind: 'rule' | 'flow';
  id: string;
}

const purpose = 'logic.hook';
const saidBy = ({ spaceId, kind, id }: Hook, start: string): string => `${spaceId}/${kind}/${id}/${start}`;

/** Nobody guesses it, and who knows it may begin this one thing. */
export function hookAddress({ config }: Platform, hook: Hook, start: string): string {
  const sign = keyedHash(config, purpose, saidBy(hook, start));
  return `${config.publicUrl.replace(/\/$/, '')}/api/hooks/${hook.spaceId}.${hook.kind}.${hook.id}.${sign}`;
}

/** What an address means, and whether it is that of one of these starts. */
export function hookIn({ config }: Platform, token: string): (Hook & { fits(start: string): boolean }) | undefined {
  const [spaceId = '', kind = '', id = '', sign = ''] = token.split('.');
  if (!/^[a-z0-9]{1,40}$/.test(spaceId) || (kind !== 'rule' && kind !== 'flow') || !isUuid(id)) return undefined;
  const hook: Hook = { spaceId, kind, id };
  return { ...hook, fits: (start) => isOneOf(sign, keyedHashes(config, purpose, saidBy(hook, start))) };
}

/** The rule that an address begins, where it is in force. */
export async function ruleOfHook(
  platform: Platform,
  { spaceId, id, fits }: NonNullable<ReturnType<typeof hookIn>>,
): Promise<LiveRule | undefined> {
  const released = await releasedOf<RuleDocument>(platform, spaceId, 'rule', id);
  if (!released?.enabled) return undefined;
  const live = liveOf(released);
  return live.rule.starts.some((start) => start.on === 'webhook' && fits(start.key)) ? live : undefined;
}

/** For who draws the rule: it holds from its release on. */
export async function ruleHook(ctx: Ctx, { params }: Input): Promise<ResponseOf<typeof rulesApi.hook>> {
  await requireOn(ctx, 'rule', params.ruleId, 'edit');
  const hook: Hook = { spaceId: ctx.spaceId, kind: 'rule', id: params.ruleId };
  return { address: hookAddress(ctx.platform, hook, params.hookKey) };
}

type Input = InputOf<typeof rulesApi.hook>;
