import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';

const { Server, utils } = ssh2;
const { STATUS_CODE, flagsToString } = utils.sftp;

export interface SftpServer {
  port: number;
  /** What holds for the next uploads: a disk that is full answers as servers do. */
  full: boolean;
  close(): Promise<void>;
}

/** An SSH server that hands out the files of a folder, for one account and its password. */
export async function startSftpServer(folder: string, login: { user: string; password: string }): Promise<SftpServer> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const open = new Set<Connection>();
  const state = { full: false };
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    open.add(client);
    (client as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
    client.on('close', () => open.delete(client));
    client.on('error', () => {});
    client.on('authentication', (asked) => {
      if (asked.method === 'password' && asked.username === login.user && asked.password === login.password)
        asked.accept();
      else asked.reject(['password']);
    });
    client.on('ready', () =>
      client.on('session', (accept) => accept().on('sftp', (begin) => serve(begin(), folder, state))),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get full() {
      return state.full;
    },
    set full(value) {
      state.full = value;
    },
    async close() {
      for (const client of open) client.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Handle = { file: number } | { names: string[]; at: string };

function serve(sftp: SFTPWrapper, folder: string, state: { full: boolean }): void {
  const handles = new Map<number, Handle>();
  const inside = (name: string) => path.join(folder, path.posix.normalize(`/${name}`));
  let count = 0;
  const answer = (request: number, work: () => unknown): void => {
    try {
      if (work() === undefined) sftp.status(request, STATUS_CODE.OK);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      sftp.status(request, code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE, message);
    }
  };
  const give = (request: number, handle: Handle): true => {
    handles.set((count += 1), handle);
    const name = Buffer.alloc(4);
    name.writeUInt32BE(count);
    sftp.handle(request, name);
    return true;
  };
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE())!;
  const attrs = (at: string) => {
    const { mode, size, uid, gid, atimeMs, mtimeMs } = statSync(at);
    return { mode, size, uid, gid, atime: Math.round(atimeMs / 1_000), mtime: Math.round(mtimeMs / 1_000) };
  };
  sftp.on('REALPATH', (request, name) => {
    const filename = path.posix.normalize(`/${name}`);
    sftp.name(request, [{ filename, longname: filename, attrs: {} as never }]);
  });
  for (const what of ['STAT', 'LSTAT'] as const)
    sftp.on(what, (request: number, name: string) =>
      answer(request, () => (sftp.attrs(request, attrs(inside(name))), true)),
    );
  sftp.on('OPENDIR', (request, name) =>
    answer(request, () => give(request, { names: readdirSync(inside(name)), at: inside(name) })),
  );
  sftp.on('READDIR', (request, handle) => {
    const found = of(handle);
    if (!('names' in found) || found.names.length === 0) return sftp.status(request, STATUS_CODE.EOF);
    sftp.name(
      request,
      found.names.splice(0).map((filename) => {
        const at = path.join(found.at, filename);
        const isFolder = statSync(at).isDirectory();
        return { filename, longname: `${isFolder ? 'd' : '-'}rw-r--r-- 1 a a ${filename}`, attrs: attrs(at) };
      }),
    );
  });
  sftp.on('OPEN', (request, name, flags) =>
    answer(request, () => give(request, { file: openSync(inside(name), flagsToString(flags) ?? constants.O_RDONLY) })),
  );
  sftp.on('READ', (request, handle, offset, length) =>
    answer(request, () => {
      const data = Buffer.alloc(length);
      const read = readSync((of(handle) as { file: number }).file, data, 0, length, offset);
      if (read === 0) sftp.status(request, STATUS_CODE.EOF);
      else sftp.data(request, data.subarray(0, read));
      return true;
    }),
  );
  sftp.on('WRITE', (request, handle, offset, data) =>
    answer(request, () => {
      if (state.full) throw new Error('No space left on device');
      writeSync((of(handle) as { file: number }).file, data, 0, data.length, offset);
      return undefined;
    }),
  );
  sftp.on('CLOSE', (request, handle) =>
    answer(request, () => {
      const found = of(handle);
      if ('file' in found) closeSync(found.file);
      handles.delete(handle.readUInt32BE());
      return undefined;
    }),
  );
  for (const what of ['SETSTAT', 'FSETSTAT'] as const)
    sftp.on(what, (request: number) => sftp.status(request, STATUS_CODE.OK));
  sftp.on('REMOVE', (request, name) => answer(request, () => unlinkSync(inside(name))));
  sftp.on('MKDIR', (request, name) => answer(request, () => void mkdirSync(inside(name), { recursive: true })));
  sftp.on('RENAME', (request, from, to) =>
    answer(request, () => {
      // as version 3 of the protocol has it: to no name that is there
      if (statSync(inside(to), { throwIfNoEntry: false })) throw new Error('there is such a file');
      renameSync(inside(from), inside(to));
      return undefined;
    }),
  );
}
