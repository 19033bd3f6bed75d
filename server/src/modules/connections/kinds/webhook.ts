import { signatureHeader } from '@formwork/contract/rules/hook.ts';
import { houseConnections, type SecretsOf, type SettingsOf } from '@formwork/contract/connections/kinds.ts';
import type { ConnectionKind, Opened, Opening } from '../../../platform/connection-kind.ts';
import type { OutgoingAnswer } from '../../../platform/outbox/outgoing.ts';
import { signatureOf } from '../../../platform/signatures.ts';
import { ConnectionFailure } from '../failure.ts';

type Open = Opening<SettingsOf<'webhook'>, SecretsOf<'webhook'>>;

export interface Webhook extends Opened {
  /** JSON to the address. The same key on every try lets the receiver drop what came twice. */
  send(body: unknown, key: string): Promise<OutgoingAnswer>;
}

export const webhookKind: ConnectionKind<SettingsOf<'webhook'>, SecretsOf<'webhook'>, Webhook> = {
  kind: 'webhook',
  ...houseConnections.webhook,
  async test(opening) {
    const { status } = await send(opening, { type: 'test' }, 'test');
    if (status === 401 || status === 403) throw new ConnectionFailure('connections.test.login', { status });
    if (status >= 300) throw new ConnectionFailure('connections.test.answer', { status });
  },
  open: (opening) => Promise.resolve({ send: (body, key) => send(opening, body, key), close: () => Promise.resolve() }),
};

/** Signed over time and body, so that the receiver knows who sent it and that it is no old one. */
function send({ platform, spaceId, settings, secrets }: Open, content: unknown, key: string): Promise<OutgoingAnswer> {
  const body = JSON.stringify(content);
  const signature = secrets.secret && signatureOf(secrets.secret, body);
  return platform.outgoing.call(settings.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(signature ? { [signatureHeader]: signature } : {}),
    },
    body,
    spaceId,
    ca: settings.ca,
  });
}
