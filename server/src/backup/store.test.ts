import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileMissing } from '../platform/files/files.ts';
import { openStore, type Store } from './store.ts';
import { startBucket, type TestBucket } from './testing/bucket.ts';

// where backups are kept: a folder, and a prefix of a bucket whose lists come a few names at a time

const root = mkdtempSync(path.join(tmpdir(), 'formwork-store-'));
let s3: TestBucket;

beforeAll(async () => {
  s3 = await startBucket();
});
afterAll(() => {
  s3.stop();
  rmSync(root, { recursive: true });
});

const stores: Record<string, () => Promise<Store>> = {
  folder: () => openStore(path.join(root, 'backups'), { make: true }),
  bucket: () => openStore('s3://bucket/some/prefix', { make: true }, s3.env),
};

describe.each(Object.keys(stores))('a %s', (kind) => {
  test('gives back what was put, by name, and lists it whole', async () => {
    const store = await stores[kind]!();
    const names = ['a/tables/x.y.0', 'a/tables/x.z.0', 'a/manifest.json', 'b/manifest.json', 'files/ab/cd/k'];
    for (const name of names) await store.put(name, Readable.from([Buffer.from(name), Buffer.from('!')]));
    expect([...(await store.list('')).keys()].sort()).toEqual([...names].sort());
    expect([...(await store.list('a/'))].sort()).toEqual([
      ['a/manifest.json', 16],
      ['a/tables/x.y.0', 15],
      ['a/tables/x.z.0', 15],
    ]);
    expect((await buffer(await store.open('files/ab/cd/k'))).toString()).toBe('files/ab/cd/k!');
    await expect(store.open('files/none')).rejects.toThrow(FileMissing);
    await store.put('a/manifest.json', Readable.from([Buffer.from('new')]));
    expect((await buffer(await store.open('a/manifest.json'))).toString()).toBe('new');
    await store.remove((await store.list('a/')).keys());
    expect([...(await store.list('')).keys()].sort()).toEqual(['b/manifest.json', 'files/ab/cd/k']);
  });

  test('has nothing under a name whose content broke off', async () => {
    const store = await stores[kind]!();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('gone');
      })(),
    );
    await expect(store.put('c/part', broken)).rejects.toThrow('gone');
    expect((await store.list('c/')).size).toBe(0);
  });
});

test('a bucket without its settings is refused as a wrong option', async () => {
  await expect(openStore('s3://bucket/x', { make: true }, {})).rejects.toMatchObject({ exit: 'usage' });
  await expect(openStore(path.join(root, 'nowhere'), { make: false })).rejects.toMatchObject({ exit: 'usage' });
});

test('a content that broke off in a bucket goes on part by part', async () => {
  const { uploads, sent } = s3;
  const store = await stores.bucket!();
  const part = 16 * 1024 * 1024;
  const content = randomBytes(2 * part + 1_000);
  const until = (bytes: number) =>
    Readable.from(
      (async function* () {
        for (let at = 0; at < bytes; at += 1_000_003) yield content.subarray(at, Math.min(bytes, at + 1_000_003));
        if (bytes < content.length) throw new Error('gone');
      })(),
    );
  await expect(store.put('files/aa/bb/film', until(2 * part + 10))).rejects.toThrow('gone');
  expect(uploads.size).toBe(1);
  // a part that is not what it should be goes up again
  const { parts } = uploads.values().next().value!;
  parts.set(2, randomBytes(part));
  sent.length = 0;
  await store.put('files/aa/bb/film', until(content.length));
  expect(sent.map((line) => line.slice(-1))).toEqual(['2', '3']);
  expect((await buffer(await store.open('files/aa/bb/film'))).equals(content)).toBe(true);
  await expect(store.put('files/aa/bb/gone', until(2 * part))).rejects.toThrow('gone');
  await store.dropBroken();
  expect(uploads.size).toBe(0);
  await expect(store.put('2026/tables/x', until(2 * part))).rejects.toThrow('gone');
  expect(uploads.size).toBe(0);
});
