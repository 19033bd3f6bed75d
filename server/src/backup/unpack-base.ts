import { createHash } from 'node:crypto';
import { chownSync, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ownIdentity } from '../platform/db/embedded-postgres.ts';
import {
  listName,
  partialFile,
  segmentFile,
  segmentsOf,
  joinPieces,
  tarName,
  type Base,
} from './continuous/log-format.ts';
import { segmentBytes, segmentName } from './continuous/replication.ts';
import { BackupFailure } from './failure.ts';
import { decompressed, get } from './format.ts';
import { bytesText, countText, type Progress } from './progress.ts';
import type { Seal } from './seal.ts';
import type { Store } from './store.ts';
import { readTar } from './tar.ts';

export interface Unpacking {
  store: Store;
  seal: Seal | undefined;
  name: string;
  base: Base;
  progress: Progress;
}

/** What PostgreSQL says of the files in a base. */
const FileList = z.object({
  Files: z.array(
    z.object({ Path: z.string(), Size: z.number(), 'Checksum-Algorithm': z.literal('SHA256'), Checksum: z.string() }),
  ),
});

/** Lies in the folder of the socket that was the database's, and would refuse the start. */
const socketLock = /^\.s\.PGSQL\./;

/** The database's folder as the base has it, every file of the hash that PostgreSQL wrote down. */
export async function unpackBase({ store, seal, name, base, progress }: Unpacking, target: string): Promise<void> {
  const list = await buffer(await get(store, seal, listName(name), base.list.sha256));
  const waiting = new Map(
    FileList.parse(JSON.parse(list.toString('utf8'))).Files.map(({ Path, Checksum }) => [Path, Checksum]),
  );
  makeFolder(target);
  let bytes = 0;
  let count = 0;
  for await (const entry of readTar(decompressed(await get(store, seal, tarName(name), base.tar.sha256)))) {
    const file = entry.name.replace(/^\.\//, '').replace(/\/$/, '');
    const place = path.join(target, file);
    if (file === '' || !place.startsWith(`${target}${path.sep}`)) continue;
    if (entry.kind === 'folder') makeFolder(place);
    else if (entry.kind === 'file') {
      const hash = createHash('sha256');
      const skipped = socketLock.test(file);
      const sink = skipped ? undefined : await open(place, 'w', 0o600);
      try {
        for await (const chunk of entry.bytes) {
          hash.update(chunk);
          await sink?.writeFile(chunk);
        }
      } finally {
        await sink?.close();
      }
      if (!skipped) own(place);
      if (waiting.has(file) && waiting.get(file) !== hash.digest('hex'))
        throw new BackupFailure(
          'broken',
          `${file} in the base is not what the database sent: its hash is another one.`,
        );
      waiting.delete(file);
      bytes += entry.size;
      count += 1;
      progress.at(`Base ${bytesText(bytes)} of ${bytesText(base.tar.size)}, ${countText(count)} files`);
    }
  }
  if (waiting.size > 0)
    throw new BackupFailure('broken', `The base lacks ${waiting.size} files, ${[...waiting.keys()][0]} among them.`);
}

/** The log of the base in place; answers where it ends. */
export async function unpackLog({ store, seal, name, base, progress }: Unpacking, target: string): Promise<bigint> {
  const { whole, next, partial, beyond } = await segmentsOf(store, name, base);
  const here = segmentName(base.timeline, next);
  if (beyond) throw new BackupFailure('broken', `The log of the base ${name} lacks ${here}, which others follow.`);
  const folder = path.join(target, 'pg_wal');
  let done = 0;
  for (const segment of whole) {
    const file = segmentFile(name, segment);
    const bytes = await buffer(decompressed(await get(store, seal, file)));
    if (bytes.length !== segmentBytes) throw new BackupFailure('broken', `${file} is not a whole segment of the log.`);
    await write(path.join(folder, segment), bytes);
    done += 1;
    progress.at(`Log ${countText(done)} of ${countText(whole.length)} segments`);
  }
  if (!partial) return next;
  // what follows the last record reads as nothing
  const { bytes, size } = joinPieces(await buffer(await get(store, seal, partialFile(name, here))));
  await write(path.join(folder, here), bytes);
  return next + BigInt(size);
}

/** The start on it is a recovery. */
export async function askForRecovery(target: string): Promise<void> {
  await write(path.join(target, 'recovery.signal'), Buffer.alloc(0));
}

async function write(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  own(file);
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  own(folder);
}

/** As root, PostgreSQL runs as another user. */
function own(file: string): void {
  const { uid, gid } = ownIdentity();
  if (uid !== undefined) chownSync(file, uid, gid!);
}
