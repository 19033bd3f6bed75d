import { createHash, createHmac, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import type { RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import { fingerprintOf } from '../caller.ts';
import { hmacSecretOf, tokenKeysOf } from '../own-keys.ts';
import type { Snapshot, SnapshotCredential } from '../snapshot.ts';

/** What of a call says who it is. */
export interface Shown {
  method: string;
  /** Path and query as they came. */
  target: string;
  /** As a proxy that is believed says it. */
  certificate: string | undefined;
  header(name: string): string | undefined;
}

export interface Recognised {
  credential: SnapshotCredential;
  /** Of `hmac`: the body has to have this SHA-256. */
  bodyHash?: string;
}

export interface CredentialBook {
  /** Undefined where nothing is shown; a code where what is shown does not hold. */
  recognise(call: Shown, ways: readonly string[]): Recognised | RefusalCode | undefined;
  /** A token for a client that shows its secret. */
  byClientSecret(login: string, secret: string): SnapshotCredential | undefined;
}

const skewMs = 5 * 60_000;
const mostKept = 10_000;

/** Which signatures have been seen. */
export interface Signatures {
  /** True the first time within ten minutes, over all threads and, within moments, all processes. */
  isFirst(text: string): boolean;
  /** What was signed before may have been seen without being known here. */
  since(): number;
}

/** Keys that lie at an address. */
export interface KeySets {
  /** As they were read last; undefined as long as none could be. */
  of(address: string): string | undefined;
  /** A token names a key that is not among them. */
  lacks(address: string): void;
  /** Another whenever any of them changed: what was checked by the old ones is checked again. */
  version(): number;
}

/** Credentials of a snapshot, ready to be looked up. What was checked once is remembered; what was wrong never is. */
export function openCredentials(
  snapshot: Snapshot,
  secrets: readonly string[],
  signatures: Signatures,
  keySets: KeySets,
): CredentialBook {
  const { spaceId } = snapshot;
  const byHash = new Map<string, SnapshotCredential>();
  const byLogin = new Map<string, SnapshotCredential>();
  const byId = new Map<string, SnapshotCredential>();
  const jwts: JwtCredential[] = [];
  for (const credential of snapshot.credentials) {
    byId.set(credential.id, credential);
    if (credential.hash !== null) byHash.set(`${credential.kind} ${credential.hash}`, credential);
    if (credential.login !== null) byLogin.set(`${credential.kind} ${credential.login}`, credential);
    if (credential.jwt)
      jwts.push({ credential, jwt: credential.jwt, keys: keysOf(credential.jwt.keys), of: undefined });
  }
  const tokenKeys = secrets.map((secret) => tokenKeysOf(secret, spaceId).verify);
  const checked = new Map<string, { credential: SnapshotCredential; until: number }>();
  let version = keySets.version();

  function remembered(
    text: string,
    check: () => { credential: SnapshotCredential; until: number } | RefusalCode,
  ): Recognised | RefusalCode {
    if (version !== keySets.version()) {
      version = keySets.version();
      checked.clear();
    }
    const known = checked.get(text);
    if (known && (known.until === Infinity || known.until > Date.now())) return known;
    const found = check();
    if (typeof found === 'string') return found;
    if (checked.size >= mostKept) checked.delete(checked.keys().next().value!);
    checked.set(text, found);
    return found;
  }

  function byKey(key: string): Recognised | RefusalCode {
    // a key has no space in it, and nothing else that is remembered has none
    return remembered(key.includes(' ') ? `key ${key}` : key, () => {
      const credential = byHash.get(`key ${sha256(key)}`);
      return credential ? { credential, until: Infinity } : 'wrong_credential';
    });
  }

  function byPassword(kind: 'basic' | 'oauth', login: string, password: string): SnapshotCredential | undefined {
    const credential = byLogin.get(`${kind} ${login}`);
    const fits = timingSafeEqual(digest(credential?.hash ?? ''), digest(sha256(password)));
    return credential && fits ? credential : undefined;
  }

  function byToken(token: string): Recognised | RefusalCode {
    return remembered(`token ${token}`, () => {
      const read = readToken(token);
      if (!read) return 'wrong_credential';
      const { header, claims, signed, signature } = read;
      const until = typeof claims.exp === 'number' ? claims.exp * 1_000 : Infinity;
      if (until <= Date.now()) return 'credential_ended';
      if (typeof claims.nbf === 'number' && claims.nbf * 1_000 > Date.now() + 60_000) return 'wrong_credential';
      if (claims.iss === `formwork-gateway:${spaceId}`) {
        const credential = byId.get(String(claims.sub));
        const fits = header.alg === 'EdDSA' && tokenKeys.some((key) => verify(null, signed, key, signature));
        return credential?.kind === 'oauth' && fits ? { credential, until } : 'wrong_credential';
      }
      for (const one of jwts) {
        const { credential, jwt } = one;
        if (claims.iss !== jwt.issuer || (jwt.subject !== '' && claims.sub !== jwt.subject)) continue;
        if (jwt.audience !== '' && ![claims.aud].flat().includes(jwt.audience)) continue;
        // one that never ends would outlive every key
        if (until === Infinity) continue;
        const fitting = keysNow(one).filter(
          (key) => header.kid === undefined || key.kid === undefined || key.kid === header.kid,
        );
        if (fitting.some((key) => fitsKey(header.alg, key, signed, signature))) return { credential, until };
        if (jwt.address && fitting.length === 0) keySets.lacks(jwt.address);
      }
      return 'wrong_credential';
    });
  }

  /** Those at an address are read anew whenever it says others. */
  function keysNow(one: JwtCredential): JwtCredential['keys'] {
    const { address } = one.jwt;
    if (!address) return one.keys;
    const text = keySets.of(address);
    if (text !== one.of) {
      one.of = text;
      one.keys = text === undefined ? [] : keysOf(text);
    }
    return one.keys;
  }

  function byCertificate(said: string): Recognised | RefusalCode {
    return remembered(`certificate ${sha256(said)}`, () => {
      const credential = byHash.get(`certificate ${fingerprintOf(said) ?? ''}`);
      return credential ? { credential, until: Infinity } : 'wrong_credential';
    });
  }

  /** `HMAC-SHA256 Credential=..., Date=..., Nonce=..., BodyHash=..., Signature=...` over method, target, date, nonce and hash, a line each. */
  function bySignature(text: string, { method, target }: Shown): Recognised | RefusalCode {
    const parts = new Map([...text.matchAll(/(\w+)=([^,\s]+)/g)].map(([, name, value]) => [name!, value!]));
    const [login, date, nonce, bodyHash, signature] = ['Credential', 'Date', 'Nonce', 'BodyHash', 'Signature'].map(
      (name) => parts.get(name) ?? '',
    );
    const credential = byLogin.get(`hmac ${login}`);
    if (!credential || !nonce || nonce.length > 100 || !/^[0-9a-f]{64}$/.test(bodyHash!)) return 'wrong_credential';
    const time = Number(date) * 1_000;
    if (!(Math.abs(Date.now() - time) <= skewMs)) return 'credential_ended';
    // in whole seconds
    if (time + 1_000 <= signatures.since()) return 'credential_ended';
    const signed = [method, target, date, nonce, bodyHash].join('\n');
    const fits = secrets.some((secret) =>
      timingSafeEqual(
        digest(
          createHmac('sha256', hmacSecretOf(secret, spaceId, credential.id))
            .update(signed)
            .digest('hex'),
        ),
        digest(signature!),
      ),
    );
    if (!fits) return 'wrong_credential';
    if (!signatures.isFirst(`nonce ${spaceId} ${credential.id} ${nonce}`)) return 'credential_replayed';
    return { credential, bodyHash: bodyHash! };
  }

  function look(call: Shown, ways: readonly string[]): Recognised | RefusalCode | undefined {
    const key = call.header('x-api-key');
    if (key) return ways.includes('key') ? byKey(key) : 'other_credential';
    const authorization = call.header('authorization');
    if (call.certificate !== undefined && ways.includes('certificate') && authorization === undefined)
      return byCertificate(call.certificate);
    if (authorization === undefined) return undefined;
    const [scheme, rest] = splitOnce(authorization, ' ');
    switch (scheme.toLowerCase()) {
      case 'bearer':
        if (rest.startsWith('fwg_')) return ways.includes('key') ? byKey(rest) : 'other_credential';
        return ways.includes('jwt') || ways.includes('oauth') ? byToken(rest.trim()) : 'other_credential';
      case 'basic': {
        if (!ways.includes('basic')) return 'other_credential';
        const [login, password] = splitOnce(Buffer.from(rest, 'base64').toString(), ':');
        const credential = byPassword('basic', login, password);
        return credential ? { credential } : 'wrong_credential';
      }
      case 'hmac-sha256':
        return ways.includes('hmac') ? bySignature(rest, call) : 'other_credential';
      default:
        return 'other_credential';
    }
  }

  return {
    recognise(call, ways) {
      const found = look(call, ways);
      if (typeof found !== 'object') return found;
      const { kind, expiresAt } = found.credential;
      if (!ways.includes(kind)) return 'other_credential';
      return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'credential_ended' : found;
    },
    byClientSecret(login, secret) {
      const credential = byPassword('oauth', login, secret);
      return credential && (credential.expiresAt === null || Date.parse(credential.expiresAt) > Date.now())
        ? credential
        : undefined;
    },
  };
}

interface Jwk {
  [name: string]: unknown;
  kty?: string;
  crv?: string;
  kid?: string;
}

interface JwtCredential {
  credential: SnapshotCredential;
  jwt: NonNullable<SnapshotCredential['jwt']>;
  keys: { kid: string | undefined; type: string; key: KeyObject }[];
  /** The text that the keys were read of, where they lie at an address. */
  of: string | undefined;
}

function keysOf(text: string): JwtCredential['keys'] {
  const keys: JwtCredential['keys'] = [];
  try {
    for (const jwk of (JSON.parse(text) as { keys: Jwk[] }).keys) {
      if (jwk.kty === 'oct') continue;
      keys.push({ kid: jwk.kid, type: String(jwk.crv ?? jwk.kty), key: createPublicKey({ key: jwk, format: 'jwk' }) });
    }
  } catch {
    // keys that cannot be read let nobody in
  }
  return keys;
}

/** By the key's own kind, never by the token's word alone. */
function fitsKey(
  alg: unknown,
  { type, key }: { type: string; key: KeyObject },
  signed: Buffer,
  signature: Buffer,
): boolean {
  try {
    if (alg === 'EdDSA' && type === 'Ed25519') return verify(null, signed, key, signature);
    if (alg === 'ES256' && type === 'P-256')
      return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
    if (alg === 'ES384' && type === 'P-384')
      return verify('sha384', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
    const rsa = /^(RS|PS)(256|384|512)$/.exec(String(alg));
    if (!rsa || type !== 'RSA') return false;
    const padding = rsa[1] === 'PS' ? { padding: 6, saltLength: Number(rsa[2]) / 8 } : {};
    return verify(`sha${rsa[2]}`, signed, { key, ...padding }, signature);
  } catch {
    return false;
  }
}

function readToken(token: string) {
  const parts = token.split('.');
  if (parts.length !== 3 || token.length > 8_000) return undefined;
  try {
    const [header, claims] = [parts[0]!, parts[1]!].map(
      (part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>,
    );
    return {
      header: header!,
      claims: claims!,
      signed: Buffer.from(`${parts[0]}.${parts[1]}`),
      signature: Buffer.from(parts[2]!, 'base64url'),
    };
  } catch {
    return undefined;
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** The same length whatever is compared. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
