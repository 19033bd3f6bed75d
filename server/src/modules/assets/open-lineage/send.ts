import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { receiverKinds, receiverPlaces } from '@formwork/contract/assets/receivers.ts';
import type { Doer } from '../../../platform/db/space-data.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import { OutgoingError, type OutgoingAnswer } from '../../../platform/outbox/outgoing.ts';
import { ConnectionFailure, openConnectionOf, type HttpClient, type Webhook } from '../../connections/public.ts';
import { refusedBy, shelfOf, type FileShelf } from '../../etl/public.ts';
import { asPerson } from '../../identity/public.ts';
import { leaveMessages } from '../../messages/public.ts';
import { tellUntold, toldEvents } from './told.ts';

type Where = Pick<Doer, 'platform' | 'spaceId'>;
type Event = Record<string, unknown>;
type Place = Parameters<typeof shelfOf>[1];

interface Turn {
  id: string;
  name: string;
  connection: string;
  path: string;
  set_by: string;
  version: number;
  cursor: string;
  failures: number;
}

export const sendByMinute = inEverySpace('assets.openlineage.send', '* * * * *', async (platform, spaceId) => {
  await tellUntold({ platform, spaceId });
  await sendToAll({ platform, spaceId });
});

/** Wherever something is to be sent and may be tried. */
export async function sendToAll(where: Where): Promise<void> {
  const schema = spaceSchema(where.spaceId);
  const { rows } = await spaceQuery<{ id: string }>(where.platform, {
    text: `select id from ${schema}.assets_receiver where enabled and next_at <= now() and cursor < (select coalesce(max(id), 0) from ${schema}.assets_told) order by id`,
  });
  for (const { id } of rows) await sendTo(where, id, byMinuteMs);
}

/** In one file. */
const mostInFile = 500;
/** As long as one turn may take; whoever died in the midst of one keeps the others from theirs no longer. */
const turnMs = 5 * 60_000;
const callMs = 20_000;
/** Of each minute, so that one backlog holds up no other receiver and no other space; the rest goes with the next. */
const byMinuteMs = 5_000;
/** After so many tries in a row whoever set it is told. */
const toldAfter = 5;
const longestMs = 6 * 60 * 60_000;

/** One after another in their order, as who set it may see them: what is not taken is sent again, later and later. */
export async function sendTo(where: Where, id: string, forMs = turnMs - 2 * callMs): Promise<void> {
  const turn = await takeTurn(where, id);
  if (!turn) return;
  const until = Date.now() + forMs;
  try {
    const ctx = await asPerson(where, turn.set_by, 'events of OpenLineage are sent');
    const usedBy = { kind: 'assets.receiver', id };
    const { kind, client } = await openConnectionOf(ctx, turn.connection, receiverKinds, usedBy);
    try {
      const { together, take } = isPlace(kind)
        ? layingDown(shelfOf(kind, client as Place), turn.path)
        : posting(kind, client as HttpClient | Webhook, turn.path);
      let after = turn.cursor;
      do {
        const page = await toldEvents(ctx, { params: {}, query: { after, limit: together }, body: undefined });
        if (page.next === after) break;
        const taken = page.events.length === 0 ? { sent: 0, refused: 0 } : await take(page.events, after);
        after = page.next;
        if (!(await noteSent(where, turn, { after, ...taken }))) return;
      } while (Date.now() < until);
    } finally {
      await client.close();
    }
    await endTurn(where, turn);
  } catch (error) {
    const failure = failureOf(error);
    await noteFailure(where, turn, failure);
    if (failure === 'platform.internal')
      where.platform.log.error({ err: error, receiver: id }, 'events of OpenLineage could not be sent');
  }
}

interface Taking {
  together: number;
  /** Events behind a place in their order. */
  take(events: Event[], after: string): Promise<{ sent: number; refused: number }>;
}

