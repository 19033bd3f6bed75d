import type { Config } from '../config.ts';

export interface SmsMessage {
  phone: string;
  text: string;
}

/** The way out for short messages. Modules do not call it: `sendSms` of outbox.ts does, after the commit and with retry. */
export interface Sms {
  /** False keeps messages in the outbox. */
  configured: boolean;
  deliver(message: SmsMessage, messageId: string): Promise<void>;
}

const timeoutMs = 15_000;

/** Any provider behind one HTTP call: POST {phone, text} as JSON, a bearer token, any 2xx is a success. */
export function openSms(config: Pick<Config, 'smsUrl' | 'smsToken'>): Sms {
  return {
    configured: config.smsUrl !== '',
    async deliver(message, messageId) {
      const response = await fetch(config.smsUrl, {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          // The same key on every try lets the provider drop what came twice.
          'idempotency-key': messageId,
          ...(config.smsToken ? { authorization: `Bearer ${config.smsToken}` } : {}),
        },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(`the SMS service answered ${response.status}: ${answer.slice(0, 200)}`);
    },
  };
}
