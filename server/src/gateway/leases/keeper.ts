import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { addQuota, quotaOf, type SharedBuffers } from '../shared.ts';
import { leaseKinds, partOf, usualPart, type LeaseKind, type LeaseRow, type LeaseView } from './shares.ts';
import { isOverSince, leaseSlots, type LeaseSlot } from './slots.ts';

/** Where processes agree about limits: one of them at a time. */
export interface Ledger {
  /** Notes that this process is alive, shows what others said since, and writes what `decide` answers, all or nothing. */
  round(ask: LedgerAsk, decide: (view: LeaseView) => LeaseRow[]): Promise<void>;
}

export interface LedgerAsk {
  member: string;
  machines: number;
  aliveMs: number;
  /** Nothing is remembered of what was read before. */
  anew: boolean;
  /** Limits of which all rows are shown, whoever wrote them and when. */
  keys: readonly string[];
}

export interface Keeper {
  /** Once it agreed with the others for the first time, or could not. */
  began: Promise<void>;
  stop(): Promise<void>;
}

const roundMs = 200;
/** While calls are refused that another process might let through. */
const hurryMs = 80;
/** What a process has beyond its usual part ends by itself when it was not renewed for so long. */
export const aliveMs = 1_500;
const mostKnown = 50_000;
const fileName = 'leases.json';

/**
 * Agrees with the other processes, several times a second, how limits are divided: whoever needs less leaves it to whoever is called
 * more. What a process has beyond its equal part holds as long as it hears of the others; without the database all go back to it.
 */
