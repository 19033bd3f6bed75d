import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
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
const mostSpooled = 1024 * 1024 * 1024;

export function openJournal(folder: string, source: GatewaySource, log: Logger): Journal {
  const spool = path.join(folder, 'log.spool');
  const rows: LogRow[] = [];
  let minutes = new Map<string, Minute>();
  let lost = 0;
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
    const batch = rows.splice(0, mostAtOnce);
    const sums = [...minutes.values()];
    if (batch.length === 0 && sums.length === 0 && !existsSync(spool)) return;
    try {
      if (batch.length > 0) await source.writeRows(batch);
    } catch (error) {
      log.debug({ err: error }, 'the log of the gateway waits on the disk');
      return keep(batch);
    }
    try {
      minutes = new Map();
      if (sums.length > 0) await source.writeMinutes(sums);
      await bringBack();
    } catch (error) {
      log.warn({ err: error }, 'sums of the gateway could not be written');
      for (const sum of sums) add(sum);
    }
  }

  function keep(batch: readonly LogRow[]): void {
    if (batch.length === 0) return;
    try {
      if (existsSync(spool) && statSync(spool).size > mostSpooled) throw new Error('full');
      appendFileSync(spool, batch.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
    } catch {
      lost += batch.length;
      log.error({ lost }, 'rows of the gateway log were lost');
    }
  }

  async function bringBack(): Promise<void> {
    if (!existsSync(spool)) return;
    const lines = readFileSync(spool, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    for (let at = 0; at < lines.length; at += mostAtOnce)
      await source.writeRows(lines.slice(at, at + mostAtOnce).map((line) => JSON.parse(line) as LogRow));
    rmSync(spool);
    log.info({ rows: lines.length }, 'the log of the gateway is up to date again');
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
      while (rows.length > 0) await writeNow();
      await writeNow();
    },
  };
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
