import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { sourceTable } from '@formwork/etl/graph.ts';
import { literal, quoted, sqlType } from '@formwork/etl/sql.ts';
import type { EngineSession, KeyRange, Ranges } from '../../../../platform/engine/port.ts';
import { FileMissing } from '../../../../platform/files/files.ts';
import { newId } from '../../../../platform/ids.ts';
import { counted } from '../counted.ts';
import { keptRanges, noteRanges, type KeptPart, type KeptRanges } from './kept-sources.ts';
import type { TaskWork } from '../prepare.ts';
import { stillThere, withEndpoint, type Reading } from '../sources.ts';

// A large table is read range by range, and each range is kept: a run that lost its process goes on behind the last one.

interface RangedRows {
  rows: number;
  bytes: number;
  /** How many ranges there are, how many of them an earlier try of the run had read. */
  ranges: number;
  before: number;
  key: string;
  upTo: string;
  /** How many states of the database the rows show; undefined where each range may show its own. */
  states: number | undefined;
}

/** What the log of a run says of them. */
export function rangesOf({ ranges, before, key, upTo, states }: RangedRows): Record<string, unknown> {
  return { ranges, ...(before > 0 && { before }), key, upTo, ...(states !== undefined && { states }) };
}

/** The rows of a source as its table in the session; undefined where they are read all at once. */
export async function readRanged(
  work: TaskWork,
  session: EngineSession,
  node: TaskNodeOf<'tableSource'>,
  { onChange, usedBy, seen }: Pick<Reading, 'onChange' | 'usedBy' | 'seen'>,
): Promise<RangedRows | undefined> {
  const { ctx, memory, payload, signal } = work;
  // what is read behind a mark has to be of one state: rows that change while it is read would be behind the mark unseen
  if (node.changes || node.watermark !== '' || payload.sent || memory.keys[node.id] === undefined) return undefined;
  const earlier = await keptRanges(work, node);
  const found = new Parts(work, session, node, seen);
  const before = earlier ? await found.open(earlier) : 0;
  const kept = earlier && { ...earlier, parts: found.kept };
  const answer = async (ranges: KeptRanges): Promise<RangedRows> => {
    await found.join(onChange === 'ignore');
    const { key, upTo, states, parts } = ranges;
    return { rows: found.rows, bytes: found.bytes, ranges: parts.length, before, key, upTo, states };
  };
  if (kept && kept.parts.at(-1)?.upTo === kept.upTo) return answer(kept);
  return withEndpoint(ctx, node.connection, usedBy, async (endpoint) => {
    const known = onChange === 'ignore' && endpoint.ranges ? await stillThere(node, endpoint) : node;
    const ranges = await endpoint.ranges?.({
      table: { schema: node.schema, name: node.table },
      ...(known.columns.length > 0 && { columns: known.columns.map(({ name }) => name) }),
      rows: ctx.platform.config.etlRangeRows,
      earlier: kept,
      signal,
    });
    if (!ranges) {
      await found.drop();
      return undefined;
    }
    try {
      const same = kept?.key === ranges.key && kept.upTo === ranges.upTo;
      if (kept && !same) await found.drop();
      const goesOn = same && kept.parts.length > 0;
      const states = ranges.still ? (goesOn ? kept.states && kept.states + 1 : 1) : undefined;
      const all = await found.read(ranges, { key: ranges.key, upTo: ranges.upTo, states, parts: found.kept });
      return await answer(all);
    } finally {
      await ranges.end();
    }
  });
}

/** Each range is a file of the engine, in the folder of the session and in the store. */
class Parts {
  rows = 0;
  bytes = 0;
  kept: KeptPart[] = [];
  readonly #work: TaskWork;
  readonly #session: EngineSession;
  readonly #node: TaskNodeOf<'tableSource'>;
  readonly #seen: Reading['seen'];
  /** How many are open. */
  #count = 0;

  constructor(work: TaskWork, session: EngineSession, node: TaskNodeOf<'tableSource'>, seen: Reading['seen']) {
    this.#work = work;
    this.#session = session;
    this.#node = node;
    this.#seen = seen;
  }

