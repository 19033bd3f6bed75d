import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileMissing, StoreFailed, type Files } from './files.ts';
import { newId } from '../ids.ts';

const keyShape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const staleMs = 24 * 60 * 60 * 1000;

/**
 * Files below `<data>/files/<ab>/<cd>/<key>`, sharded by the random end of the key. Written beside and renamed, so that a
 * name always stands for a whole content, also after a crash.
 */
export function openDiskFiles(dataDir: string): Files {
  const root = path.join(dataDir, 'files');
  const incoming = path.join(root, 'incoming');
  const ready = mkdir(incoming, { recursive: true }).then(() => dropStale(incoming));
  // Whoever stores something hears of a folder that cannot be made.
  ready.catch(() => {});

  return {
    async put(content, key = newId()) {
      await ready.catch((error: unknown) => {
        throw failureOf(error);
      });
      const temporary = path.join(incoming, key);
      const target = pathOf(root, key);
      try {
        const { size, sha256 } = await write(temporary, content);
        await mkdir(path.dirname(target), { recursive: true });
        await rename(temporary, target);
        await syncFolder(path.dirname(target));
        return { key, size, sha256 };
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw failureOf(error);
      }
    },
    async open(key, range) {
      const file = pathOf(root, key);
      await stat(file).catch((error: unknown) => {
        throw new FileMissing(key, error);
      });
      return createReadStream(file, range ? { start: range.start, end: range.end } : {});
    },
    async size(key) {
      const found = await stat(pathOf(root, key)).catch((error: unknown) => {
        throw new FileMissing(key, error);
      });
      return found.size;
    },
    async remove(key) {
      await rm(pathOf(root, key), { force: true });
    },
  };
}

/** Errors of the disk name what was asked of it; those of the stream that is stored are the stream's. */
function failureOf(error: unknown): unknown {
  const { syscall, code, message } = error as NodeJS.ErrnoException;
  return syscall === undefined
    ? error
    : new StoreFailed(message, { full: code === 'ENOSPC' || code === 'EDQUOT', cause: error });
}

function pathOf(root: string, key: string): string {
  if (!keyShape.test(key)) throw new FileMissing(key);
  return path.join(root, key.slice(-2), key.slice(-4, -2), key);
}

async function write(file: string, content: Readable): Promise<{ size: number; sha256: string }> {
  const handle = await open(file, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** A rename is on disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What uploads left that a crash cut off. */
async function dropStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const age = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > staleMs) await rm(file, { force: true });
  }
}
