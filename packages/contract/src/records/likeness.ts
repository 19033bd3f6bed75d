/** What stands behind is not compared. */
export const mostCompared = 200;

/** Of the rows that somebody adds or changes at once. */
export const mostRowsCompared = 20;

/** What two texts are compared by: upper and lower case are alike. */
export function comparedText(text: string): string[] {
  return [...text.trim().toLowerCase()].slice(0, mostCompared);
}

/** How many characters may differ between texts of these lengths, so that they are still as alike as asked. */
export function mostDifferent(lengthA: number, lengthB: number, percent: number): number {
  return Math.floor(((100 - percent) * Math.max(lengthA, lengthB)) / 100);
}

/** Of the characters of the longer one, how many need no change to make it the other; in per cent, rounded down. */
export function likenessOf(difference: number, lengthA: number, lengthB: number): number {
  const longer = Math.max(lengthA, lengthB);
  return longer === 0 ? 100 : Math.floor(100 - (100 * difference) / longer);
}

/** How many characters must be changed, added or taken away; more than `most` is told as `most + 1`. */
export function differenceOf(a: readonly string[], b: readonly string[], most = Infinity): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, sign] of a.entries()) {
    const row = [at + 1];
    let least = at + 1;
    for (const [place, other] of b.entries()) {
      const cost = Math.min(above[place + 1]! + 1, row[place]! + 1, above[place]! + (sign === other ? 0 : 1));
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    above = row;
  }
  return Math.min(above[b.length]!, most + 1);
}
