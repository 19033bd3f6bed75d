/** Digits that name a province, a city, a county and a town in the codes of GB/T 2260 and the statistics bureau. */
const levels = [9, 6, 4, 2];

/** The region above by the beginning of the code, of those that there are: 110101 stands below 110100, or 110000 where there is no such. */
export function parentByCode(code: string, codes: ReadonlySet<string>): string | null {
  if (!/^\d+$/.test(code)) return null;
  const significant = code.replace(/0+$/, '').length;
  for (const level of levels) {
    if (level >= significant) continue;
    const start = code.slice(0, level);
    // lists write 11, 110000 or 110000000000
    const above = [start, start.padEnd(6, '0'), start.padEnd(code.length, '0')].find(
      (candidate) => candidate !== code && codes.has(candidate),
    );
    if (above !== undefined) return above;
  }
  return null;
}
