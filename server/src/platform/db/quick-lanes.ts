import pg from 'pg';
import { bytesOf } from './byte-text.ts';
import { gatherWrites } from './pipeline.ts';
import { readRowsWhole } from './row-parser.ts';
import type { Statement } from './space-data.ts';
import { asked, queryText, type TextQuery, type TextRow } from './text-query.ts';

/** Connections on which quick reads follow each other without waiting for answers. */
const lanesPerPool = 2;
/** So many wait behind each other at most; more go to the pool. */
const mostInFlight = 8;
/** A statement that takes longer on average would hold up those behind it. */
const quickMs = 3;
/** How much the last run counts in the average; the first runs of a statement go to the pool. */
const weight = 0.2;
const mostKnown = 5_000;
const reconnectMs = 1_000;

interface Lane {
  client: pg.Client | undefined;
  inFlight: number;
}

interface Lanes {
  lanes: Lane[];
  /** Average milliseconds by statement. */
  took: Map<string, number>;
  closed: boolean;
}

const known = new WeakMap<pg.Pool, Lanes>();

/**
 * Rows of a read, their columns as `ByteText`. Statements which have proved quick share connections: the questions of one turn leave in one write,
 * which saves a third of the work of a list of records. Nothing is gained by that for slow ones; they get a connection each.
 */
export async function readBytes(pool: pg.Pool, statement: Statement): Promise<TextRow[]> {
  const state = lanesOf(pool);
  const name = statement.name ?? '';
  const average = state.took.get(name);
  const lane = average !== undefined && average < quickMs ? freeLane(state) : undefined;
  const before = lane?.inFlight ?? 0;
  const began = performance.now();
  const rows = lane ? await askLane(pool, lane, statement) : await askPool(pool, statement);
  if (name !== '') learn(state, name, (performance.now() - began) / (before + 1));
  return rows;
}

/** Before the pool ends. */
export async function closeLanes(pool: pg.Pool): Promise<void> {
  const state = lanesOf(pool);
  state.closed = true;
  for (const { client } of state.lanes) await client?.end();
}

function lanesOf(pool: pg.Pool): Lanes {
  let state = known.get(pool);
  if (!state) {
    state = { lanes: [], took: new Map(), closed: false };
    known.set(pool, state);
    for (let n = 0; n < lanesPerPool; n += 1) {
      const lane: Lane = { client: undefined, inFlight: 0 };
      state.lanes.push(lane);
      void connect(pool, state, lane);
    }
  }
  return state;
}

/** Until it is there, and while it is lost, the pool does the work. */
async function connect(pool: pg.Pool, state: Lanes, lane: Lane): Promise<void> {
  const client = new pg.Client({ ...pool.options, pipeline: true });
  readRowsWhole(client);
  let ended = false;
  const lost = (): void => {
    if (ended) return;
    ended = true;
    lane.client = undefined;
    if (!state.closed) setTimeout(() => void (state.closed || connect(pool, state, lane)), reconnectMs).unref();
  };
  client.on('error', lost).on('end', lost);
  try {
    await client.connect();
    if (state.closed) await client.end();
    else lane.client = client;
  } catch {
    lost();
  }
}

/** The first that has room: what leaves together costs less than what is shared out. */
function freeLane({ lanes }: Lanes): Lane | undefined {
  return lanes.find((lane) => lane.client && lane.inFlight < mostInFlight);
}

async function askPool(pool: pg.Pool, statement: Statement): Promise<TextRow[]> {
  return (await queryText(pool, statement)).map((row) => row.map((text) => text && bytesOf(text)));
}

async function askLane(pool: pg.Pool, lane: Lane, statement: Statement): Promise<TextRow[]> {
  lane.inFlight += 1;
  try {
    return await asked(statement, (query, done) => send(lane, query, done));
  } catch (error) {
    // a read of a lost connection is asked again, on one of its own
    if (lane.client && !isShutdown(error)) throw error;
    return await askPool(pool, statement);
  } finally {
    lane.inFlight -= 1;
  }
}

/** Class 57P: the database ends the connection, and says so before. */
function isShutdown(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('57P');
}

function send(lane: Lane, query: TextQuery, done: TextQuery['callback']): void {
  const client = lane.client!;
  gatherWrites(client);
  query.callback = done;
  client.query(query);
}

function learn({ took }: Lanes, name: string, ms: number): void {
  const average = took.get(name);
  if (average === undefined && took.size >= mostKnown) took.clear();
  // beyond twice the bound the rest is left out: one run behind a checkpoint is soon forgotten
  took.set(
    name,
    average === undefined ? Math.max(ms, 2 * quickMs) : average + weight * (Math.min(ms, 2 * quickMs) - average),
  );
}
