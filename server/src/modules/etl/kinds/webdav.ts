import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { SecretsOf } from '@formwork/contract/connections/kinds.ts';
import type { z } from 'zod';
import type { ConnectionKind } from '../../../platform/connection-kind.ts';
import { ConnectionFailure, fileAnswer, httpKind, xmlOf, type HttpClient } from '../../connections/public.ts';
import { mostListed, type FileShelf, type ShelfFile } from '../endpoints/files.ts';

declare module '../../connections/open.ts' {
  interface OpenedConnections {
    webdav: FileShelf;
  }
}

type Settings = z.infer<(typeof dataConnections)['webdav']['settings']>;
type Secrets = SecretsOf<'http'>;

const longMs = 60 * 60_000;
const deepest = 5;

/** Files of a server that speaks WebDAV (RFC 4918), below the address of the connection. */
export const webdavKind: ConnectionKind<Settings, Secrets, FileShelf> = {
  kind: 'webdav',
  ...dataConnections.webdav,
  async test(opening) {
    const client = await httpKind.open(opening);
    await entriesOf(client, opening.settings.url, '');
  },
  async open(opening) {
    const client = await httpKind.open(opening);
    const { url } = opening.settings;
    return {
      list: () => listed(client, url),
      async open(name, behind) {
        const found = await fileAnswer(
          (headers) => client.stream(pathOf(name), { headers, timeoutMs: longMs }),
          behind,
        );
        if ('file' in found) return found.file;
        await buffer(found.refused.body);
        throw refused(found.refused.status, name);
      },
      async write(name, content, { size }) {
        await makeFolders(client, name);
        // beside it first, so that nobody meets half a file
        const beside = `${name}.formwork-part`;
        try {
          await put(client, beside, content, size);
          const destination = new URL(pathOf(name), url.endsWith('/') ? url : `${url}/`).href;
          const moved = await client.call(pathOf(beside), {
            method: 'MOVE',
            headers: { destination, overwrite: 'T' },
            timeoutMs: longMs,
          });
          if (moved.status >= 300) throw refused(moved.status, name);
        } catch (error) {
          await client.call(pathOf(beside), { method: 'DELETE' }).catch(() => {});
          throw error;
        }
      },
      close: () => client.close(),
    };
  },
};

const pathOf = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

async function put(client: HttpClient, name: string, content: Readable, size: number): Promise<void> {
  const { status } = await client.call(pathOf(name), {
    method: 'PUT',
    headers: { 'content-length': String(size), 'content-type': 'application/octet-stream' },
    body: content,
    timeoutMs: longMs,
  });
  if (status >= 300) throw refused(status, name);
}

async function makeFolders(client: HttpClient, name: string): Promise<void> {
  const parts = name.split('/').slice(0, -1);
  for (const at of parts.keys()) {
    const { status } = await client.call(`${pathOf(parts.slice(0, at + 1).join('/'))}/`, { method: 'MKCOL' });
    // 405: it is there
    if (status >= 300 && status !== 405) throw refused(status, name);
  }
}

interface Entry {
  name: string;
  folder: boolean;
  size: number | null;
}

const asked = `<?xml version="1.0" encoding="utf-8"?>
<d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/></d:prop></d:propfind>`;

async function entriesOf(client: HttpClient, base: string, folder: string): Promise<Entry[]> {
  const answer = await client.call(folder === '' ? '' : `${pathOf(folder)}/`, {
    method: 'PROPFIND',
    headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
    body: asked,
    mostBytes: 20 * 1024 * 1024,
    timeoutMs: 60_000,
  });
  if (answer.status !== 207) throw refused(answer.status, folder);
  const root = new URL(base.endsWith('/') ? base : `${base}/`);
  return xmlOf(answer.body.toString())
    .all('response')
    .flatMap((response): Entry[] => {
      const at = decodeURIComponent(new URL(response.text('href'), root).pathname);
      const below = decodeURIComponent(root.pathname);
      if (!at.startsWith(below)) return [];
      const name = at.slice(below.length).replace(/\/$/, '');
      if (name === '' || name === folder) return [];
      const properties = response.all('propstat').flatMap((one) => one.all('prop'));
      const kind = properties.flatMap((one) => one.all('resourcetype'));
      const size = properties.map((one) => one.text('getcontentlength')).find((text) => text !== '');
      return [
        { name, folder: kind.some((one) => one.has('collection')), size: size === undefined ? null : Number(size) },
      ];
    });
}

async function listed(client: HttpClient, base: string): Promise<ShelfFile[]> {
  const found: ShelfFile[] = [];
  const look = async (folder: string, depth: number): Promise<void> => {
    for (const { name, folder: isFolder, size } of await entriesOf(client, base, folder)) {
      if (found.length >= mostListed) return;
      if (!isFolder) found.push({ name, size });
      else if (depth < deepest) await look(name, depth + 1);
    }
  };
  await look('', 0);
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

function refused(status: number, name: string): ConnectionFailure {
  switch (status) {
    case 401:
      return new ConnectionFailure('connections.test.login', { status });
    case 403:
      return new ConnectionFailure('connections.test.rights', { status });
    case 404:
      return new ConnectionFailure(name === '' ? 'connections.test.answer' : 'connections.test.file', { status, name });
    case 413:
    case 507:
      return new ConnectionFailure('connections.test.full', { status });
    default:
      return new ConnectionFailure('connections.test.answer', { status });
  }
}
