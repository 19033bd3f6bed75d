import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileMissing, type Files } from './files.ts';
import { openFiles } from './files-open.ts';
import { newId } from '../ids.ts';

const mb = 1024 * 1024;
const accessKey = 'AKIATESTTESTTEST';
const secretKey = 'a/secret+key';
const dataDir = mkdtempSync(path.join(tmpdir(), 'formwork-files-'));
const objects = new Map<string, Buffer>();
const uploads = new Map<string, Map<number, Buffer>>();
const calls: string[] = [];
let failPart: number | undefined;
let s3: Server;
const stores: Record<string, () => Files> = {
  disk: () => openFiles({ dataDir, files: { kind: 'disk' } }),
  s3: () =>
    openFiles({
      dataDir,
      files: {
        kind: 's3',
        endpoint: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
        region: 'eu-test-1',
        bucket: 'formwork files',
        accessKey,
        secretKey,
      },
    }),
};

beforeAll(async () => {
  s3 = createServer((request, response) => {
    void answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => {
    s3.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  s3.closeAllConnections();
  s3.close();
  rmSync(dataDir, { recursive: true });
});

describe.each(Object.keys(stores))('files on %s', (kind) => {
  test('come back as they were, whole and in part', async () => {
    const files = stores[kind]!();
    for (const size of [0, 1, 100_000, 16 * mb, 40 * mb + 17]) {
      const content = randomBytes(size);
      const stored = await files.put(Readable.from(chunks(content)));
      expect(stored).toMatchObject({ size, sha256: createHash('sha256').update(content).digest('hex') });
      expect((await buffer(await files.open(stored.key))).equals(content), `${size} bytes`).toBe(true);
      if (size > 100)
        expect(await buffer(await files.open(stored.key, { start: 10, end: 19 }))).toEqual(content.subarray(10, 20));
      await files.remove(stored.key);
      await expect(files.open(stored.key)).rejects.toThrow(FileMissing);
      await files.remove(stored.key);
    }
  });

  test('leave nothing behind when the sender breaks off', async () => {
    const files = stores[kind]!();
    const before = leftovers();
    for (const after of [1, 40]) {
      const broken = Readable.from(
        (async function* () {
          for (let i = 0; i < after; i++) yield Buffer.alloc(mb);
          throw new Error('gone');
        })(),
      );
      await expect(files.put(broken)).rejects.toThrow('gone');
    }
    expect(leftovers()).toEqual(before);
  });

  test('are asked for by keys of ours alone', async () => {
    const files = stores[kind]!();
    for (const key of ['../../etc/passwd', '', 'x', `${newId()}/..`]) {
      await expect(files.open(key)).rejects.toThrow(FileMissing);
    }
    await expect(files.open(newId())).rejects.toThrow(FileMissing);
  });
});

test('an S3 upload in parts is given up when a part fails', async () => {
  failPart = 2;
  try {
    await expect(stores.s3!().put(Readable.from(chunks(Buffer.alloc(40 * mb))))).rejects.toThrow('400');
  } finally {
    failPart = undefined;
  }
  expect([...uploads.keys()]).toEqual([]);
  expect(calls.filter((call) => call.includes('partNumber=2')).length).toBeGreaterThan(0);
});

test('an S3 store with other credentials is told apart from a missing file', async () => {
  const files = openFiles({
    dataDir,
    files: {
      kind: 's3',
      endpoint: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
      region: 'eu-test-1',
      bucket: 'b',
      accessKey,
      secretKey: 'wrong',
    },
  });
  const error = await files.open(newId()).catch((cause: unknown) => cause);
  expect(error).not.toBeInstanceOf(FileMissing);
  expect((error as Error).message).toContain('403');
});

function* chunks(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_521) yield content.subarray(at, at + 65_521);
}

function leftovers(): unknown {
  const onDisk = readdirSync(path.join(dataDir), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
  return { onDisk, objects: objects.size, uploads: uploads.size };
}

/** The part of the S3 protocol that the adapter speaks, with signatures checked as AWS documents them. */
async function answer(
  request: IncomingMessage,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer | string }> {
  const body = await buffer(request);
  const url = new URL(request.url!, 'http://s3');
  calls.push(`${request.method} ${request.url}`);
  if (!signatureHolds(request, url, body))
    return { status: 403, headers: {}, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
  const key = url.pathname;
  const uploadId = url.searchParams.get('uploadId');
  const done = (text: Buffer | string = '', headers: Record<string, string> = {}, status = 200) => ({
    status,
    headers,
    body: text,
  });
  const missing = { status: 404, headers: {}, body: '<Error><Code>NoSuchKey</Code></Error>' };

  if (request.method === 'POST' && url.searchParams.has('uploads')) {
    const id = `id+/=${uploads.size}`;
    uploads.set(id, new Map());
    return done(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  if (uploadId !== null) {
    const parts = uploads.get(uploadId);
    if (!parts) return missing;
    if (request.method === 'DELETE') uploads.delete(uploadId);
    if (request.method === 'PUT') {
      const number = Number(url.searchParams.get('partNumber'));
      if (number === failPart) return { status: 400, headers: {}, body: '<Error><Code>BadDigest</Code></Error>' };
      parts.set(number, body);
      return done('', { etag: `"${createHash('md5').update(body).digest('hex')}"` });
    }
    if (request.method === 'POST') {
      const listed = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)].map(
        (match) => ({ number: Number(match[1]), tag: match[2]!.replaceAll('&#34;', '"') }),
      );
      const contents = listed.map(({ number }) => parts.get(number)!);
      const fits =
        listed.length === parts.size &&
        listed.every(({ tag }, i) => tag === `"${createHash('md5').update(contents[i]!).digest('hex')}"`) &&
        contents.slice(0, -1).every((part) => part.length >= 5 * mb);
      if (!fits) return done('<Error><Code>InvalidPart</Code></Error>');
      objects.set(key, Buffer.concat(contents));
      uploads.delete(uploadId);
      return done('<CompleteMultipartUploadResult/>');
    }
    return done('', {}, 204);
  }
  if (request.method === 'PUT') {
    objects.set(key, body);
    return done();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return done('', {}, 204);
  }
  const object = objects.get(key);
  if (!object) return missing;
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  return range ? done(object.subarray(Number(range[1]), Number(range[2]) + 1), {}, 206) : done(object);
}

function signatureHolds(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match || match[1] !== accessKey || match[3] !== 'eu-test-1') return false;
  const [, , day, region, signedHeaders, signature] = match as unknown as string[];
  const claimed = request.headers['x-amz-content-sha256'] as string;
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== createHash('sha256').update(body).digest('hex')) return false;
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signedHeaders!
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('');
  const canonical = [request.method, url.pathname, query, headers, signedHeaders, claimed].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [region!, 's3', 'aws4_request'].reduce(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    createHmac('sha256', `AWS4${secretKey}`).update(day!).digest(),
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
