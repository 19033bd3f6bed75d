import {
  chartKinds,
  chartSlots,
  type ChartKind,
  type ChartLook,
  type ChartMark,
  type ChartSettings,
  type ChartSlot,
  type ChartUse,
} from '@formwork/contract/analytics/chart.ts';
import { describe, expect, it } from 'vitest';
import { optionOf } from './draw.ts';
import { slotsOf } from './fits.ts';
import { chartSkin } from './look/skin.ts';
import {
  gapsOf,
  huesUse,
  marksOf,
  reads,
  readsGap,
  readsHue,
  readsKey,
  readsLook,
  tonedUses,
  type LookOption,
} from './reads.ts';
import type { ChartResult } from './result.ts';
import { svgOf } from './ssr.ts';
import { samples, words } from './testing/samples.ts';

const skin = chartSkin({ dark: false, locale: 'en', words: words.en });

/** Where the sample of a kind has nothing that an option could change. */
const more: Partial<Record<ChartKind, (settings: ChartSettings) => ChartSettings>> = {
  // bands hide how far the dial is filled
  gauge: (settings) => ({ ...settings, look: {} }),
};
const plain = { marks: [], tones: [], notes: [] };

/** What is drawn, as text. Functions are what they draw: the picture has that. */
function drawn(result: ChartResult, settings: ChartSettings): string {
  const drawing = optionOf(result, settings, skin);
  const svg = drawing.state === 'option' ? svgOf(drawing).replaceAll(/zr\d+-[\w-]*/g, 'zr') : '';
  const { notes: _notes, ...rest } = drawing;
  return JSON.stringify(rest) + svg;
}

type Change = (settings: ChartSettings) => ChartSettings;

/** Whether one of the changes makes another drawing of it. */
function changes(kind: ChartKind, options: readonly Change[], before: Change = (settings) => settings): boolean {
  const { settings, result } = samples[kind];
  const base = before({ ...(more[kind]?.(settings) ?? settings), ...plain });
  const first = drawn(result, base);
  return options.some((change) => drawn(result, change(base)) !== first);
}

const look =
  (part: ChartLook): Change =>
  (settings) => ({ ...settings, look: { ...settings.look, ...part } });

const looks: Record<LookOption, readonly Change[]> = {
  legend: [look({ legend: 'right' }), look({ legend: 'none' })],
  labels: [look({ labels: true }), look({ labels: false })],
  flat: [look({ flat: true })],
  smooth: [look({ smooth: true })],
  stack: [look({ stack: true })],
  log: [look({ log: true })],
  zoom: [look({ zoom: true })],
  totals: [look({ totals: true }), look({ totals: false })],
  bounds: [look({ low: -7_000 }), look({ high: 7_000 })],
  bands: [
    look({
      bands: [
        { to: 700, hue: 'pink' },
        { to: 9_000, hue: 'cyan' },
      ],
    }),
  ],
  better: [look({ better: 'up' }), look({ better: 'down' })],
};

const marks: Record<ChartMark['is'], ChartMark> = {
  line: { is: 'line', at: 'avg' },
  band: { is: 'band', from: 10, to: 30 },
  trend: { is: 'trend' },
  forecast: { is: 'forecast', ahead: 2 },
};

const withUse =
  (id: string, change: Partial<ChartUse>): Change =>
  (settings) => ({
    ...settings,
    slots: Object.fromEntries(
      Object.entries(settings.slots).map(([slot, uses]) => [
        slot,
        uses.map((use) => (use.id === id ? { ...use, ...change } : use)),
      ]),
    ),
  });

/** Stretches of time are said by a use: those of samples are none. */
const stepped: Change = (settings) => {
  const [x] = settings.slots.x ?? [];
  return x ? withUse(x.id, { step: 'month' })(settings) : settings;
};

const usesIn = (kind: ChartKind): [ChartSlot, ChartUse][] =>
  chartSlots.flatMap((slot) =>
    (samples[kind].settings.slots[slot] ?? []).map((use): [ChartSlot, ChartUse] => [slot, use]),
  );

