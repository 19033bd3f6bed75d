import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { HookAddresses } from '@formwork/contract/rules/hook.ts';
import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import type { rulesApi } from '@formwork/contract/rules/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOneOf, keyedHash, keyedHashes } from '../../platform/secrets.ts';
import { isSigned } from '../../platform/signatures.ts';
import { releasedOf, requireOn } from '../definitions/public.ts';
import { liveOf, type LiveRule } from './live.ts';

/** What a call from outside begins, as its address says it: a rule by the key of its start, a flow by the start's id. */
export interface Hook {
  spaceId: string;
  kind: 'rule' | 'flow';
  id: string;
}

const purpose = 'logic.hook';
const signing = 'logic.hook.signing';
const saidBy = ({ spaceId, kind, id }: Hook, start: string): string => `${spaceId}/${kind}/${id}/${start}`;

/** One that nobody guesses, and who knows it may begin this one thing; and one that all may know, with the secret that signs its calls. */
export function hookAddresses({ config }: Platform, hook: Hook, start: string): HookAddresses {
  const said = saidBy(hook, start);
  const open = `${config.publicUrl.replace(/\/$/, '')}/api/hooks/${hook.spaceId}.${hook.kind}.${hook.id}`;
  return {
    address: `${open}.${keyedHash(config, purpose, said)}`,
    signed: { address: open, secret: keyedHash(config, signing, said) },
  };
}

/** What was sent beside the address. */
export interface Sent {
  text: string;
  signature: string;
}

export interface FoundHook extends Hook {
  /** The address is not secret: its calls are signed. */
  isSigned: boolean;
  /** Whether it begins by this one of its starts. */
  fits(start: string): boolean;
}

/** What an address means. */
export function hookIn({ config }: Platform, token: string, { text, signature }: Sent): FoundHook | undefined {
  const [spaceId = '', kind = '', id = '', sign] = token.split('.');
  if (!/^[a-z0-9]{1,40}$/.test(spaceId) || (kind !== 'rule' && kind !== 'flow') || !isUuid(id)) return undefined;
  const hook: Hook = { spaceId, kind, id };
  return {
    ...hook,
    isSigned: sign === undefined,
    fits: (start) => {
      const said = saidBy(hook, start);
      if (sign !== undefined) return isOneOf(sign, keyedHashes(config, purpose, said));
      return keyedHashes(config, signing, said).some((secret) => isSigned(signature, secret, text));
    },
  };
}

/** The rule that an address begins, where it is in force. */
export async function ruleOfHook(platform: Platform, { spaceId, id, fits }: FoundHook): Promise<LiveRule | undefined> {
  const released = await releasedOf<RuleDocument>(platform, spaceId, 'rule', id);
  if (!released?.enabled) return undefined;
  const live = liveOf(released);
  return live.rule.starts.some((start) => start.on === 'webhook' && fits(start.key)) ? live : undefined;
}

/** For who draws the rule: it holds from its release on. */
export async function ruleHook(ctx: Ctx, { params }: Input): Promise<ResponseOf<typeof rulesApi.hook>> {
  await requireOn(ctx, 'rule', params.ruleId, 'edit');
  const hook: Hook = { spaceId: ctx.spaceId, kind: 'rule', id: params.ruleId };
  return hookAddresses(ctx.platform, hook, params.hookKey);
}

type Input = InputOf<typeof rulesApi.hook>;
