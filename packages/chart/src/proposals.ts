import type { ChartKind, ChartSettings, ChartSlot, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { isFigure, usesOf } from '@formwork/contract/analytics/definition.ts';
import type { KindSpec } from './drawn.ts';
import { asKind, slotsOf, type Fitting } from './fits.ts';
import { kinds } from './kinds.ts';
import type { ChartResult } from './result.ts';

export interface Proposal {
  kind: ChartKind;
  why: FitReason;
  /** The chart as that kind. */
  settings: ChartSettings;
}

/** The kinds that fit what was chosen and what came of it, the best first, each with its reason. */
export function proposals(
  settings: ChartSettings,
  fieldOf: (id: string) => Fitting | undefined,
  result?: ChartResult,
): Proposal[] {
  const facts = factsOf(settings, fieldOf, result);
  const found = rules.filter((rule) => rule.when(facts));
  return found
    .filter((rule, at) => found.findIndex((one) => one.kind === rule.kind && one.small === rule.small) === at)
    .map(({ kind, why, small }) => {
      const next = asKind(settings, kind, fieldOf);
      return { kind, why, settings: small ? inSmall(next) : next };
    });
}

/** What is known of the fields that were chosen, and of their values where there is a result. */
interface Facts {
  /** Days and moments, other keys, figures of groups, and numbers as they are. */
  times: number;
  keys: number;
  figures: number;
  numbers: number;
  /** Of the first and the second key: how many values there are. */
  values: number | undefined;
  second: number | undefined;
  /** The figures of the first: in the order of the result. */
  first: readonly number[];
  /** The figures of all may be added up. */
  adds: boolean;
  target: boolean;
  /** All figures have one unit, and are no shares beside amounts. */
  oneScale: boolean;
  /** Values of the first key that are values of the second. */
  shared: number;
  open: boolean;
  place: 'region' | 'points' | undefined;
}

interface Rule {
  kind: ChartKind;
  why: FitReason;
  when(facts: Facts): boolean;
  /** The other key becomes a small chart each. */
  small?: true;
}

const alone = ({ times, keys }: Facts): boolean => times + keys === 0;
/** One key that is no time, and so many figures. */
const byKey = (facts: Facts, figures: number): boolean =>
  facts.times === 0 && facts.keys === 1 && facts.figures === figures && facts.numbers === 0;
const overTime = ({ times, keys, numbers }: Facts, others: number): boolean =>
  times === 1 && keys === others && numbers === 0;
const some = ({ first }: Facts): boolean => first.length > 0;
const negative = ({ first }: Facts): boolean => first.some((value) => value < 0);
const few = (count: number | undefined, most: number): boolean => (count ?? most + 1) <= most;

/** A row a rule: where several hold the first comes first. */
const rules: readonly Rule[] = [
  // numbers as they are, of single records
  { kind: 'scatter', why: 'two_numbers', when: (facts) => facts.numbers === 2 && facts.times === 0 && facts.keys <= 2 },
  {
    kind: 'bubble',
    why: 'three_numbers',
    when: (facts) => facts.numbers === 3 && facts.times === 0 && facts.keys <= 2,
  },
  { kind: 'histogram', why: 'spread', when: (facts) => facts.numbers === 1 && alone(facts) },
  { kind: 'box', why: 'spread_compared', when: (facts) => facts.numbers === 1 && facts.times + facts.keys === 1 },
  { kind: 'gantt', why: 'from_to', when: ({ times, keys, figures }) => times === 2 && keys >= 1 && figures === 0 },
  { kind: 'map', why: 'places', when: ({ place, numbers }) => place === 'points' && numbers >= 2 },
  // figures alone
  { kind: 'kpi', why: 'one_figure', when: (facts) => alone(facts) && (facts.figures === 1 || facts.target) },
  {
    kind: 'liquid',
    why: 'share_of_one',
    when: (facts) => alone(facts) && facts.figures === 1 && facts.first.some((value) => value >= 0 && value <= 1),
  },
  { kind: 'gauge', why: 'one_figure', when: (facts) => alone(facts) && (facts.figures === 1 || facts.target) },
  { kind: 'histogram', why: 'spread', when: (facts) => alone(facts) && facts.figures === 1 },
  { kind: 'scatter', why: 'two_numbers', when: (facts) => alone(facts) && facts.figures === 2 && !facts.target },
  { kind: 'bubble', why: 'three_numbers', when: (facts) => alone(facts) && facts.figures === 3 && !facts.target },
  { kind: 'table', why: 'figures', when: (facts) => alone(facts) && facts.figures > 1 },
  // over time
  { kind: 'candlestick', why: 'open_close', when: (facts) => facts.times + facts.keys === 1 && facts.open },
  { kind: 'combined', why: 'two_units', when: (facts) => overTime(facts, 0) && facts.figures === 2 && !facts.oneScale },
  {
    kind: 'line',
    why: 'over_time',
    when: (facts) => (overTime(facts, 0) || overTime(facts, 1)) && facts.figures >= 1 && few(facts.second ?? 0, 7),
  },
  {
    kind: 'line',
    why: 'many_over_time',
    small: true,
    when: (facts) => overTime(facts, 1) && facts.figures === 1 && (facts.second ?? 0) > 3,
  },
  { kind: 'line', why: 'over_time', when: (facts) => overTime(facts, 1) && facts.figures >= 1 },
  { kind: 'bar', why: 'few_times', when: (facts) => overTime(facts, 0) && facts.figures >= 1 && few(facts.values, 12) },
  {
    kind: 'calendar',
    why: 'many_days',
    when: (facts) => overTime(facts, 0) && facts.figures === 1 && (facts.values ?? 0) >= 90,
  },
  { kind: 'stacked', why: 'parts_over_time', when: (facts) => overTime(facts, 1) && facts.figures === 1 && facts.adds },
  // one key
  {
    kind: 'table',
    why: 'many_values',
    when: (facts) => facts.times === 0 && facts.keys === 1 && (facts.values ?? 0) > 200,
  },
  {
    kind: 'waterfall',
    why: 'signed',
    when: (facts) =>
      byKey(facts, 1) &&
      negative(facts) &&
      facts.first.some((value) => value > 0) &&
      facts.adds &&
      few(facts.values, 20),
  },
  { kind: 'funnel', why: 'steps', when: (facts) => byKey(facts, 1) && isFalling(facts) },
  { kind: 'combined', why: 'two_units', when: (facts) => byKey(facts, 2) && !facts.oneScale },
  { kind: 'bar', why: 'compare', when: (facts) => facts.times === 0 && facts.keys === 1 && facts.figures >= 1 },
  { kind: 'map', why: 'places', when: (facts) => byKey(facts, 1) && facts.place === 'region' },
  {
    kind: 'ring',
    why: 'parts',
    when: (facts) => byKey(facts, 1) && few(facts.values, 6) && !negative(facts) && facts.adds,
  },
  {
    kind: 'radar',
    why: 'profile',
    when: (facts) =>
      facts.times === 0 &&
      facts.keys === 1 &&
      facts.figures >= 3 &&
      facts.figures <= 8 &&
      facts.oneScale &&
      few(facts.values, 12),
  },
  { kind: 'combined', why: 'two_figures', when: ({ times, keys, figures }) => times + keys === 1 && figures === 2 },
  // two keys and more
  {
    kind: 'sankey',
    why: 'flows',
    when: (facts) =>
      facts.times === 0 && facts.keys === 2 && facts.figures === 1 && facts.shared > 0 && !negative(facts),
  },
  {
    kind: 'stacked',
    why: 'parts_compared',
    when: (facts) =>
      facts.times === 0 && facts.keys === 2 && facts.figures === 1 && facts.adds && few(facts.second ?? 0, 6),
  },
  { kind: 'heat', why: 'two_keys', when: ({ times, keys, figures }) => times + keys === 2 && figures === 1 },
  {
    kind: 'treemap',
    why: 'levels',
    when: (facts) => facts.times === 0 && facts.keys >= 2 && facts.figures === 1 && facts.adds && !negative(facts),
  },
  { kind: 'pivot', why: 'many_keys', when: ({ times, keys, figures }) => times + keys >= 2 && figures >= 1 },
  {
    kind: 'sunburst',
    why: 'levels',
    when: (facts) =>
      facts.times === 0 &&
      (facts.keys === 2 || facts.keys === 3) &&
      facts.figures === 1 &&
      facts.adds &&
      some(facts) &&
      !negative(facts),
  },
  { kind: 'cloud', why: 'words', when: (facts) => byKey(facts, 1) && (facts.values ?? 0) > 30 && !negative(facts) },
  { kind: 'table', why: 'lines', when: ({ times, keys, numbers }) => times + keys + numbers >= 1 },
];

export const fitReasons = [
  'two_numbers',
  'three_numbers',
  'spread',
  'spread_compared',
  'from_to',
  'places',
  'one_figure',
  'share_of_one',
  'figures',
  'open_close',
  'two_units',
  'over_time',
  'many_over_time',
  'few_times',
  'many_days',
  'parts_over_time',
  'many_values',
  'signed',
  'steps',
  'compare',
  'parts',
  'profile',
  'two_figures',
  'flows',
  'parts_compared',
  'two_keys',
  'levels',
  'many_keys',
  'words',
  'lines',
] as const;
export type FitReason = (typeof fitReasons)[number];

/** Four steps or more of which each is as large as the one before at most: what is left of the first. */
function isFalling({ first, values }: Facts): boolean {
  return (
    first.length > 3 &&
    few(values, 10) &&
    first.every((value, at) => value >= 0 && (at === 0 || value <= first[at - 1]!)) &&
    first.at(-1)! < first[0]!
  );
}

function factsOf(
  settings: ChartSettings,
  fieldOf: (id: string) => Fitting | undefined,
  result: ChartResult | undefined,
): Facts {
  const uses = usesOf(settings);
  const figures = uses.filter(isFigure);
  const raw = uses.filter((use) => !isFigure(use) && standsAsNumber(settings, use));
  const rest = uses.filter((use) => !figures.includes(use) && !raw.includes(use));
  const times = rest.filter((use) => fieldOf(use.field)?.time);
  const keys = rest.filter((use) => !times.includes(use));
  const at = (use: ChartUse | undefined) => result?.columns.findIndex(({ id }) => id === use?.id) ?? -1;
  const valuesOf = (use: ChartUse | undefined) => {
    const place = at(use);
    return place === -1 ? undefined : new Set(result!.rows.map((row) => row[place] ?? null));
  };
  const [one, other] = [...times, ...keys].map(valuesOf);
  const place = at(figures[0]);
  const units = figures.map((use) => {
    const format = result?.columns[at(use)]?.format;
    return `${format?.unit ?? ''} ${format?.as === 'percent'}`;
  });
  return {
    times: times.length,
    keys: keys.length,
    figures: figures.length,
    numbers: raw.length,
    values: one?.size,
    second: other?.size,
    first: place === -1 ? [] : result!.rows.flatMap((row) => (row[place] == null ? [] : Number(row[place]))),
    adds: place === -1 ? true : figures.every((use) => result!.columns[at(use)]?.additive === true),
    target: (settings.slots.target ?? []).length > 0,
    oneScale: new Set(units).size <= 1,
    shared: one && other ? [...one].filter((value) => value !== null && other.has(value)).length : 0,
    open: isOpenClose(settings, figures),
    place: placeOf(uses, raw, fieldOf),
  };
}

/** Where it stands a number is taken as it is. */
function standsAsNumber({ kind, slots }: ChartSettings, { id }: ChartUse): boolean {
  return slotsOf(kind).some(([slot, need]) => need.takes === 'measure' && slots[slot]?.some((use) => use.id === id));
}

/** Four figures, the lowest and the highest of one field among them. */
function isOpenClose({ slots }: ChartSettings, figures: readonly ChartUse[]): boolean {
  const four: readonly ChartSlot[] = ['open', 'close', 'low', 'high'];
  if (four.every((slot) => slots[slot]?.length)) return true;
  if (figures.length !== 4) return false;
  const of = (fn: ChartUse['fn']) => figures.find((use) => use.fn === fn)?.field;
  return of('min') !== undefined && of('min') === of('max');
}

const longitude = /经度|longitude|\blon\b|\blng\b/i;
const latitude = /纬度|latitude|\blat\b/i;
const region = /省|地区|区域|城市|国家|\b(province|region|country|state|city)\b/i;

/** Only by what fields are called: whether boundaries have those names shows once a map is chosen. */
function placeOf(
  uses: readonly ChartUse[],
  raw: readonly ChartUse[],
  fieldOf: (id: string) => Fitting | undefined,
): Facts['place'] {
  const called = (use: ChartUse) => Object.values(fieldOf(use.field)?.title ?? {}).join(' ');
  if (raw.some((use) => longitude.test(called(use))) && raw.some((use) => latitude.test(called(use)))) return 'points';
  return uses.some((use) => !isFigure(use) && region.test(called(use))) ? 'region' : undefined;
}

/** Each value of the colour has a chart of its own. */
function inSmall(settings: ChartSettings): ChartSettings {
  const spec: KindSpec = kinds[settings.kind];
  const { color, ...slots } = settings.slots;
  return color && spec.slots.facet && !slots.facet?.length
    ? { ...settings, slots: { ...slots, facet: color } }
    : settings;
}