  /** What is there of those that were kept, up to the first that is not. */
  async open({ parts, coming }: KeptRanges): Promise<number> {
    if (coming !== undefined) await this.#work.ctx.platform.files.remove(coming);
    for (const part of parts) {
      const file = this.#file();
      try {
        const content = await this.#work.ctx.platform.files.open(part.key);
        await pipeline(content, createWriteStream(file, { mode: 0o600 }), { signal: this.#work.signal });
      } catch (error) {
        // a backup takes none of it along
        if (error instanceof FileMissing) break;
        throw error;
      }
      await this.#attach(file);
      this.#take(part);
    }
    return this.kept.length;
  }

  async read(ranges: Ranges, begun: KeptRanges): Promise<KeptRanges> {
    let all = begun;
    let isKept = true;
    for (;;) {
      const range = await ranges.next(all.parts.at(-1)?.upTo);
      if (!range) return all;
      const key = newId();
      // noted before it is there, so that nothing is left behind
      if (isKept) await noteRanges(this.#work, this.#node, { ...all, coming: key });
      const file = await this.#part(ranges, range, key);
      isKept &&= await this.#keep(key, file);
      all = { ...begun, parts: this.kept.slice() };
      if (!isKept) continue;
      await noteRanges(this.#work, this.#node, all);
      await this.#work.moved();
    }
  }

  /** All of them as the table of the source. */
  async join(fillsGone: boolean): Promise<void> {
    const { columns } = this.#node;
    const first = `${this.#name(0)}.rows`;
    const there = fillsGone ? await this.#session.describe(`select * from ${first}`) : [];
    const gone = fillsGone ? columns.filter(({ name }) => !there.some((one) => one.name === name)) : [];
    // what the task knows and the table has no more is blank
    const blanks = gone.map((column) => `, cast(null as ${sqlType(column)}) as ${quoted(column.name)}`).join('');
    const each = Array.from({ length: this.#count }, (_, n) => `select *${blanks} from ${this.#name(n)}.rows`);
    await this.#session.run(`create view ${quoted(sourceTable(this.#node.id))} as ${each.join(' union all ')}`);
  }

  async drop(): Promise<void> {
    for (let n = 0; n < this.#count; n += 1) await this.#session.run(`detach ${this.#name(n)}`);
    const { ctx } = this.#work;
    for (const { key } of this.kept) await ctx.platform.files.remove(key);
    [this.rows, this.bytes, this.kept, this.#count] = [0, 0, [], 0];
  }

  async #part(ranges: Ranges, range: KeyRange, key: string): Promise<string> {
    const { signal } = this.#work;
    let bytes = 0;
    const seen = (rows: number, many: number): void => {
      bytes = many;
      this.#seen?.(this.rows + rows, this.bytes + many);
    };
    const stream = counted(await ranges.read(range, { signal }), seen);
    const file = this.#file();
    await this.#session.run(`attach ${literal(file)} as making`);
    const { rows } = await this.#session.fill('rows', stream, { signal, within: 'making' });
    await this.#session.run('detach making');
    await this.#attach(file);
    this.#take({ key, rows, bytes, upTo: range.upTo });
    return file;
  }

  async #keep(key: string, file: string): Promise<boolean> {
    const { ctx, run, signal } = this.#work;
    try {
      await ctx.platform.files.put(createReadStream(file), key);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      // the run does without: read once more it is only slower
      ctx.platform.log.warn({ err: error, run, node: this.#node.id }, 'what a source delivered was not kept');
      return false;
    }
  }

  #take(part: KeptPart): void {
    this.rows += part.rows;
    this.bytes += part.bytes;
    this.kept.push(part);
    this.#seen?.(this.rows, this.bytes);
  }

  #file(): string {
    return path.join(this.#session.folder, `range-${this.#node.id}-${this.#count}`);
  }

  async #attach(file: string): Promise<void> {
    await this.#session.run(`attach ${literal(file)} as ${this.#name(this.#count)} (read_only)`);
    this.#count += 1;
  }

  #name(n: number): string {
    return quoted(`r_${this.#node.id}_${n}`);
  }
}
