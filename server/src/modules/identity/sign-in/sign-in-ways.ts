import type { Provider } from '@formwork/contract/identity/sign-in.ts';
import type { VisitorCtx } from '../../../platform/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { configuredProviders } from '../providers/registry.ts';

export async function signInWays({ platform }: VisitorCtx): Promise<{ sms: boolean; providers: Provider[] }> {
  return { sms: smsAvailable(platform), providers: configuredProviders(platform.config) };
}

/** Whether a short message arrives anywhere: at a phone or, in development, in the outbox. */
export function smsAvailable({ sms, config }: Platform): boolean {
  return sms.configured || config.development;
}

export function mailAvailable({ mail, config }: Platform): boolean {
  return mail.configured || config.development;
}
