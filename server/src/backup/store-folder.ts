import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { FileMissing } from '../platform/files/files.ts';
import { BackupFailure } from './failure.ts';
import type { Store } from './store.ts';

/** Backups as files of a folder, written beside and renamed. */
export async function openFolder(address: string, make: boolean): Promise<Store> {
  const root = path.resolve(address);
  if (make) await mkdir(root, { recursive: true, mode: 0o700 });
  else if (!(await stat(root).catch(() => undefined))?.isDirectory())
    throw new BackupFailure('usage', `There is no folder ${root}.`);

  async function* below(folder: string): AsyncGenerator<string, undefined> {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* below(name);
      else yield name;
    }
    return undefined;
  }

  return {
    address: root,
    async put(name, content) {
      const target = path.join(root, name);
      const unfinished = `${target}.unfinished`;
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      try {
        const handle = await open(unfinished, 'w', 0o600);
        try {
          for await (const chunk of content as AsyncIterable<Buffer>) await handle.writeFile(chunk);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(unfinished, target);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      const folder = await open(path.dirname(target), 'r');
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    },
    async append(name, at, bytes) {
      const handle = await open(path.join(root, name), 'r+', 0o600);
      try {
        await handle.write(bytes, 0, bytes.length, at);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async open(name) {
      const file = path.join(root, name);
      await stat(file).catch((error: unknown) => {
        throw new FileMissing(name, error);
      });
      return createReadStream(file, { highWaterMark: 256 * 1024 });
    },
    async list(prefix) {
      const found = new Map<string, number>();
      for await (const name of below(prefix.replace(/\/$/, ''))) {
        // the continuous backup renames and removes meanwhile
        const there = await stat(path.join(root, name)).catch(() => undefined);
        if (there) found.set(name, there.size);
      }
      return found;
    },
    async remove(names) {
      const folders = new Set<string>();
      for (const name of names) {
        await rm(path.join(root, name), { force: true });
        for (let folder = path.dirname(name); folder !== '.'; folder = path.dirname(folder)) folders.add(folder);
      }
      // deepest first; what still holds something stays
      for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
        if (
          (await readdir(path.join(root, folder))
            .catch(() => ['there'])
            .then((left) => left.length)) === 0
        )
          await rm(path.join(root, folder), { recursive: true });
      }
    },
    // halves of files are cleared when the next backup begins
    dropBroken: () => Promise.resolve(),
    async free() {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
  };
}
