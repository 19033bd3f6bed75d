import { houseConnections, type SecretsOf, type SettingsOf } from '@formwork/contract/connections/kinds.ts';
import { AwsClient } from 'aws4fetch';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ConnectionKind, Opened, Opening } from '../../../platform/connection-kind.ts';
import type { OutgoingAnswer } from '../../../platform/outbox/outgoing.ts';
import { ConnectionFailure } from '../failure.ts';
import { fileAnswer, type FileBehind, type OpenedFile } from './file-answer.ts';
import { xmlOf } from './xml.ts';

type Open = Opening<SettingsOf<'s3'>, SecretsOf<'s3'>>;

export interface StoredObject {
  name: string;
  size: number;
}

/**
 * A bucket of any store that speaks the S3 API, addressed by path. What `get` and `put` move is held in memory, up to 100 MB; `read` and
 * `write` are for what is larger. Names lie below the folder of the connection.
 */
export interface ObjectStore extends Opened {
  list(most: number): Promise<StoredObject[]>;
  read(name: string, behind?: FileBehind): Promise<OpenedFile>;
  /** Seen whole or not at all. */
  write(name: string, content: Readable, facts: { size: number; sha256: string }): Promise<void>;
  get(key: string): Promise<Buffer | undefined>;
  put(key: string, content: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

const mostBytes = 100 * 1024 * 1024;

export const s3Kind: ConnectionKind<SettingsOf<'s3'>, SecretsOf<'s3'>, ObjectStore> = {
  kind: 's3',
  ...houseConnections.s3,
  async test(opening) {
    requireDone(await call(opening, 'GET', '', '?list-type=2&max-keys=1'));
  },
  open: (opening) =>
    Promise.resolve({
      list: (most) => listed(opening, most),
      async read(name, behind) {
        const found = await fileAnswer(async (headers) => {
          const { url, ...signed } = await signedCall(opening, 'GET', placed(opening, name));
          const all = { ...signed.headers, ...headers };
          return opening.platform.outgoing.stream(url, { ...signed, headers: all, timeoutMs: longMs });
        }, behind);
        if ('file' in found) return found.file;
        const { refused } = found;
        const body = await buffer(refused.body);
        if (refused.status === 404) throw new ConnectionFailure('connections.test.file', { name });
        requireDone({ ...refused, body });
        throw new ConnectionFailure('connections.test.answer', { status: refused.status });
      },
      async write(name, content, { size, sha256 }) {
        const { url, ...signed } = await signedCall(opening, 'PUT', placed(opening, name), { sha256 });
        const answer = await opening.platform.outgoing.call(url, {
          ...signed,
          headers: { ...signed.headers, 'content-length': String(size) },
          body: content,
          timeoutMs: longMs,
        });
        if (answer.status === 507) throw new ConnectionFailure('connections.test.full');
        requireDone(answer);
      },
      async get(key) {
        const answer = await call(opening, 'GET', key);
        if (answer.status === 404) return undefined;
        return requireDone(answer).body;
      },
      async put(key, content) {
        requireDone(await call(opening, 'PUT', key, '', content));
      },
      async remove(key) {
        const answer = await call(opening, 'DELETE', key);
        if (answer.status !== 404) requireDone(answer);
      },
      close: () => Promise.resolve(),
    }),
};

const longMs = 60 * 60_000;

const placed = ({ settings: { folder } }: Open, name: string): string => (folder === '' ? name : `${folder}/${name}`);

async function listed(opening: Open, most: number): Promise<StoredObject[]> {
  const prefix = placed(opening, '');
  const found: StoredObject[] = [];
  for (let next: string | undefined = ''; next !== undefined && found.length < most;) {
    const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1000', prefix });
    if (next !== '') query.set('continuation-token', next);
    // as S3 signs it: spaces are no plus
    const answer = requireDone(await call(opening, 'GET', '', `?${query.toString().replaceAll('+', '%20')}`));
    const page = xmlOf(answer.body.toString());
    for (const entry of page.all('Contents')) {
      const name = entry.text('Key').slice(prefix.length);
      if (name !== '' && !name.endsWith('/')) found.push({ name, size: Number(entry.text('Size')) });
    }
    next = page.text('IsTruncated') === 'true' ? page.text('NextContinuationToken') : undefined;
  }
  return found;
}

interface SignedCall {
  url: string;
  method: string;
  headers: Record<string, string>;
  spaceId: string;
}

/** Signed there, sent by the way that is guarded. */
async function signedCall(
  { settings, secrets, spaceId }: Open,
  method: string,
  key: string,
  { query = '', body, sha256 }: { query?: string; body?: Uint8Array | undefined; sha256?: string } = {},
): Promise<SignedCall> {
  if (secrets.secretKey === undefined) throw new ConnectionFailure('connections.test.secret');
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: secrets.secretKey,
    region: settings.region,
    service: 's3',
  });
  const name = key === '' ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`;
  const address = `${settings.endpoint.replace(/\/$/, '')}/${encodeURIComponent(settings.bucket)}${name}${query}`;
  const signed = await client.sign(address, {
    method,
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    ...(sha256 === undefined ? {} : { headers: { 'x-amz-content-sha256': sha256 } }),
  });
  return { url: signed.url, method, headers: Object.fromEntries(signed.headers), spaceId };
}

async function call(
  opening: Open,
  method: string,
  key: string,
  query = '',
  body?: Uint8Array,
): Promise<OutgoingAnswer> {
  const { url, ...signed } = await signedCall(opening, method, key, { query, body });
  return opening.platform.outgoing.call(url, {
    ...signed,
    ...(body === undefined ? {} : { body }),
    mostBytes,
    timeoutMs: 120_000,
  });
}

function requireDone(answer: OutgoingAnswer): OutgoingAnswer {
  if (answer.status === 404) throw new ConnectionFailure('connections.test.database', { status: 404 });
  if (answer.status === 401 || answer.status === 403) {
    const rights = answer.body.includes('<Code>AccessDenied</Code>');
    throw new ConnectionFailure(rights ? 'connections.test.rights' : 'connections.test.login', {
      status: answer.status,
    });
  }
  if (answer.status >= 300) throw new ConnectionFailure('connections.test.answer', { status: answer.status });
  return answer;
}
