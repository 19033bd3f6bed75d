import { hash as hashText } from 'node:crypto';
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
  const { rows: known } = await sql<{ event_id: string }>`select event_id from platform.audit where space_id = ${spaceId} and event_id = any(${events.map((event) => event.id)}::uuid[])`.execute(tx);
  const before = new Set(known.map((row) => row.event_id));
  const last = await tx.selectFrom('platform.audit').select(['seq', 'hash']).where('space_id', '=', spaceId).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  let { seq, hash } = last ?? { seq: 0, hash: '' };
  const rows = events.filter((event) => !before.has(event.id)).map((event) => {
    seq++;
    hash = hashOf(hash, event);
    return { seq, event_id: event.id, at: event.at, actor: event.actor, type: event.type, subject: event.subject, request_id: event.requestId, ip: event.ip, data: event.data, hash };
  });
  // as one parameter: thousands of them cost more than the rows
  await sql`
    insert into platform.audit (space_id, seq, event_id, at, actor, type, subject, request_id, ip, data, hash)
    select ${spaceId}, r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r
      (seq bigint, event_id uuid, at timestamptz, actor uuid, type text, subject text, request_id text, ip text, data jsonb, hash text)`.execute(tx);
}

function hashOf(before: string, event: LoggedEvent): string {
  const text = JSON.stringify([before, event.id, event.at.toISOString(), event.actor, event.type, event.subject, event.requestId, event.ip, sorted(event.data)]);
  return hashText('sha256', text, 'hex');
}

/** jsonb does not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]));
}
