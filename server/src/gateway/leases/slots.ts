import type { Shared, SharedBuffers } from '../shared.ts';
import { openShared } from '../shared.ts';
import { leaseKinds, usualPart, wholeRate, type LeaseKind } from './shares.ts';

/**
 * Counters of limits of which this process has a part that changes. A slot is eight numbers: whose it is, its counter, two places
 * for its part, calls since they were last looked at, two numbers of its rule (of a quota the second is the hour in which it was
 * last used), and its kind.
 */
const slots = 1 << 14;
const width = 8;
const probes = 32;
const [counter, part, asked, first, second, kindAt] = [1, 2, 4, 5, 6, 7];

export const leaseBytes = slots * width * 8;

/** Sixteen nanoseconds: in a whole number for years. */
const ticksPerSecond = 62_500_000;
const ticks = (): number => Number(process.hrtime.bigint() / 16n);
/** What is beyond this is when the bucket was empty: it was grown before anybody knew how large it is. */
const emptyAt = 2 ** 54;
/** How long a bucket takes to be full of which nobody here knows how large it is. */
const unknownAhead = 86_400 * ticksPerSecond;
/** No period of a quota is longer; the ledger forgets them after as long. */
const quotaHours = 40 * 24;
const hourNow = (): number => Math.floor(Date.now() / 3_600_000);
/** Until the next look at who needs what. */
const againMs = 200;

/** A quota that was last used in that hour: no period is so long. */
export const isOverSince = (hour: number): boolean => hour < hourNow() - quotaHours;

/** The same counters as without leases, for a process that shares its limits with others. */
export function openLeased(buffers: SharedBuffers, machines: number): Shared {
  const own = openShared(buffers);
  const cells = new BigInt64Array(buffers.leases);
  const remember = (at: number, value: bigint): void => {
    if (Atomics.load(cells, at) !== value) Atomics.store(cells, at, value);
  };
  return {
    ...own,
    takeRate(key, { count, seconds, burst }) {
      const at = placeOf(cells, key ^ (BigInt((count * 2_654_435_761 + seconds * 40_503 + burst) >>> 0) << 1n), 'rate');
      if (at < 0) return againMs;
      Atomics.add(cells, at + asked, 1n);
      const step = (seconds * ticksPerSecond) / count;
      const ahead = Math.floor(step * burst);
      remember(at + first, BigInt(ahead));
      remember(at + second, BigInt(Math.round(step)));
      for (;;) {
        const state = Atomics.load(cells, at + counter);
        const share = rateShare(cells, at, Number(state & 1n), machines);
        if (share === 0) return againMs;
        const now = ticks();
        const next = Math.max(dueOf(state, ahead), now) + Math.ceil((step * wholeRate) / share);
        if (next - now > ahead) return Math.ceil((next - now - ahead) / (ticksPerSecond / 1_000));
        const later = (BigInt(next) << 8n) | (state & 255n);
        if (Atomics.compareExchange(cells, at + counter, state, later) === state) return 0;
      }
    },
    enter(key, most) {
      const at = placeOf(cells, key, 'running');
      if (at < 0) return false;
      remember(at + first, BigInt(most));
      const before = Number(Atomics.add(cells, at + counter, 1n));
      // read after it is counted: whoever lowers the part looks at the count after that
      if (before < partIn(cells, at, most, machines)) return true;
      Atomics.sub(cells, at + counter, 1n);
      Atomics.add(cells, at + asked, 1n);
      return false;
    },
    leave(key) {
      const at = placeOf(cells, key, 'running');
      if (at >= 0) Atomics.sub(cells, at + counter, 1n);
    },
    spend(key, amount, most, until) {
      const at = placeOf(cells, key, 'quota');
      if (at < 0) return -1;
      remember(at + first, BigInt(most));
      remember(at + second, BigInt(hourNow()));
      const used = own.spend(key, amount, Math.min(most, partIn(cells, at, most, machines)), until);
      if (used >= 0 && used <= partIn(cells, at, most, machines)) return used;
      // lowered in between: it was not ours to spend
      if (used >= 0) own.add(key, -amount, until);
      Atomics.add(cells, at + asked, 1n);
      return -1;
    },
  };
}

