import { createHmac, hkdfSync } from 'node:crypto';
import { signingPair } from '../platform/signing-pair.ts';

/** What signs requests of a credential. It follows from the installation's secret: nothing of it lies anywhere, and the gateway has it without a database. */
export function hmacSecretOf(secret: string, spaceId: string, credential: string): string {
  return createHmac('sha256', bytesOf(secret, 'gateway signatures'))
    .update(`${spaceId}\n${credential}`)
    .digest('base64url');
}

/** The pair that signs tokens of a space, and reads them. */
export function tokenKeysOf(secret: string, spaceId: string): ReturnType<typeof signingPair> {
  return signingPair(secret, `gateway tokens ${spaceId}`);
}

function bytesOf(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `formwork ${use}`, 32));
}
