/**
 * Counters that all threads of a process share, by compare-and-swap: a limit that is counted here is never exceeded, whichever
 * thread a call came in by.
 */
export interface SharedBuffers {
  rates: SharedArrayBuffer;
  running: SharedArrayBuffer;
  quotas: SharedArrayBuffer;
}

const slots = 1 << 16;
const probes = 64;

export function newBuffers(): SharedBuffers {
  // a pair of numbers a slot: whose it is, and its value
  const table = () => new SharedArrayBuffer(slots * 2 * 8);
  return { rates: table(), running: table(), quotas: table() };
}

/** Of a text, 63 bits, never zero. */
export function slotKey(text: string): bigint {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (BigInt((high & 0x7fffffff) >>> 0) << 32n) | BigInt((low >>> 0) | 1);
}

class Table {
  readonly cells: BigInt64Array;
  constructor(buffer: SharedArrayBuffer) {
    this.cells = new BigInt64Array(buffer);
  }

  /** The place of the value; a slot whose value has lost its meaning is taken over where no other is free. */
  find(key: bigint, isStale: (value: bigint) => boolean): number {
    const { cells } = this;
    const first = Number(key & BigInt(slots - 1));
    for (let probe = 0; probe < probes; probe++) {
      const at = ((first + probe) & (slots - 1)) * 2;
      const held = Atomics.load(cells, at);
      if (held === key) return at + 1;
      if (held !== 0n) continue;
      const before = Atomics.compareExchange(cells, at, 0n, key);
      if (before === 0n || before === key) return at + 1;
    }
    for (let probe = 0; probe < probes; probe++) {
      const at = ((first + probe) & (slots - 1)) * 2;
      const held = Atomics.load(cells, at);
      if (!isStale(Atomics.load(cells, at + 1))) continue;
      if (Atomics.compareExchange(cells, at, held, key) !== held) continue;
      Atomics.store(cells, at + 1, 0n);
      return at + 1;
    }
    // crowded beyond reason: share the place with whoever has it, which refuses too much and never too little
    return first * 2 + 1;
  }
}

export interface RateRule {
  count: number;
  seconds: number;
  burst: number;
}

export interface Shared {
  /** Whether one more call may come in now; where not, in how many milliseconds the next one may. */
  takeRate(key: bigint, rule: RateRule, share: number): number;
  /** Whether one more may run at the same time. */
  enter(key: bigint, most: number): boolean;
  leave(key: bigint): void;
  /** Adds to a quota unless it would go beyond `most`; answers what is used then, -1 where it would. */
  spend(key: bigint, amount: number, most: number): number;
  /** Adds whatever was used, also beyond. */
  add(key: bigint, amount: number): void;
}

/** Microseconds by a clock that never goes back and is the same for all threads. */
const now = (): bigint => process.hrtime.bigint() / 1_000n;

export function openShared({ rates, running, quotas }: SharedBuffers): Shared {
  const rateTable = new Table(rates);
  const runningTable = new Table(running);
  const quotaTable = new Table(quotas);
  const never = () => false;

  return {
    /** GCRA: the slot holds the moment at which the next call would come in evenly; a burst may run ahead of it. */
    takeRate(key, { count, seconds, burst }, share) {
      const step = BigInt(Math.max(1, Math.ceil((seconds * 1_000_000) / (count * share))));
      const ahead = step * BigInt(Math.max(1, Math.floor(burst * share)));
      const at = now();
      const place = rateTable.find(key, (value) => value < at);
      for (;;) {
        const due = Atomics.load(rateTable.cells, place);
        const base = due > at ? due : at;
        const next = base + step;
        if (next - at > ahead) return Number((next - at - ahead) / 1_000n) + 1;
        if (Atomics.compareExchange(rateTable.cells, place, due, next) === due) return 0;
      }
    },
    enter(key, most) {
      const place = runningTable.find(key, (value) => value <= 0n);
      if (Atomics.add(runningTable.cells, place, 1n) < BigInt(most)) return true;
      Atomics.sub(runningTable.cells, place, 1n);
      return false;
    },
    leave(key) {
      Atomics.sub(runningTable.cells, runningTable.find(key, never), 1n);
    },
    spend(key, amount, most) {
      const place = quotaTable.find(key, never);
      for (;;) {
        const used = Atomics.load(quotaTable.cells, place);
        if (used + BigInt(amount) > BigInt(most)) return -1;
        if (Atomics.compareExchange(quotaTable.cells, place, used, used + BigInt(amount)) === used)
          return Number(used) + amount;
      }
    },
    add(key, amount) {
      Atomics.add(quotaTable.cells, quotaTable.find(key, never), BigInt(Math.round(amount)));
    },
  };
}

/** What is used of quotas, for whoever keeps it over a restart. */
export function readQuotas({ quotas }: SharedBuffers): [string, string][] {
  const cells = new BigInt64Array(quotas);
  const used: [string, string][] = [];
  for (let at = 0; at < cells.length; at += 2) {
    const key = Atomics.load(cells, at);
    if (key !== 0n) used.push([String(key), String(Atomics.load(cells, at + 1))]);
  }
  return used;
}

export function writeQuotas({ quotas }: SharedBuffers, used: readonly [string, string][]): void {
  const table = new Table(quotas);
  for (const [key, value] of used)
    Atomics.store(
      table.cells,
      table.find(BigInt(key), () => false),
      BigInt(value),
    );
}
