import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import type { PackageSignature, PackageSigner } from '@formwork/contract/packages/api.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { signingPair } from '../../platform/signing-pair.ts';
import type { InstallRow } from './tables.ts';

/** By the enterprise as it stands on this installation; over the hash of `package.json`, which names the hash of every part. */
export function signed(ctx: Pick<Ctx, 'platform' | 'spaceId'>, list: string): PackageSignature {
  const pair = pairOf(ctx, ctx.platform.config.secret);
  return { key: keyText(pair), signature: sign(null, hashOf(list), pair.sign).toString('base64url') };
}

export function isSignedBy({ key, signature }: PackageSignature, list: string): boolean {
  try {
    const verifying = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return verify(null, hashOf(list), verifying, Buffer.from(signature, 'base64url'));
  } catch {
    // a key that is none signs nothing
    return false;
  }
}

/** Who signed a package, held against what came here before. */
export async function signerOf(ctx: TxCtx, install: InstallRow): Promise<PackageSigner> {
  const { signed_by: key } = install;
  const fingerprint = key && fingerprintOf(key);
  const last = await ctx.tx
    .selectFrom('packages.install')
    .select('signed_by')
    .where('key', '=', install.key)
    .where('id', '<>', install.id)
    .where('state', 'in', ['applied', 'undoing', 'superseded'])
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const own = ownKeys(ctx);
  const same = last?.signed_by === key || (key !== null && own.includes(key) && own.includes(last?.signed_by ?? ''));
  // whoever takes the name of a package that somebody else signs, or leaves the signature out, is told of
  if (last && last.signed_by !== null && !same) return { state: 'changed', fingerprint };
  if (key === null) return { state: 'none', fingerprint };
  if (own.includes(key)) return { state: 'own', fingerprint };
  const known = await ctx.tx
    .selectFrom('packages.install')
    .select('id')
    .where('signed_by', '=', key)
    .where('id', '<>', install.id)
    .where('state', 'in', ['applied', 'undoing', 'superseded'])
    .limit(1)
    .executeTakeFirst();
  return { state: known ? 'known' : 'new', fingerprint };
}

/** Short enough to be read out: both sides see the same. */
function fingerprintOf(key: string): string {
  const text = createHash('sha256').update(key).digest('hex').slice(0, 24);
  return (text.match(/.{4}/g) ?? []).join(' ');
}

/** Of today's secret and of those before. */
function ownKeys(ctx: Pick<Ctx, 'platform' | 'spaceId'>): string[] {
  const { secret, secretOld } = ctx.platform.config;
  return [secret, ...secretOld].map((one) => keyText(pairOf(ctx, one)));
}

function pairOf({ spaceId }: Pick<Ctx, 'spaceId'>, secret: string): ReturnType<typeof signingPair> {
  return signingPair(secret, `packages ${spaceId}`);
}

function keyText({ verify: key }: ReturnType<typeof signingPair>): string {
  return key.export({ format: 'jwk' }).x!;
}

function hashOf(list: string): Buffer {
  return createHash('sha256').update(list).digest();
}
