import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, zstdCompress, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { FileMissing } from '../../platform/files/files.ts';
import { BackupFailure } from '../failure.ts';
import { filesListName, get, put, readContentsIn, readJson, timeShape, type Content } from '../format.ts';
import type { Seal } from '../seal.ts';
import type { Store } from '../store.ts';
import { segmentAfter, segmentBytes, segmentName, segmentStart, positionOf } from './replication.ts';

/** What a base says of itself; written last, so without it there is no base. Its log stands beside it. */
export const Base = z.object({
  format: z.literal(1),
  /** When it was taken; what it holds is consistent from `moment` on. */
  began: z.iso.datetime(),
  moment: z.iso.datetime(),
  product: z.string(),
  postgres: z.string(),
  installation: z.string(),
  /** Identifier of the cluster, its timeline, and where in the log the base begins and becomes consistent. */
  system: z.string(),
  timeline: z.number(),
  start: z.string(),
  stop: z.string(),
  tar: z.object({ size: z.number(), bytes: z.number(), sha256: z.string() }),
  list: z.object({ sha256: z.string() }),
  /** Contents that were there when it was taken. */
  files: z.object({ count: z.number(), size: z.number(), sha256: z.string() }),
  secret: z.boolean(),
  secretCheck: z.string(),
  seal: z.object({ mac: z.string() }).nullable(),
});
export type Base = z.infer<typeof Base>;

/** How far the log beside a base goes: written each minute. */
const Until = z.object({ moment: z.iso.datetime(), position: z.string() });
export type Until = z.infer<typeof Until>;

/** A base's folder; names of the logical format hold below it too. */
export const baseFolder = (base: string): string => `log/${base}`;
export const baseManifestName = (base: string): string => `log/${base}/manifest.json`;
export const tarName = (base: string): string => `log/${base}/base.tar.zst`;
export const listName = (base: string): string => `log/${base}/backup_manifest`;
export const untilName = (base: string): string => `log/${base}/until`;
export const newFilesName = (base: string): string => `log/${base}/files.new.zst`;
export const segmentFile = (base: string, segment: string): string => `log/${base}/${segment}.zst`;
export const partialFile = (base: string, segment: string): string => `log/${base}/${segment}.partial`;

/** Times of whole bases, oldest first. */
export async function wholeBases(store: Store): Promise<string[]> {
  return [...(await store.list('log/')).keys()]
    .filter((name) => name.endsWith('/manifest.json'))
    .map((name) => name.split('/')[1]!)
    .filter((base) => timeShape.test(base))
    .sort();
}

export async function readBase(store: Store, seal: Seal | undefined, base: string): Promise<Base> {
  const json = (await readJson(store, baseManifestName(base)).catch((error: unknown) => {
    throw new BackupFailure(
      error instanceof FileMissing ? 'usage' : 'broken',
      `There is no whole base ${base} in ${store.address}.`,
      error,
    );
  })) as Base;
  if (typeof json.format === 'number' && json.format > 1)
    throw new BackupFailure('newer', `The base ${base} was made by a newer product (format ${json.format}).`);
  const parsed = Base.safeParse(json);
  if (!parsed.success)
    throw new BackupFailure(
      'broken',
      `The manifest of the base ${base} does not hold: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}.`,
    );
  if (seal && parsed.data.seal?.mac !== baseMac(seal, parsed.data))
    throw new BackupFailure('broken', `The manifest of the base ${base} was changed after it was sealed.`);
  return parsed.data;
}

export function baseMac(seal: Seal, base: Base): string {
  return seal.mac(JSON.stringify({ ...Base.parse(base), seal: null }));
}

export async function putUntil(store: Store, seal: Seal | undefined, base: string, until: Until): Promise<void> {
  await put(store, seal, untilName(base), Readable.from([Buffer.from(JSON.stringify(until))]));
}

/** Undefined where nothing was sent since the base was taken. */
export async function readUntil(store: Store, seal: Seal | undefined, base: string): Promise<Until | undefined> {
  if (!(await store.list(`${baseFolder(base)}/`)).has(untilName(base))) return undefined;
  try {
    return Until.parse(JSON.parse((await buffer(await get(store, seal, untilName(base)))).toString('utf8')));
  } catch (error) {
    if (error instanceof BackupFailure) throw error;
    throw new BackupFailure('broken', `${untilName(base)} does not hold.`, error);
  }
}

/** Whole segments in a row from the base on, and where the next one begins. */
export async function segmentsOf(
  store: Store,
  name: string,
  { timeline, start }: Pick<Base, 'timeline' | 'start'>,
): Promise<{ whole: string[]; next: bigint; partial: boolean; bytes: number; beyond: boolean }> {
  const there = await store.list(`${baseFolder(name)}/`);
  const whole: string[] = [];
  let next = segmentStart(positionOf(start));
  let bytes = 0;
  for (;;) {
    const size = there.get(segmentFile(name, segmentName(timeline, next)));
    if (size === undefined) break;
    whole.push(segmentName(timeline, next));
    bytes += size;
    next = segmentAfter(next);
  }
  const here = segmentName(timeline, next);
  const beyond = [...there.keys()].some(
    (file) => /\/[0-9A-F]{24}\.(zst|partial)$/.test(file) && segmentOf(file) > here,
  );
  return { whole, next, partial: there.has(partialFile(name, here)), bytes, beyond };
}

const segmentOf = (file: string): string => file.split('/').at(-1)!.slice(0, 24);

const compressPiece = promisify(zstdCompress) as (bytes: Buffer) => Promise<Buffer>;
const pieceHead = 8;

/** The part of a segment that came since the last piece: length, check, bytes. A partial segment is pieces in a row. */
export async function pieceOf(bytes: Buffer): Promise<Buffer> {
  const packed = await compressPiece(bytes);
  const head = Buffer.alloc(pieceHead);
  head.writeUInt32BE(packed.length, 0);
  head.writeUInt32BE(crc32(packed), 4);
  return Buffer.concat([head, packed]);
}

/** The pieces up to the first that is cut off or damaged, as the segment they begin. Who reads them knows how far they have to go. */
export function joinPieces(stored: Buffer): { bytes: Buffer; size: number } {
  const bytes = Buffer.alloc(segmentBytes);
  let size = 0;
  for (let at = 0; at + pieceHead <= stored.length;) {
    const end = at + pieceHead + stored.readUInt32BE(at);
    if (end > stored.length) break;
    const packed = stored.subarray(at + pieceHead, end);
    if (crc32(packed) !== stored.readUInt32BE(at + 4)) break;
    size += zstdDecompressSync(packed).copy(bytes, size);
    at = end;
  }
  return { bytes, size };
}

/** Contents that any moment of a base may name. */
export async function contentsOfBase(
  store: Store,
  seal: Seal | undefined,
  name: string,
  base: Pick<Base, 'files'>,
): Promise<Map<string, Content>> {
  const all = await readContentsIn(store, seal, filesListName(baseFolder(name)), base.files.sha256);
  for (const [key, content] of await newContentsOf(store, seal, name)) all.set(key, content);
  return all;
}

/** Those that came since the base was taken. */
export async function newContentsOf(store: Store, seal: Seal | undefined, name: string): Promise<Map<string, Content>> {
  const there = (await store.list(`${baseFolder(name)}/`)).has(newFilesName(name));
  return there ? readContentsIn(store, seal, newFilesName(name)) : new Map<string, Content>();
}
