import { houseConnections, type SecretsOf, type SettingsOf } from '@formwork/contract/connections/kinds.ts';
import { AwsClient } from 'aws4fetch';
import type { ConnectionKind, Opened, Opening } from '../../../platform/connection-kind.ts';
import type { OutgoingAnswer } from '../../../platform/outbox/outgoing.ts';
import { ConnectionFailure } from '../failure.ts';

type Open = Opening<SettingsOf<'s3'>, SecretsOf<'s3'>>;

/** A bucket of any store that speaks the S3 API, addressed by path. Objects are held in memory: up to 100 MB. */
export interface ObjectStore extends Opened {
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

async function call(
  { platform, spaceId, settings, secrets }: Open,
  method: string,
  key: string,
  query = '',
  body?: Uint8Array,
): Promise<OutgoingAnswer> {
  if (secrets.secretKey === undefined) throw new ConnectionFailure('connections.test.secret');
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: secrets.secretKey,
    region: settings.region,
    service: 's3',
  });
  const name = key === '' ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`;
  const address = `${settings.endpoint.replace(/\/$/, '')}/${encodeURIComponent(settings.bucket)}${name}${query}`;
  // signed there, sent by the way that is guarded
  const signed = await client.sign(address, { method, ...(body === undefined ? {} : { body: Buffer.from(body) }) });
  return platform.outgoing.call(signed.url, {
    method,
    headers: Object.fromEntries(signed.headers),
    ...(body === undefined ? {} : { body }),
    spaceId,
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
