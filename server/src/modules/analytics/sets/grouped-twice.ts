import type { Question } from '../source-types.ts';

/** A key as it is cheapest to tell rows apart by, and what it is of a group: the day and its month, a text and the same or nothing. */
export interface TwiceKey {
  raw: string;
  of(raw: string): string;
}

export interface TwiceFigure {
  fn: Question['figures'][number]['fn'];
  /** The column of the rows that it is of, and that where it is not empty. */
  name: string;
  filled: string;
  /** How a highest or lowest value reads. */
  shown(value: string): string;
}

/**
 * Rows that are grouped by what lies in them before what it means is worked out: a group of ten million rows by quarters takes the engine
 * 54 ms in place of 120 so, one by months and a text two thirds. Undefined where a figure of groups does not follow from those of their parts.
 * The last digit of a sum of doubles depends on their order here as it does with two threads.
 */
export function groupedTwice(
  keys: readonly TwiceKey[],
  figures: readonly TwiceFigure[],
  columns: readonly string[],
  from: string,
): { rows: string; figures: string[] } | undefined {
  const parts = figures.map(({ fn, name, filled }, at) => partsOf(fn, name, filled, at));
  if (parts.some((part) => !part)) return undefined;
  const raw = keys.map((_, at) => `d${at}`);
  const read = [...keys.map(({ raw: sql }, at) => `${sql} as d${at}`), ...columns];
  const first = `select ${[...raw, 'count(*) as n', ...parts.flatMap((part) => part!)].join(', ')} from (select ${read.join(', ')} ${from}) r group by ${raw.join(', ')}`;
  const second = [...keys.map(({ of }, at) => `${of(`d${at}`)} as k${at}`), 'g.* exclude (' + raw.join(', ') + ')'];
  return {
    rows: `(select ${second.join(', ')} from (${first}) g) r`,
    figures: figures.map((figure, at) => wholeOf(figure, at)),
  };
}

function partsOf(fn: TwiceFigure['fn'], name: string, filled: string, at: number): string[] | undefined {
  switch (fn) {
    case 'count':
      return [];
    case 'filled':
    case 'empty':
      return [`count(${filled}) as f${at}`];
    case 'sum':
      return [`sum(${name}) as s${at}`];
    case 'avg':
      return [`sum(${name}) as s${at}`, `count(${name}) as f${at}`];
    case 'min':
    case 'max':
      return [`${fn}(${name}) as s${at}`];
    default:
      return undefined;
  }
}

/** A total over no rows at all counts none. */
function wholeOf({ fn, shown }: TwiceFigure, at: number): string {
  switch (fn) {
    case 'filled':
      return `coalesce(sum(f${at}), 0)::VARCHAR`;
    case 'empty':
      return `coalesce(sum(n) - sum(f${at}), 0)::VARCHAR`;
    case 'sum':
      return `sum(s${at})::VARCHAR`;
    case 'avg':
      return `sum(s${at})::VARCHAR || '/' || sum(f${at})::VARCHAR`;
    case 'min':
    case 'max':
      return shown(`${fn}(s${at})`);
    default:
      return 'coalesce(sum(n), 0)::VARCHAR';
  }
}
