import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { histogramBounds } from '@formwork/contract/gateway/histogram.ts';
import { refusals, type RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import type { Logger } from 'pino';
import type { LogRow } from './log-row.ts';
import type { GatewaySource, Minute } from './main.ts';

/** What became of calls: rows of the log, and sums by the minute. While the database is away rows wait on the disk. */
export interface Journal {
  take(rows: readonly LogRow[]): void;
  close(): Promise<void>;
}

const writeMs = 400;
const mostAtOnce = 2_000;
const mostInMemory = 20_000;
const spoolBytes = 32 * 1024 * 1024;
const mostSpooled = 1024 * 1024 * 1024;

export function openJournal(folder: string, source: GatewaySource, log: Logger): Journal {
  const rows: LogRow[] = [];
  let minutes = new Map<string, Minute>();
  let lost = 0;
  let saidLost = 0;
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => void write(), writeMs);
  timer.unref();

  function write(): Promise<void> {
    writing ??= writeNow().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function writeNow(): Promise<void> {
    if (rows.length === 0 && minutes.size === 0 && spools().length === 0) return;
    sayLost();
    // until nothing is left: calls come in faster than one batch each time takes away
    while (rows.length > 0) {
      const batch = rows.splice(0, mostAtOnce);
      try {
        await source.writeRows(batch);
      } catch (error) {
        log.debug({ err: error }, 'the log of the gateway waits on the disk');
        keep(batch);
        for (const rest of takeAll()) keep(rest);
        return;
      }
    }
    const sums = [...minutes.values()];
    minutes = new Map();
    try {
      if (sums.length > 0) await source.writeMinutes(sums);
      await bringBack();
    } catch (error) {
      log.warn({ err: error }, 'sums of the gateway could not be written');
      for (const sum of sums) add(sum);
    }
  }

  function takeAll(): LogRow[][] {
    const batches: LogRow[][] = [];
    while (rows.length > 0) batches.push(rows.splice(0, mostAtOnce));
    return batches;
  }

  function sayLost(): void {
    if (lost === saidLost) return;
    saidLost = lost;
    log.error({ lost }, 'rows of the gateway log were lost');
  }

  function keep(batch: readonly LogRow[]): void {
    if (batch.length === 0) return;
    try {
      const there = spools();
      if (there.reduce((sum, file) => sum + statSync(file).size, 0) > mostSpooled) throw new Error('full');
      const last = there.at(-1);
      const file = last !== undefined && statSync(last).size < spoolBytes ? last : nextSpool(there);
      appendFileSync(file, linesOf(batch), { mode: 0o600 });
    } catch {
      lost += batch.length;
      sayLost();
    }
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

  async function bringBack(): Promise<void> {
    for (const file of spools()) {
      const waiting = readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => readLine(line));
      const count = waiting.length;
      try {
        while (waiting.length > 0) {
          await source.writeRows(waiting.slice(0, mostAtOnce));
          waiting.splice(0, mostAtOnce);
        }
      } catch (error) {
        // what is there already is not told twice
        if (waiting.length < count) writeFileSync(file, linesOf(waiting), { mode: 0o600 });
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
    for (const name of ['calls', 'refused', 'failed', 'bytes', 'ms'] as const) known[name] += sum[name];
    sum.histogram.forEach((count, i) => (known.histogram[i]! += count));
  }

  return {
    take(told) {
      for (const row of told) {
        add(minuteOf(row));
        if (rows.length < mostInMemory || row.code !== '') rows.push(row);
        else lost += 1;
      }
      if (rows.length >= mostAtOnce) void write();
    },
    async close() {
      clearInterval(timer);
      await writing;
      await writeNow();
    },
  };
}

const linesOf = (batch: readonly LogRow[]): string => batch.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A line that a crash cut off is no row. */
function readLine(line: string): LogRow[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as LogRow];
  } catch {
    return [];
  }
}

function minuteOf(row: LogRow): Minute {
  const histogram = histogramBounds.map(() => 0);
  const at = histogramBounds.findIndex((bound) => row.ms <= bound);
  histogram[at < 0 ? histogram.length - 1 : at] = 1;
  // what an upstream or the gateway could not do is a failure, what somebody may not is a refusal
  const failed = row.status >= 500;
  return {
    spaceId: row.spaceId,
    minute: Math.floor(row.at / 60_000) * 60_000,
    environment: row.environment,
    api: row.api ?? '',
    application: row.application ?? '',
    calls: 1,
    refused: row.code !== '' && !failed && refusals[row.code as RefusalCode].status < 500 ? 1 : 0,
    failed: failed ? 1 : 0,
    bytes: row.bytesIn + row.bytesOut,
    ms: row.ms,
    histogram,
  };
}
