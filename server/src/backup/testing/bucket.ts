import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A bucket named `bucket` that lives in memory, whose lists come a few names at a time. */
export interface TestBucket {
  /** Settings of a program that keeps its backups there. */
  env: Record<string, string>;
  objects: Map<string, Buffer>;
  uploads: Map<string, { name: string; parts: Map<number, Buffer> }>;
  /** Parts that were sent, as `name number`. */
  sent: string[];
  stop(): void;
}

export async function startBucket(pageSize = 2): Promise<TestBucket> {
  const objects: TestBucket['objects'] = new Map();
  const uploads: TestBucket['uploads'] = new Map();
  const sent: string[] = [];
  const s3 = createServer((request, response) => {
    void buffer(request).then((body) => {
      const url = new URL(request.url!, 'http://s3');
      const name = decodeURIComponent(url.pathname).replace('/bucket/', '');
      if (url.searchParams.get('list-type') === '2') {
        const names = [...objects.keys()].filter((one) => one.startsWith(url.searchParams.get('prefix')!)).sort();
        const from = Number(url.searchParams.get('continuation-token') ?? 0);
        const entries = names
          .slice(from, from + pageSize)
          .map(
            (one) =>
              `<Contents><Key>${one.replaceAll('&', '&amp;')}</Key><Size>${objects.get(one)!.length}</Size></Contents>`,
          )
          .join('');
        const next =
          from + pageSize < names.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
        return response.end(`<ListBucketResult>${entries}${next}</ListBucketResult>`);
      }
      const upload = uploads.get(url.searchParams.get('uploadId') ?? '');
      if (url.searchParams.has('uploads') || upload) {
        const answer = answerParts({ objects, uploads, sent }, request.method!, name, url.searchParams, body);
        return response.writeHead(200, answer.headers).end(answer.text);
      }
      if (request.method === 'PUT') objects.set(name, body);
      if (request.method === 'DELETE') objects.delete(name);
      const found = objects.get(name);
      if (request.method === 'GET' && !found)
        return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      return response.end(request.method === 'GET' ? found : '');
    });
  });
  await new Promise<void>((resolve) => {
    s3.listen(0, '127.0.0.1', resolve);
  });
  return {
    env: {
      FORMWORK_S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
      FORMWORK_S3_ACCESS_KEY: 'key',
      FORMWORK_BACKUP_S3_SECRET_KEY: 'secret',
    },
    objects,
    uploads,
    sent,
    stop() {
      s3.closeAllConnections();
      s3.close();
    },
  };
}

/** Uploads in parts, listed a part at a time. */
function answerParts(
  { objects, uploads, sent }: Pick<TestBucket, 'objects' | 'uploads' | 'sent'>,
  method: string,
  name: string,
  query: URLSearchParams,
  body: Buffer,
): { text: string; headers?: Record<string, string> } {
  const id = query.get('uploadId') ?? '';
  if (query.has('uploads')) {
    if (method === 'POST') {
      const made = `upload ${uploads.size}`;
      uploads.set(made, { name, parts: new Map() });
      return { text: `<UploadId>${made}</UploadId>` };
    }
    const entries = [...uploads].filter(([, one]) => one.name.startsWith(query.get('prefix')!));
    return {
      text: entries
        .map(([made, one]) => `<Upload><Key>${one.name}</Key><UploadId>${made}</UploadId></Upload>`)
        .join(''),
    };
  }
  const { parts } = uploads.get(id)!;
  const tagOf = (part: Buffer): string => `"${createHash('md5').update(part).digest('hex')}"`;
  if (method === 'PUT') {
    sent.push(`${name} ${query.get('partNumber')}`);
    parts.set(Number(query.get('partNumber')), body);
    return { text: '', headers: { etag: tagOf(body) } };
  }
  if (method === 'GET') {
    const from = Number(query.get('part-number-marker') ?? 0);
    const next = [...parts.keys()].sort((a, b) => a - b).find((number) => number > from);
    if (next === undefined) return { text: '<IsTruncated>false</IsTruncated>' };
    return {
      text: `<IsTruncated>true</IsTruncated><NextPartNumberMarker>${next}</NextPartNumberMarker><Part><PartNumber>${next}</PartNumber><ETag>${tagOf(parts.get(next)!).replaceAll('"', '&quot;')}</ETag></Part>`,
    };
  }
  if (method === 'POST')
    objects.set(
      name,
      Buffer.concat(
        [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => parts.get(Number(number))!),
      ),
    );
  uploads.delete(id);
  return { text: '' };
}
