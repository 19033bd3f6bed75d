import { randomUUID, sign } from 'node:crypto';
import { headerOf, type Answer, type Passage } from '../call.ts';
import { tokenKeysOf } from '../own-keys.ts';
import type { SpaceState } from '../state.ts';

const seconds = 600;

/** OAuth 2, client credentials (RFC 6749, 4.4): a token of ten minutes, signed with a key that follows from the installation's secret. */
export function issueToken({ call }: Passage, state: SpaceState, body: Buffer, secret: string): Answer {
  if (call.method !== 'POST') return oauthError(405, 'invalid_request', [['allow', 'POST']]);
  const form = new URLSearchParams(body.toString());
  if (form.get('grant_type') !== 'client_credentials') return oauthError(400, 'unsupported_grant_type');
  const basic = /^basic ([A-Za-z0-9+/=]+)$/i.exec(headerOf(call.headers, 'authorization') ?? '')?.[1];
  const [login = '', password = ''] =
    basic === undefined ? [form.get('client_id') ?? '', form.get('client_secret') ?? ''] : clientOf(basic);
  const credential = state.credentials.byClientSecret(login, password);
  if (!credential) return oauthError(401, 'invalid_client', [['www-authenticate', 'Basic realm="gateway"']]);
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `formwork-gateway:${state.spaceId}`,
    sub: credential.id,
    iat: now,
    exp: now + seconds,
    jti: randomUUID(),
  };
  const signed = [{ alg: 'EdDSA', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign(null, Buffer.from(signed), tokenKeysOf(secret, state.spaceId).sign).toString('base64url');
  return json(200, { access_token: `${signed}.${signature}`, token_type: 'Bearer', expires_in: seconds });
}

function clientOf(basic: string): string[] {
  const text = Buffer.from(basic, 'base64').toString();
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [plain(text.slice(0, at)), plain(text.slice(at + 1))];
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function oauthError(status: number, error: string, headers: Answer['headers'] = []): Answer {
  const answer = json(status, { error });
  return { ...answer, headers: [...answer.headers, ...headers] };
}

function json(status: number, body: object): Answer {
  return {
    status,
    headers: [
      ['content-type', 'application/json'],
      ['cache-control', 'no-store'],
    ],
    body: Buffer.from(JSON.stringify(body)),
  };
}
