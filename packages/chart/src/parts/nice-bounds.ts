/** The two ends of an axis that holds all these figures, at round numbers; undefined for axes of names, or without figures. */
export function niceBounds(
  type: string,
  values: readonly number[],
  free: boolean,
): { min: number; max: number } | undefined {
  if (values.length === 0) return undefined;
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (type === 'time') return { min: low, max: high };
  if (type === 'log') return { min: 10 ** Math.floor(Math.log10(low)), max: 10 ** Math.ceil(Math.log10(high)) };
  if (type !== 'value') return undefined;
  const [from, to] = free ? [low, high] : [Math.min(0, low), Math.max(0, high)];
  const step = roundStep((to - from || Math.abs(to) || 1) / 4);
  const [min, max] = [Math.floor(from / step) * step, Math.ceil(to / step) * step];
  // all figures alike still need a height
  return { min: tidy(min), max: tidy(max > min ? max : min + step) };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power;
}

const tidy = (value: number): number => Number(value.toPrecision(12));
