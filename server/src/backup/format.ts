import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createZstdCompress, createZstdDecompress, constants } from 'node:zlib';
import { z } from 'zod';
import { FileMissing } from '../platform/files/files.ts';
import { BackupFailure } from './failure.ts';
import { openSeal, SealFile, type Seal } from './seal.ts';
import type { Store } from './store.ts';

/** What one backup says of itself; written last, so without it there is no backup. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The moment that it shows. */
  moment: z.iso.datetime(),
  product: z.string(),
  postgres: z.string(),
  installation: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  spaces: z.array(z.object({ id: z.string(), migrations: z.array(z.object({ name: z.string(), hash: z.string() })) })),
  /** Bytes of the database where it came from. */
  databaseBytes: z.number(),
  /** Hash of the stored definitions of tables that no migration makes. */
  forms: z.object({ bytes: z.number(), sha256: z.string() }),
  parts: z.array(
    z.object({
      table: z.string(),
      part: z.number(),
      columns: z.array(z.string()),
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
  files: z.object({ count: z.number(), size: z.number(), bytes: z.number(), sha256: z.string() }),
  /** Whether the secret travels with it; and by what one is told from another, with some effort. */
  secret: z.boolean(),
  secretCheck: z.string(),
  seal: z.object({ mac: z.string() }).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;
export type Part = Manifest['parts'][number];

/** A content of the store, as `files.list` has it, a line each. */
export interface Content {
  key: string;
  size: number;
  sha256: string;
}

export const timeShape = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;
export const timeOf = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace(/:/g, '')}Z`;
export const manifestName = (time: string): string => `${time}/manifest.json`;
export const formsName = (time: string): string => `${time}/forms.json.zst`;
export const filesListName = (time: string): string => `${time}/files.list.zst`;
export const secretName = (time: string): string => `${time}/secret`;
export const partName = (time: string, { table, part }: Pick<Part, 'table' | 'part'>): string =>
  `${time}/tables/${table}.${part}.copy.zst`;
export const contentName = (key: string): string => `files/${key.slice(-2)}/${key.slice(-4, -2)}/${key}`;
export const sealName = 'seal.json';

/** Puts bytes into the store, sealed where there is a seal; answers size and hash of what is stored. */
export async function put(
  store: Store,
  seal: Seal | undefined,
  name: string,
  content: Readable,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    return undefined;
  };
  await store.put(name, Readable.from(counted(seal ? seal.seal(name, content) : content), { objectMode: false }));
  return { bytes, sha256: hash.digest('hex') };
}

/** What `put` stored; rejects as broken where its hash is not the given one, at its end. */
export async function get(store: Store, seal: Seal | undefined, name: string, sha256?: string): Promise<Readable> {
  const stored = await store.open(name).catch((error: unknown) => {
    throw error instanceof FileMissing ? new BackupFailure('broken', `${name} is missing.`, error) : error;
  });
  const checked = async function* (): AsyncGenerator<Buffer, undefined> {
    const hash = createHash('sha256');
    for await (const chunk of stored as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
    if (sha256 !== undefined && hash.digest('hex') !== sha256)
      throw new BackupFailure('broken', `${name} is not what was stored: its hash is another one.`);
    return undefined;
  };
  return Readable.from(seal ? seal.open(name, checked()) : checked(), { objectMode: false });
}

/** No `nbWorkers`: with them the stream of Node ends with an error. With a checksum, for what no manifest has a hash of. */
export const compressed = (content: Readable): Readable =>
  through(
    content,
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }),
  );

/** Bytes that do not unpack are as broken as those of another hash; which of the two shows first depends on where they are. */
export function decompressed(content: Readable): Readable {
  const unpacked = through(content, createZstdDecompress());
  return Readable.from(
    (async function* () {
      try {
        for await (const chunk of unpacked as AsyncIterable<Buffer>) yield chunk;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code?.startsWith('ZSTD_'))
          throw new BackupFailure('broken', 'A stored part does not unpack.', error);
        throw error;
      }
    })(),
    { objectMode: false },
  );
}

function through(content: Readable, step: NodeJS.ReadWriteStream & { destroy(error?: Error): unknown }): Readable {
  content.on('error', (error) => step.destroy(error));
  return content.pipe(step) as unknown as Readable;
}

export async function readJson(store: Store, name: string): Promise<unknown> {
  return JSON.parse((await buffer(await store.open(name))).toString('utf8'));
}

/** Times of whole backups, oldest first. */
export async function wholeBackups(store: Store): Promise<string[]> {
  const names = await store.list('');
  return [...names.keys()]
    .filter((name) => name.endsWith('/manifest.json'))
    .map((name) => name.split('/')[0]!)
    .filter((time) => timeShape.test(time))
    .sort();
}

/** The manifest, checked: its shape, and under a seal that nobody changed it. */
export async function readManifest(store: Store, seal: Seal | undefined, time: string): Promise<Manifest> {
  const json = (await readJson(store, manifestName(time)).catch((error: unknown) => {
    throw new BackupFailure(
      error instanceof FileMissing ? 'usage' : 'broken',
      `There is no whole backup ${time} in ${store.address}.`,
      error,
    );
  })) as Manifest;
  if (typeof json.format === 'number' && json.format > 1)
    throw new BackupFailure('newer', `The backup ${time} was made by a newer product (format ${json.format}).`);
  const parsed = Manifest.safeParse(json);
  if (!parsed.success)
    throw new BackupFailure(
      'broken',
      `The manifest of ${time} does not hold: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}.`,
    );
  if (seal && parsed.data.seal?.mac !== macOf(seal, parsed.data))
    throw new BackupFailure('broken', `The manifest of ${time} was changed after it was sealed.`);
  return parsed.data;
}

export function macOf(seal: Seal, manifest: Manifest): string {
  // in the order of the shape, which is that of whoever reads it again
  return seal.mac(JSON.stringify({ ...Manifest.parse(manifest), seal: null }));
}

/** The seal of a store that has one; the phrase is only asked for there. */
export async function sealOf(store: Store, phrase: () => Promise<string>): Promise<Seal | undefined> {
  const json = await readJson(store, sealName).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
  return json === undefined ? undefined : openSeal(SealFile.parse(json), await phrase());
}

export function readContents(
  store: Store,
  seal: Seal | undefined,
  time: string,
  manifest: Pick<Manifest, 'files'>,
): Promise<Map<string, Content>> {
  return readContentsIn(store, seal, filesListName(time), manifest.files.sha256);
}

/** Of a list of contents, by key. */
export async function readContentsIn(
  store: Store,
  seal: Seal | undefined,
  name: string,
  sha256?: string,
): Promise<Map<string, Content>> {
  const text = (await buffer(decompressed(await get(store, seal, name, sha256)))).toString('utf8');
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [key, size, hash] = line.split(' ') as [string, string, string];
        return [key, { key, size: Number(size), sha256: hash }];
      }),
  );
}

/** Puts such a list; answers the hash of what is stored. */
export async function putContents(
  store: Store,
  seal: Seal | undefined,
  name: string,
  contents: readonly Content[],
): Promise<string> {
  const list = contents.map(({ key, size, sha256 }) => `${key} ${size} ${sha256}\n`).join('');
  return (await put(store, seal, name, compressed(Readable.from([Buffer.from(list)])))).sha256;
}
