import { asText, EventRow, platformStream, type Ask, type EventTexts } from './event-rows.ts';
import { outageOf } from '../http/outage.ts';
import type { Platform } from '../platform.ts';

declare module '../db/db.ts' {
  interface ControlTables {
    'platform.failed_event': FailedEventTable;
  }
}

export interface FailedEventTable {
  subscriber: string;
  event_id: string;
  space_id: string;
  type: string;
  error: string;
  failed_at: Date;
  subject: string;
  actor: string | null;
  /** Null where it failed before events were kept whole; then it cannot be handed on again. */
  at: Date | null;
  request_id: string;
  ip: string;
  data: Record<string, unknown> | null;
  tries: number;
  asked_at: Date | null;
}

/** Told to the process that hands events on when the operator asks for another try. */
export const replayAsked = 'events.replay';

export interface Replay {
  subscriber: string;
  event: EventRow;
  tries: number;
}

/** Nothing waits behind it any more; the operator sees it and may have it handed on again. */
export async function setAside(
  platform: Platform,
  ask: Ask,
  subscriber: string,
  event: EventRow,
  tries: number,
  error: unknown,
): Promise<void> {
  platform.log.error(
    { err: error, subscriber, event: event.id, type: event.type },
    'an event was set aside after repeated failure',
  );
  platform.metrics.eventsFailed.inc({ subscriber });
  const { id, spaceId, type, subject, actor, atText, requestId, ip, dataText } = event;
  await ask({
    text: `insert into platform.failed_event (subscriber, event_id, space_id, type, subject, actor, at, request_id, ip, data, tries, error) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (subscriber, event_id) do update set tries = excluded.tries, error = excluded.error, failed_at = excluded.failed_at, asked_at = null`,
    values: [
      subscriber,
      id,
      spaceId,
      type,
      subject,
      actor,
      atText,
      requestId,
      ip,
      dataText,
      tries,
      String((error as Error)?.stack ?? error),
    ],
  });
}

/** What the operator wants handed on again, in the order in which it was asked for. */
export async function readReplays(ask: Ask): Promise<Replay[]> {
  const rows = await ask<[subscriber: string, tries: string, ...EventTexts]>({
    text: `select subscriber, tries, '0', event_id, space_id, type, subject, actor, at, request_id, ip, data from platform.failed_event where asked_at is not null and data is not null order by asked_at, event_id limit 1000`,
    rowMode: 'array',
    types: asText,
  });
  // where it stood in its stream is long passed
  return rows.map(([subscriber, tries, ...texts]) => ({
    subscriber,
    tries: Number(tries),
    event: new EventRow(platformStream, texts),
  }));
}

export async function settleReplay(ask: Ask, subscriber: string, eventId: string): Promise<void> {
  await ask({
    text: 'delete from platform.failed_event where subscriber = $1 and event_id = $2',
    values: [subscriber, eventId],
  });
}

/** Whether what the subscriber needs is away or full: then every event would fail. One that takes a minute is at fault by itself. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const failure = error as Error & { code?: string; status?: number };
  return (
    failure.code !== statementTimeout &&
    (outageOf(failure) !== undefined || failure.status === 503 || failure.status === 507)
  );
}

const statementTimeout = '57014';
