import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { isFigure, isOfRecords, usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { Question } from './source-types.ts';

export interface Pick {
  form: string;
  where: Condition;
}

/** So many groups, or so many single records, a chart draws at most. */
const mostGroups = 5_000;
const mostRecords = 20_000;

export interface Asked {
  question: Question;
  /** The uses behind the keys and figures, in their order. */
  uses: ChartUse[];
  /** Of each use: its place in a row of the answer, or those of the figures that it is worked out of. */
  places: (number | number[])[];
  keys: number;
}

/** What the records of a chart's form are asked: those of its condition, narrowed by what the viewer picked. */
export function questionOf({ where, settings }: ChartDefinition, formId: string, picks: readonly Pick[]): Asked {
  const uses = usesOf(settings);
  const single = isOfRecords(settings);
  const keys = single ? uses : uses.filter((use) => !isFigure(use));
  const shown = single ? [] : uses.filter(isFigure);
  const figures: Question['figures'][number][] = [];
  const place = (field: string, fn: NonNullable<ChartUse['fn']>, only?: ChartUse['only']) =>
    keys.length +
    figures.push({ field: field === '' ? undefined : field, fn, ...(keys.length > 0 && only?.length && { only }) }) -
    1;
  const places = [
    ...keys.map((_, at) => at),
    ...shown.map(({ field, fn, calc, only }) =>
      calc ? calc.parts.map((part) => place(part.field, part.fn)) : place(field, fn!, only),
    ),
  ];
  const all = [...(where ? [where] : []), ...picks.filter(({ form }) => form === formId).map((pick) => pick.where)];
  return {
    uses: [...keys, ...shown],
    places,
    keys: keys.length,
    question: {
      formId,
      where: all.length === 0 ? undefined : all.length === 1 ? all[0] : { all },
      keys: keys.map(({ field, step, level }) => ({ field, step, level })),
      figures,
      totals: single ? [] : totalsOf(settings, keys),
      limit: single ? mostRecords : mostGroups,
    },
  };
}

interface SettingsOf {
  settings: ChartDefinition['settings'];
}

/** The use whose single figures are counted, not drawn one by one: they spread alike however many they are. */
export function spreadUse({ settings }: SettingsOf): ChartUse | undefined {
  const { kind, slots } = settings;
  return (kind === 'histogram' || kind === 'box') && isOfRecords(settings) ? slots.y?.[0] : undefined;
}

/** How finely figures are told apart where there are too many of them. */
const finest = { histogram: 10_000, box: 400 } as const;

/** How often each of its figures is there; `bounds`: the lowest and the highest of them, where all would be too many. */
export function spreadQuestion(
  { settings }: SettingsOf,
  { question, uses }: Asked,
  of: ChartUse,
  bounds?: readonly [low: number, high: number],
): Question {
  const width = bounds && widthOf((bounds[1] - bounds[0]) / finest[settings.kind as keyof typeof finest]);
  return {
    ...question,
    keys: question.keys.map((key, at) => (uses[at]!.id === of.id && width ? { ...key, width } : key)),
    figures: [{ field: undefined, fn: 'count' }],
  };
}

export function boundsQuestion({ question }: Asked, { field }: ChartUse): Question {
  return {
    ...question,
    keys: [],
    figures: [
      { field, fn: 'min' },
      { field, fn: 'max' },
    ],
    limit: 1,
  };
}

/** 1, 2 or 5 times a power of ten, as a decimal; undefined where that would be none. */
function widthOf(raw: number): string | undefined {
  if (!(raw > 1e-18 && raw < 1e24)) return undefined;
  const power = Math.floor(Math.log10(raw));
  const digit = [1, 2, 5].find((one) => one * 10 ** power >= raw) ?? 10;
  const places = Math.max(0, -power);
  return power >= 0
    ? BigInt(digit * 10 ** Math.min(power, 15)).toString() + '0'.repeat(Math.max(0, power - 15))
    : (digit * 10 ** power).toFixed(places);
}

/**
 * The same with the groups in the order of the figure that the chart cuts or sorts them by: of more groups than are drawn those are
 * there that are to be seen. With more than one key nothing is known of what they come to together.
 */
export function rankedQuestion(asked: Asked): Question | undefined {
  const { question, uses, places, keys } = asked;
  const totals = question.totals.some((set) => set.length === 0) ? question.totals : [...question.totals, []];
  // a share is one of all, drawn or not
  const ofAll = uses.some(({ versus }) => versus === 'share') ? { ...question, totals } : undefined;
  const [key] = uses;
  const figure = uses[keys];
  const place = places[keys];
  const isRanked = key !== undefined && (key.top !== undefined || key.sort?.by === 'value');
  if (keys !== 1 || !isRanked || !figure || typeof place !== 'number') return ofAll;
  if (figure.versus !== undefined && figure.versus !== 'share') return ofAll;
  const desc = key.top !== undefined || key.sort?.desc === true;
  return { ...question, totals, order: { figure: place - keys, desc } };
}

/** Whether figures of groups may be added: averages may not. */
export function addsUp({ fn, calc, versus }: ChartUse): boolean {
  return !calc && !versus && (fn === 'count' || fn === 'filled' || fn === 'empty' || fn === 'sum');
}

/** A pivot has subtotals on every level of its rows and columns, a tree on its branches; what cannot be added up has to be asked for. */
function totalsOf({ kind, slots }: ChartDefinition['settings'], keys: readonly ChartUse[]): number[][] {
  const isTree = kind === 'treemap' || kind === 'sunburst';
  if (isTree && !slots.y?.every(addsUp))
    return keys.slice(1).map((_, at) => keys.slice(0, at + 1).map((__, key) => key));
  if (kind !== 'pivot' && kind !== 'table') return [];
  const places = (uses: readonly ChartUse[] = []) => uses.map(({ id }) => keys.findIndex((key) => key.id === id));
  const [rows, columns] = [places(slots.row), places(slots.column)].map((all) => all.filter((at) => at >= 0));
  return rows!
    .concat(-1)
    .flatMap((_, down) =>
      columns!.concat(-1).map((__, across) => [...rows!.slice(0, down), ...columns!.slice(0, across)]),
    )
    .filter((set) => set.length < keys.length);
}