/** What an option of a kind does is one thing: it changes the drawing where it is offered, and nothing where it is not. */
describe.each(chartKinds)('%s', (kind) => {
  it.each(Object.entries(looks))('offers %s if it draws it', (option, options) => {
    expect(changes(kind, options)).toBe(readsLook(kind, option as LookOption));
  });

  it('has both bounds, or none', () => {
    for (const bound of looks.bounds) expect(changes(kind, [bound])).toBe(readsLook(kind, 'bounds'));
  });

  it('offers lines, bands, trend and forecast if it draws them', () => {
    const { settings } = samples[kind];
    const offered = marksOf(stepped(settings));
    for (const mark of Object.values(marks)) {
      const drawsIt = changes(kind, [(given) => ({ ...given, marks: [mark] })], stepped);
      expect([mark.is, drawsIt]).toEqual([mark.is, offered.includes(mark.is)]);
    }
    const { x } = settings.slots;
    const at = samples[kind].result.columns.findIndex(({ id }) => id === x?.[0]?.id);
    const place = String(samples[kind].result.rows[1]?.[at] ?? '');
    const noted = changes(kind, [(given) => ({ ...given, notes: [{ at: place, text: { zh: '检修' } }] })]);
    expect(noted).toBe(reads[kind].notes ?? false);
  });

  it('offers ways to show gaps if it draws them', () => {
    const { settings, result } = samples[kind];
    const step = { ...stepped(settings), ...plain };
    const figures = new Set(result.columns.flatMap((column, at) => (column.kind === 'number' ? [at] : [])));
    const open = result.rows.map((row, line) => row.map((cell, at) => (line === 3 && figures.has(at) ? null : cell)));
    const dated = result.rows.filter((row) => row[0] !== '2026-03-01');
    for (const gap of ['zero', 'join', 'out'] as const) {
      const of = { ...result, rows: gap === 'out' ? dated : open };
      const draws = drawn(of, look({ gaps: gap })(step)) !== drawn(of, look({ gaps: 'gap' })(step));
      const inTime = ['line', 'area', 'stacked', 'share', 'combined'].includes(kind);
      // the sample of bars has no time
      if (gap !== 'out' || inTime) expect([gap, draws]).toEqual([gap, readsGap(kind, gap)]);
    }
    expect(gapsOf(settings).includes('out')).toBe(false);
  });

  it('colours by rules the figures that it says', () => {
    const { settings, result } = samples[kind];
    const toned = new Set(tonedUses(settings).map(({ id }) => id));
    const figures = usesIn(kind).filter(([, use]) => result.columns.find(({ id }) => id === use.id)?.kind === 'number');
    for (const [, { id }] of figures) {
      const rule = { of: id, from: -1e9, tone: 'calm' as const };
      expect([id, changes(kind, [(given) => ({ ...given, tones: [rule] })])]).toEqual([id, toned.has(id)]);
    }
  });

  it('has a colour for each value, or for each figure, where it says so', () => {
    const { settings, result } = samples[kind];
    const keyed = huesUse(settings);
    for (const [slot, use] of usesIn(kind)) {
      const at = result.columns.findIndex(({ id }) => id === use.id);
      if (result.columns[at]?.kind === 'number') {
        expect([use.id, changes(kind, [withUse(use.id, { hue: 'pink' })])]).toEqual([use.id, readsHue(settings, slot)]);
        continue;
      }
      if (result.columns[at]?.kind !== 'text') continue;
      const hues = Object.fromEntries(result.rows.map((row) => [String(row[at]), 'pink' as const]));
      // nodes that only take from others have their colours as those that give
      if (kind === 'sankey' && slot === 'to') continue;
      expect([use.id, changes(kind, [look({ hues })])]).toEqual([use.id, use.id === keyed?.id]);
    }
  });

  it('puts keys in order and cuts them where it says so', () => {
    for (const [slot, use] of usesIn(kind)) {
      const column = samples[kind].result.columns.find(({ id }) => id === use.id);
      if (slotsOf(kind).find(([name]) => name === slot)?.[1].takes === 'measure' || column?.kind === 'number') continue;
      const sort = (['value', 'label'] as const).flatMap((by) => [
        withUse(use.id, { sort: { by } }),
        withUse(use.id, { sort: { by, desc: true } }),
      ]);
      const top = (rest: boolean) => withUse(use.id, { top: { n: 1, rest } });
      expect([slot, changes(kind, sort), changes(kind, [top(false)]), changes(kind, [top(true)], top(false))]).toEqual([
        slot,
        ...(['sort', 'top', 'rest'] as const).map((option) => readsKey(kind, slot, option)),
      ]);
    }
  });

  it('puts figures into bins where it says so', () => {
    for (const [slot, use] of usesIn(kind))
      expect(changes(kind, [withUse(use.id, { bins: 3 })])).toBe(reads[kind].bins === slot);
  });
});
