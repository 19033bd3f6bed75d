import { stretchAfter } from '@formwork/chart/data/stretches.ts';
import type { ComparedWith } from '@formwork/contract/analytics/chart.ts';
import type { DateStep } from '@formwork/contract/views/pivot.ts';

type Row = readonly (string | null)[];

export interface Compared {
  /** The place of the figure in a row. */
  at: number;
  with: ComparedWith;
  /** The place of the key along which rows follow each other; undefined where there is none. */
  along: number | undefined;
  /** Of the key along: a stretch of the calendar. */
  step: DateStep | undefined;
  /** The figure over all rows, also those that are not there; undefined: these are all. */
  whole?: number | undefined;
  /** Places of the keys that tell series apart. */
  apart: readonly number[];
}

/** The figure of each row, held against others: rows come in the order of their keys, stretches by their first days. What there is nothing to hold against is none. */
export function compared(rows: readonly Row[], asked: Compared): (string | null)[] {
  const series = new Map<string, Row[]>();
  const nameOf = (row: Row) => JSON.stringify(asked.apart.map((at) => row[at]));
  for (const row of rows) {
    const name = nameOf(row);
    const own = series.get(name);
    if (own) own.push(row);
    else series.set(name, [row]);
  }
  const found = new Map<Row, string | null>();
  for (const own of series.values()) {
    const answers = inSeries[asked.with](own, asked, rows);
    own.forEach((row, place) => found.set(row, answers[place] ?? null));
  }
  return rows.map((row) => found.get(row) ?? null);
}

type Compare = (own: readonly Row[], asked: Compared, all: readonly Row[]) => (string | null)[];

const inSeries: Record<ComparedWith, Compare> = {
  share(own, { at, whole }, all) {
    const sum = whole ?? all.reduce((total, row) => total + (numberAt(row, at) ?? 0), 0);
    return own.map((row) => text(sum === 0 ? null : over(numberAt(row, at), sum)));
  },
  running(own, { at }) {
    let sum = 0;
    return own.map((row) => {
      sum += numberAt(row, at) ?? 0;
      return text(sum);
    });
  },
  rank(own, { at }) {
    const figures = own.flatMap((row) => numberAt(row, at) ?? []).toSorted((a, b) => b - a);
    return own.map((row) => {
      const value = numberAt(row, at);
      return value === null ? null : String(figures.indexOf(value) + 1);
    });
  },
  previous(own, asked) {
    const before = justBefore(own, asked);
    return own.map((row, place) => before(row, place)?.[asked.at] ?? null);
  },
  change(own, asked) {
    const before = justBefore(own, asked);
    return own.map((row, place) => changed(numberAt(row, asked.at), numberAt(before(row, place), asked.at)));
  },
  year(own, asked) {
    const before = lastYear(own, asked);
    return own.map((row) => before(row)?.[asked.at] ?? null);
  },
  yearChange(own, asked) {
    const before = lastYear(own, asked);
    return own.map((row) => changed(numberAt(row, asked.at), numberAt(before(row), asked.at)));
  },
};

/** Of stretches the one just before by the calendar, whether or not it has rows; of other keys the row before. */
function justBefore(own: readonly Row[], { along, step }: Compared): (row: Row, place: number) => Row | undefined {
  if (along === undefined) return () => undefined;
  if (step === undefined) return (_row, place) => own[place - 1];
  const byKey = new Map(own.map((row) => [row[along], row]));
  return (row) => {
    const key = row[along];
    return isDay(key) ? byKey.get(stretchAfter(key, step, -1)) : undefined;
  };
}

/** The row a year before, by the calendar; of weeks the one 52 weeks before. */
function lastYear(own: readonly Row[], { along, step }: Compared): (row: Row) => Row | undefined {
  if (along === undefined || step === undefined) return () => undefined;
  const byKey = new Map(own.map((row) => [row[along], row]));
  return (row) => {
    const key = row[along];
    return isDay(key) ? byKey.get(aYearBefore(key, step)) : undefined;
  };
}

/** Databases know years that no calendar here does: of more than four digits, or before Christ. */
function isDay(key: string | null | undefined): key is string {
  return key != null && /^\d{4}-\d\d-\d\d$/.test(key);
}

function aYearBefore(day: string, step: DateStep): string {
  if (step === 'week') return new Date(Date.parse(`${day}T00:00:00Z`) - 364 * 86_400_000).toISOString().slice(0, 10);
  return `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
}

function changed(now: number | null, before: number | null): string | null {
  return text(now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before));
}

function over(value: number | null, sum: number): number | null {
  return value === null ? null : value / sum;
}

function numberAt(row: Row | undefined, at: number): number | null {
  const cell = row?.[at];
  return cell == null || cell === '' ? null : Number(cell);
}

function text(value: number | null): string | null {
  // fifteen digits hold without the noise of binary fractions
  return value === null || !Number.isFinite(value) ? null : String(Number(value.toPrecision(15)));
}
