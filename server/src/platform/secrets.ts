import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from './config.ts';

/** The secret that seals, and those before it, which open until everything is sealed anew. */
export type Keys = Pick<Config, 'secret'> & Partial<Pick<Config, 'secretOld'>>;

/**
 * Encrypts a secret of a customer for the database (AES-256-GCM). The key follows from the installation's secret, which the
 * database does not know. `place` says where the text belongs (`identity.totp:<account>`): moved elsewhere it does not open.
 * The text names its key, `v2.<key id>.<bytes>`. Whoever keeps such texts joins `sealed` of the module (sealed.ts).
 */
export function seal(keys: Keys, place: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(keys.secret, 'sealed'), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  return `v2.${keyIdOf(keys.secret)}.${bytes.toString('base64url')}`;
}

/** Throws when the text was changed, belongs elsewhere, or was sealed with a key that is not there. */
export function unseal(keys: Keys, place: string, text: string): string {
  const { keyId, bytes } = partsOf(text, place);
  const fitting = secretsOf(keys).filter((secret) => keyId === undefined || keyIdOf(secret) === keyId);
  let failure: unknown = new Error(`the key ${keyId} is not there, with which the text at ${place} is sealed`);
  for (const secret of fitting) {
    try {
      return open(secret, place, bytes);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The same secret under the key that seals today; undefined where it is already. */
export function sealedAnew(keys: Keys, place: string, text: string): string | undefined {
  if (text.startsWith(`v2.${keyIdOf(keys.secret)}.`)) return undefined;
  return seal(keys, place, unseal(keys, place, text));
}

/** A hash which nobody can compute from the database alone: for short codes, which would be found by trying them all. */
export function keyedHash(keys: Keys, place: string, text: string): string {
  return hashWith(keys.secret, place, text);
}

/** What `keyedHash` answers today and what it answered under the keys before: a hash cannot be made anew without its text. */
export function keyedHashes(keys: Keys, place: string, text: string): string[] {
  return secretsOf(keys).map((secret) => hashWith(secret, place, text));
}

/** Whether `given` is one of these hashes (or a text with one), found in the same time whatever it is. */
export function isOneOf(given: string, hashes: readonly string[]): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest();
  return hashes.filter((hash) => timingSafeEqual(digest(given), digest(hash))).length > 0;
}

/** Names a secret without telling anything of it. */
export function keyIdOf(secret: string): string {
  return keyFor(secret, 'key id').toString('hex').slice(0, 8);
}

/** Texts from before keys had ids begin with `v1.` and name none. */
function partsOf(text: string, place: string): { keyId: string | undefined; bytes: Buffer } {
  const [, keyId, written] = /^(?:v1|v2\.([0-9a-f]{8}))\.([\w-]+)$/.exec(text) ?? [];
  if (written === undefined) throw new Error(`a sealed text of an unknown kind at ${place}`);
  return { keyId, bytes: Buffer.from(written, 'base64url') };
}

function open(secret: string, place: string, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, 'sealed'), bytes.subarray(0, 12))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function hashWith(secret: string, place: string, text: string): string {
  return createHmac('sha256', keyFor(secret, 'hashed')).update(`${place}\n${text}`).digest('base64url');
}

function secretsOf({ secret, secretOld = [] }: Keys): string[] {
  return [secret, ...secretOld];
}

/** By secret and use: there are few of either, and each call of a flow asks for one. */
const derived = new Map<string, Buffer>();
const mostDerived = 100;

function keyFor(secret: string, use: string): Buffer {
  const name = `${use}\n${secret}`;
  const known = derived.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', `formwork ${use}`, 32));
  if (derived.size >= mostDerived) derived.clear();
  derived.set(name, key);
  return key;
}
