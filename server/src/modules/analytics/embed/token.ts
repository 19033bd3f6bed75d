import { createHmac } from 'node:crypto';
import { FixedFilters, Offers } from '@formwork/contract/analytics/embed-api.ts';
import { z } from 'zod';
import { isOneOf, keyedHash, keyedHashes, type Keys } from '../../../platform/secrets.ts';

/** What a token says: of which embedding it is, until when (in seconds), what is fixed, and what its viewers may do beside looking. */
const Claims = z.object({ e: z.uuid(), x: z.int().positive(), f: FixedFilters, o: Offers.optional() });
export type Claims = z.infer<typeof Claims>;

/** Anybody can read it and nobody change it: the key is the space's own and leaves the server nowhere. */
export function signToken(keys: Keys, spaceId: string, claims: Claims): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${signatureOf(keyedHash(keys, place, spaceId), text)}`;
}

/** Undefined where it was not signed for this space, or is over. */
export function claimsIn(keys: Keys, spaceId: string, token: string): Claims | undefined {
  const [text = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) return undefined;
  const expected = keyedHashes(keys, place, spaceId).map((key) => signatureOf(key, text));
  if (!isOneOf(signature, expected)) return undefined;
  const claims = Claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return claims.x * 1000 > Date.now() ? claims : undefined;
}

const place = 'analytics.embed';

function signatureOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
