import { buffer } from 'node:stream/consumers';
import type { Files } from '../files/files.ts';

const none = 0xffffffff;
/** A broken file leads in a circle. */
const mostSteps = 20_000;

/**
 * The names, in small letters, of what lies at the top of a compound file, the container of old Office: a small file
 * system of sectors, with a table that says of each which one follows.
 */
export async function streamsIn(files: Files, key: string): Promise<Set<string>> {
  const read = async (start: number, length: number): Promise<Buffer> =>
    buffer(await files.open(key, { start, end: start + length - 1 }));
  const head = await read(0, 512);
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new Error('sectors of no known size');
  const size = 2 ** shift;
  const sector = (at: number): Promise<Buffer> => read((at + 1) * size, size);
  const perTable = size / 4;

  // where the parts of the table lie: the first 109 in the head, more of them in a chain
  const tables = Array.from({ length: 109 }, (_, at) => head.readUInt32LE(76 + at * 4));
  for (let at = head.readUInt32LE(68), steps = 0; at < 0xfffffff0 && steps < mostSteps; steps += 1) {
    const more = await sector(at);
    for (let place = 0; place < perTable - 1; place += 1) tables.push(more.readUInt32LE(place * 4));
    at = more.readUInt32LE(size - 4);
  }
  const known = new Map<number, Buffer>();
  const next = async (at: number): Promise<number> => {
    const place = Math.floor(at / perTable);
    const table = known.get(place) ?? (await sector(tables[place] ?? none));
    known.set(place, table);
    return table.readUInt32LE((at % perTable) * 4);
  };

  const entries: Buffer[] = [];
  for (let at = head.readUInt32LE(48), steps = 0; at < 0xfffffff0 && steps < mostSteps; steps += 1) {
    const part = await sector(at);
    for (let place = 0; place + 128 <= part.length; place += 128) entries.push(part.subarray(place, place + 128));
    at = await next(at);
  }
  return namesBelow(entries);
}

/** The root names one of what it holds; each of those names those left and right of it. */
function namesBelow(entries: readonly Buffer[]): Set<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  const open = [entries[0]?.readUInt32LE(76) ?? none];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const entry = entries[at];
    if (!entry || seen.has(at)) continue;
    seen.add(at);
    const length = Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2);
    names.add(entry.subarray(0, length).toString('utf16le').toLowerCase());
    open.push(entry.readUInt32LE(68), entry.readUInt32LE(72));
  }
  return names;
}
