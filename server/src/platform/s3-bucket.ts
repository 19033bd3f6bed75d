import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Config } from './config.ts';
import { FileMissing, StoreFailed, type ByteRange } from './files.ts';

export type S3Config = Omit<Extract<Config['files'], { kind: 's3' }>, 'kind'>;

/** A bucket of any store that speaks the S3 API, addressed by path (`endpoint/bucket/name`). */
export interface Bucket {
  /** Larger streams go up in parts; the object is there whole or not at all. `seen` hears every piece. */
  put(name: string, content: Readable, seen: (chunk: Buffer) => void): Promise<void>;
  /** Rejects with FileMissing when there is no such object, as `size` does. */
  open(name: string, range?: ByteRange): Promise<Readable>;
  size(name: string): Promise<number>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Names and sizes of everything that begins so. */
  list(prefix: string): AsyncGenerator<{ name: string; size: number }, undefined>;
}

/** S3 asks for at least 5 MiB in every part but the last, and takes 10,000 of them. */
const partBytes = 16 * 1024 * 1024;
const partTimeoutMs = 120_000;

export function openBucket(config: S3Config): Bucket {
  const client = new AwsClient({ accessKeyId: config.accessKey, secretAccessKey: config.secretKey, region: config.region, service: 's3', retries: 3 });
  const base = `${config.endpoint.replace(/\/$/, '')}/${encodeURIComponent(config.bucket)}`;
  const addressOf = (name: string): string => (name === '' ? base : `${base}/${name.split('/').map(encodeURIComponent).join('/')}`);

  async function call(method: string, name: string, query: string, body?: Buffer | string, headers?: Record<string, string>): Promise<Response> {
    const response = await client.fetch(`${addressOf(name)}${query}`, {
      method,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body ?? '').digest('hex'), ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(partTimeoutMs),
    }).catch((error: unknown) => { throw new StoreFailed('the file store does not answer', { cause: error }); });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === 404) throw new FileMissing(name, new Error(text.slice(0, 300)));
    throw failureOf(response.status, `${method} ${name}`, text);
  }

  async function putInParts(name: string, parts: AsyncIterator<Buffer>, first: Buffer): Promise<void> {
    const begun = await (await call('POST', name, '?uploads=')).text();
    const uploadId = encodeURIComponent(unescapeXml(/<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1] ?? ''));
    if (uploadId === '') throw new StoreFailed('the file store gave no upload id');
    try {
      const tags: string[] = [];
      for (let part: Buffer | undefined = first; part; part = (await parts.next()).value) {
        const response = await call('PUT', name, `?partNumber=${tags.length + 1}&uploadId=${uploadId}`, part);
        await response.arrayBuffer();
        tags.push(response.headers.get('etag') ?? '');
      }
      const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`).join('');
      const ended = await (await call('POST', name, `?uploadId=${uploadId}`, `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`, { 'content-type': 'application/xml' })).text();
      // This one call may answer 200 and an error.
      if (ended.includes('<Error>')) throw new StoreFailed(`the file store refused to join the parts: ${ended.slice(0, 300)}`);
    } catch (error) {
      await call('DELETE', name, `?uploadId=${uploadId}`).catch(() => {});
      throw error;
    }
  }

  return {
    async put(name, content, seen) {
      const parts = inParts(content, seen);
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      if (first.length < partBytes) await (await call('PUT', name, '', first, { 'content-type': 'application/octet-stream' })).arrayBuffer();
      else await putInParts(name, parts, first);
    },
    async open(name, range) {
      const response = await client.fetch(addressOf(name), { headers: range ? { range: `bytes=${range.start}-${range.end}` } : {} })
        .catch((error: unknown) => { throw new StoreFailed('the file store does not answer', { cause: error }); });
      if (!response.ok || !response.body) {
        const text = await response.text();
        if (response.status === 404) throw new FileMissing(name, new Error(text.slice(0, 300)));
        throw failureOf(response.status, `GET ${name}`, text);
      }
      return Readable.fromWeb(response.body);
    },
    async size(name) {
      const response = await call('HEAD', name, '');
      return Number(response.headers.get('content-length'));
    },
    async remove(name) {
      await call('DELETE', name, '').catch((error: unknown) => { if (!(error instanceof FileMissing)) throw error; });
    },
    async *list(prefix) {
      for (let next: string | undefined = ''; next !== undefined;) {
        const query: string = `?list-type=2&prefix=${encodeURIComponent(prefix)}${next === '' ? '' : `&continuation-token=${encodeURIComponent(next)}`}`;
        const page = await (await call('GET', '', query)).text();
        for (const [, entry] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          yield { name: unescapeXml(/<Key>([^<]*)<\/Key>/.exec(entry!)?.[1] ?? ''), size: Number(/<Size>(\d+)<\/Size>/.exec(entry!)?.[1] ?? 0) };
        }
        const token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1];
        next = token === undefined ? undefined : unescapeXml(token);
      }
      return undefined;
    },
  };
}

/** 507, or the code by which a store of another make says that it is full. */
function failureOf(status: number, asked: string, text: string): StoreFailed {
  return new StoreFailed(`the file store answered ${status} to ${asked}: ${text.slice(0, 300)}`, { full: status === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/.test(text) });
}

/** Gathers a stream into buffers of exactly `partBytes`, the last one smaller. */
async function* inParts(content: Readable, seen: (chunk: Buffer) => void): AsyncGenerator<Buffer, undefined> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    seen(chunk);
    gathered.push(chunk);
    size += chunk.length;
    while (size >= partBytes) {
      const all = Buffer.concat(gathered);
      yield all.subarray(0, partBytes);
      gathered = [all.subarray(partBytes)];
      size -= partBytes;
    }
  }
  if (size > 0) yield Buffer.concat(gathered);
  return undefined;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function unescapeXml(text: string): string {
  return text.replace(/&quot;/g, '"').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}
