import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createInflateRaw } from 'node:zlib';
import type { Files } from '../files/files.ts';

export interface ZipEntry {
  name: string;
  /** Where its local header begins. */
  at: number;
  packedSize: number;
  size: number;
  packed: boolean;
}

/** A zip in the file store, read by its list of contents: entries are opened one by one, wherever they lie. */
export interface ZipReader {
  entries: ReadonlyMap<string, ZipEntry>;
  open(entry: ZipEntry): Promise<Readable>;
  /** The whole content of a small entry; undefined when there is none of this name. */
  text(name: string): Promise<string | undefined>;
}

class BadZip extends Error {}

/** The end of the list is within the last bytes, behind it a comment at most. */
const tailBytes = 66_000;
const mostListBytes = 64 * 1024 * 1024;
const mostEntries = 200_000;
const mostText = 16 * 1024 * 1024;

export async function openZip(files: Files, key: string): Promise<ZipReader> {
  const size = await files.size(key);
  const read = async (start: number, length: number): Promise<Buffer> =>
    length === 0 ? Buffer.alloc(0) : buffer(await files.open(key, { start, end: Math.min(size, start + length) - 1 }));
  const tailStart = Math.max(0, size - tailBytes);
  const tail = await read(tailStart, size - tailStart);
  const { at, length } = await listPlace(tail, tailStart, read);
  if (length > mostListBytes || at + length > size) throw new BadZip();
  const entries = listed(await read(at, length));

  async function open(entry: ZipEntry): Promise<Readable> {
    const head = await read(entry.at, 30);
    if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw new BadZip();
    const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (entry.packedSize === 0) return Readable.from([]);
    const stream = await files.open(key, { start, end: start + entry.packedSize - 1 });
    if (!entry.packed) return stream;
    const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
    stream.once('error', (error) => inflate.destroy(error));
    inflate.once('close', () => stream.destroy());
    return stream.pipe(inflate);
  }

  return {
    entries,
    open,
    async text(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      if (entry.size > mostText) throw new BadZip();
      return (await buffer(await open(entry))).toString('utf8').replace(/^\ufeff/, '');
    },
  };
}

type Read = (start: number, length: number) => Promise<Buffer>;

async function listPlace(tail: Buffer, tailStart: number, read: Read): Promise<{ at: number; length: number }> {
  for (let index = tail.length - 22; index >= 0; index -= 1) {
    if (tail.readUInt32LE(index) !== 0x06054b50) continue;
    const place = { at: tail.readUInt32LE(index + 16), length: tail.readUInt32LE(index + 12) };
    const locator = index - 20;
    // a large zip tells its places in a record before this one
    if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) return place;
    const record = await read(Number(tail.readBigUInt64LE(locator + 8)), 56);
    if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50 || tailStart < 0) throw new BadZip();
    return { at: Number(record.readBigUInt64LE(48)), length: Number(record.readBigUInt64LE(40)) };
  }
  throw new BadZip();
}

function listed(list: Buffer): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  for (let at = 0; at + 46 <= list.length && list.readUInt32LE(at) === 0x02014b50 && entries.size < mostEntries;) {
    const method = list.readUInt16LE(at + 10);
    const flags = list.readUInt16LE(at + 8);
    const nameLength = list.readUInt16LE(at + 28);
    const extraLength = list.readUInt16LE(at + 30);
    const name = nameOf(list.subarray(at + 46, at + 46 + nameLength), (flags & 0x800) !== 0);
    const entry: ZipEntry = {
      name,
      packed: method === 8,
      packedSize: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    };
    largeSizes(entry, list.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    // encrypted ones and those of other methods cannot be read
    if ((method === 0 || method === 8) && (flags & 1) === 0 && !name.endsWith('/')) entries.set(name, entry);
    at += 46 + nameLength + extraLength + list.readUInt16LE(at + 32);
  }
  return entries;
}

/** Sizes and places beyond 4 GB stand in an extra field, in this order, those alone that are beyond. */
function largeSizes(entry: ZipEntry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length;) {
    const id = extra.readUInt16LE(at);
    const length = extra.readUInt16LE(at + 2);
    if (id === 1) {
      let field = at + 4;
      for (const key of ['size', 'packedSize', 'at'] as const) {
        if (entry[key] !== 0xffffffff || field + 8 > extra.length) continue;
        entry[key] = Number(extra.readBigUInt64LE(field));
        field += 8;
      }
      return;
    }
    at += 4 + length;
  }
}

/** Names are UTF-8 where the zip says so or they are; Chinese Windows writes GB 18030 and says nothing. */
function nameOf(bytes: Buffer, saysUtf8: boolean): string {
  let name: string;
  try {
    name = new TextDecoder('utf-8', { fatal: !saysUtf8 }).decode(bytes);
  } catch {
    name = new TextDecoder('gb18030').decode(bytes);
  }
  return name.replaceAll('\\', '/');
}
