import { Readable } from 'node:stream';
import { houseConnections, type SecretsOf, type SettingsOf } from '@formwork/contract/connections/kinds.ts';
import type { ConnectionKind, Opened, Opening } from '../../../platform/connection-kind.ts';
import type { OutgoingAnswer, OutgoingOptions, OutgoingStream } from '../../../platform/outbox/outgoing.ts';
import { ConnectionFailure } from '../failure.ts';

type Open = Opening<SettingsOf<'http'>, SecretsOf<'http'>>;

export interface HttpCall {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | Readable;
  timeoutMs?: number;
  mostBytes?: number;
}

export interface HttpClient extends Opened {
  /** `path` lies below the address of the connection; it leads nowhere else. */
  call(path: string, options?: HttpCall): Promise<OutgoingAnswer>;
  /** The same, read as it comes. */
  stream(path: string, options?: HttpCall): Promise<OutgoingStream>;
}

export const httpKind: ConnectionKind<SettingsOf<'http'>, SecretsOf<'http'>, HttpClient> = {
  kind: 'http',
  ...houseConnections.http,
  async test(opening) {
    const { status } = await callWith(opening, opening.settings.testPath ?? '', { mostBytes: 10 * 1024 * 1024 });
    if (status === 401 || status === 403) throw new ConnectionFailure('connections.test.login', { status });
    if (status >= 400) throw new ConnectionFailure('connections.test.answer', { status });
  },
  open: (opening) =>
    Promise.resolve({
      call: (path, options = {}) => callWith(opening, path, options),
      async stream(path, options = {}) {
        const url = below(opening.settings.url, path);
        const answer = await opening.platform.outgoing.stream(url, await optionsOf(opening, options));
        if (!isStale(opening, answer.status)) return answer;
        answer.body.destroy();
        return opening.platform.outgoing.stream(url, await optionsOf(opening, options));
      },
      close: () => Promise.resolve(),
    }),
};

async function callWith(opening: Open, path: string, options: HttpCall): Promise<OutgoingAnswer> {
  const url = below(opening.settings.url, path);
  const answer = await opening.platform.outgoing.call(url, await optionsOf(opening, options));
  // what was a stream is used up
  if (options.body instanceof Readable || !isStale(opening, answer.status)) return answer;
  return opening.platform.outgoing.call(url, await optionsOf(opening, options));
}

/** Whether a token was taken back before its time: the call is made once more, with a new one. */
function isStale(opening: Open, status: number): boolean {
  return status === 401 && opening.settings.auth === 'oauth2' && tokens.delete(tokenKey(opening));
}

async function optionsOf(opening: Open, options: HttpCall): Promise<OutgoingOptions> {
  const authorization = await authorizationOf(opening);
  return {
    ...options,
    headers: { ...options.headers, ...(authorization === undefined ? {} : { authorization }) },
    spaceId: opening.spaceId,
    ca: opening.settings.ca,
  };
}

function below(base: string, path: string): URL {
  const root = new URL(base.endsWith('/') ? base : `${base}/`);
  const url = path === '' ? new URL(base) : new URL(path.replace(/^\/+/, ''), root);
  if (path !== '' && (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)))
    throw new ConnectionFailure('connections.test.address', { path });
  return url;
}

async function authorizationOf(opening: Open): Promise<string | undefined> {
  const { settings, secrets } = opening;
  switch (settings.auth) {
    case 'none':
      return undefined;
    case 'basic':
      return `Basic ${Buffer.from(`${settings.user ?? ''}:${secrets.password ?? ''}`).toString('base64')}`;
    case 'bearer':
      return `Bearer ${required(secrets.token)}`;
    case 'oauth2':
      return `Bearer ${await tokenOf(opening)}`;
  }
}

interface Token {
  text: string;
  until: number;
}
/** Of this process, by connection and version. */
const tokens = new Map<string, Token>();
const tokenKey = ({ spaceId, id, version }: Open): string => `${spaceId} ${id} ${version}`;

/** OAuth 2 with client credentials (RFC 6749, 4.4): the token is kept until shortly before its end. */
async function tokenOf(opening: Open): Promise<string> {
  const known = tokens.get(tokenKey(opening));
  if (known && known.until > Date.now()) return known.text;
  const { platform, spaceId, settings, secrets } = opening;
  if (settings.tokenUrl === undefined) throw new ConnectionFailure('connections.test.secret');
  const client = [settings.clientId ?? '', required(secrets.clientSecret)].map(encodeURIComponent).join(':');
  const answer = await platform.outgoing.call(settings.tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(client).toString('base64')}`, accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(settings.scope ? { scope: settings.scope } : {}),
    }),
    spaceId,
    ca: settings.ca,
  });
  if (answer.status !== 200) throw new ConnectionFailure('connections.test.login', { status: answer.status });
  const { access_token: text, expires_in: seconds = 60 } = JSON.parse(answer.body.toString()) as {
    access_token?: string;
    expires_in?: number;
  };
  if (typeof text !== 'string') throw new ConnectionFailure('connections.test.login', { status: answer.status });
  if (tokens.size >= 1_000) tokens.clear();
  tokens.set(tokenKey(opening), { text, until: Date.now() + Math.max(0, seconds - 30) * 1_000 });
  return text;
}

function required(secret: string | undefined): string {
  if (secret === undefined) throw new ConnectionFailure('connections.test.secret');
  return secret;
}
