import {
  chartKinds,
  type ChartKind,
  type ChartSettings,
  type ChartSlot,
  type ChartUse,
} from '@formwork/contract/analytics/chart.ts';
import { isFigure, usesOf } from '@formwork/contract/analytics/definition.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { KindSpec, SlotNeed } from './drawn.ts';
import { kinds } from './kinds.ts';

/** What a field is, as far as slots ask. */
export interface Fitting {
  measure: boolean;
  time: boolean;
  title?: Text;
}

/** Kinds that draw single records: their numbers are taken as they are. */
const ofRecords: ReadonlySet<ChartKind> = new Set<ChartKind>(['scatter', 'bubble', 'box', 'histogram', 'gantt']);

export function drawsRecords(kind: ChartKind): boolean {
  return ofRecords.has(kind);
}

/** The slots of a kind, in its order. */
export function slotsOf(kind: ChartKind): [ChartSlot, SlotNeed][] {
  const spec: KindSpec = kinds[kind];
  return Object.entries(spec.slots) as [ChartSlot, SlotNeed][];
}

/** Whether a slot has room for a use that is a figure, a number as it is, a moment or any other key. */
export function takes(need: SlotNeed, use: { figure: boolean } & Fitting): boolean {
  if (need.takes === 'measure') return use.figure || use.measure;
  if (use.figure) return false;
  return need.takes === 'time' ? use.time : true;
}

/** The same uses as another kind shows them: each stays where it is if it may, else goes to the first slot that takes it. What finds no place is left out. */
export function asKind(
  settings: ChartSettings,
  kind: ChartKind,
  fieldOf: (id: string) => Fitting | undefined,
): ChartSettings {
  const needs = slotsOf(kind);
  const slots: Partial<Record<ChartSlot, ChartUse[]>> = {};
  const used = new Set<string>();
  const put = (slot: ChartSlot, use: ChartUse) => {
    const need = needs.find(([name]) => name === slot)?.[1];
    const own = slots[slot] ?? [];
    if (
      !need ||
      own.length >= need.most ||
      used.has(use.id) ||
      !takes(need, { figure: isFigure(use), ...known(use, fieldOf) })
    )
      return;
    slots[slot] = [...own, forKind(use, need, kind, fieldOf)];
    used.add(use.id);
  };
  for (const [slot, uses] of Object.entries(settings.slots) as [ChartSlot, ChartUse[]][])
    for (const use of uses) put(slot, use);
  for (const use of usesOf(settings)) for (const [slot] of needs) put(slot, use);
  return { ...settings, kind, slots };
}

/** A number becomes a sum where groups are drawn, and stays as it is where records are. */
function forKind(
  use: ChartUse,
  need: SlotNeed,
  kind: ChartKind,
  fieldOf: (id: string) => Fitting | undefined,
): ChartUse {
  if (need.takes !== 'measure') return use;
  if (isFigure(use)) {
    const { fn: _fn, versus: _versus, ...raw } = use;
    return drawsRecords(kind) && use.fn !== undefined && use.field !== '' && fieldOf(use.field)?.measure ? raw : use;
  }
  return drawsRecords(kind) ? use : { ...use, fn: 'sum' };
}

function known(use: ChartUse, fieldOf: (id: string) => Fitting | undefined): Fitting {
  return fieldOf(use.field) ?? { measure: false, time: false };
}

/** Kinds that can show all that was chosen and miss nothing. */
export function drawableKinds(
  settings: ChartSettings,
  fieldOf: (id: string) => Fitting | undefined,
): ReadonlySet<ChartKind> {
  const all = usesOf(settings).length;
  return new Set(
    chartKinds.filter((kind) => {
      const next = asKind(settings, kind, fieldOf);
      return (
        usesOf(next).length === all &&
        slotsOf(kind).every(([slot, { least }]) => (next.slots[slot] ?? []).length >= least)
      );
    }),
  );
}
