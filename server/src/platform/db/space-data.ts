import type pg from 'pg';
import { whileHolding } from './connections.ts';
import { copyInto } from './copy-in.ts';
import type { Ctx } from '../context.ts';
import { actorOf, inWhoseName } from '../events/events.ts';
import type { Platform } from '../platform.ts';
import { spaceWritten } from './data-version.ts';
import { newId } from '../ids.ts';
import { failureOf, oneStatement, type Part } from './one-statement.ts';
import { gatherWrites, type PipelineClient } from './pipeline.ts';

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

/**
 * A transaction on a space's data. Statements are carried out in the order in which they are asked, and leave without
 * waiting for the answers to those before: whoever needs no answer in between asks them together.
 */
export interface SpaceTx {
  schema: string;
  query<Row = Record<string, unknown>>(statement: Statement): Promise<{ rows: Row[]; rowCount: number }>;
  /**
   * A statement that leaves no later than the next one whose answer is asked for, or with the end of the transaction and its
   * events. Those that wait leave as one, so none of them may read or write a row of another.
   */
  later(statement: Part): void;
  /** Rows by COPY; `lines` are in its text format. */
  copyIn(text: string, lines: string): Promise<void>;
  /** Appends to the space's event log; the dispatcher hands it on after the commit. */
  event(type: string, subject: string, data: object): Promise<void>;
  /** The same transaction, with events in the name of somebody else. */
  inNameOf(doer: Doer): SpaceTx;
}

/** What reads in a transaction as well as outside of one. */
export type SpaceReader = Pick<SpaceTx, 'schema' | 'query'>;

/** A space's data outside a transaction. */
export function reader({ platform, spaceId }: Pick<Doer, 'platform' | 'spaceId'>): SpaceReader {
  return { schema: spaceSchema(spaceId), query: (statement) => spaceQuery(platform, statement) };
}

/** Who does something in a space, in a request or in a job. */
export type Doer = Pick<Ctx, 'platform' | 'spaceId' | 'requestId' | 'ip'> &
  Partial<Pick<Ctx, 'locale'>> & { user: Pick<Ctx['user'], 'id' | 'role' | 'deputy' | 'system' | 'cause'> };

const retriable = new Set(['40001', '40P01']);
const attempts = 5;

/**
 * One transaction on the data plane. Serialization failures and deadlocks are tried again, so `work` must have no effect
 * outside the transaction. After the commit everybody hears that the space was written to: readers of the event log, and those who
 * remember totals. What only reads asks `reader` instead.
 */
