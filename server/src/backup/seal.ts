import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { BackupFailure } from './failure.ts';

/**
 * Backups under a pass phrase. The phrase opens the data key alone (scrypt, AES-256-GCM), so a new phrase leaves what is
 * stored as it is. Each object has a key of its own (HKDF over its salt and name) and is sealed in pieces of 64 KB whose nonce
 * counts them and marks the last: neither a piece nor an object can be left out, cut off or exchanged.
 */
export interface Seal {
  seal(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined>;
  /** Rejects where anything was changed. */
  open(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined>;
  /** Bytes that a content of so many takes. */
  size(bytes: number): number;
  /** Over a text that stays readable. */
  mac(text: string): string;
}

/** What stands beside the backups: how the phrase opens the data key. */
export const SealFile = z.object({
  kind: z.literal('formwork-seal-1'),
  n: z.number(),
  r: z.number(),
  p: z.number(),
  salt: z.string(),
  key: z.string(),
});
export type SealFile = z.infer<typeof SealFile>;

const mark = Buffer.from('FWSEAL1\n');
const saltBytes = 32;
const pieceBytes = 64 * 1024;
const tagBytes = 16;
const cost = { n: 2 ** 17, r: 8, p: 1 };

export async function newSeal(phrase: string): Promise<{ file: SealFile; seal: Seal }> {
  const dataKey = randomBytes(32);
  const salt = randomBytes(saltBytes);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await phraseKey(phrase, salt, cost), iv);
  const key = Buffer.concat([iv, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
  return {
    file: { kind: 'formwork-seal-1', ...cost, salt: salt.toString('base64'), key: key.toString('base64') },
    seal: sealWith(dataKey),
  };
}

export async function openSeal(file: SealFile, phrase: string): Promise<Seal> {
  const wrapped = Buffer.from(file.key, 'base64');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    await phraseKey(phrase, Buffer.from(file.salt, 'base64'), file),
    wrapped.subarray(0, 12),
  ).setAuthTag(wrapped.subarray(-tagBytes));
  try {
    return sealWith(Buffer.concat([decipher.update(wrapped.subarray(12, -tagBytes)), decipher.final()]));
  } catch (error) {
    throw new BackupFailure('phrase', 'The pass phrase is another one.', error);
  }
}

/** Says of a secret whether it is the one of an installation, and is as hard to try as a pass phrase. */
export async function secretCheck(secret: string, installation: string): Promise<string> {
  return (await phraseKey(secret, Buffer.from(`formwork secret of ${installation}`), cost))
    .subarray(0, 12)
    .toString('hex');
}

function phraseKey(phrase: string, salt: Buffer, { n, r, p }: { n: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(phrase.normalize('NFC'), salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

function sealWith(dataKey: Buffer): Seal {
  const keyOf = (name: string, salt: Buffer): Buffer =>
    Buffer.from(hkdfSync('sha256', dataKey, salt, `formwork backup ${name}`, 32));
  return {
    async *seal(name, content) {
      const salt = randomBytes(saltBytes);
      const key = keyOf(name, salt);
      yield Buffer.concat([mark, salt]);
      let counter = 0;
      for await (const { piece, last } of pieces(content, pieceBytes)) {
        const cipher = createCipheriv('aes-256-gcm', key, nonce(counter++, last));
        yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
      }
      return undefined;
    },
    async *open(name, content) {
      const rest = content[Symbol.asyncIterator]();
      const { head, after } = await take(rest, mark.length + saltBytes);
      if (!head.subarray(0, mark.length).equals(mark))
        throw new BackupFailure('broken', `${name} is not sealed as it should be.`);
      const key = keyOf(name, head.subarray(mark.length));
      let counter = 0;
      for await (const { piece, last } of pieces(continued(after, rest), pieceBytes + tagBytes)) {
        if (piece.length < tagBytes) throw new BackupFailure('broken', `${name} is cut off.`);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter++, last)).setAuthTag(
          piece.subarray(-tagBytes),
        );
        let opened: Buffer;
        try {
          opened = Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()]);
        } catch (error) {
          throw new BackupFailure('broken', `${name} was changed or cut off.`, error);
        }
        yield opened;
      }
      return undefined;
    },
    size: (bytes) => mark.length + saltBytes + bytes + tagBytes * Math.max(1, Math.ceil(bytes / pieceBytes)),
    mac: (text) =>
      createHmac('sha256', Buffer.from(hkdfSync('sha256', dataKey, '', 'formwork backup manifest', 32)))
        .update(text)
        .digest('hex'),
  };
}

function nonce(counter: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 7);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

/** Pieces of exactly `size`, the last one smaller or empty; there is always a last one. */
async function* pieces(
  content: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; last: boolean }, undefined> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const all = Buffer.concat(waiting, length);
    let at = 0;
    for (; length - at > size; at += size) yield { piece: all.subarray(at, at + size), last: false };
    waiting = [all.subarray(at)];
    length -= at;
  }
  yield { piece: Buffer.concat(waiting, length), last: true };
  return undefined;
}

async function take(source: AsyncIterator<Buffer>, bytes: number): Promise<{ head: Buffer; after: Buffer }> {
  let all = Buffer.alloc(0);
  while (all.length < bytes) {
    const { value, done } = await source.next();
    if (done) break;
    all = Buffer.concat([all, value]);
  }
  return { head: all.subarray(0, bytes), after: all.subarray(bytes) };
}

async function* continued(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, undefined> {
  if (first.length > 0) yield first;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
  return undefined;
}
