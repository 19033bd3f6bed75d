import type {
  ChartKind,
  ChartLook,
  ChartMark,
  ChartSettings,
  ChartSlot,
  ChartUse,
} from '@formwork/contract/analytics/chart.ts';

type Gap = Exclude<NonNullable<ChartLook['gaps']>, 'gap'>;
/** Options of the look that are a matter of the kind alone; bounds are `low` and `high`. */
export type LookOption =
  | 'legend'
  | 'labels'
  | 'flat'
  | 'smooth'
  | 'stack'
  | 'log'
  | 'zoom'
  | 'totals'
  | 'bounds'
  | 'bands'
  | 'better';
export type KeyOption = 'sort' | 'top' | 'rest';

/** Which options a kind draws. What it does not draw is not offered, and changes nothing. */
export interface Reads {
  look: readonly LookOption[];
  gaps?: readonly Gap[];
  marks?: readonly ChartMark['is'][];
  /** Words at places of x. */
  notes?: true;
  /** The slots whose figures are coloured by rules. */
  tones?: readonly ChartSlot[];
  /** The slot whose values have a colour each. */
  hues?: ChartSlot;
  /** The slots whose figures have a colour of their own, as long as no other slot gives the colours. */
  hue?: readonly ChartSlot[];
  keys?: Partial<Record<ChartSlot, readonly KeyOption[]>>;
  /** The slot whose figures are put into bins. */
  bins?: ChartSlot;
}

const cut: readonly KeyOption[] = ['sort', 'top', 'rest'];
const split = { x: cut, color: cut, facet: ['sort', 'top'] } as const;
const lines: Reads = {
  look: ['legend', 'labels', 'smooth', 'log', 'zoom', 'bounds'],
  gaps: ['zero', 'join', 'out'],
  marks: ['line', 'band', 'trend', 'forecast'],
  notes: true,
  tones: ['y'],
  hues: 'color',
  hue: ['y'],
  keys: split,
};
const bars: Reads = { ...lines, look: ['legend', 'labels', 'flat', 'log', 'zoom', 'bounds'], gaps: ['out'] };
const parts: Reads = { look: ['legend', 'labels'], tones: ['y'], hues: 'x', keys: { x: cut } };
const points: Reads = {
  look: ['legend', 'labels', 'log', 'zoom', 'bounds'],
  marks: ['line', 'band', 'trend'],
  tones: ['x', 'y'],
  hues: 'color',
  hue: ['y'],
  keys: { facet: ['sort', 'top'] },
};

export const reads: Readonly<Record<ChartKind, Reads>> = {
  table: { look: [], tones: ['row', 'y', 'label'], keys: { row: cut, label: cut } },
  pivot: { look: ['totals'], tones: ['y'], keys: { row: cut, column: cut } },
  kpi: { look: ['better'], tones: ['y'] },
  gauge: { look: ['bounds', 'bands'], tones: ['y'] },
  line: lines,
  area: { ...lines, look: [...lines.look, 'stack'] },
  bar: bars,
  stacked: { ...bars, marks: ['line', 'band', 'trend'] },
  share: {
    look: ['legend', 'labels', 'flat', 'zoom'],
    gaps: ['out'],
    notes: true,
    tones: ['y'],
    hues: 'color',
    hue: ['y'],
    keys: { x: cut, color: cut },
  },
  combined: { ...lines, tones: ['y', 'y2'], hue: ['y', 'y2'], keys: { x: cut } },
  pie: parts,
  ring: parts,
  rose: parts,
  scatter: points,
  bubble: { ...points, tones: ['x', 'y', 'size'] },
  heat: { look: ['labels'], tones: ['y'], keys: { x: cut, row: cut } },
  calendar: { look: [], tones: ['y'] },
  treemap: { look: ['labels'], tones: ['y'], hues: 'path' },
  sunburst: { look: ['labels'], hues: 'path' },
  sankey: { look: [], hues: 'from' },
  funnel: { look: ['labels'], tones: ['y'], hues: 'x', keys: { x: cut } },
  waterfall: { look: ['labels', 'totals', 'bounds'], tones: ['y'], keys: { x: cut } },
  radar: { look: ['legend', 'labels', 'bounds'], hues: 'color', hue: ['y'], keys: { x: cut, color: cut } },
  box: { look: ['bounds'], keys: { x: cut } },
  candlestick: { look: ['zoom', 'bounds'] },
  histogram: { look: ['bounds'], hue: ['y'], bins: 'y' },
  map: { look: [], tones: ['y', 'size'], hue: ['y', 'size'] },
  cloud: { look: [], tones: ['size'], hues: 'label', keys: { label: ['top'] } },
  liquid: { look: [], tones: ['y'] },
  gantt: { look: ['legend'], hues: 'color' },
};

export function readsLook(kind: ChartKind, option: LookOption): boolean {
  return reads[kind].look.includes(option);
}

export function readsGap(kind: ChartKind, gap: Gap): boolean {
  return reads[kind].gaps?.includes(gap) ?? false;
}

type Chart = Pick<ChartSettings, 'kind' | 'slots' | 'look'>;

/** The ways to show what has no figure; a stretch of time without rows has a place only where there are stretches. */
export function gapsOf({ kind, slots }: Chart): NonNullable<ChartLook['gaps']>[] {
  const inTime = slots.x?.[0]?.step !== undefined;
  return ['gap', ...(reads[kind].gaps ?? []).filter((gap) => gap !== 'out' || inTime)];
}

/** Lines, bands and what is told ahead, which needs stretches of time, and no figures on top of one another. */
export function marksOf({ kind, slots, look }: Chart): ChartMark['is'][] {
  const ahead = slots.x?.[0]?.step !== undefined && !(kind === 'area' && look.stack);
  return (reads[kind].marks ?? []).filter((mark) => mark !== 'forecast' || ahead);
}

/** The figures that a line is laid through each: figures on top of one another have one together, values of a key have theirs. */
export function trendedUses({ kind, slots, look }: Chart): ChartUse[] {
  const together = kind === 'stacked' || (kind === 'area' && look.stack) || (slots.color ?? []).length > 0;
  return together ? [] : (['y', 'y2'] as const).flatMap((slot) => slots[slot] ?? []);
}

/** The figures that rules may colour. */
export function tonedUses({ kind, slots }: Chart): ChartUse[] {
  return (reads[kind].tones ?? []).flatMap((slot) => slots[slot] ?? []);
}

/** The key whose values have a colour each. */
export function huesUse({ kind, slots }: Chart): ChartUse | undefined {
  const { hues } = reads[kind];
  return hues && slots[hues]?.[0];
}

/** Whether a figure has a colour of its own: of regions, and where values have theirs, it has none. */
export function readsHue({ kind, slots }: Chart, slot: ChartSlot): boolean {
  if (!(reads[kind].hue ?? []).includes(slot)) return false;
  return kind === 'map' ? (slots.place ?? []).length > 1 : (slots.color ?? []).length === 0;
}

export function readsKey(kind: ChartKind, slot: ChartSlot, option: KeyOption): boolean {
  return reads[kind].keys?.[slot]?.includes(option) ?? false;
}
