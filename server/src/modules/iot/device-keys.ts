import { hash, randomBytes } from 'node:crypto';
import { deviceKeyPrefix } from '@formwork/contract/iot/api.ts';

const shape = /^Bearer ((?:fwd_)([a-z0-9]{1,40})-[\w-]{43})$/i;

/** Names its space, which is no secret, before 256 random bits, which are. */
export function newKey(spaceId: string): { key: string; hash: Buffer; end: string } {
  const key = `${deviceKeyPrefix}${spaceId}-${randomBytes(32).toString('base64url')}`;
  return { key, hash: hashOf(key), end: key.slice(-4) };
}

/** What a device shows, as far as it has the shape of a key. */
export function shownKey(authorization: string | undefined): { spaceId: string; hash: Buffer } | undefined {
  const [, key, spaceId] = shape.exec(authorization ?? '') ?? [];
  return key !== undefined && spaceId !== undefined ? { spaceId, hash: hashOf(key) } : undefined;
}

function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
