import { providerIds, type Provider, type ProviderId } from '@formwork/contract/identity/sign-in.ts';
import type { Config } from '../../../platform/config.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Adapter, ProviderSettings } from './adapter.ts';
import { dingtalk, feishu, qq, wechat, wecom, weibo } from './chinese-networks.ts';
import { oidc } from './oidc.ts';

const adapters = { wechat, qq, weibo, dingtalk, feishu, wecom, oidc } satisfies Record<ProviderId, Adapter>;

/** The third parties which this installation has an account with. */
export function configuredProviders({ signInProviders }: Config): Provider[] {
  return providerIds
    .filter((id) => signInProviders[id] !== undefined)
    .map((id) => ({ id, name: signInProviders[id]!.name ?? null }));
}

export function providerOf(
  { signInProviders }: Config,
  id: ProviderId,
): { adapter: Adapter; settings: ProviderSettings } {
  const settings = signInProviders[id];
  if (!settings) throw notFound('identity.provider.not_configured');
  return { adapter: adapters[id], settings };
}
