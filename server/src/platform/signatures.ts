import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds for which a signature holds, before and after its time: clocks differ. */
const holds = 300;

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<text>" in hex>`. */
export function signatureOf(secret: string, text: string, at = Math.floor(Date.now() / 1_000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`;
}

/** Whether it was made with this secret over this text, not long ago. */
export function isSigned(signature: string, secret: string, text: string): boolean {
  const at = Number(/^t=(\d{1,12}),/.exec(signature)?.[1] ?? Number.NaN);
  if (!(Math.abs(Date.now() / 1_000 - at) <= holds)) return false;
  const expected = signatureOf(secret, text, at);
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}
