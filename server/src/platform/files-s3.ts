import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Config } from './config.ts';
import { FileMissing, StoreFailed, type Files } from './files.ts';
import { newId } from './ids.ts';

type S3Config = Omit<Extract<Config['files'], { kind: 's3' }>, 'kind'>;

/** S3 asks for at least 5 MiB in every part but the last, and takes 10,000 of them. */
const partBytes = 16 * 1024 * 1024;
const partTimeoutMs = 120_000;

/** Any store that speaks the S3 API, addressed by path (`endpoint/bucket/key`). Larger streams go up in parts. */
export function openS3Files(config: S3Config): Files {
  const client = new AwsClient({ accessKeyId: config.accessKey, secretAccessKey: config.secretKey, region: config.region, service: 's3', retries: 3 });
  const base = `${config.endpoint.replace(/\/$/, '')}/${encodeURIComponent(config.bucket)}`;

  async function call(method: string, key: string, query: string, body?: Buffer | string, headers?: Record<string, string>): Promise<Response> {
    const response = await client.fetch(`${base}/${pathOf(key)}${query}`, {
      method,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body ?? '').digest('hex'), ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(partTimeoutMs),
    }).catch((error: unknown) => { throw new StoreFailed('the file store does not answer', { cause: error }); });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === 404) throw new FileMissing(key, new Error(text.slice(0, 300)));
    throw failureOf(response.status, `${method} ${key}`, text);
  }

  async function putInParts(key: string, parts: AsyncIterator<Buffer>, first: Buffer): Promise<void> {
    const begun = await (await call('POST', key, '?uploads=')).text();
    const uploadId = encodeURIComponent(unescapeXml(/<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1] ?? ''));
    if (uploadId === '') throw new StoreFailed('the file store gave no upload id');
    try {
      const tags: string[] = [];
      for (let part: Buffer | undefined = first; part; part = (await parts.next()).value) {
        const response = await call('PUT', key, `?partNumber=${tags.length + 1}&uploadId=${uploadId}`, part);
        await response.arrayBuffer();
        tags.push(response.headers.get('etag') ?? '');
      }
      const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`).join('');
      const ended = await (await call('POST', key, `?uploadId=${uploadId}`, `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`, { 'content-type': 'application/xml' })).text();
      // This one call may answer 200 and an error.
      if (ended.includes('<Error>')) throw new StoreFailed(`the file store refused to join the parts: ${ended.slice(0, 300)}`);
    } catch (error) {
      await call('DELETE', key, `?uploadId=${uploadId}`).catch(() => {});
      throw error;
    }
  }

  return {
    async put(content) {
      const key = newId();
      const hash = createHash('sha256');
      let size = 0;
      const parts = inParts(content, (chunk) => {
        hash.update(chunk);
        size += chunk.length;
      });
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      if (first.length < partBytes) await (await call('PUT', key, '', first, { 'content-type': 'application/octet-stream' })).arrayBuffer();
      else await putInParts(key, parts, first);
      return { key, size, sha256: hash.digest('hex') };
    },
    async open(key, range) {
      const response = await client.fetch(`${base}/${pathOf(key)}`, { headers: range ? { range: `bytes=${range.start}-${range.end}` } : {} })
        .catch((error: unknown) => { throw new StoreFailed('the file store does not answer', { cause: error }); });
      if (!response.ok || !response.body) {
        const text = await response.text();
        if (response.status === 404) throw new FileMissing(key, new Error(text.slice(0, 300)));
        throw failureOf(response.status, `GET ${key}`, text);
      }
      return Readable.fromWeb(response.body);
    },
    async size(key) {
      const response = await call('HEAD', key, '');
      return Number(response.headers.get('content-length'));
    },
    async remove(key) {
      await call('DELETE', key, '').catch((error: unknown) => { if (!(error instanceof FileMissing)) throw error; });
    },
  };
}

/** 507, or the code by which a store of another make says that it is full. */
function failureOf(status: number, asked: string, text: string): StoreFailed {
  return new StoreFailed(`the file store answered ${status} to ${asked}: ${text.slice(0, 300)}`, { full: status === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/.test(text) });
}

/** Two letters in front spread keys over a store's partitions and keep listings short. */
function pathOf(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new FileMissing(key);
  return `${key.slice(-2)}/${key}`;
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
  return text.replace(/&quot;/g, '"').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}
