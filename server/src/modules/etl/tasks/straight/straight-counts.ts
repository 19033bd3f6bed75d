import { countedRows } from '@formwork/contract/etl/task-api.ts';
import type { Straight } from '@formwork/etl/straight/straight.ts';
import type { Endpoint, TableName } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import { noteNode } from '../figures.ts';
import { step, type TaskWork } from '../prepare.ts';
import { withEndpoint } from '../sources.ts';

const longestMs = 600_000;

export interface SentStraight {
  rows: number;
  rejected: number;
  /** Where that was not known before: how many there were. */
  read?: number;
  rowsIn?: number;
  /** Of rows that went in portions: how many there are, how many of them an earlier try had written. */
  portions?: number;
  before?: number;
}

/** What is counted while rows go: how many there were, and how many came out of each node. */
export interface Counting {
  /** What is counted is the database as it is in this state; it is kept until it is said that the rows are read in it too. */
  state?: string | undefined;
  /** The table whose rows the database tells of itself, at the end. */
  walks?: TableName;
  begun(): void;
  /** Notes how many came out of each node; `loaded`: of the last, where the target said it; `walked`: of the table. */
  sent(loaded: number | undefined, walked?: number): Promise<SentStraight>;
  end(): Promise<void>;
}

/** What is to be counted: the rows of `from`, and those that the statement `out` reads of them. */
export interface Counted {
  source: Straight['source'];
  straight: Straight;
  from: string;
  out: string;
}

/**
 * Where the statement walks through its whole table, the database knows how many rows it had, and the target knows how many came; nobody
 * counts then. Undefined where it says nothing, or there is more to know.
 */
export async function countWalked(work: TaskWork, endpoint: Endpoint, counted: Counted): Promise<Counting | undefined> {
  const { source, straight, from, out } = counted;
  const drops = straight.counts.filter(({ same }) => !same);
  if (source.kind !== 'tableSource' || drops.length !== 1 || !endpoint.walks) return undefined;
  const table = { schema: source.schema, name: source.table };
  if (!(await walks(work, endpoint, out, table))) return undefined;
  const began = Date.now();
  return {
    walks: table,
    begun() {},
    async sent(loaded, walked) {
      // its plan has become another one meanwhile, or the rows were there before: the line may have ended
      if (loaded === undefined) {
        const [read, rows] = await countedNow(work, source, [from, straight.sql(from)]);
        return noteCounts(work, counted, { began, all: [read!], rows: rows! });
      }
      const all = walked && walked >= loaded ? [walked] : await countedNow(work, source, [from]).catch(unknown(work));
      return noteCounts(work, counted, { began, all, rows: loaded });
    },
    end: () => Promise.resolve(),
  };
}

async function walks(work: TaskWork, endpoint: Endpoint, out: string, table: TableName): Promise<boolean> {
  // what only speaks like it may not say so
  return (await endpoint.walks!(out, table).catch(unknown(work))) === true;
}

/** Figures of rows that are there are no reason to fail. */
function unknown({ ctx, run, signal }: TaskWork): (error: unknown) => undefined {
  return (error) => {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    ctx.platform.log.info({ err: error, run, data: error.data }, 'rows of a task could not be counted');
    return undefined;
  };
}

/**
 * Rows are counted while they go, on a line of its own: what cannot be told from those that came out at the end. Undefined where there
 * is no such line.
 */
export async function countBeside(work: TaskWork, counted: Counted): Promise<Counting | undefined> {
  const { ctx, run, taskId, signal } = work;
  const { source, straight, from } = counted;
  const began = Date.now();
  const over = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<Counting>();
  const drops = straight.counts.filter(({ same }) => !same);
  const line = withEndpoint(ctx, source.connection, { kind: 'etl.task', id: taskId }, async (endpoint) => {
    // what comes out is what there was
    const { state, ask, end } = drops.length === 0 ? nothingAsked : await endpoint.still!();
    signal.addEventListener('abort', () => void end(), { once: true });
    const count = async (rows: string): Promise<number> =>
      Number((await ask(`select count(*) from (${rows}\n) as c`))[0]);
    /** Of the source, and of each node that leaves rows out but for the last. */
    const counts = async (): Promise<number[]> => {
      if (drops.length === 0) return [];
      const first = await count(from);
      const rest: number[] = [];
      if (first <= countedRows) for (const node of drops.slice(0, -1)) rest.push(await count(node.sql(from)));
      return [first, ...rest];
    };
    const known = (async () => {
      try {
        return await counts();
      } catch (error) {
        if (signal.aborted || !(error instanceof AppError)) throw error;
        ctx.platform.log.info({ err: error, run, data: error.data }, 'rows of a task could not be counted');
        return undefined;
      } finally {
        // a table that is read and replaced at once can be replaced when nobody holds it any more
        await isRead.promise;
        await end();
      }
    })();
    // where the rows break off nobody asks for it
    known.catch(() => {});
    ready.resolve({
      state,
      begun: isRead.resolve,
      async sent(loaded) {
        const all = await known;
        const rows = loaded ?? (await countNow(endpoint, straight.sql(from), signal));
        return noteCounts(work, counted, { began, all, rows });
      },
      async end() {
        isRead.resolve();
        over.resolve();
        await line.catch(() => {});
      },
    });
    await over.promise;
    await end();
  });
  line.catch(ready.reject);
  try {
    return await ready.promise;
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    ctx.platform.log.info({ err: error, run, data: error.data }, 'no rows of a task are counted beside it');
    return undefined;
  }
}

const nothingAsked = { state: undefined, ask: () => Promise.resolve([]), end: () => Promise.resolve() };

/** `all`: of the source, and of each node that leaves rows out but for the last; `rows`: of the last. */
async function noteCounts(
  { ctx, run, steps }: TaskWork,
  { source, straight }: Counted,
  { began, all, rows }: { began: number; all: number[] | undefined; rows: number },
): Promise<SentStraight> {
  // what is inserted over there is of a later state than what was counted
  const read = Math.max(all?.[0] ?? rows, rows);
  await noteNode(ctx, run, source.id, { state: 'done', rowsIn: read, rows: read });
  steps.push(step(source.id, began, { rows: read }));
  if (read <= countedRows && all) {
    const left = [...all.slice(1), rows];
    let rowsIn = read;
    for (const { node, same } of straight.counts) {
      const out = same ? rowsIn : left.shift()!;
      await noteNode(ctx, run, node, { state: 'done', rowsIn, rows: out });
      rowsIn = out;
    }
  }
  return { rows, rejected: 0, read, rowsIn: rows };
}

async function countedNow(
  { ctx, taskId, signal }: TaskWork,
  source: Straight['source'],
  of: string[],
): Promise<number[]> {
  return withEndpoint(ctx, source.connection, { kind: 'etl.task', id: taskId }, async (endpoint) => {
    const counts: number[] = [];
    for (const rows of of) counts.push(await countNow(endpoint, rows, signal));
    return counts;
  });
}

async function countNow(endpoint: Endpoint, rows: string, signal: AbortSignal): Promise<number> {
  const counted = await endpoint.query(`select count(*) from (${rows}\n) as c`, { ms: longestMs, signal });
  return Number(counted.rows[0]![0]);
}
