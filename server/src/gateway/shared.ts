/**
 * Counters that all threads of a process share, by compare-and-swap: a limit that is counted here is never exceeded, whichever
 * thread a call came in by.
 */
export interface SharedBuffers {
  rates: SharedArrayBuffer;
  running: SharedArrayBuffer;
  quotas: SharedArrayBuffer;
  /** Signatures that were seen. */
  nonces: SharedArrayBuffer;
  /** Where several processes share the limits: the part of this one. */
  leases: SharedArrayBuffer;
}

const slots = 1 << 16;
/** Of ten minutes: some 1,700 a second. */
const nonceSlots = 1 << 20;
const probes = 64;

export function newBuffers(leaseBytes = 0): SharedBuffers {
  // a pair of numbers a slot: whose it is, and its value; what nobody writes to takes no memory
  const table = (count = slots, width = 2) => new SharedArrayBuffer(count * width * 8);
  return {
    rates: table(),
    running: table(),
    quotas: table(slots, quotaWidth),
    nonces: table(nonceSlots),
    leases: new SharedArrayBuffer(leaseBytes),
  };
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
  readonly #mask: number;
  constructor(buffer: SharedArrayBuffer) {
    this.cells = new BigInt64Array(buffer);
    this.#mask = this.cells.length / 2 - 1;
  }

  /** The place of the value; a slot whose value has lost its meaning is taken over where no other is free. */
  find(key: bigint, isStale: (value: bigint) => boolean): number {
    const { cells } = this;
    const first = Number(key & BigInt(this.#mask));
    for (let probe = 0; probe < probes; probe++) {
      const at = ((first + probe) & this.#mask) * 2;
      const held = Atomics.load(cells, at);
      if (held === key) return at + 1;
      if (held !== 0n) continue;
      const before = Atomics.compareExchange(cells, at, 0n, key);
      if (before === 0n || before === key) return at + 1;
    }
    for (let probe = 0; probe < probes; probe++) {
      const at = ((first + probe) & this.#mask) * 2;
      const held = Atomics.load(cells, at);
      // a value that lost its meaning says the same as none
      if (!isStale(Atomics.load(cells, at + 1))) continue;
      const before = Atomics.compareExchange(cells, at, held, key);
      if (before === held || before === key) return at + 1;
    }
    // crowded beyond reason: share the place with whoever has it, which refuses too much and never too little
    return first * 2 + 1;
  }
}

/** Whose it is, what is used, and the hour (since 1970) from which on its period is over for certain. */
const quotaWidth = 3;
const [usedAt, overAt] = [1, 2];
/** Calls that a period ends under are counted still. */
const lateHours = 1;
/** No period is longer: of what nobody knows the end of. */
const unknownHours = 40 * 24;
const hoursOf = (ms: number): number => Math.floor(ms / 3_600_000);

class QuotaTable {
  readonly #cells: BigInt64Array;
  readonly #halves: Int32Array;
  constructor(buffer: SharedArrayBuffer) {
    this.#cells = new BigInt64Array(buffer);
    // the half of a key that is never zero, as a plain number: half the time of asking every empty slot for a bigint
    this.#halves = new Int32Array(buffer);
  }

  used(key: bigint): number {
    const at = this.#known(key);
    return at < 0 ? 0 : Number(Atomics.load(this.#cells, at + usedAt));
  }

  /** Answers what is used then, -1 where it would be more than `most`. `until`: when the period ends, as far as it is known. */
  spend(key: bigint, amount: bigint, most: bigint, until?: number): number {
    const at = this.#find(key, until) + usedAt;
    for (;;) {
      const used = Atomics.load(this.#cells, at);
      if (used + amount > most) return -1;
      if (Atomics.compareExchange(this.#cells, at, used, used + amount) === used) return Number(used + amount);
    }
  }

  add(key: bigint, amount: number, until?: number): void {
    Atomics.add(this.#cells, this.#find(key, until) + usedAt, BigInt(Math.round(amount)));
  }

  /** Of periods that run. */
  all(): KeptQuota[] {
    const kept: KeptQuota[] = [];
    for (let at = 0; at < this.#cells.length; at += quotaWidth) {
      if (this.#halves[at * 2] === 0) continue;
      const over = Atomics.load(this.#cells, at + overAt);
      if (this.#isOver(over)) continue;
      kept.push([String(Atomics.load(this.#cells, at)), String(Atomics.load(this.#cells, at + usedAt)), Number(over)]);
    }
    return kept;
  }

  bringBack([key, used, over = hoursOf(Date.now()) + unknownHours]: KeptQuota): void {
    if (this.#isOver(BigInt(over))) return;
    const at = this.#find(BigInt(key));
    Atomics.store(this.#cells, at + overAt, BigInt(over));
    Atomics.store(this.#cells, at + usedAt, BigInt(used));
  }

  #isOver(over: bigint): boolean {
    return over !== 0n && Number(over) <= hoursOf(Date.now());
  }

  #known(key: bigint): number {
    const first = Number(key & BigInt(slots - 1));
    for (let probe = 0; probe < probes; probe += 1) {
      const at = ((first + probe) & (slots - 1)) * quotaWidth;
      if (Atomics.load(this.#cells, at) === key) return at;
    }
    return -1;
  }

  #find(key: bigint, until?: number): number {
    const cells = this.#cells;
    const at = this.#slot(key);
    const over = BigInt(until === undefined ? hoursOf(Date.now()) + unknownHours : hoursOf(until) + 1 + lateHours);
    const known = Atomics.load(cells, at + overAt);
    if (known === 0n || (until !== undefined && known !== over)) Atomics.store(cells, at + overAt, over);
    return at;
  }

  /** The first free one, or else one of a period that is over. */
  #slot(key: bigint): number {
    const cells = this.#cells;
    const first = Number(key & BigInt(slots - 1));
    let over = -1;
    for (let probe = 0; probe < probes; probe += 1) {
      const at = ((first + probe) & (slots - 1)) * quotaWidth;
      const held = Atomics.load(cells, at);
      if (held === key) return at;
      if (held === 0n) {
        const before = Atomics.compareExchange(cells, at, 0n, key);
        if (before === 0n || before === key) return at;
      } else if (over < 0 && this.#isOver(Atomics.load(cells, at + overAt))) over = at;
    }
    // crowded beyond reason: share the place with whoever has it, which refuses too much and never too little
    if (over < 0) return first * quotaWidth;
    const held = Atomics.load(cells, over);
    const used = Atomics.load(cells, over + usedAt);
    const before = Atomics.compareExchange(cells, over, held, key);
    if (before === key) return over;
    if (before !== held) return this.#slot(key);
    Atomics.store(cells, over + overAt, 0n);
    // taken off, as another thread may have counted a call already
    Atomics.sub(cells, over + usedAt, used);
    return over;
  }
}

/** Key, what is used, and when it is over: in files of before not even there. */
export type KeptQuota = [key: string, used: string, over?: number];

export interface RateRule {
  count: number;
  seconds: number;
  burst: number;
}

export interface Shared {
  /** Whether one more call may come in now; where not, in how many milliseconds the next one may. */
  takeRate(key: bigint, rule: RateRule): number;
  /** Whether it comes for the first time in so many seconds, as far as this process knows. */
  isFirst(key: bigint, seconds: number): boolean;
  /** Whether one more may run at the same time. */
  enter(key: bigint, most: number): boolean;
  leave(key: bigint): void;
  /** Adds to a quota unless it would go beyond `most`; answers what is used then, -1 where it would. `until`: the end of its period. */
  spend(key: bigint, amount: number, most: number, until?: number): number;
  /** Adds whatever was used, also beyond. */
  add(key: bigint, amount: number, until?: number): void;
}

/** Microseconds by a clock that never goes back and is the same for all threads. */
const now = (): bigint => process.hrtime.bigint() / 1_000n;

export function openShared({ rates, running, quotas, nonces }: Omit<SharedBuffers, 'leases'>): Shared {
  const rateTable = new Table(rates);
  const runningTable = new Table(running);
  const quotaTable = new QuotaTable(quotas);
  const nonceTable = new Table(nonces);
  const never = () => false;

  /** GCRA: the slot holds the moment at which the next call would come in evenly; a burst may run ahead of it. */
  const takeRate: Shared['takeRate'] = (key, { count, seconds, burst }) => {
    const step = BigInt(Math.max(1, Math.ceil((seconds * 1_000_000) / count)));
    const ahead = step * BigInt(Math.max(1, burst));
    const at = now();
    const place = rateTable.find(key, (value) => value < at);
    for (;;) {
      const due = Atomics.load(rateTable.cells, place);
      const base = due > at ? due : at;
      const next = base + step;
      if (next - at > ahead) return Number((next - at - ahead) / 1_000n) + 1;
      if (Atomics.compareExchange(rateTable.cells, place, due, next) === due) return 0;
    }
  };

  return {
    takeRate,
    isFirst(key, seconds) {
      const at = now();
      const place = nonceTable.find(key, (value) => value < at);
      const until = Atomics.load(nonceTable.cells, place);
      // whoever comes at the same moment finds another value there
      return (
        until < at &&
        Atomics.compareExchange(nonceTable.cells, place, until, at + BigInt(seconds) * 1_000_000n) === until
      );
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
    spend: (key, amount, most, until) => quotaTable.spend(key, BigInt(amount), BigInt(most), until),
    add: (key, amount, until) => quotaTable.add(key, amount, until),
  };
}

/** What is used of quotas, for whoever keeps it over a restart; periods that are over are none any more. */
export const readQuotas = ({ quotas }: SharedBuffers): KeptQuota[] => new QuotaTable(quotas).all();

export function writeQuotas({ quotas }: SharedBuffers, kept: readonly KeptQuota[]): void {
  const table = new QuotaTable(quotas);
  for (const one of kept) table.bringBack(one);
}

export const quotaOf = ({ quotas }: SharedBuffers, key: bigint): number => new QuotaTable(quotas).used(key);

export function addQuota({ quotas }: SharedBuffers, key: bigint, amount: number): void {
  new QuotaTable(quotas).add(key, amount);
}
