import { hash } from 'node:crypto';
import type { Generated } from 'kysely';
import type { Ctx } from '../context.ts';
import { inControl, type ControlTx } from '../db/db.ts';
import { record } from '../events/events.ts';
import { newId } from '../ids.ts';
import type { RowReference } from '../jobs/jobs-queue.ts';
import type { MailMessage } from './mail.ts';
import type { Platform } from '../platform.ts';
import type { SmsMessage } from './sms.ts';

export const messageQueued = 'platform.message.queued';

/** Who writes a message: a call in its transaction, or a subscriber in one of its own. */
type Sender = Pick<Ctx, 'platform' | 'spaceId' | 'requestId' | 'ip'> & {
  tx: ControlTx;
  user?: { id: string } | undefined;
};

/**
 * Writes a mail in the transaction of the change it tells of; it leaves after the commit. With a name for what it tells of it is
 * written once, however often that comes: subscribers hear of an event at least once.
 */
export async function sendMail(sender: Sender, mail: MailMessage, once?: string): Promise<void> {
  await write(
    sender,
    { kind: 'mail', recipient: mail.to, subject: mail.subject, body_text: mail.text, body_html: mail.html ?? null },
    once,
  );
}

/** Writes a short message, like `sendMail`. */
export async function sendSms(sender: Sender, sms: SmsMessage, once?: string): Promise<void> {
  await write(sender, { kind: 'sms', recipient: sms.phone, subject: '', body_text: sms.text, body_html: null }, once);
}

/** Sends one written message. Throws when it should be tried again. */
export async function deliverMessage(
  platform: Platform,
  { spaceId, id }: RowReference,
  lastTry: boolean,
): Promise<void> {
  const message = await inControl(platform.control, spaceId, (tx) =>
    tx.selectFrom('platform.outbox').selectAll().where('id', '=', id).where('state', '=', 'queued').executeTakeFirst(),
  );
  if (!message) return;
  const port = message.kind === 'mail' ? platform.mail : platform.sms;
  if (!port.configured) return settle(platform, spaceId, id, 'kept');
  try {
    if (message.kind === 'mail') {
      await platform.mail.deliver(
        {
          to: message.recipient,
          subject: message.subject,
          text: message.body_text,
          ...(message.body_html === null ? {} : { html: message.body_html }),
        },
        id,
      );
    } else {
      await platform.sms.deliver({ phone: message.recipient, text: message.body_text }, id);
    }
  } catch (error) {
    platform.log.warn({ err: error, message: id, kind: message.kind }, 'a message could not be sent');
    const forGood = refusedForGood(error);
    if (!forGood) await tried(platform, spaceId, id, (error as Error).message);
    if (!lastTry && !forGood) throw error;
    return settle(platform, spaceId, id, 'failed', (error as Error).message);
  }
  await tried(platform, spaceId, id, null);
  await settle(platform, spaceId, id, 'sent');
}

/** Whether mails or short messages wait in vain: the one tried last within the hour could not be handed over, and not because of who should get it. */
export async function isServiceDown(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  kind: OutboxTable['kind'],
): Promise<boolean> {
  const last = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('platform.outbox')
      .select('error')
      .where('kind', '=', kind)
      .where('tried_at', '>', new Date(Date.now() - 3_600_000))
      .orderBy('tried_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return typeof last?.error === 'string';
}

/** Ends a message; one that was settled before stays as it is. */
export async function settle(
  platform: Platform,
  spaceId: string,
  id: string,
  state: OutboxState,
  error: string | null = null,
): Promise<void> {
  await inControl(platform.control, spaceId, (tx) =>
    tx
      .updateTable('platform.outbox')
      .set({ state, error, settled_at: new Date() })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .execute(),
  );
}

async function tried(platform: Platform, spaceId: string, id: string, error: string | null): Promise<void> {
  await inControl(platform.control, spaceId, (tx) =>
    tx.updateTable('platform.outbox').set({ tried_at: new Date(), error }).where('id', '=', id).execute(),
  );
}

async function write(
  sender: Sender,
  message: Pick<OutboxTable, 'kind' | 'recipient' | 'subject' | 'body_text' | 'body_html'>,
  once?: string,
): Promise<void> {
  const id = once === undefined ? newId() : idOf(once);
  const { numInsertedOrUpdatedRows } = await sender.tx
    .insertInto('platform.outbox')
    .values({ space_id: sender.spaceId, id, ...message })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  // The event goes to the audit trail: it tells that something was sent, not what.
  await record(sender, messageQueued, { id, kind: message.kind });
}

function idOf(name: string): string {
  const digits = hash('sha256', name);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** SMTP answers of this range are about the recipient: the next try would end the same. */
function refusedForGood(error: unknown): boolean {
  const code = (error as { responseCode?: number }).responseCode ?? 0;
  return code >= 550 && code <= 553;
}

type OutboxState = 'queued' | 'sent' | 'failed' | 'kept';

export interface OutboxTable {
  space_id: string;
  id: string;
  kind: 'mail' | 'sms';
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  state: Generated<OutboxState>;
  error: Generated<string | null>;
  created_at: Generated<Date>;
  settled_at: Generated<Date | null>;
  tried_at: Generated<Date | null>;
}

declare module '../db/db.ts' {
  interface ControlTables {
    'platform.outbox': OutboxTable;
  }
}
