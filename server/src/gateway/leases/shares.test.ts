import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leaseKinds, partOf, usualPart, wholeRate, type LeaseKind, type LeaseRow } from './shares.ts';

interface Member {
  id: string;
  need: number;
  held: number;
  used: number;
}

/** One process after another agrees, as the ledger lets them: one at a time. */
function agree(kind: LeaseKind, whole: number, machines: number, order: readonly Partial<Member>[], members: Member[]) {
  const rows = new Map<string, LeaseRow>();
  const sums: number[] = [];
  for (const change of order) {
    const me = members.find(({ id }) => id === change.id)!;
    Object.assign(me, change);
    if (kind === leaseKinds.quota) me.used = Math.min(me.used, me.held);
    const others = members.filter((one) => one !== me).map(({ id }) => ({ id, alive: true }));
    const view = { others, rows: [...rows.values()] };
    me.held = partOf({ kind, key: '1', need: me.need, held: me.held, used: me.used, whole }, view, machines);
    rows.set(me.id, { kind, key: '1', member: me.id, need: me.need, held: me.held, used: me.used, whole });
    sums.push(members.reduce((sum, { held }) => sum + held, 0));
  }
  return sums;
}

const membersOf = (machines: number, whole: number): Member[] =>
  Array.from({ length: machines }, (_, i) => ({ id: String(i), need: 0, held: usualPart(whole, machines), used: 0 }));

test('parts are never more than the whole, whoever speaks when', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(leaseKinds)),
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.record({ id: fc.nat(4), need: fc.nat(2_000), spend: fc.nat(50) }), { minLength: 1, maxLength: 60 }),
      (kind, some, machines, said) => {
        const whole = kind === leaseKinds.rate ? wholeRate : some;
        const members = membersOf(machines, whole);
        const used = new Map<string, number>();
        const order = said.map(({ id, need, spend }) => {
          const name = String(id % machines);
          used.set(name, (used.get(name) ?? 0) + spend);
          return { id: name, need: Math.round((need / 1_000) * whole), used: used.get(name)! };
        });
        for (const sum of agree(kind, whole, machines, order, members)) expect(sum).toBeLessThanOrEqual(whole);
      },
    ),
  );
});

test('whoever is called alone has it all soon, and gives it back when nobody needs it', () => {
  const members = membersOf(3, wholeRate);
  const turns = (need: number): { id: string; need: number }[] =>
    Array.from({ length: 9 }, (_, i) => ({ id: String(i % 3), need: i % 3 === 0 ? need : 0 }));
  agree(leaseKinds.rate, wholeRate, 3, turns(4 * wholeRate), members);
  expect(members[0]!.held).toBeGreaterThan(0.99 * wholeRate);
  const rows = agree(leaseKinds.rate, wholeRate, 3, turns(0), members);
  expect(rows.at(-1)).toBeLessThanOrEqual(wholeRate);
  expect(new Set(members.map(({ held }) => held))).toEqual(new Set([usualPart(wholeRate, 3)]));
});

test('a quota is spent to its end by the one process that is called', () => {
  const members = membersOf(2, 60);
  for (let n = 0; n < 40; n += 1)
    agreeOn(members, n % 2 === 0 ? { id: '0', need: 1, used: members[0]!.held } : { id: '1', need: 0, used: 0 });
  expect([members[0]!.used, members[1]!.used]).toEqual([60, 0]);
});

const quotaRows: Partial<Member>[] = [];
/** The ledger remembers what was said before. */
function agreeOn(members: Member[], change: Partial<Member>): void {
  quotaRows.push(change);
  const again = membersOf(2, 60);
  agree(leaseKinds.quota, 60, 2, quotaRows, again);
  members.splice(0, 2, ...again);
}
