import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';

type Key = Pick<Config, 'secret'>;

/**
 * Encrypts a secret of a customer for the database (AES-256-GCM). The key follows from the installation's secret, which the
 * database does not know. `place` says where the text belongs (`identity.totp:<account>`): moved elsewhere it does not open.
 */
export function seal(config: Key, place: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(config, 'sealed'), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Throws when the text was changed, belongs elsewhere, or was sealed with another key. */
export function unseal(config: Key, place: string, text: string): string {
  if (!text.startsWith('v1.')) throw new Error(`a sealed text of an unknown kind at ${place}`);
  const bytes = Buffer.from(text.slice(3), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(config, 'sealed'), bytes.subarray(0, 12)).setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A hash which nobody can compute from the database alone: for short codes, which would be found by trying them all. */
export function keyedHash(config: Key, place: string, text: string): string {
  return createHmac('sha256', keyFor(config, 'hashed')).update(`${place}\n${text}`).digest('base64url');
}

function keyFor({ secret }: Key, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `formwork ${use}`, 32));
}
