import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileMissing } from '../platform/files.ts';
import { openStore, type Store } from './store.ts';

// where backups are kept: a folder, and a prefix of a bucket whose lists come a few names at a time

const root = mkdtempSync(path.join(tmpdir(), 'formwork-store-'));
const objects = new Map<string, Buffer>();
const pageSize = 2;
let s3: Server;

beforeAll(async () => {
  s3 = createServer((request, response) => {
    void buffer(request).then((body) => {
      const url = new URL(request.url!, 'http://s3');
      const name = decodeURIComponent(url.pathname).replace('/bucket/', '');
      if (url.searchParams.get('list-type') === '2') {
        const names = [...objects.keys()].filter((one) => one.startsWith(url.searchParams.get('prefix')!)).sort();
        const from = Number(url.searchParams.get('continuation-token') ?? 0);
        const entries = names.slice(from, from + pageSize).map((one) => `<Contents><Key>${one.replaceAll('&', '&amp;')}</Key><Size>${objects.get(one)!.length}</Size></Contents>`).join('');
        const next = from + pageSize < names.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
        return response.end(`<ListBucketResult>${entries}${next}</ListBucketResult>`);
      }
      if (request.method === 'PUT') objects.set(name, body);
      if (request.method === 'DELETE') objects.delete(name);
      const found = objects.get(name);
      if (request.method === 'GET' && !found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      return response.end(request.method === 'GET' ? found : '');
    });
  });
  await new Promise<void>((resolve) => { s3.listen(0, '127.0.0.1', resolve); });
});
afterAll(() => {
  s3.closeAllConnections();
  s3.close();
  rmSync(root, { recursive: true });
});

const stores: Record<string, () => Promise<Store>> = {
  folder: () => openStore(path.join(root, 'backups'), { make: true }),
  bucket: () => openStore('s3://bucket/some/prefix', { make: true }, { FORMWORK_S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`, FORMWORK_S3_ACCESS_KEY: 'key', FORMWORK_BACKUP_S3_SECRET_KEY: 'secret' }),
};

describe.each(Object.keys(stores))('a %s', (kind) => {
  test('gives back what was put, by name, and lists it whole', async () => {
    const store = await stores[kind]!();
    const names = ['a/tables/x.y.0', 'a/tables/x.z.0', 'a/manifest.json', 'b/manifest.json', 'files/ab/cd/k'];
    for (const name of names) await store.put(name, Readable.from([Buffer.from(name), Buffer.from('!')]));
    expect([...(await store.list('')).keys()].sort()).toEqual([...names].sort());
    expect([...(await store.list('a/'))].sort()).toEqual([['a/manifest.json', 16], ['a/tables/x.y.0', 15], ['a/tables/x.z.0', 15]]);
    expect((await buffer(await store.open('files/ab/cd/k'))).toString()).toBe('files/ab/cd/k!');
    await expect(store.open('files/none')).rejects.toThrow(FileMissing);
    await store.put('a/manifest.json', Readable.from([Buffer.from('new')]));
    expect((await buffer(await store.open('a/manifest.json'))).toString()).toBe('new');
    await store.remove((await store.list('a/')).keys());
    expect([...(await store.list('')).keys()].sort()).toEqual(['b/manifest.json', 'files/ab/cd/k']);
  });

  test('has nothing under a name whose content broke off', async () => {
    const store = await stores[kind]!();
    const broken = Readable.from((async function* () {
      yield Buffer.from('half');
      throw new Error('gone');
    })());
    await expect(store.put('c/part', broken)).rejects.toThrow('gone');
    expect((await store.list('c/')).size).toBe(0);
  });
});

test('a bucket without its settings is refused as a wrong option', async () => {
  await expect(openStore('s3://bucket/x', { make: true }, {})).rejects.toMatchObject({ exit: 'usage' });
  await expect(openStore(path.join(root, 'nowhere'), { make: false })).rejects.toMatchObject({ exit: 'usage' });
});