/** A limit that was asked for here, or of which this process knows its part. */
export interface LeaseSlot {
  at: number;
  kind: LeaseKind;
  key: string;
}

/** The parts of this process, for whoever agrees about them with the others. */
export function leaseSlots(buffers: SharedBuffers, machines: number) {
  const cells = new BigInt64Array(buffers.leases);
  const halves = new Int32Array(buffers.leases);
  const read = (at: number): number => Number(Atomics.load(cells, at));

  return {
    all(): LeaseSlot[] {
      const found: LeaseSlot[] = [];
      for (let at = 0; at < cells.length; at += width) {
        // by its half, which is never zero: reading all as whole numbers would make garbage of them
        if (halves[at * 2] === 0) continue;
        const key = Atomics.load(cells, at);
        const kind = read(at + kindAt) as LeaseKind;
        if (key !== 0n && kind && !isOver(cells, at)) found.push({ at, kind, key: String(key) });
      }
      return found;
    },
    /** A quota whose period must be over. */
    isOver: ({ at }: LeaseSlot): boolean => isOver(cells, at),
    /** The hour in which a quota was last used, since 1970. */
    usedAtOf: ({ at, kind }: LeaseSlot): number => (kind === leaseKinds.quota ? read(at + second) : 0),
    setUsedAt({ at, kind }: LeaseSlot, hour: number): void {
      if (kind === leaseKinds.quota) Atomics.store(cells, at + second, BigInt(hour));
    },
    find(kind: LeaseKind, key: string): LeaseSlot | undefined {
      const name = (Object.keys(leaseKinds) as (keyof typeof leaseKinds)[]).find((one) => leaseKinds[one] === kind)!;
      const at = placeOf(cells, BigInt(key), name);
      return at < 0 ? undefined : { at, kind, key };
    },
    /** Calls since the last time, of those refused alone where no rate is meant. */
    takeAsked: ({ at }: LeaseSlot): number => Number(Atomics.exchange(cells, at + asked, 0n)),
    /** Calls a second; zero while nobody asked here. */
    rateOf({ at }: LeaseSlot): number {
      const step = read(at + second);
      return step === 0 ? 0 : ticksPerSecond / step;
    },
    runningOf: ({ at }: LeaseSlot): number => read(at + counter),
    /** Zero while nobody asked here. */
    wholeOf: ({ at, kind }: LeaseSlot): number => (kind === leaseKinds.rate ? wholeRate : read(at + first)),
    setWhole({ at, kind }: LeaseSlot, whole: number): void {
      if (kind !== leaseKinds.rate && read(at + first) === 0) Atomics.store(cells, at + first, BigInt(whole));
    },
    heldOf({ at, kind }: LeaseSlot): number {
      return kind === leaseKinds.rate
        ? rateShare(cells, at, Number(Atomics.load(cells, at + counter) & 1n), machines)
        : partIn(cells, at, read(at + first), machines);
    },
    hold(slot: LeaseSlot, held: number): void {
      if (slot.kind === leaseKinds.rate) setRate(cells, slot.at, held, machines);
      else Atomics.store(cells, slot.at + part, written(held, read(slot.at + first), machines));
    },
  };
}

export type LeaseSlots = ReturnType<typeof leaseSlots>;

/** Zero says that it is everybody's part. */
const written = (held: number, whole: number, machines: number): bigint =>
  held === usualPart(whole, machines) ? 0n : BigInt(held + 1);

function partIn(cells: BigInt64Array, at: number, whole: number, machines: number): number {
  const kept = Number(Atomics.load(cells, at + part));
  return kept === 0 ? usualPart(whole, machines) : kept - 1;
}

function rateShare(cells: BigInt64Array, at: number, version: number, machines: number): number {
  const kept = Number(Atomics.load(cells, at + part + version));
  return kept === 0 ? usualPart(wholeRate, machines) : kept - 1;
}

