import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import Client from 'ssh2-sftp-client';
import type { z } from 'zod';
import type { ConnectionKind, Opening } from '../../../platform/connection-kind.ts';
import { ConnectionFailure } from '../../connections/public.ts';
import { mostListed, startOf, type FileShelf, type ShelfFile } from '../endpoints/files.ts';

declare module '../../connections/open.ts' {
  interface OpenedConnections {
    sftp: FileShelf;
  }
}

type Settings = z.infer<(typeof dataConnections)['sftp']['settings']>;
type Secrets = z.infer<(typeof dataConnections)['sftp']['secrets']>;
type Open = Opening<Settings, Secrets>;

const patienceMs = 20_000;
/** Folders in folders beyond that are not looked into. */
const deepest = 5;

/** Files of a server, by SSH. */
export const sftpKind: ConnectionKind<Settings, Secrets, FileShelf> = {
  kind: 'sftp',
  ...dataConnections.sftp,
  async test(opening) {
    const client = await connected(opening);
    try {
      await client.list(rootOf(opening));
    } catch (error) {
      throw failed(error);
    } finally {
      await client.end();
    }
  },
  async open(opening) {
    const client = await connected(opening);
    const root = rootOf(opening);
    const at = (name: string): string => `${root}/${name}`.replace(/^\.\//, '');
    return {
      list: () => listed(client, root),
      async open(name, behind) {
        try {
          const { isDirectory, size, modifyTime } = await client.stat(at(name));
          if (isDirectory) throw new ConnectionFailure('connections.test.file', { name });
          const facts = { version: String(modifyTime), size };
          const from = startOf(facts, behind);
          return { content: () => Promise.resolve(client.createReadStream(at(name), { start: from })), from, facts };
        } catch (error) {
          throw failed(error, name);
        }
      },
      async write(name, content, { size }) {
        const target = at(name);
        // beside it first, so that nobody meets half a file
        const beside = `${target}.formwork-part`;
        try {
          const folder = target.includes('/') ? target.slice(0, target.lastIndexOf('/')) : '';
          if (folder !== '' && !(await client.exists(folder))) await client.mkdir(folder, true);
          await upload(client, content, beside);
          if ((await client.stat(beside)).size !== size) throw new ConnectionFailure('connections.test.full');
          await client.posixRename(beside, target).catch(async () => {
            // servers without the extension rename to no name that is there
            await client.delete(target, true);
            await client.rename(beside, target);
          });
        } catch (error) {
          await client.delete(beside, true).catch(() => {});
          throw failed(error, name);
        }
      },
      async close() {
        await client.end();
      },
    };
  },
};

/** Not by the client's `put`: a write that fails closes its stream, which that takes for its end. */
async function upload(client: Client, content: Readable, name: string): Promise<void> {
  const out = client.createWriteStream(name, { autoClose: false }) as Writable;
  await pipeline(content, out);
  out.destroy();
  if (!out.closed) await once(out, 'close');
}

const rootOf = ({ settings: { folder } }: Open): string => (folder === '' ? '.' : folder);

async function connected({ platform, spaceId, settings, secrets }: Open): Promise<Client> {
  const { host, port, user, hostKey } = settings;
  const sock = await platform.outgoing.connect({ host, port }, { spaceId });
  const client = new Client('formwork', { error: () => {}, end: () => {}, close: () => {} });
  let refused = false;
  try {
    await client.connect({
      sock,
      username: user,
      readyTimeout: patienceMs,
      ...(secrets.password !== undefined && { password: secrets.password }),
      ...(secrets.privateKey !== undefined && { privateKey: secrets.privateKey }),
      ...(secrets.passphrase !== undefined && { passphrase: secrets.passphrase }),
      hostVerifier(key: Buffer) {
        const found = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`;
        refused = hostKey !== undefined && found !== hostKey.replace(/=$/, '');
        return !refused;
      },
    });
    return client;
  } catch (error) {
    sock.destroy();
    if (refused) throw new ConnectionFailure('connections.test.host_key');
    throw failed(error);
  }
}

async function listed(client: Client, root: string): Promise<ShelfFile[]> {
  const found: ShelfFile[] = [];
  const look = async (folder: string, below: string, depth: number): Promise<void> => {
    for (const { name, type, size } of await client.list(folder)) {
      if (found.length >= mostListed) return;
      if (type === '-') found.push({ name: `${below}${name}`, size });
      else if (type === 'd' && depth < deepest) await look(`${folder}/${name}`, `${below}${name}/`, depth + 1);
    }
  };
  try {
    await look(root, '', 0);
  } catch (error) {
    throw failed(error);
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** What servers say comes as words, with codes of the protocol among them. */
function failed(error: unknown, name = ''): unknown {
  if (error instanceof ConnectionFailure || !(error instanceof Error)) return error;
  const { code, message } = error as { code?: unknown; message: string };
  if (/authentication methods failed|cannot parse privatekey|bad passphrase|no passphrase/i.test(message))
    return new ConnectionFailure('connections.test.login', { message: message.slice(0, 300) }, error);
  if (code === 2 || code === 'ENOENT' || /no such file/i.test(message))
    return new ConnectionFailure('connections.test.file', { name }, error);
  if (code === 3 || code === 'EACCES' || /permission denied/i.test(message))
    return new ConnectionFailure('connections.test.rights', { message: message.slice(0, 300) }, error);
  if (code === 14 || code === 15 || /no space|quota/i.test(message))
    return new ConnectionFailure('connections.test.full', { message: message.slice(0, 300) }, error);
  return error;
}
