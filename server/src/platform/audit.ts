import { hash as hashText } from 'node:crypto';
import { auditKindOf, type AuditKind } from '@formwork/contract/audit/kinds.ts';
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
  kind: AuditKind;
  /** The names the row mentions, for searching. */
  about: string;
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
  start: 'first',
  types: [''],
  gathers: true,
  async handle(platform, spaceId, events) {
    await asDispatcher(platform.control, async (tx) => {
      // no wait for the disk: a crash that loses these rows loses the cursor behind them too, and the events come again
      await sql`set local synchronous_commit to off`.execute(tx);
      await append(tx, spaceId, events);
    });
  },
};

export interface ChainState {
  /** Rows that hold, and the hash of the last of them: written down elsewhere it proves later that the end was not cut off. */
  rows: number;
  lastHash: string;
  /** The number of the first row that was changed, or undefined when all holds. */
  firstBroken: number | undefined;
}

const checkedAtOnce = 5_000;

/** Reads a space's trail from the start, a batch a transaction; `onward` hears how far it came and may end it early. */
export async function checkChain(inTx: <T>(work: (tx: ControlTx) => Promise<T>) => Promise<T>, spaceId: string, onward: (rows: number) => boolean = () => true): Promise<ChainState> {
  let hash = '';
  for (let after = 0; ;) {
    const from = after;
    const rows = await inTx((tx) => tx.selectFrom('platform.audit').selectAll().where('space_id', '=', spaceId).where('seq', '>', from).orderBy('seq').limit(checkedAtOnce).execute());
    if (rows.length === 0) return { rows: after, lastHash: hash, firstBroken: undefined };
    for (const row of rows) {
      if (row.seq !== after + 1) return { rows: after, lastHash: hash, firstBroken: after + 1 };
      const next = hashOf(hash, { id: row.event_id, at: row.at, actor: row.actor, type: row.type, subject: row.subject, requestId: row.request_id, ip: row.ip, data: row.data as Record<string, unknown> });
      if (next !== row.hash) return { rows: after, lastHash: hash, firstBroken: row.seq };
      hash = next;
      after = row.seq;
    }
    if (!onward(after)) return { rows: after, lastHash: hash, firstBroken: undefined };
  }
}

async function append(tx: ControlTx, spaceId: string, events: LoggedEvent[]): Promise<void> {
  const { rows: [last] } = await sql<{ seq: number; hash: string; repeated: boolean }>`
    select seq, hash, exists (select 1 from platform.audit where space_id = ${spaceId} and event_id = ${events[0]?.id}::uuid) as repeated
    from platform.audit where space_id = ${spaceId} order by seq desc limit 1`.execute(tx);
  // events come in order and at least once: when the first of a batch is new, all are
  const before = new Set(last?.repeated ? (await tx.selectFrom('platform.audit').select('event_id').where('space_id', '=', spaceId).where('event_id', '=', sql<string>`any(${events.map(({ id }) => id)}::uuid[])`).execute()).map((row) => row.event_id) : []);
  let { seq, hash } = last ?? { seq: 0, hash: '' };
  const rows = events.filter((event) => !before.has(event.id)).map((event) => {
    seq++;
    hash = hashOf(hash, event);
    return { seq, event_id: event.id, at: event.at, actor: event.actor, type: event.type, subject: event.subject, request_id: event.requestId, ip: event.ip, data: event.data, kind: auditKindOf(event.type), about: aboutOf(event.data), hash };
  });
  // as one parameter: thousands of them cost more than the rows
  await sql`
    insert into platform.audit (space_id, seq, event_id, at, actor, type, subject, request_id, ip, data, kind, about, hash)
    select ${spaceId}, r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r
      (seq bigint, event_id uuid, at timestamptz, actor uuid, type text, subject text, request_id text, ip text, data jsonb, kind text, about text, hash text)`.execute(tx);
}

function aboutOf(data: Record<string, unknown>): string {
  const texts = [data.name, data.title, data.login, data.path].flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : [part]));
  return texts.filter((text) => typeof text === 'string').join(' ').slice(0, 300);
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
