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

/** A pivot has subtotals on every level of its rows and columns; what cannot be added up has to be asked for. */
function totalsOf({ kind, slots }: ChartDefinition['settings'], keys: readonly ChartUse[]): number[][] {
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
