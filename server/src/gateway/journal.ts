import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writevSync,
} from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { LogRow } from './log-row.ts';
import type { GatewaySource, Minute } from './main.ts';
import type { CallSum } from './sums.ts';
import type { Lines, Told } from './told.ts';

/** What became of calls: rows of the log, and sums by the minute. While the database is away rows wait on the disk. */
export interface Journal {
  take(told: Told): void;
  close(): Promise<void>;
}

const writeMs = 400;
/** Until a database that was away is asked again. */
const awayMs = 2_000;
const mostAtOnce = 2_000;
const mostInMemory = 20_000;
const spoolBytes = 32 * 1024 * 1024;
/** Longer than any line: bodies of both ways and all. */
const pieceBytes = 1024 * 1024;
const mostSpooled = 1024 * 1024 * 1024;

/** `giveBack` hears of pages that were told and are of no more use here. */
export function openJournal(
  folder: string,
  source: GatewaySource,
  log: Logger,
  giveBack: (page: Lines) => void = () => {},
): Journal {
  let pages: Lines[] = [];
  let minutes = new Map<string, Minute>();
  let lost = 0;
  let saidLost = 0;
  let writing: Promise<void> | undefined;
  let awayUntil = 0;
  const timer = setInterval(() => void write(), writeMs);
  timer.unref();

  function write(): Promise<void> {
    writing ??= writeNow().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function writeNow(): Promise<void> {
    if (pages.length === 0 && minutes.size === 0 && spools().length === 0) return;
    sayLost();
    if (performance.now() < awayUntil) {
      // what cannot be written yet goes to the disk as it is
      keep(takeAll());
      return;
    }
    // until nothing is left: calls come in faster than one batch each time takes away
    while (pages.length > 0) {
      const batch = takeBatch();
      try {
        await writeRows(batch.flatMap(rowsOf));
        batch.forEach(giveBack);
      } catch (error) {
        log.debug({ err: error }, 'the log of the gateway waits on the disk');
        awayUntil = performance.now() + awayMs;
        keep([...batch, ...takeAll()]);
        return;
      }
    }
    await writeSums();
    try {
      await bringBack();
    } catch (error) {
      log.debug({ err: error }, 'the log of the gateway waits on the disk still');
      awayUntil = performance.now() + awayMs;
    }
  }

  /** One space after the other: what is written of one must not be added once more because another's was not. */
  async function writeSums(): Promise<void> {
    const waiting = [...Map.groupBy(minutes.values(), (sum) => sum.spaceId).values()];
    minutes = new Map();
    while (waiting.length > 0) {
      const own = waiting.shift()!;
      try {
        await source.writeMinutes(own);
      } catch (error) {
        log.warn({ err: error }, 'sums of the gateway could not be written');
        // whose failed is last the next time
        for (const sum of [...waiting.flat(), ...own]) add(sum);
        return;
      }
    }
  }

  async function writeRows(batch: readonly LogRow[]): Promise<void> {
    for (const own of Map.groupBy(batch, (row) => row.spaceId).values()) await writeOrGiveUp(own);
  }

  /**
   * One row that the database takes in no form is given up: tried again for ever, it would hold up all behind it. One that is there
   * already is one whose commit was not heard of.
   */
  async function writeOrGiveUp(own: readonly LogRow[]): Promise<void> {
    try {
      await source.writeRows(own);
    } catch (error) {
      if (!isOfValues(error) && !isThere(error)) throw error;
      if (own.length > 1) {
        const half = own.length >> 1;
        await writeOrGiveUp(own.slice(0, half));
        await writeOrGiveUp(own.slice(half));
        return;
      }
      if (isThere(error)) return;
      lost += 1;
      log.error({ err: error, id: own[0]!.id }, 'a row of the gateway log is none that the database takes');
    }
  }

  function takeAll(): Lines[] {
    const all = pages;
    pages = [];
    return all;
  }

  function takeBatch(): Lines[] {
    let enough = 0;
    for (let count = 0; enough < pages.length && count < mostAtOnce; enough += 1) count += pages[enough]!.count;
    return pages.splice(0, enough);
  }

  function sayLost(): void {
    if (lost === saidLost) return;
    saidLost = lost;
    log.error({ lost }, 'rows of the gateway log were lost');
  }

  function keep(batch: readonly Lines[]): void {
    if (batch.length === 0) return;
    try {
      const there = spools();
      if (there.reduce((sum, file) => sum + statSync(file).size, 0) > mostSpooled) throw new Error('full');
      const last = there.at(-1);
      const file = last !== undefined && statSync(last).size < spoolBytes ? last : nextSpool(there);
      append(file, batch);
    } catch {
      lost += countOf(batch);
      sayLost();
    }
    batch.forEach(giveBack);
  }

  /** In the order in which they were written, each as long as can be read at once. */
  function spools(): string[] {
    return readdirSync(folder)
      .filter((name) => /^log-\d{8}\.spool$/.test(name))
      .toSorted()
      .map((name) => path.join(folder, name));
  }

  function nextSpool(there: readonly string[]): string {
    const last = Number(/(\d{8})\.spool$/.exec(there.at(-1) ?? '')?.[1] ?? 0);
    return path.join(folder, `log-${String(last + 1).padStart(8, '0')}.spool`);
  }

  /** Piece by piece: a database that is away still is found out by the first of them. */
  async function bringBack(): Promise<void> {
    for (const file of spools()) {
      let done = 0;
      let count = 0;
      try {
        for (let piece = pieceOf(file, 0); piece.length > 0; piece = pieceOf(file, done)) {
          const rows = piece.toString().split('\n').flatMap(readLine);
          await writeRows(rows);
          done += piece.length;
          count += rows.length;
        }
      } catch (error) {
        // what is there already is not told twice
        if (done > 0) writeFileSync(file, readFileSync(file).subarray(done), { mode: 0o600 });
        throw error;
      }
      rmSync(file);
      log.info({ rows: count }, 'rows of the gateway log that waited are written');
    }
  }

  function add(sum: Minute): void {
    const key = `${sum.spaceId} ${sum.minute} ${sum.environment} ${sum.api} ${sum.application}`;
    const known = minutes.get(key);
    if (!known) {
      minutes.set(key, sum);
      return;
    }
    for (const name of ['calls', 'refused', 'failed', 'bytes', 'ms', 'sourceMs'] as const) known[name] += sum[name];
    sum.histogram.forEach((count, i) => (known.histogram[i]! += count));
  }

  return {
    take({ calls, refused, sums }) {
      for (const sum of sums) add(minuteOf(sum));
      if (refused.length > 0) pages.push(linesOf(refused));
      let held = countOf(pages);
      for (const page of calls) {
        if (held + page.count > mostInMemory) {
          lost += page.count;
          giveBack(page);
        } else {
          pages.push(page);
          held += page.count;
        }
      }
      if (held >= mostAtOnce) void write();
    },
    async close() {
      clearInterval(timer);
      await writing;
      awayUntil = 0;
      await writeNow();
    },
  };
}

const countOf = (pages: readonly Lines[]): number => pages.reduce((sum, { count }) => sum + count, 0);

const rowsOf = ({ bytes }: Lines): LogRow[] =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().split('\n').flatMap(readLine);

/** As they are: pages are long, and are not copied into one. */
function append(file: string, pages: readonly Lines[]): void {
  const handle = openSync(file, 'a', 0o600);
  try {
    const before = fstatSync(handle).size;
    const all = pages.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (
      writevSync(
        handle,
        pages.map(({ bytes }) => bytes),
      ) === all
    )
      return;
    // half a line would spoil the next
    ftruncateSync(handle, before);
    throw new Error('full');
  } finally {
    closeSync(handle);
  }
}

export function linesOf(lines: readonly string[]): Lines {
  return { bytes: new Uint8Array(Buffer.from(lines.map((line) => `${line}\n`).join(''))), count: lines.length };
}

/** Class 22 of SQL's states: a value that is none of its type. */
function isOfValues(error: unknown): boolean {
  return (error as { code?: unknown }).code?.toString().startsWith('22') === true;
}

const isThere = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';

/** Whole lines from there on; what a crash cut off is the end of a file. */
function pieceOf(file: string, from: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const bytes = piece.subarray(0, readSync(handle, piece, 0, pieceBytes, from));
    const lines = bytes.lastIndexOf(0x0a) + 1;
    return lines > 0 ? bytes.subarray(0, lines) : bytes;
  } finally {
    closeSync(handle);
  }
}

/** A line that a crash cut off is no row. */
function readLine(line: string): LogRow[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as LogRow];
  } catch {
    return [];
  }
}

function minuteOf(sum: CallSum): Minute {
  const { spaceId, minute, environment, api, application, calls, refused, failed, ms, sourceMs, histogram } = sum;
  const bytes = sum.bytesIn + sum.bytesOut;
  return { spaceId, minute, environment, api, application, calls, refused, failed, bytes, ms, sourceMs, histogram };
}
