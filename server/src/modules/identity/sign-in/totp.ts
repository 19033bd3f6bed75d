import { createHmac, randomBytes } from 'node:crypto';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 bits in base32, as authenticator apps take it. */
export function newTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => alphabet[byte % 32]).join('');
}

/** The address which an app reads from the QR code (Key Uri Format of Google Authenticator). */
export function totpUri(secret: string, account: string): string {
  const issuer = 'Formwork';
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=6&period=${stepSeconds}`;
}

/** The code of a time step (RFC 6238 over RFC 4226: HMAC-SHA-1, six digits). */
export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The step whose code it is: the present one or, for clocks that differ, one beside it. */
export function totpStepOf(secret: string, code: string, atMs = Date.now()): number | undefined {
  const now = Math.floor(atMs / 1000 / stepSeconds);
  return [now, now - 1, now + 1].find((step) => totpAt(secret, step) === code);
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
