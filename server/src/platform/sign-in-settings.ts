import { ProviderId } from '@formwork/contract/identity/sign-in.ts';
import { z } from 'zod';

const signInProviders = z.partialRecord(
  ProviderId,
  z.object({
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
    agentId: z.string().optional(),
    issuer: z.url().optional(),
    name: z.string().optional(),
    endpoints: z.record(z.string(), z.url()).optional(),
  }),
);

export type SignInProviders = z.infer<typeof signInProviders>;

export function signInProvidersOf(json: string): SignInProviders {
  const parsed = signInProviders.safeParse(JSON.parse(json));
  const missing =
    parsed.data?.oidc && !parsed.data.oidc.issuer
      ? 'oidc.issuer'
      : parsed.data?.wecom && !parsed.data.wecom.agentId
        ? 'wecom.agentId'
        : undefined;
  if (!parsed.success || missing)
    throw new Error(
      `Settings that do not hold:\n  FORMWORK_SIGN_IN_PROVIDERS: ${missing ?? parsed.error?.issues.map((issue) => issue.path.join('.')).join(', ')}`,
    );
  return parsed.data;
}
