import type pg from 'pg';
import type { Ctx } from './context.ts';
import { byDeputy } from './events.ts';
import type { Platform } from './platform.ts';
import { newId } from './ids.ts';

const spaceIdShape = /^[a-z0-9]{1,40}$/;

/** The SQL name of a space's schema, quoted. Ids are checked here because names cannot be parameters. */
export function spaceSchema(spaceId: string): string {
  if (!spaceIdShape.test(spaceId)) throw new Error(`not a space id: ${spaceId}`);
  return `"space_${spaceId}"`;
}

export interface Statement {
  /** A name makes it prepared: one per text, and at most 63 bytes. */
  name?: string;
  text: string;
  values?: unknown[];
  rowMode?: 'array';
  /** How columns are parsed; the driver's own way when left out. */
  types?: pg.CustomTypesConfig;
}

/** A transaction on a space's data. */
export interface SpaceTx {
  schema: string;
  query<Row = Record<string, unknown>>(statement: Statement): Promise<{ rows: Row[]; rowCount: number }>;
  /** Appends to the space's event log; the dispatcher hands it on after the commit. */
  event(type: string, subject: string, data: object): Promise<void>;
}

/** Who does something in a space, in a request or in a job. */
export type Doer = Pick<Ctx, 'platform' | 'spaceId' | 'requestId' | 'ip'> & { user: Pick<Ctx['user'], 'id' | 'role' | 'deputy'> };

const retriable = new Set(['40001', '40P01']);
const attempts = 5;

/**
 * One transaction on the data plane. Serialization failures and deadlocks are tried again, so `work` must have no effect
 * outside the transaction. Waiting readers of the event log are told after the commit.
 */
export async function inSpace<T>(doer: Doer, work: (tx: SpaceTx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(doer, work);
    } catch (error) {
      if (attempt >= attempts || !retriable.has((error as { code?: string }).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

async function runOnce<T>(doer: Doer, work: (tx: SpaceTx) => Promise<T>): Promise<T> {
  const client = await doer.platform.pool.connect();
  let events = 0;
  let broken: Error | undefined;
  const schema = spaceSchema(doer.spaceId);
  const tx: SpaceTx = {
    schema,
    query: (statement) => client.query(statement as pg.QueryConfig) as never,
    event: async (type, subject, data) => {
      events++;
      await client.query(eventInsert(schema), eventValues(doer, type, subject, data));
    },
  };
  try {
    await client.query('begin');
    const result = await work(tx);
    const done = await client.query('commit');
    // A commit after a failed statement answers ROLLBACK without an error.
    if (done.command !== 'COMMIT') throw new Error('the transaction was rolled back');
    if (events > 0) doer.platform.bus.eventsWritten(doer.spaceId);
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => { broken = rollbackError; });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Columns of a space's event table that a writer gives, in the order of `eventValues`. */
export const eventColumns = 'id, type, subject, actor, at, request_id, ip, data';

export function eventInsert(schema: string): string {
  return `insert into ${schema}.event (${eventColumns}) values ($1, $2, $3, $4, now(), $5, $6, $7)`;
}

export function eventValues(doer: Doer, type: string, subject: string, data: object): unknown[] {
  return [newId(), type, subject, doer.user.id, doer.requestId, doer.ip, JSON.stringify(byDeputy(doer.user, data))];
}

/** A single statement on the data plane, outside a transaction. */
export function spaceQuery<Row = Record<string, unknown>>(platform: Pick<Platform, 'pool'>, statement: Statement): Promise<{ rows: Row[]; rowCount: number }> {
  return platform.pool.query(statement as pg.QueryConfig) as never;
}
