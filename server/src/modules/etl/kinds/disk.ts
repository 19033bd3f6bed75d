import { constants, createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { z } from 'zod';
import type { ConnectionKind, Opening } from '../../../platform/connection-kind.ts';
import { ConnectionFailure } from '../../connections/public.ts';
import { mostListed, startOf, type FileShelf, type ShelfFile } from '../endpoints/files.ts';

declare module '../../connections/open.ts' {
  interface OpenedConnections {
    disk: FileShelf;
  }
}

type Open = Opening<z.infer<(typeof dataConnections)['disk']['settings']>, Record<string, string>>;

const deepest = 5;

/**
 * A folder of the server that the operator has named (`FORMWORK_ETL_FOLDERS`). Nothing outside of it is read or written: links are not
 * followed out of it, and none of them is told.
 */
export const diskKind: ConnectionKind<Open['settings'], Open['secrets'], FileShelf> = {
  kind: 'disk',
  ...dataConnections.disk,
  async test(opening) {
    await readdir(await rootOf(opening)).catch((error: unknown) => Promise.reject(failed(error, '') as Error));
  },
  async open(opening) {
    const root = await rootOf(opening);
    return {
      list: () => listed(root),
      async open(name, behind) {
        try {
          const at = await within(root, path.join(root, name));
          if (!(await stat(at)).isFile()) throw new ConnectionFailure('connections.test.file', { name });
          const file = await open(at, constants.O_RDONLY | constants.O_NOFOLLOW);
          const { ino, mtimeNs, size } = await file.stat({ bigint: true });
          const facts = { version: `${ino} ${mtimeNs}`, size: Number(size) };
          const from = startOf(facts, behind);
          return { content: () => Promise.resolve(createReadStream('', { fd: file, start: from })), from, facts };
        } catch (error) {
          throw failed(error, name);
        }
      },
      async write(name, content, { size }) {
        let beside: string | undefined;
        try {
          const folder = await folderFor(root, path.dirname(name));
          const target = path.join(folder, path.basename(name));
          beside = `${target}.formwork-part`;
          await rm(beside, { force: true });
          // beside it first, so that nobody meets half a file
          await pipeline(content, createWriteStream(beside, { flags: 'wx' }));
          if ((await stat(beside)).size !== size) throw new ConnectionFailure('connections.test.full');
          await rename(beside, target);
        } catch (error) {
          if (beside !== undefined) await rm(beside, { force: true }).catch(() => {});
          throw failed(error, name);
        }
      },
      close: () => Promise.resolve(),
    };
  },
};

/** The folder of the connection, which has to be one of those that are named, or to lie below it. */
async function rootOf({ platform, spaceId, settings: { place, folder } }: Open): Promise<string> {
  const own = platform.config.etlFolders.filter(({ name }) => name === place);
  const named = own.find((one) => one.spaceId === spaceId) ?? own.find((one) => one.spaceId === undefined);
  if (!named) throw new ConnectionFailure('connections.test.folder', { name: place });
  try {
    const top = await realpath(named.folder);
    return await within(top, path.join(top, folder));
  } catch (error) {
    throw failed(error, folder || place);
  }
}

/** Where it truly lies, which has to be below. */
async function within(root: string, at: string): Promise<string> {
  const real = await realpath(at);
  if (real !== root && !real.startsWith(root + path.sep))
    throw new ConnectionFailure('connections.test.address', { path: path.relative(root, at) });
  return real;
}

/** Made one after the other: none of them leads elsewhere. */
async function folderFor(root: string, folder: string): Promise<string> {
  let at = root;
  for (const part of folder.split('/').filter((one) => one !== '' && one !== '.')) {
    const next = path.join(at, part);
    await mkdir(next).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    at = await within(root, next);
  }
  return at;
}

async function listed(root: string): Promise<ShelfFile[]> {
  const found: ShelfFile[] = [];
  const look = async (folder: string, depth: number): Promise<void> => {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      if (found.length >= mostListed) return;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) found.push({ name, size: (await lstat(path.join(root, name))).size });
      else if (entry.isDirectory() && depth < deepest) await look(name, depth + 1);
    }
  };
  try {
    await look('', 0);
  } catch (error) {
    throw failed(error, '');
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

function failed(error: unknown, name: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ELOOP':
      return new ConnectionFailure('connections.test.file', { name }, error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ConnectionFailure('connections.test.rights', { message: code }, error);
    case 'ENOSPC':
    case 'EDQUOT':
      return new ConnectionFailure('connections.test.full', {}, error);
    default:
      return error;
  }
}
