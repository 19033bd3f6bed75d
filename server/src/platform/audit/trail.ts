import { auditKindOf } from '@formwork/contract/audit/kinds.ts';
import type pg from 'pg';
import { whileHolding } from '../db/connections.ts';
import { copyInto, copyLine } from '../db/copy-in.ts';
import { asDispatcher } from '../db/db.ts';
import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import { isAfter, type EventRow, type Position } from '../events/event-rows.ts';
import type { Subscriber } from '../events/events.ts';
import type { Platform } from '../platform.ts';
import { runRequested } from '../runs/runs.ts';
import { oldEnd } from './old-trail.ts';
import { micros, trailHash, type TrailTexts } from './trail-hash.ts';

/**
 * Every event becomes a row of its space's trail; each row's hash covers the hash before it. How far it has come in the stream is
 * written in the same transaction. The key lets no second writer begin at the same row.
 */
export const auditSubscriber = {
  name: 'platform.audit',
  start: 'first',
  types: [''],
  gathers: true,
  async handle(platform: Platform, spaceId: string, events: EventRow[]): Promise<void> {
    const [first] = events;
    if (!first) return;
    const end = await endOf(platform, spaceId, first.stream);
    // what lies behind is there already, but for an event that failed before and is handed on anew
    const { position } = end;
    const doubtful = events.filter((event) => !position || !isAfter(event, position));
    const kept = doubtful.length === 0 ? new Set() : await keptOf(platform, spaceId, doubtful);
    let { seq, hash } = end;
    let lines = '';
    for (const event of events) {
      if (kept.has(event.id)) continue;
      seq += 1;
      const texts = textsOf(event);
      hash = trailHash(hash, texts);
      lines += copyLine([
        seq,
        ...texts,
        auditKindOf(event.type),
        namesSomething.test(event.dataText) ? aboutOf(event.data) : '',
        `\\x${hash}`,
      ]);
    }
    const last = events.at(-1)!;
    const moveTo = !position || isAfter(last, position) ? last : undefined;
    if (lines === '' && !moveTo) return;
    const schema = spaceSchema(spaceId);
    await writing(platform, async (client) => {
      if (lines !== '') await copyInto(client, `copy ${schema}.trail (${columns}) from stdin`, lines);
      if (moveTo)
        await client.query(
          `insert into ${schema}.trail_position (stream, xid, id) values ($1, $2::xid8, $3)
            on conflict (stream) do update set xid = excluded.xid, id = excluded.id`,
          [first.stream, String(moveTo.xid), moveTo.id],
        );
    });
  },
} satisfies Subscriber;

const columns = 'seq, event_id, at, actor, type, subject, request_id, ip, data, kind, about, hash';

interface End {
  seq: number;
  hash: string;
  /** How far it has come in the stream; undefined where it has not begun there, or did in the old trail. */
  position: Position | undefined;
}

async function endOf(platform: Platform, spaceId: string, stream: string): Promise<End> {
  const schema = spaceSchema(spaceId);
  const {
    rows: [end],
  } = await spaceQuery<{ seq: number | null; hash: string; xid: string | null; id: string }>(platform, {
    text: `select t.seq, encode(t.hash, 'hex') as hash, p.xid::text as xid, p.id from (select 1) one
      left join ${schema}.trail_position p on p.stream = $1
      left join (select seq, hash from ${schema}.trail order by seq desc limit 1) t on true`,
    values: [stream],
  });
  const { seq, hash, xid, id } = end!;
  return {
    ...(seq === null ? await asDispatcher(platform.control, (tx) => oldEnd(tx, spaceId)) : { seq, hash }),
    position: xid === null ? undefined : { xid: BigInt(xid), id },
  };
}

/** Those that have a row, there or in the old trail, by the index over their times. */
async function keptOf(platform: Platform, spaceId: string, events: readonly EventRow[]): Promise<Set<string>> {
  const ids = events.map(({ id }) => id);
  const times = events.map(({ at }) => at.getTime());
  const from = new Date(times.reduce((a, b) => Math.min(a, b)));
  const to = new Date(times.reduce((a, b) => Math.max(a, b)) + 1);
  const { rows } = await spaceQuery<{ event_id: string }>(platform, {
    text: `select event_id from ${spaceSchema(spaceId)}.trail where at >= $1 and at < $2 and event_id = any($3::uuid[])`,
    values: [from, to, ids],
  });
  const old = await asDispatcher(platform.control, (tx) =>
    tx
      .selectFrom('platform.audit')
      .select('event_id')
      .where('space_id', '=', spaceId)
      .where('at', '>=', from)
      .where('at', '<', to)
      .where('event_id', 'in', ids)
      .execute(),
  );
  return new Set([...rows, ...old].map(({ event_id: id }) => id));
}

function textsOf(event: EventRow): TrailTexts {
  const { id, atText, actor, type, subject, requestId, ip } = event;
  return [id, micros(atText), actor, type, subject, requestId, ip, toldOf(event)];
}

/** Of a run that was asked for the event carries the whole row, which is nobody's business here: its id and kind stay. As jsonb writes it. */
function toldOf({ type, data, dataText }: EventRow): string {
  if (type !== runRequested || data.run === undefined) return dataText;
  const { run: _, ...rest } = data;
  const parts = Object.entries(rest)
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{${parts.join(', ')}}`;
}

/** A transaction of the role that writes the trail, without waiting for the disk: a crash that loses rows loses the position with them. */
async function writing(platform: Platform, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await platform.pool.connect();
  let broken: Error | undefined;
  try {
    // the times in the lines are those of UTC
    await client.query(
      `begin; set local role formwork_dispatcher; set local synchronous_commit to off; set local time zone 'UTC'`,
    );
    await whileHolding('requests', () => work(client));
    const done = await client.query('commit');
    // a commit after a failed statement answers ROLLBACK without an error
    if (done.command !== 'COMMIT') throw new Error('the trail was not written');
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Most events have no names, and their data need not be looked at. */
const namesSomething = /"(?:name|title|login|path)":/;

function aboutOf(data: Record<string, unknown>): string {
  const texts = [data.name, data.title, data.login, data.path].flatMap((part) =>
    typeof part === 'object' && part !== null ? Object.values(part) : [part],
  );
  return texts
    .filter((text) => typeof text === 'string')
    .join(' ')
    .slice(0, 300)
    .toWellFormed();
}
