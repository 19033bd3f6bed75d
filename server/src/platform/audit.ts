import { createHash } from 'node:crypto';
import { sql, type Generated } from 'kysely';
import { asDispatcher, type ControlTx } from './db.ts';
import type { LoggedEvent, Subscriber } from './events.ts';

export interface AuditTable {
  space_id: string;
  seq: number;
  event_id: string;
  at: Date;
  actor: string | null;
  type: string;
  subject: string;
  request_id: string;
  ip: string;
  data: unknown;
  hash: Generated<string>;
}

declare module './db.ts' {
  interface ControlTables {
    'platform.audit': AuditTable;
  }
}

/** Every event becomes a row of its space's audit trail; each row's hash covers the hash before it. */
export const auditSubscriber: Subscriber = {
  name: 'platform.audit',
  types: [''],
  async handle(platform, spaceId, events) {
    await asDispatcher(platform.control, (tx) => append(tx, spaceId, events));
  },
};

/** Reads a space's trail from the start; the number of the first row that was changed, or undefined when all holds. */
export async function firstBrokenRow(tx: ControlTx, spaceId: string): Promise<number | undefined> {
  let hash = '';
  for (let after = 0; ;) {
    const rows = await tx.selectFrom('platform.audit').selectAll().where('space_id', '=', spaceId).where('seq', '>', after).orderBy('seq').limit(5_000).execute();
    if (rows.length === 0) return undefined;
    for (const row of rows) {
      if (row.seq !== after + 1) return after + 1;
      hash = hashOf(hash, { id: row.event_id, at: row.at, actor: row.actor, type: row.type, subject: row.subject, requestId: row.request_id, ip: row.ip, data: row.data as Record<string, unknown> });
      if (hash !== row.hash) return row.seq;
      after = row.seq;
    }
  }
}

async function append(tx: ControlTx, spaceId: string, events: LoggedEvent[]): Promise<void> {
  const known = await tx.selectFrom('platform.audit').select('event_id').where('space_id', '=', spaceId).where('event_id', 'in', events.map((event) => event.id)).execute();
  const last = await tx.selectFrom('platform.audit').select(['seq', 'hash']).where('space_id', '=', spaceId).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  let { seq, hash } = last ?? { seq: 0, hash: '' };
  const rows = events
    .filter((event) => !known.some((row) => row.event_id === event.id))
    .map((event) => {
      seq++;
      hash = hashOf(hash, event);
      return { space_id: spaceId, seq, event_id: event.id, at: event.at, actor: event.actor, type: event.type, subject: event.subject, request_id: event.requestId, ip: event.ip, data: sql`${JSON.stringify(event.data)}::jsonb` as never, hash };
    });
  if (rows.length > 0) await tx.insertInto('platform.audit').values(rows).execute();
}

function hashOf(before: string, event: LoggedEvent): string {
  const text = JSON.stringify([before, event.id, event.at.toISOString(), event.actor, event.type, event.subject, event.requestId, event.ip, sorted(event.data)]);
  return createHash('sha256').update(text).digest('hex');
}

/** jsonb does not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]));
}
