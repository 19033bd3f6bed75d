import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** What signs requests of a credential. It follows from the installation's secret: nothing of it lies anywhere, and the gateway has it without a database. */
export function hmacSecretOf(secret: string, spaceId: string, credential: string): string {
  return createHmac('sha256', bytesOf(secret, 'gateway signatures'))
    .update(`${spaceId}\n${credential}`)
    .digest('base64url');
}

/** Ed25519 in the wrapping that Node reads (RFC 8410). */
const wrapping = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The pair that signs tokens of a space, and reads them. */
export function tokenKeysOf(secret: string, spaceId: string): { sign: KeyObject; verify: KeyObject } {
  const sign = createPrivateKey({
    key: Buffer.concat([wrapping, bytesOf(secret, `gateway tokens ${spaceId}`)]),
    format: 'der',
    type: 'pkcs8',
  });
  return { sign, verify: createPublicKey(sign) };
}

function bytesOf(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `formwork ${use}`, 32));
}