/** One by one, so that it is known what was taken, with a key for each, so that whoever gets one twice can tell. */
function posting(kind: string, client: HttpClient | Webhook, path: string): Taking {
  const post = (event: Event): Promise<OutgoingAnswer> => {
    const { runId } = event.run as { runId: string };
    const key = `${runId}:${String(event.eventType)}`;
    if (kind === 'webhook') return (client as Webhook).send(event, key);
    return (client as HttpClient).call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(event),
      timeoutMs: callMs,
    });
  };
  return {
    together: 1,
    async take(events) {
      let [sent, refused] = [0, 0];
      for (const event of events) {
        const { status } = await post(event);
        if (status >= 200 && status < 300) sent += 1;
        // what is wrong with an event is as wrong the next time
        else if (status === 400 || status === 422) refused += 1;
        else throw new NotTaken(status);
      }
      return { sent, refused };
    },
  };
}

/** Files of JSON lines, each called by the place it begins behind: one that is laid down again takes the place of the first. */
function layingDown(shelf: FileShelf, path: string): Taking {
  const folder = path.split('/').filter(Boolean);
  return {
    together: mostInFile,
    async take(events, after) {
      const content = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
      const facts = { size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
      const name = [...folder, `openlineage-${after.padStart(12, '0')}.jsonl`].join('/');
      try {
        await shelf.write!(name, Readable.from([content]), facts);
      } catch (error) {
        throw refusedBy(error);
      }
      return { sent: events.length, refused: 0 };
    },
  };
}

const isPlace = (kind: string): boolean => (receiverPlaces as readonly string[]).includes(kind);

class NotTaken extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

/** What an administrator is shown: an answer of the other side, or a code of a refusal. */
function failureOf(error: unknown): string {
  if (error instanceof NotTaken) return `HTTP ${error.status}`;
  if (error instanceof OutgoingError) return `assets.receiver.${error.reason}`;
  return error instanceof AppError || error instanceof ConnectionFailure ? error.code : 'platform.internal';
}

/** One process at a time sends to a receiver. */
async function takeTurn({ platform, spaceId }: Where, id: string): Promise<Turn | undefined> {
  const { rows } = await spaceQuery<Turn>(platform, {
    text: `update ${spaceSchema(spaceId)}.assets_receiver set busy_until = $2 where id = $1 and enabled and (busy_until is null or busy_until < $3)
      returning id, name, connection, path, set_by, version, cursor::text, failures`,
    values: [id, new Date(Date.now() + turnMs), new Date()],
  });
  return rows[0];
}

/** False where it was set anew meanwhile: another turn goes on by what is said now. */
async function noteSent(
  { platform, spaceId }: Where,
  { id, version }: Turn,
  { after, sent, refused }: { after: string; sent: number; refused: number },
): Promise<boolean> {
  const { rows } = await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.assets_receiver set cursor = $3, sent = sent + $4, refused = refused + $5,
        sent_at = case when $4::int > 0 then $6 else sent_at end, failures = 0, failure = null, failed_at = null, next_at = $6,
        busy_until = case when version = $2 then busy_until end where id = $1 returning version = $2 as same`,
    values: [id, version, after, sent, refused, new Date()],
  });
  return (rows[0] as { same: boolean } | undefined)?.same === true;
}

async function endTurn({ platform, spaceId }: Where, { id }: Turn): Promise<void> {
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.assets_receiver set busy_until = null, failures = 0, failure = null, failed_at = null where id = $1`,
    values: [id],
  });
}

async function noteFailure({ platform, spaceId }: Where, turn: Turn, failure: string): Promise<void> {
  const waitMs = Math.min(30_000 * 2 ** Math.min(turn.failures, 20), longestMs);
  const now = Date.now();
  const { rows } = await spaceQuery<{ failures: number }>(platform, {
    text: `update ${spaceSchema(spaceId)}.assets_receiver set failures = failures + 1, failure = $2, failed_at = $3, next_at = $4, busy_until = null where id = $1 returning failures`,
    values: [turn.id, failure, new Date(now), new Date(now + waitMs)],
  });
  if (rows[0]?.failures !== toldAfter) return;
  await leaveMessages(platform, spaceId, {
    source: newId(),
    people: [{ person: turn.set_by, kind: 'assetReceiverFails', title: turn.name }],
    target: { page: 'assetLineage', query: { receivers: 'yes' } },
    thing: `assets/receiver/${turn.id}`,
    by: null,
  });
}
