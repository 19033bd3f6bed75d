import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { socketsFrom } from './mail-socket.ts';
import type { Outgoing } from './outgoing.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** The way out for mails. Modules do not call it: `sendMail` of outbox.ts does, after the commit and with retry. */
export interface Mail {
  /** False keeps mails in the outbox. */
  configured: boolean;
  deliver(message: MailMessage, messageId: string): Promise<void>;
  close(): void;
}

/** SMTP by address, as in smtps://user:password@mail.example.com:465. Who sets it names the machine, so it may be a private one. */
export function openMail(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, outgoing: Pick<Outgoing, 'connect'>): Mail {
  if (config.smtpUrl === '') {
    return {
      configured: false,
      deliver: () => Promise.reject(new Error('no SMTP address is configured')),
      close: () => {},
    };
  }
  const transport = createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    getSocket: socketsFrom(outgoing, { named: true, whileHeld: true }),
  });
  return {
    configured: true,
    async deliver(message, messageId) {
      // The same id on every try lets the receiver drop what came twice.
      // pictures of the text travel as parts of the mail: many programs show no others
      await transport.sendMail({
        ...message,
        attachDataUrls: true,
        from: config.mailFrom,
        messageId: `<${messageId}@formwork>`,
      });
    },
    close: () => transport.close(),
  };
}
