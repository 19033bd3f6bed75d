import { text } from 'node:stream/consumers';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { mayPortion, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { straightOf, type Straight } from '@formwork/etl/straight/straight.ts';
import type { Endpoint, KeyRange, Ranges } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import { doubleQuoted, onceTable, quotedTable, textQuoted } from '../../endpoints/names.ts';
import { selectOf } from '../../endpoints/postgres/postgres.ts';
import { schemaChanged } from '../changed-schema.ts';
import { noteNode, passingRows } from '../figures.ts';
import type { Behind, Stage, TaskMemory } from '../memory.ts';
import { isPortioned, noteSent, readSent, type SentPortions } from '../kept/portions.ts';
import { at as atNode, noteEveryMs, step, type TaskWork } from '../prepare.ts';
import { readOf, withEndpoint } from '../sources.ts';
import type { SentStraight } from './straight-counts.ts';
import type { StraightForm } from './straight-form.ts';

// Rows that go straight, portion by portion: each is a range of the key of the source, and noted before it goes.

/** The way as source and target are now. */
type WayNow = (
  work: TaskWork,
  drawn: Straight,
  endpoint: Endpoint,
) => Promise<{ straight: Straight; form: StraightForm; columns: DataColumn[] } | undefined>;

export async function preparePortioned(
  work: TaskWork,
  drawn: Straight,
  wayNow: WayNow,
): Promise<TaskMemory | undefined> {
  const { ctx, run, taskId, memory } = work;
  const { source, target } = drawn;
  if (!mayBeParted(drawn)) return undefined;
  return atNode(source.id, () =>
    withEndpoint(ctx, source.connection, { kind: 'etl.task', id: taskId }, async (endpoint) => {
      const way = await wayNow(work, drawn, endpoint);
      const ranges = way && (await rangesOf(work, drawn, endpoint, undefined));
      if (!ranges) return undefined;
      const { key, upTo } = ranges;
      await ranges.end();
      await noteNode(ctx, run, source.id, { part: 'source', state: 'running' });
      await noteNode(ctx, run, target.id, { part: 'target', state: 'waiting', rowsIn: 0, rows: 0 });
      const straight = { after: null, upTo: null, by: { key, upTo } };
      const stage: Stage = {
        key: memory.keys[target.id]!,
        size: 0,
        sha256: '',
        rows: 0,
        columns: way.columns,
        straight,
      };
      return { ...memory, road: 'straight', stages: { [target.id]: stage }, positions: {}, read: 0, rejected: 0 };
    }),
  );
}

export async function sendPortioned(
  work: TaskWork,
  { by }: NonNullable<Stage['straight']>,
  wayNow: WayNow,
): Promise<SentStraight | { behind: Behind } | undefined> {
  const { ctx, run, task, taskId, signal, steps } = work;
  const drawn = straightOf(task);
  if (!drawn || !by) return undefined;
  const { source, target } = drawn;
  const usedBy = { kind: 'etl.task', id: taskId };
  const began = Date.now();
  const { note, takenBack } = passingRows(ctx, run, target.id, noteEveryMs);
  let sent: Straightened = { portions: 0, rows: 0, rejected: 0, read: 0, ...(await readSent(work, target.id)) };
  const before = sent.portions;
  return withEndpoint(ctx, source.connection, usedBy, async (endpoint) => {
    const way = await wayNow(work, drawn, endpoint);
    // while ranges are read the line is theirs
    const rowsIn = await rowsWithin(drawn, endpoint);
    const ranges = way && (await rangesOf(work, drawn, endpoint, by));
    if (!ranges || ranges.key !== by.key) {
      await ranges?.end();
      return before === 0 ? undefined : Promise.reject(schemaChanged(source, [by.key]));
    }
    const given = new AbortController();
    const all = AbortSignal.any([signal, given.signal]);
    const picked = (condition: string) =>
      `select ${way.form.picks} from (${way.straight.sql(rowsIn(condition))}\n) as r`;
    const count = async (range: KeyRange, rows: (condition: string) => string): Promise<number> => {
      const of = (condition: string) => `select count(*) from (${rows(condition)}\n) as c`;
      return Number(await text((await ranges.read(range, { signal: all, form: 'text', of })).bytes));
    };
    const drops = way.straight.counts.some(({ same }) => !same);
    try {
      const done = await withEndpoint(ctx, target.connection, usedBy, async (to) => {
        // of the portion that was under way it is not known whether it came
        let range = sent.upTo === undefined ? await ranges.next(sent.after) : { after: sent.after, upTo: sent.upTo };
        let mayBeThere = sent.upTo !== undefined;
        for (; range; range = await ranges.next(sent.after)) {
          sent = underWay(sent, range);
          if (!(await noteSent(work, target.id, sent))) throw new Error('another process went on with the run');
          const once = `${run}/${target.id}/k${sent.portions}`;
          const isThere = mayBeThere && (await came(to, target, once));
          mayBeThere = false;
          const [read, rows] = isThere
            ? [await count(range, rowsIn), await count(range, picked)]
            : [drops ? await count(range, rowsIn) : undefined, await load(to, range, once)];
          sent = {
            portions: sent.portions + 1,
            rows: sent.rows + rows,
            rejected: 0,
            read: sent.read + Math.max(read ?? rows, rows),
            after: range.upTo,
          };
          await noteSent(work, target.id, sent);
          await noteNode(ctx, run, source.id, { state: 'running', rowsIn: sent.read, rows: sent.read });
          await work.moved();
        }
        return sent;
      });
      await noteNode(ctx, run, source.id, { state: 'done', rowsIn: done.read, rows: done.read });
      await noteBetween(work, way.straight, done);
      steps.push(step(source.id, began, { rows: done.read, key: by.key, upTo: by.upTo }));
      const { portions, rows, read } = done;
      return { rows, rejected: 0, read, rowsIn: rows, portions, ...(before > 0 && { before }) };
    } catch (error) {
      // who sends rows that nobody takes any more would never end
      given.abort(error);
      await takenBack();
      await noteSent(work, target.id, sent);
      if (!(error instanceof AppError)) throw error;
      const isRefused = error.code.startsWith('etl.row.refused');
      if (sent.portions === 0 && (isRefused || error.code === 'etl.sql.failed')) {
        ctx.platform.log.info({ err: error, run, data: error.data }, 'rows of a task go by way of the engine');
        return undefined;
      }
      if (!isRefused) throw error;
      // what is written stays: the engine looks at what comes behind it
      const { read, rows, portions, after } = sent;
      return { behind: { node: source.id, key: by.key, after: after!, read, rows, portions } };
    } finally {
      await ranges.end();
    }

    async function load(to: Endpoint, range: KeyRange, once: string): Promise<number> {
      const seen = (rows: number, bytes: number) => note(sent.rows + rows, bytes);
      const rows = await ranges!.read(range, { signal: all, form: way!.form.form, of: picked, seen });
      const into = { table: { schema: target.schema, name: target.table }, mode: target.mode, keys: target.keys, once };
      const loaded = await to.load(into, { ...rows, columns: way!.columns }, { signal });
      if (loaded.already) throw new Error('another process went on with the run');
      return loaded.rows;
    }
  });
}

type Straightened = SentPortions & { read: number };

const underWay = (sent: Straightened, { after, upTo }: KeyRange): Straightened => ({ ...sent, after, upTo });

/** Rows by themselves: what becomes of each hangs on no other one, nothing but its target may refuse it, and a mark is read another way. */
function mayBeParted({ source, target, work, counts }: Straight): boolean {
  if (source.kind !== 'tableSource' || source.watermark !== '' || work) return false;
  return mayPortion(target.mode) && counts.filter(({ same }) => !same).length <= 1;
}

function rangesOf(
  { signal }: TaskWork,
  { source, target }: Straight,
  endpoint: Endpoint,
  earlier: Pick<Ranges, 'key' | 'upTo'> | undefined,
): Promise<Ranges | undefined> {
  if (source.kind !== 'tableSource' || !isPortioned(target) || !endpoint.ranges) return Promise.resolve(undefined);
  const table = { schema: source.schema, name: source.table };
  const columns = source.columns.map(({ name }) => name);
  return endpoint.ranges({ table, ...(columns.length > 0 && { columns }), rows: target.portion, earlier, signal });
}

async function rowsWithin({ source }: Straight, endpoint: Endpoint): Promise<(condition: string) => string> {
  const read = readOf(source, { usedBy: { kind: 'etl.task', id: source.id } }, endpoint);
  const usual = await selectOf(read, (table) => endpoint.columns(table));
  return (condition) => `${usual} where ${condition}`;
}

async function came(
  to: Endpoint,
  { schema }: Pick<TaskNodeOf<'tableTarget'>, 'schema'>,
  once: string,
): Promise<boolean> {
  const table = quotedTable({ schema, name: onceTable });
  const { rows } = await to.query(`select 1 from ${table} where ${doubleQuoted('key')} = ${textQuoted(once)}`);
  return rows.length > 0;
}

async function noteBetween({ ctx, run }: TaskWork, { counts }: Straight, { read, rows }: Straightened): Promise<void> {
  let rowsIn = read;
  for (const { node, same } of counts) {
    const out = same ? rowsIn : rows;
    await noteNode(ctx, run, node, { state: 'done', rowsIn, rows: out });
    rowsIn = out;
  }
}
