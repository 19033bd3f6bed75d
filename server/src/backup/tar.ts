import { BackupFailure } from './failure.ts';

/** A file or folder of a tar archive; its bytes have to be read before the next one is asked for. */
export interface TarEntry {
  name: string;
  kind: 'file' | 'folder' | 'other';
  size: number;
  bytes: AsyncGenerator<Buffer, undefined>;
}

const block = 512;

/** As PostgreSQL writes them: ustar, without extensions. */
export async function* readTar(content: AsyncIterable<Buffer>): AsyncGenerator<TarEntry, undefined> {
  const source = content[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    const { value, done } = await source.next();
    if (!done) held = held.length === 0 ? value : Buffer.concat([held, value]);
    return !done;
  }
  async function exactly(length: number): Promise<Buffer> {
    while (held.length < length) if (!(await more())) throw new BackupFailure('broken', 'The base is cut off.');
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  }
  for (;;) {
    const head = await exactly(block);
    if (head.every((byte) => byte === 0)) break;
    const size = sizeIn(head);
    let left = size;
    const padding = (block - (size % block)) % block;
    const bytes = (async function* (): AsyncGenerator<Buffer, undefined> {
      while (left > 0) {
        if (held.length === 0 && !(await more())) throw new BackupFailure('broken', 'The base is cut off.');
        const taken = held.subarray(0, left);
        held = held.subarray(taken.length);
        left -= taken.length;
        yield taken;
      }
      return undefined;
    })();
    const type = String.fromCharCode(head[156]!);
    const prefix = textIn(head, 345, 155);
    const name = textIn(head, 0, 100);
    yield {
      name: prefix === '' ? name : `${prefix}/${name}`,
      kind: type === '5' ? 'folder' : type === '0' || type === '\0' ? 'file' : 'other',
      size,
      bytes,
    };
    for await (const skipped of bytes) void skipped;
    await exactly(padding);
  }
  // to the end, so that what checks the bytes on their way sees all of them
  while (await more()) held = Buffer.alloc(0);
  return undefined;
}

function textIn(head: Buffer, at: number, length: number): string {
  const field = head.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('utf8');
}

/** Octal, or where that is too small the bytes themselves. */
function sizeIn(head: Buffer): number {
  if ((head[124]! & 0x80) !== 0) return Number(head.readBigUInt64BE(128));
  return Number.parseInt(textIn(head, 124, 12).trim() || '0', 8);
}
