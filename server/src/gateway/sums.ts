import { histogramBounds } from '@formwork/contract/gateway/histogram.ts';
import { refusals, type RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import type { LogPlace, LogRow } from './log-row.ts';

/** Calls of a minute by an application at an API, added up. */
export interface CallSum {
  spaceId: string;
  /** Milliseconds since 1970. */
  minute: number;
  environment: string;
  api: string;
  apiName: string;
  application: string;
  consumerName: string;
  calls: number;
  refused: number;
  failed: number;
  bytesIn: number;
  bytesOut: number;
  ms: number;
  /** That their sources were busy. */
  sourceMs: number;
  /** By `histogramBounds`. */
  histogram: number[];
  /** By the hundreds of the status. */
  statuses: Record<string, number>;
  /** By the code of the refusal. */
  codes: Record<string, number>;
}

export interface CallSums {
  /** With its place, which remembers where it adds up. */
  add(row: LogRow, place?: LogPlace): void;
  /** What was added since. */
  take(): CallSum[];
  size(): number;
}

/** Added up where calls are made: what is told of them then is a few lines, however many they were. */
export function openSums(): CallSums {
  let all: CallSum[] = [];
  let places = new Map<string, Sums>();
  let minute = 0;
  let round = newRound();
  return {
    add(row, place) {
      // rows come in the order of their time: of a minute that is over nothing is added up any more
      if (row.at - minute >= 60_000 || row.at < minute) {
        minute = row.at - (row.at % 60_000);
        places = new Map();
        round = newRound();
      }
      if (place?.sum && place.round === round) return count(place.sum, row);
      const sums = inside(inside(inside(places, row.spaceId), row.environment), row.api ?? '');
      const whose = row.application ?? '';
      let sum = sums.of.get(whose);
      if (!sum) {
        sums.of.set(whose, (sum = emptySum(row, minute)));
        all.push(sum);
      }
      if (place) {
        place.sum = sum;
        place.round = round;
      }
      count(sum, row);
    },
    take() {
      const taken = all;
      all = [];
      places = new Map();
      round = newRound();
      return taken;
    },
    size: () => all.length,
  };
}

/** What a place remembers holds for one minute of one thread's sums, until they are told. */
let rounds = 0;
const newRound = (): number => (rounds += 1);

/** By space, then by environment, then by API; only these have sums. A text put together of all of them would cost each call more. */
interface Sums {
  below: Map<string, Sums>;
  of: Map<string, CallSum>;
}

function inside(among: Map<string, Sums> | Sums, name: string): Sums {
  const below = among instanceof Map ? among : among.below;
  let found = below.get(name);
  if (!found) below.set(name, (found = { below: new Map(), of: new Map() }));
  return found;
}

function emptySum(row: LogRow, minute: number): CallSum {
  return {
    spaceId: row.spaceId,
    minute,
    environment: row.environment,
    api: row.api ?? '',
    apiName: row.apiName,
    application: row.application ?? '',
    consumerName: row.consumerName,
    calls: 0,
    refused: 0,
    failed: 0,
    bytesIn: 0,
    bytesOut: 0,
    ms: 0,
    sourceMs: 0,
    histogram: histogramBounds.map(() => 0),
    statuses: {},
    codes: {},
  };
}

function count(sum: CallSum, { status, code, bytesIn, bytesOut, ms, sourceMs }: LogRow): void {
  sum.calls += 1;
  sum.bytesIn += bytesIn;
  sum.bytesOut += bytesOut;
  sum.ms += ms;
  sum.sourceMs += sourceMs;
  // what an upstream or the gateway could not do is a failure, what somebody may not is a refusal
  if (status >= 500) sum.failed += 1;
  else if (code !== '' && refusals[code as RefusalCode].status < 500) sum.refused += 1;
  let at = 0;
  while (at < histogramBounds.length - 1 && ms > histogramBounds[at]!) at += 1;
  sum.histogram[at]! += 1;
  const hundreds = statusNames[Math.floor(status / 100)] ?? '0xx';
  sum.statuses[hundreds] = (sum.statuses[hundreds] ?? 0) + 1;
  if (code !== '') sum.codes[code] = (sum.codes[code] ?? 0) + 1;
}

const statusNames = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];
