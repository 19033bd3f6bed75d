/** What limits are counted in while several processes share them. */
export const leaseKinds = { rate: 1, running: 2, quota: 3 } as const;
export type LeaseKind = (typeof leaseKinds)[keyof typeof leaseKinds];

/** What a process says of a limit, and what it may use of it. */
export interface LeaseRow {
  kind: LeaseKind;
  key: string;
  member: string;
  /** Of the whole, as it would use it if it might. */
  need: number;
  /** What it may use: a part of the whole; of a quota up to which sum of its own. */
  held: number;
  /** Of a quota, by this process. */
  used: number;
  whole: number;
}

export interface LeaseView {
  /** Other processes. One that was not heard of for too long has gone back to what everybody has. */
  others: readonly { id: string; alive: boolean }[];
  rows: readonly LeaseRow[];
}

/** The share of rates is counted in these. */
export const wholeRate = 1_000_000_000;

/** What a process may use that never spoke of a limit: everybody's equal part. */
export const usualPart = (whole: number, machines: number): number => Math.floor(whole / machines);

export interface OwnUse {
  kind: LeaseKind;
  key: string;
  need: number;
  held: number;
  /** Of a quota what is spent, of running calls how many there are. */
  used: number;
  whole: number;
}

/**
 * What this process may use from now on. Never more than the others leave: what they said they have, whether they use it or not,
 * so that the sum is never above the whole, in whatever order processes speak.
 */
export function partOf(own: OwnUse, view: LeaseView, machines: number): number {
  const { kind, key, whole } = own;
  const theirs = new Map(
    view.rows.filter((row) => row.kind === kind && row.key === key).map((row) => [row.member, row]),
  );
  const usual = usualPart(whole, machines);
  const taken = view.others.reduce(
    (sum, { id, alive }) => sum + (alive || kind === leaseKinds.quota ? (theirs.get(id)?.held ?? usual) : usual),
    0,
  );
  const left = Math.max(0, whole - taken);
  const members = Math.max(machines, view.others.length + 1);
  if (kind === leaseKinds.quota) {
    const spent = view.others.reduce((sum, { id }) => sum + (theirs.get(id)?.used ?? 0), own.used);
    const rest = Math.max(0, whole - spent);
    const part = Math.max(Math.floor(rest / members), own.need > 0 && rest > 0 ? 1 : 0);
    return Math.max(own.used, Math.min(own.used + part, left));
  }
  const needs = view.others.map(({ id, alive }) => (alive ? (theirs.get(id)?.need ?? 0) : usual));
  const target = fairPart(own.need, needs, whole, members);
  // what trembles is left alone
  const wanted = target !== usual && Math.abs(target - own.held) < whole * 0.02 ? own.held : target;
  return Math.min(wanted, left);
}

/** Who needs less than an equal part gives of the rest as much as the others can use; nobody needs more: all have the same. */
function fairPart(own: number, others: readonly number[], whole: number, members: number): number {
  const equal = Math.floor(whole / members);
  const all = [own, ...others];
  // places of machines that were never there are free for whoever needs them
  const spare = Math.max(0, members - all.length) * equal + (whole - equal * members);
  const given = all.reduce((sum, need) => sum + Math.max(0, equal - need), 0);
  const wanted = all.reduce((sum, need) => sum + Math.max(0, need - equal), 0);
  const moved = Math.min(given + spare, wanted);
  if (moved === 0) return equal;
  if (own > equal) return Math.min(whole, Math.floor(equal + (moved * (own - equal)) / wanted));
  const fromMembers = Math.max(0, moved - spare);
  return given === 0 ? equal : Math.floor(equal - (fromMembers * (equal - own)) / given);
}
