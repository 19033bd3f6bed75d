import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Ed25519 in the wrapping that Node reads (RFC 8410). */
const wrapping = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A pair that signs. It follows from the installation's secret and its use: nothing of it lies anywhere. */
export function signingPair(secret: string, use: string): { sign: KeyObject; verify: KeyObject } {
  const sign = createPrivateKey({
    key: Buffer.concat([wrapping, Buffer.from(hkdfSync('sha256', secret, '', `formwork ${use}`, 32))]),
    format: 'der',
    type: 'pkcs8',
  });
  return { sign, verify: createPublicKey(sign) };
}
