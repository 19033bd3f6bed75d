import pg from 'pg';
import type { LoggedEvent } from './events.ts';
import { endedOnNodes } from '../db/nodes.ts';
import { spaceSchema } from '../db/space-data.ts';

/** The platform's own stream; the others are named by their space. */
export const platformStream = '';

/** A place in a stream: the writer's transaction, then the event. */
export interface Position {
  xid: bigint;
  id: string;
}

export const beforeAll: Position = { xid: 0n, id: '00000000-0000-0000-0000-000000000000' };

/** Behind everything that was written before a transaction: where readers stand who want nothing of what was. */
export function lastBefore(xid: bigint): Position {
  return { xid: xid - 1n, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
}

export function isAfter(a: Position, b: Position): boolean {
  return a.xid === b.xid ? a.id > b.id : a.xid > b.xid;
}

/** Asks one thing after the other on the connection that leads, whose session is in UTC. */
export type Ask = <Row>(query: pg.QueryConfig | pg.QueryArrayConfig) => Promise<Row[]>;

export type EventTexts = [
  xid: string,
  id: string,
  spaceId: string,
  type: string,
  subject: string,
  actor: string | null,
  at: string,
  requestId: string,
  ip: string,
  data: string,
];

const instant: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
/** For columns of an `EventRow`. */
export const asText: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text };

/** An event as it was read: all subscribers share it, and time and data are only made of their texts when somebody looks. */
export class EventRow implements LoggedEvent, Position {
  /** Where it was read. */
  readonly stream: string;
  readonly xid: bigint;
  private readonly texts: EventTexts;
  private parsed: Record<string, unknown> | undefined;
  private instant: Date | undefined;

  constructor(stream: string, texts: EventTexts) {
    this.stream = stream;
    this.texts = texts;
    this.xid = BigInt(texts[0]);
  }

  get id(): string {
    return this.texts[1];
  }
  get spaceId(): string {
    return this.texts[2];
  }
  get type(): string {
    return this.texts[3];
  }
  get subject(): string {
    return this.texts[4];
  }
  get actor(): string | null {
    return this.texts[5];
  }
  get at(): Date {
    return (this.instant ??= instant(this.texts[6]));
  }
  /** With its microseconds, in UTC. */
  get atText(): string {
    return this.texts[6];
  }
  get requestId(): string {
    return this.texts[7];
  }
  get ip(): string {
    return this.texts[8];
  }
  get data(): Record<string, unknown> {
    return (this.parsed ??= JSON.parse(this.texts[9]) as Record<string, unknown>);
  }
  /** As the database says it. */
  get dataText(): string {
    return this.texts[9];
  }
}

/** Transactions below this one have all ended: behind it nothing new can appear before a cursor. */
export async function readHorizon(ask: Ask): Promise<bigint> {
  const [row] = await ask<{ horizon: string }>({
    text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
  });
  return BigInt(row!.horizon);
}

/** The next events of a stream, in order; undefined where nodes have to come to an end with some of them first. The horizon is a parameter because nodes of a distributed PostgreSQL have one of their own. */
export async function readEvents(
  ask: Ask,
  stream: string,
  after: Position,
  horizon: bigint,
  limit: number,
): Promise<EventRow[] | undefined> {
  if (stream !== platformStream && !(await endedOnNodes(ask, eventTable(stream), horizon))) return undefined;
  const space = stream === platformStream ? 'e.space_id' : `'${stream}'`;
  const rows = await ask<EventTexts>({
    // planning for all its weeks would cost more than reading
    name: `events_${stream}_${limit}`,
    text: `select e.xid, e.id, ${space}, e.type, e.subject, e.actor, e.at, e.request_id, e.ip, e.data from ${eventTable(stream)} e
      where e.xid < $3::xid8 and (e.xid, e.id) > ($1::xid8, $2::uuid) order by e.xid, e.id limit ${limit}`,
    values: [String(after.xid), after.id, String(horizon)],
    rowMode: 'array',
    types: asText,
  });
  return rows.map((texts) => new EventRow(stream, texts));
}

/** Since when the first event behind a place has been there, whether it may be read already or not. */
export async function firstSince(ask: Ask, stream: string, after: Position): Promise<Date | undefined> {
  const [row] = await ask<{ at: Date }>({
    text: `select e.at from ${eventTable(stream)} e where (e.xid, e.id) > ($1::xid8, $2::uuid) order by e.xid, e.id limit 1`,
    values: [String(after.xid), after.id],
  });
  return row?.at;
}

export function eventTable(stream: string): string {
  return stream === platformStream ? 'platform.event' : `${spaceSchema(stream)}.event`;
}
