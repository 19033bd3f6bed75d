import type { DateStep } from '@formwork/contract/views/pivot.ts';

/** After so many stretches it is the same time again. */
const seasons: Record<DateStep, number | undefined> = { day: 7, week: 52, month: 12, quarter: 4, year: undefined };

interface Weights {
  level: number;
  slope: number;
  season: number;
}

const levels = [0.1, 0.3, 0.5, 0.7, 0.9];
const slopes = [0, 0.05, 0.2, 0.5];
/** A slope that goes on for ever is wrong sooner or later. */
const damping = 0.95;

/**
 * What comes after the values, by exponential smoothing (Holt and Winters): level, a slope that fades, and the season where the
 * values hold two of them. The weights are those that told each value best from those before it. Undefined below four values.
 * What ends early is told over its open end as well, so that all series are told for the same times.
 */
export function forecastOf(
  given: readonly (number | null)[],
  step: DateStep | undefined,
  ahead: number,
): number[] | undefined {
  const values = bridged(given);
  if (values.length < 4) return undefined;
  const open = given.length - 1 - given.findLastIndex((value) => value !== null);
  const length = step && seasons[step];
  const season = length !== undefined && values.length >= 2 * length ? length : undefined;
  let best: { miss: number; next: number[] } | undefined;
  for (const level of levels)
    for (const slope of slopes)
      for (const weight of season === undefined ? [0] : [0.05, 0.2, 0.5]) {
        const tried = smooth(values, { level, slope, season: weight }, season, open + ahead);
        if (!best || tried.miss < best.miss) best = tried;
      }
  return best?.next.slice(open);
}

function smooth(values: readonly number[], weights: Weights, season: number | undefined, ahead: number) {
  const turns = season === undefined ? [0] : firstTurns(values, season);
  const turnAt = (at: number) => turns[at % turns.length]!;
  const begin = season ?? 2;
  let level = season === undefined ? values[0]! : mean(values.slice(0, season));
  let slope =
    season === undefined
      ? values[1]! - values[0]!
      : (mean(values.slice(season, 2 * season)) - mean(values.slice(0, season))) / season;
  if (season === undefined) level = values[1]!;
  else level += (slope * (season - 1)) / 2;
  let miss = 0;
  for (let at = begin; at < values.length; at += 1) {
    const value = values[at]!;
    const told = level + damping * slope;
    miss += (value - told - turnAt(at)) ** 2;
    const before = level;
    level = weights.level * (value - turnAt(at)) + (1 - weights.level) * told;
    slope = weights.slope * (level - before) + (1 - weights.slope) * damping * slope;
    if (season !== undefined)
      turns[at % season] = weights.season * (value - level) + (1 - weights.season) * turnAt(at);
  }
  let reach = 0;
  const next = Array.from({ length: ahead }, (_, at) => {
    reach += damping ** (at + 1);
    return level + reach * slope + turnAt(values.length + at);
  });
  return { miss, next };
}

/** How far each time of the season lies from the mean of its own, over the first two seasons. */
function firstTurns(values: readonly number[], season: number): number[] {
  const [first, second] = [values.slice(0, season), values.slice(season, 2 * season)];
  const [one, other] = [mean(first), mean(second)];
  return first.map((value, at) => (value - one + (second[at]! - other)) / 2);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Gaps within are bridged, those at the ends are left out. */
function bridged(values: readonly (number | null)[]): number[] {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  return known.flatMap(({ at, value }, index) => {
    const next = known[index + 1];
    if (!next) return [value];
    return Array.from(
      { length: next.at - at },
      (_, step) => value + ((next.value - value) * step) / (next.at - at),
    );
  });
}
