import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config.ts';
import { FileMissing, StoreFailed, type ByteRange } from './files.ts';

export type S3Config = Omit<Extract<Config['files'], { kind: 's3' }>, 'kind'>;

/** A bucket of any store that speaks the S3 API, addressed by path (`endpoint/bucket/name`). */
export interface Bucket {
  /**
   * Larger streams go up in parts; the object is there whole or not at all. `seen` hears every piece. With `goOn`, what broke off
   * keeps its parts, and the next one of the same name sends those alone that are not there yet.
   */
  put(name: string, content: Readable, seen: (chunk: Buffer) => void, goOn?: boolean): Promise<void>;
  /** Gives up what broke off and was not gone on with, of names that begin so. */
  dropBroken(prefix: string): Promise<void>;
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
  const client = new AwsClient({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    region: config.region,
    service: 's3',
    retries: 3,
  });
  const base = `${config.endpoint.replace(/\/$/, '')}/${encodeURIComponent(config.bucket)}`;
  const addressOf = (name: string): string =>
    name === '' ? base : `${base}/${name.split('/').map(encodeURIComponent).join('/')}`;

  async function call(
    method: string,
    name: string,
    query: string,
    body?: Buffer | string,
    headers?: Record<string, string>,
  ): Promise<Response> {
    const response = await client
      .fetch(`${addressOf(name)}${query}`, {
        method,
        headers: {
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(partTimeoutMs),
      })
      .catch((error: unknown) => {
        throw new StoreFailed('the file store does not answer', { cause: error });
      });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === 404) throw new FileMissing(name, new Error(text.slice(0, 300)));
    throw failureOf(response.status, `${method} ${name}`, text);
  }

  async function begin(name: string): Promise<string> {
    const begun = await (await call('POST', name, '?uploads=')).text();
    const uploadId = encodeURIComponent(unescapeXml(/<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1] ?? ''));
    if (uploadId === '') throw new StoreFailed('the file store gave no upload id');
    return uploadId;
  }

  /** Uploads that are not joined yet, of names that begin so. */
  async function* openUploads(prefix: string): AsyncGenerator<{ name: string; uploadId: string }, undefined> {
    for (let next: string | undefined = ''; next !== undefined;) {
      const page = await (await call('GET', '', `?uploads=&prefix=${encodeURIComponent(prefix)}${next}`)).text();
      for (const [, entry] of page.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g))
        yield { name: textIn(entry!, 'Key'), uploadId: encodeURIComponent(textIn(entry!, 'UploadId')) };
      next = /<IsTruncated>true</.test(page)
        ? `&key-marker=${encodeURIComponent(textIn(page, 'NextKeyMarker'))}&upload-id-marker=${encodeURIComponent(textIn(page, 'NextUploadIdMarker'))}`
        : undefined;
    }
    return undefined;
  }

  /** Tags of the parts that are there, by number. */
  async function partsOf(name: string, uploadId: string): Promise<Map<number, string>> {
    const found = new Map<number, string>();
    for (let next: string | undefined = ''; next !== undefined;) {
      const page = await (await call('GET', name, `?uploadId=${uploadId}${next}`)).text();
      for (const [, entry] of page.matchAll(/<Part>([\s\S]*?)<\/Part>/g))
        found.set(Number(textIn(entry!, 'PartNumber')), textIn(entry!, 'ETag'));
      next = /<IsTruncated>true</.test(page)
        ? `&part-number-marker=${textIn(page, 'NextPartNumberMarker')}`
        : undefined;
    }
    return found;
  }

  async function brokenUpload(name: string): Promise<string | undefined> {
    for await (const upload of openUploads(name)) if (upload.name === name) return upload.uploadId;
    return undefined;
  }

  async function putInParts(name: string, parts: AsyncIterator<Buffer>, first: Buffer, goOn: boolean): Promise<void> {
    const broken = goOn ? await brokenUpload(name) : undefined;
    const there = broken === undefined ? new Map<number, string>() : await partsOf(name, broken);
    const uploadId = broken ?? (await begin(name));
    try {
      const tags: string[] = [];
      for (let part: Buffer | undefined = first; part; part = (await parts.next()).value) {
        const before = there.get(tags.length + 1);
        // the tag of a part is the hash of its bytes; where a store has others, every part goes up again
        if (before?.replaceAll('"', '') === createHash('md5').update(part).digest('hex')) {
          tags.push(before);
          continue;
        }
        const response = await call('PUT', name, `?partNumber=${tags.length + 1}&uploadId=${uploadId}`, part);
        await response.arrayBuffer();
        tags.push(response.headers.get('etag') ?? '');
      }
      const list = tags
        .map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`)
        .join('');
      const ended = await (
        await call(
          'POST',
          name,
          `?uploadId=${uploadId}`,
          `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`,
          { 'content-type': 'application/xml' },
        )
      ).text();
      // This one call may answer 200 and an error.
      if (ended.includes('<Error>'))
        throw new StoreFailed(`the file store refused to join the parts: ${ended.slice(0, 300)}`);
    } catch (error) {
      if (!goOn) await call('DELETE', name, `?uploadId=${uploadId}`).catch(() => {});
      throw error;
    }
  }

  return {
    async put(name, content, seen, goOn = false) {
      const parts = inParts(content, seen);
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      if (first.length < partBytes)
        await (await call('PUT', name, '', first, { 'content-type': 'application/octet-stream' })).arrayBuffer();
      else await putInParts(name, parts, first, goOn);
    },
    async dropBroken(prefix) {
      for await (const { name, uploadId } of openUploads(prefix))
        await call('DELETE', name, `?uploadId=${uploadId}`).catch(() => {});
    },
    async open(name, range) {
      const response = await client
        .fetch(addressOf(name), { headers: range ? { range: `bytes=${range.start}-${range.end}` } : {} })
        .catch((error: unknown) => {
          throw new StoreFailed('the file store does not answer', { cause: error });
        });
      if (!response.ok || !response.body) {
        const text = await response.text();
        if (response.status === 404) throw new FileMissing(name, new Error(text.slice(0, 300)));
        throw failureOf(response.status, `GET ${name}`, text);
      }
      const read = Readable.fromWeb(response.body);
      // a line that breaks before anybody reads is told to whoever reads then
      read.on('error', () => {});
      return read;
    },
    async size(name) {
      const response = await call('HEAD', name, '');
      return Number(response.headers.get('content-length'));
    },
    async remove(name) {
      await call('DELETE', name, '').catch((error: unknown) => {
        if (!(error instanceof FileMissing)) throw error;
      });
    },
    async *list(prefix) {
      for (let next: string | undefined = ''; next !== undefined;) {
        const query: string = `?list-type=2&prefix=${encodeURIComponent(prefix)}${next === '' ? '' : `&continuation-token=${encodeURIComponent(next)}`}`;
        const page = await (await call('GET', '', query)).text();
        for (const [, entry] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          yield {
            name: unescapeXml(/<Key>([^<]*)<\/Key>/.exec(entry!)?.[1] ?? ''),
            size: Number(/<Size>(\d+)<\/Size>/.exec(entry!)?.[1] ?? 0),
          };
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
  return new StoreFailed(`the file store answered ${status} to ${asked}: ${text.slice(0, 300)}`, {
    full: status === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/.test(text),
  });
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

/** What stands in the first element of a name. */
function textIn(xml: string, element: string): string {
  return unescapeXml(new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function unescapeXml(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