export function keepLeases(
  folder: string,
  machines: number,
  buffers: SharedBuffers,
  ledger: Ledger,
  log: Logger,
): Keeper {
  const slots = leaseSlots(buffers, machines);
  const member = memberOf(folder);
  const use = new Map<string, { perSecond: number; running: number; reported: number }>();
  let renewedFrom = 0;
  let renewedAt = performance.now();
  let lookedAt = performance.now();
  let anew = true;
  let pending: Promise<void> | undefined;
  let kept = '';
  let stopped = false;
  let lacks = false;
  let isKept = true;
  let timer: NodeJS.Timeout | undefined;
  bringBack();
  const began = Promise.race([run(), new Promise<void>((resolve) => setTimeout(resolve, 2_000).unref())]);

  function run(): Promise<void> {
    try {
      expire();
      isKept = true;
    } catch (error) {
      // a full disk is no reason to take no calls: agreed is nothing meanwhile, and said is this once
      if (isKept) log.error({ err: error }, 'what the gateway leaves of its limits to others could not be kept');
      isKept = false;
    }
    pending ??= round()
      .catch((error: unknown) => log.debug({ err: error }, 'the gateway shares its limits as everybody does'))
      .finally(() => {
        pending = undefined;
      });
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), lacks ? hurryMs : roundMs).unref();
    return pending;
  }

  /** Whoever is cut off gives back at once what is not theirs, and takes what is only when others must have noticed. */
  function expire(): void {
    const now = performance.now();
    const mayRise = now > renewedAt + 2 * aliveMs;
    if (now <= renewedFrom + aliveMs) return;
    anew = true;
    for (const slot of slots.all()) {
      if (slot.kind === leaseKinds.quota) continue;
      const usual = usualPart(slots.wholeOf(slot), machines);
      const held = slots.heldOf(slot);
      if (held > usual || (mayRise && held < usual)) slots.hold(slot, usual);
    }
    if (mayRise) keep();
  }

  async function round(): Promise<void> {
    const from = performance.now();
    const seconds = Math.max(0.001, (from - lookedAt) / 1_000);
    lookedAt = from;
    const wants = new Map<string, LeaseSlot & { need: number }>();
    for (const slot of slots.all()) {
      const need = needOf(slot, seconds);
      const whole = slots.wholeOf(slot);
      if (isSpoken(slot, need, whole)) wants.set(`${slot.kind} ${slot.key}`, { ...slot, need });
    }
    const rises: [LeaseSlot, number][] = [];
    const wasAnew = anew;
    await ledger.round({ member, machines, aliveMs, anew, keys: [...wants.values()].map(({ key }) => key) }, (view) => {
      rises.length = 0;
      return decide(view, wants, rises);
    });
    lacks = [...wants.values()].some((slot) => slot.need > slots.heldOf(slot));
    const now = performance.now();
    renewedAt = now;
    renewedFrom = from;
    if (wasAnew) anew = false;
    // too late to be of use: it has ended already
    if (now < from + aliveMs) for (const [slot, held] of rises) slots.hold(slot, held);
    keep();
  }

  function decide(
    view: LeaseView,
    wants: ReadonlyMap<string, LeaseSlot & { need: number }>,
    rises: [LeaseSlot, number][],
  ): LeaseRow[] {
    const known = new Map<string, LeaseRow>();
    for (const row of view.rows) known.set(`${row.kind} ${row.key}`, row);
    const rows: LeaseRow[] = [];
    for (const name of new Set([...wants.keys(), ...known.keys()])) {
      const row = known.get(name);
      const slot = wants.get(name) ?? slots.find(row!.kind, row!.key);
      if (!slot || slots.isOver(slot)) continue;
      if (row) slots.setWhole(slot, row.whole);
      const { kind, key } = slot;
      const whole = slots.wholeOf(slot);
      const said = view.rows.find((one) => one.member === member && one.key === key && one.kind === kind);
      if (kind === leaseKinds.quota) recall(key, said?.used ?? 0);
      const need = wants.get(name)?.need ?? 0;
      const before = slots.heldOf(slot);
      const used = usedOf(slot);
      let held = partOf({ kind, key, need, held: before, used, whole }, view, machines);
      if (held < before) slots.hold(slot, held);
      else if (held > before) rises.push([slot, held]);
      // looked at after it was lowered: what runs already is ours still
      if (kind !== leaseKinds.rate) held = Math.max(held, usedOf(slot));
      rows.push({ kind, key, member, need: Math.round(need), held, used: usedOf(slot), whole });
    }
    keep();
    return rows;
  }

  function usedOf(slot: LeaseSlot): number {
    if (slot.kind === leaseKinds.quota) return quotaOf(buffers, BigInt(slot.key));
    return slot.kind === leaseKinds.running ? slots.runningOf(slot) : 0;
  }

  /** What was spent of a quota and forgotten here, since the disk was. */
  function recall(key: string, used: number): void {
    const missing = used - quotaOf(buffers, BigInt(key));
    if (missing > 0) addQuota(buffers, BigInt(key), missing);
  }

  function needOf(slot: LeaseSlot, seconds: number): number {
    const name = `${slot.kind} ${slot.key}`;
    const asked = slots.takeAsked(slot);
    let known = use.get(name);
    if (use.size > mostKnown) use.clear();
    if (!known) use.set(name, (known = { perSecond: 0, running: 0, reported: -1 }));
    if (slot.kind === leaseKinds.quota) return asked;
    const whole = slots.wholeOf(slot);
    if (slot.kind === leaseKinds.running) {
      const now = asked === 0 ? slots.runningOf(slot) * 1.25 : slots.heldOf(slot) * 2 + 1;
      known.running = Math.max(now, known.running * 0.8);
      return Math.min(whole, known.running);
    }
    const rate = slots.rateOf(slot);
    if (rate === 0) return 0;
    // a limit of few calls is looked at for as long as it takes to have some
    const span = Math.max(0.3, 3 / rate);
    known.perSecond += (asked / seconds - known.perSecond) * (1 - Math.exp(-seconds / span));
    return Math.min(4, (known.perSecond * 1.25) / rate) * whole;
  }

  /** Whether the others must hear of it: more or less than the usual part is needed or held. */
  function isSpoken(slot: LeaseSlot, need: number, whole: number): boolean {
    if (slot.kind !== leaseKinds.quota) {
      const usual = usualPart(whole, machines);
      return need > usual || slots.heldOf(slot) !== usual;
    }
    const used = usedOf(slot);
    const known = use.get(`${slot.kind} ${slot.key}`)!;
    const isNew = need > 0 || used - Math.max(0, known.reported) > (slots.heldOf(slot) - used) / 2;
    if (isNew) known.reported = used;
    return isNew;
  }

  /** Before others may take what was given up: a process that starts anew must not have it again. */
  function keep(): void {
    const low = slots.all().flatMap((slot) => {
      const held = slots.heldOf(slot);
      const usual = usualPart(slots.wholeOf(slot), machines);
      const isLow = slot.kind === leaseKinds.quota ? held !== usual : held < usual;
      return isLow ? [[slot.kind, slot.key, held, slots.wholeOf(slot), slots.usedAtOf(slot)]] : [];
    });
    const text = JSON.stringify(low);
    if (text === kept) return;
    const file = path.join(folder, fileName);
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    kept = text;
  }

  function bringBack(): void {
    const file = path.join(folder, fileName);
    if (!existsSync(file)) return;
    try {
      for (const [kind, key, held, whole, usedAt = 0] of JSON.parse(readFileSync(file, 'utf8')) as KeptSlot[]) {
        if (usedAt > 0 && isOverSince(usedAt)) continue;
        const slot = slots.find(kind, key);
        if (!slot) continue;
        if (usedAt > 0) slots.setUsedAt(slot, usedAt);
        slots.setWhole(slot, whole);
        slots.hold(slot, held);
      }
    } catch (error) {
      log.error({ err: error }, 'what the gateway left of its limits to others could not be read');
    }
  }

  return {
    began,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await pending;
    },
  };
}

/** The last one of quotas alone, and in files of before not even there. */
type KeptSlot = [kind: LeaseKind, key: string, held: number, whole: number, usedAt?: number];

/** The name of this process among the others, for as long as its disk is. */
function memberOf(folder: string): string {
  const file = path.join(folder, 'member');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const id = randomUUID();
  writeFileSync(file, id, { mode: 0o600 });
  return id;
}
