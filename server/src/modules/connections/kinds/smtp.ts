import { houseConnections, type SecretsOf, type SettingsOf } from '@formwork/contract/connections/kinds.ts';
import { createTransport } from 'nodemailer';
import type { ConnectionKind, Opened, Opening } from '../../../platform/connection-kind.ts';
import type { MailMessage } from '../../../platform/outbox/mail.ts';
import { socketsFrom } from '../../../platform/outbox/mail-socket.ts';

type Open = Opening<SettingsOf<'smtp'>, SecretsOf<'smtp'>>;

export interface Mailer extends Opened {
  /** The same id on every try lets the receiver drop what came twice. */
  send(message: MailMessage, messageId: string): Promise<void>;
}

export const smtpKind: ConnectionKind<SettingsOf<'smtp'>, SecretsOf<'smtp'>, Mailer> = {
  kind: 'smtp',
  ...houseConnections.smtp,
  async test(opening) {
    const transport = transportOf(opening);
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
  },
  open(opening) {
    const transport = transportOf(opening);
    return Promise.resolve({
      async send(message, messageId) {
        const { from } = opening.settings;
        await transport.sendMail({ ...message, from, messageId: `<${messageId}@formwork>` });
      },
      close: () => Promise.resolve(transport.close()),
    });
  },
};

function transportOf({ platform, spaceId, settings, secrets }: Open) {
  const { host, port, security, user, ca } = settings;
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: secrets.password ?? '' } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    getSocket: socketsFrom(platform.outgoing, { spaceId }),
  });
}