export async function inSpace<T>(doer: Doer, work: (tx: SpaceTx) => Promise<T>, tries = attempts): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(doer, work);
    } catch (error) {
      if (attempt >= tries || !retriable.has((error as { code?: string }).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

async function runOnce<T>(doer: Doer, work: (tx: SpaceTx) => Promise<T>): Promise<T> {
  const client = (await doer.platform.pool.connect()) as PipelineClient;
  client.pipeline = true;
  const events: SpaceEvent[] = [];
  let waiting: Part[] = [];
  let broken: Error | undefined;
  let ended = false;
  const schema = spaceSchema(doer.spaceId);
  const ask = (statement: string | Statement): Promise<pg.QueryResult> => {
    gatherWrites(client);
    return client.query(statement as pg.QueryConfig);
  };
  /** What nobody waits for before the end. When it fails, so does what follows. */
  const sent: Promise<unknown>[] = [];
  const send = (answer: Promise<unknown>): void => {
    answer.catch(() => {});
    sent.push(answer);
  };
  send(ask('begin'));
  const sendWaiting = (): void => {
    if (waiting.length === 0) return;
    const parts = waiting;
    waiting = [];
    send(
      ask(oneStatement(parts)).catch((error: unknown) => {
        throw failureOf(parts, error);
      }),
    );
  };
  const tx: SpaceTx = {
    schema,
    query: (statement) => {
      sendWaiting();
      return ask(statement) as never;
    },
    later: (statement) => {
      if (statement.sameRow && waiting.some(({ name }) => name === statement.name)) sendWaiting();
      waiting.push(statement);
    },
    copyIn: async (text, lines) => {
      sendWaiting();
      await Promise.all(sent);
      await copyAlone(client, text, lines);
    },
    event: eventsOf(doer, events),
    inNameOf: (other) => ({ ...tx, event: eventsOf(other, events) }),
  };
  try {
    const result = await whileHolding('requests', () => work(tx));
    if (events.length > 0) waiting.push(appended(schema, events));
    sendWaiting();
    // also where the answer is lost: it may be written all the same
    const done = await ask('commit').finally(() => spaceWritten(doer.platform, doer.spaceId));
    ended = true;
    // A commit after a failed statement answers ROLLBACK without an error.
    if (done.command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    if (!ended)
      await ask('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw (await firstFailure(sent)) ?? error;
  } finally {
    client.pipeline = false;
    client.release(broken);
  }
}

async function firstFailure(asked: readonly Promise<unknown>[]): Promise<unknown> {
  return (await Promise.allSettled(asked)).find((one) => one.status === 'rejected')?.reason;
}

/** A stream shares its connection with nothing: everything before it has been answered, and what follows waits. */
async function copyAlone(client: PipelineClient, text: string, lines: string): Promise<void> {
  client.pipeline = false;
  try {
    await copyInto(client, text, lines);
  } finally {
    client.pipeline = true;
  }
}

interface SpaceEvent {
  id: string;
  type: string;
  subject: string;
  data: string;
  by: Doer;
}

function eventsOf(by: Doer, events: SpaceEvent[]): SpaceTx['event'] {
  return (type, subject, data) => {
    events.push({ id: newId(), type, subject, data: JSON.stringify(inWhoseName(by.user, data)), by });
    return Promise.resolve();
  };
}

/**
 * All events of a transaction leave together at its end: each by itself would be a way to the database and back. A few are VALUES, which a
 * cluster writes on one node in one phase; a list in lists it copies, and commits in two.
 */
function appended(schema: string, events: readonly SpaceEvent[]): Part {
  const given = [
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ subject }) => subject),
    events.map(({ data }) => data),
    events.map(({ by }) => actorOf(by.user)),
    events.map(({ by }) => by.requestId),
    events.map(({ by }) => by.ip),
  ];
  const types = ['uuid', 'text', 'text', 'jsonb', 'uuid', 'text', 'text'];
  const into = `insert into ${schema}.event (${eventColumns})`;
  if (events.length <= mostAsValues) {
    const rows = events.map((_, row) => {
      const [id, type, subject, data, actor, request, ip] = types.map(
        (of, column) => `$${row * types.length + column + 1}::${of}`,
      );
      return `(${id}, ${type}, ${subject}, ${actor}, now(), ${request}, ${ip}, ${data})`;
    });
    return {
      name: `events_${events.length}_${schema}`,
      text: `${into} values ${rows.join(', ')}`,
      values: events.flatMap((_, row) => given.map((column) => column[row])),
    };
  }
  const lists = types.map((of, column) => `$${column + 1}::${of}[]`);
  return {
    name: `events_of_${schema}`,
    text: `${into} select id, type, subject, actor, now(), request_id, ip, data from unnest(${lists.join(', ')}) as given (id, type, subject, data, actor, request_id, ip)`,
    values: given,
  };
}

const mostAsValues = 8;

/** Columns of a space's event table that a writer gives. */
export const eventColumns = 'id, type, subject, actor, at, request_id, ip, data';

/** A single statement on the data plane, outside a transaction. */
export function spaceQuery<Row = Record<string, unknown>>(
  platform: Pick<Platform, 'pool'>,
  statement: Statement,
): Promise<{ rows: Row[]; rowCount: number }> {
  return platform.pool.query(statement as pg.QueryConfig) as never;
}