/**
 * A part that grows brings no calls with it, and one that shrinks takes along those that no longer fit: so all buckets together
 * never hold more than the one bucket of the limit would. The counter bears the version of the part it was made with; whoever
 * read another one fails to write, and reads anew.
 */
function setRate(cells: BigInt64Array, at: number, share: number, machines: number): void {
  for (;;) {
    const state = Atomics.load(cells, at + counter);
    const version = Number(state & 255n);
    const before = rateShare(cells, at, version & 1, machines);
    const next = (version + 1) & 255;
    Atomics.store(cells, at + part + (next & 1), written(share, wholeRate, machines));
    const ahead = Number(Atomics.load(cells, at + first));
    const now = ticks();
    let later: number;
    if (ahead === 0) later = share > before ? emptyAt + now : Number(state >> 8n);
    else {
      const debt = Math.max(0, dueOf(state, ahead) - now);
      later =
        share === 0
          ? now + ahead
          : now + Math.max(0, Math.ceil((debt * before) / share + (ahead * (share - before)) / share));
    }
    const after = (BigInt(later) << 8n) | BigInt(next);
    if (Atomics.compareExchange(cells, at + counter, state, after) === state) return;
  }
}

/** When the bucket will be full. */
function dueOf(state: bigint, ahead: number): number {
  const due = Number(state >> 8n);
  return due < emptyAt ? due : due - emptyAt + (ahead || unknownAhead);
}

/** -1 where there is no place left. */
function placeOf(cells: BigInt64Array, key: bigint, kind: keyof typeof leaseKinds): number {
  const start = Number(key & BigInt(slots - 1));
  for (let probe = 0; probe < probes; probe += 1) {
    const at = ((start + probe) & (slots - 1)) * width;
    const held = Atomics.load(cells, at);
    if (held === key) return at;
    if (held !== 0n) continue;
    const before = Atomics.compareExchange(cells, at, 0n, key);
    if (before !== 0n && before !== key) continue;
    begin(cells, at, kind);
    return at;
  }
  for (let probe = 0; probe < probes; probe += 1) {
    const at = ((start + probe) & (slots - 1)) * width;
    const held = Atomics.load(cells, at);
    const state = Atomics.load(cells, at + counter);
    if (!saysNothing(cells, at, state) || Atomics.compareExchange(cells, at, held, key) !== held) continue;
    for (const cell of [part, part + 1, asked, first, second]) Atomics.store(cells, at + cell, 0n);
    // taken off, as another thread may have counted a call already
    Atomics.sub(cells, at + counter, state);
    begin(cells, at, kind);
    return at;
  }
  return -1;
}

function begin(cells: BigInt64Array, at: number, kind: keyof typeof leaseKinds): void {
  if (kind === 'quota') Atomics.store(cells, at + second, BigInt(hourNow()));
  Atomics.store(cells, at + kindAt, BigInt(leaseKinds[kind]));
}

/** Everybody's part of it, and as if nobody had called: another limit may have the slot. */
function saysNothing(cells: BigInt64Array, at: number, state: bigint): boolean {
  const kind = Number(Atomics.load(cells, at + kindAt));
  if (kind === leaseKinds.quota) return isOver(cells, at);
  if (kind === leaseKinds.rate) {
    const ahead = Number(Atomics.load(cells, at + first));
    return Atomics.load(cells, at + part + Number(state & 1n)) === 0n && dueOf(state, ahead) < ticks();
  }
  return kind === leaseKinds.running && state === 0n && Atomics.load(cells, at + part) === 0n;
}

/** A quota of a period that is over: nobody used it for longer than any lasts. */
function isOver(cells: BigInt64Array, at: number): boolean {
  if (Number(Atomics.load(cells, at + kindAt)) !== leaseKinds.quota) return false;
  const hour = Number(Atomics.load(cells, at + second));
  return hour > 0 && isOverSince(hour);
}
