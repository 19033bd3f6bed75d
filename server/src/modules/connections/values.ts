import type { FieldError } from '@formwork/contract/errors.ts';
import type { z } from 'zod';
import type { AnyConnectionKind } from '../../platform/connection-kind.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { keyIdOf, seal, unseal } from '../../platform/secrets.ts';
import { sealedAt } from './sealed.ts';

type Secrets = Record<string, string>;

export function checkedSettings(kind: AnyConnectionKind, settings: unknown): Record<string, unknown> {
  return checked(kind.settings, settings, 'body.settings');
}

/** Those that are there with those that are given; null takes one away. */
export function mergedSecrets(
  kind: AnyConnectionKind,
  row: { id?: string; sealed?: string | null },
  given: Record<string, unknown>,
  ctx?: Ctx,
): Secrets {
  const kept = ctx && row.id !== undefined ? openSecrets(ctx, { id: row.id, sealed: row.sealed ?? null }) : {};
  const merged = Object.entries({ ...kept, ...given }).filter(([, value]) => value !== null && value !== '');
  return checked(kind.secrets, Object.fromEntries(merged), 'body.secrets') as Secrets;
}

export function sealSecrets({ platform, spaceId }: Ctx, id: string, secrets: Secrets) {
  const names = Object.keys(secrets);
  return {
    secrets: names,
    sealed: names.length === 0 ? null : seal(platform.config, sealedAt(spaceId, id), JSON.stringify(secrets)),
    key_id: names.length === 0 ? null : keyIdOf(platform.config.secret),
  };
}

export function openSecrets(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  { id, sealed }: { id: string; sealed: string | null },
): Secrets {
  return sealed === null ? {} : (JSON.parse(unseal(platform.config, sealedAt(spaceId, id), sealed)) as Secrets);
}

function checked(schema: z.ZodObject, values: unknown, path: string): Record<string, unknown> {
  const result = schema.strict().safeParse(values);
  if (result.success) return result.data;
  const fields: FieldError[] = result.error.issues.flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    return names.map((name) => ({ path: `${path}.${name}`, code: 'connections.connection.invalid' as const }));
  });
  throw invalid('connections.connection.invalid', fields);
}
