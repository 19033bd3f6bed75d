import type { SourceField } from '@formwork/contract/analytics/api.ts';
import {
  chartSlots,
  type ChartKind,
  type ChartSettings,
  type ChartSlot,
  type ChartUse,
} from '@formwork/contract/analytics/chart.ts';
import { drilledUse, isFigure, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { pathAfter, type SeenHierarchy } from '@formwork/contract/analytics/hierarchy.ts';
import type { SlotNeed } from '@formwork/chart/drawn.ts';
import { drawsRecords, slotsOf } from '@formwork/chart/fits.ts';

/** What the palette offers: a field, the number of records, or a figure worked out of others. */
export type Offered = { is: 'field'; field: SourceField } | { is: 'count' } | { is: 'calc' };

export function newId(): string {
  return `u${Math.random().toString(36).slice(2, 10)}`;
}

/** Whether something of the palette can stand in a slot. */
export function accepts(need: SlotNeed, offered: Offered): boolean {
  if (offered.is !== 'field') return need.takes === 'measure';
  if (need.takes === 'time') return offered.field.time;
  return need.takes === 'measure' || offered.field.dimension;
}

export function newUse(offered: Offered, need: SlotNeed, kind: ChartKind): ChartUse {
  const id = newId();
  if (offered.is === 'count') return { id, field: '', fn: 'count' };
  if (offered.is === 'calc')
    return { id, field: '', calc: { expression: 'a', parts: [{ name: 'a', field: '', fn: 'count' }] } };
  const { field } = offered;
  if (need.takes === 'measure') {
    if (field.measure && drawsRecords(kind)) return { id, field: field.id };
    return { id, field: field.id, fn: field.measure || field.kind === 'boolean' ? 'sum' : 'distinct' };
  }
  if (!field.time || drawsRecords(kind)) return { id, field: field.id };
  return { id, field: field.id, step: kind === 'calendar' ? 'day' : 'month' };
}

/** The slot that something of the palette goes to when nobody says where: the first that takes it and is empty, has room, or makes some. */
export function slotFor({ kind, slots }: ChartSettings, offered: Offered): ChartSlot | undefined {
  const wants = offered.is !== 'field' || offered.field.measure ? 'measure' : 'other';
  const all = slotsOf(kind).filter(([, need]) => accepts(need, offered));
  const fitting = all.filter(([, need]) => (need.takes === 'measure') === (wants === 'measure'));
  const inOrder = fitting.length > 0 ? fitting : all;
  const used = (slot: ChartSlot) => (slots[slot] ?? []).length;
  return (
    inOrder.find(([slot]) => used(slot) === 0) ??
    inOrder.find(([slot, { most }]) => used(slot) < most) ??
    inOrder[0]
  )?.[0];
}

type Change = (chart: ChartDefinition) => ChartDefinition;

export const withSettings =
  (change: (settings: ChartSettings) => ChartSettings): Change =>
  (chart) => ({ ...chart, settings: change(chart.settings) });

/** Puts a use into a slot; where the slot is full the last of it makes room. */
export const placed = (slot: ChartSlot, use: ChartUse, index?: number): Change =>
  withSettings((settings) => {
    const most = slotsOf(settings.kind).find(([name]) => name === slot)?.[1].most ?? 1;
    const own = (settings.slots[slot] ?? []).filter(({ id }) => id !== use.id);
    const kept = own.slice(0, most - 1);
    return { ...settings, slots: { ...settings.slots, [slot]: kept.toSpliced(index ?? kept.length, 0, use) } };
  });

/** A name of a department begins at the top of the tree. */
export function atTop(use: ChartUse, hierarchies: readonly SeenHierarchy[]): ChartUse {
  const found = hierarchies.find(({ tree, fields }) => tree && fields[0] === use.field);
  return found && (found.depth ?? 0) > 1 && !isFigure(use) ? { ...use, level: 1 } : use;
}

/** The chart after a change, with the path that its first key has in a hierarchy. */
export function withPath(
  before: ChartDefinition,
  after: ChartDefinition,
  hierarchies: readonly SeenHierarchy[],
  fieldOf: (id: string) => SourceField | undefined,
): ChartDefinition {
  // what somebody does to the path itself stands
  if (before.settings.drill !== after.settings.drill) return after;
  const drill = pathAfter(
    { drill: before.settings.drill, first: drilledUse(before.settings) },
    drilledUse(after.settings),
    hierarchies,
    (id) => fieldOf(id)?.time === true,
  );
  return drill === after.settings.drill ? after : withSettings((now) => put(now, 'drill', drill))(after);
}

export const without = (id: string): Change =>
  withSettings((settings) => ({
    ...settings,
    slots: mapSlots(settings, (uses) => uses.filter((use) => use.id !== id)),
  }));

export function findUse({ slots }: ChartSettings, id: string): { slot: ChartSlot; use: ChartUse } | undefined {
  for (const slot of chartSlots) {
    const use = slots[slot]?.find((one) => one.id === id);
    if (use) return { slot, use };
  }
  return undefined;
}

function mapSlots({ slots }: ChartSettings, change: (uses: ChartUse[]) => ChartUse[]): ChartSettings['slots'] {
  return Object.fromEntries(
    (Object.entries(slots) as [ChartSlot, ChartUse[]][]).flatMap(([slot, uses]) => {
      const next = change(uses);
      return next.length === 0 ? [] : [[slot, next]];
    }),
  );
}

/** A property of an object, taken away where it is undefined. */
export function put<T extends object, K extends keyof T>(of: T, key: K, value: T[K] | undefined): T {
  const { [key]: _before, ...rest } = of;
  return (value === undefined ? rest : { ...rest, [key]: value }) as T;
}
