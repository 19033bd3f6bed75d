export interface CloudWord {
  text: string;
  weight: number;
}

export interface PlacedWord {
  /** Of the word in the list that was given. */ at: number;
  x: number;
  y: number;
  size: number;
}

/** Words around the middle, the weightiest first and largest, none over another; what finds no room is left out. */
export function placeWords(words: readonly CloudWord[], width: number, height: number): PlacedWord[] {
  if (width < 20 || height < 20 || words.length === 0) return [];
  const weights = words.map(({ weight }) => Math.max(0, weight));
  const [least, most] = [Math.min(...weights), Math.max(...weights)];
  const shares = weights.map((weight) => (most === least ? 0.5 : Math.sqrt((weight - least) / (most - least))));
  const largest = largestSize(words, shares, width, height);
  const placed: (PlacedWord & { w: number; h: number })[] = [];
  const order = shares.map((share, at) => ({ share, at })).toSorted((a, b) => b.share - a.share);
  for (const { share, at } of order) {
    const size = sizeOf(share, largest);
    const w = textWidth(words[at]!.text, size) + 6;
    const h = size * 1.2;
    const spot = freeSpot(placed, w, h, width, height);
    if (spot) placed.push({ at, size, w, h, ...spot });
  }
  return placed.map(({ at, x, y, size }) => ({ at, x, y, size }));
}

const smallest = 11;
const sizeOf = (share: number, largest: number): number => Math.round(smallest + (largest - smallest) * share);

/** As large as leaves all words room: their areas together fill half of it. */
function largestSize(words: readonly CloudWord[], shares: readonly number[], width: number, height: number): number {
  const most = Math.max(smallest, Math.min(48, height / 5, width / 8));
  for (let largest = most; largest > smallest; largest -= 2) {
    const area = words.reduce((sum, { text }, at) => {
      const size = sizeOf(shares[at]!, largest);
      return sum + (textWidth(text, size) + 6) * size * 1.2;
    }, 0);
    if (area < (width * height) / 2) return largest;
  }
  return smallest;
}

interface Taken {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Along a spiral from the middle, as wide as the room is. */
function freeSpot(taken: readonly Taken[], w: number, h: number, width: number, height: number) {
  const ratio = width / height;
  const end = Math.hypot(width, height) / 2;
  for (let angle = 0; angle < 2_000; angle += 0.25) {
    const radius = angle * 1.4;
    if (radius > end) return undefined;
    const x = width / 2 + Math.cos(angle) * radius * Math.min(2, ratio);
    const y = height / 2 + Math.sin(angle) * radius;
    if (x - w / 2 < 0 || x + w / 2 > width || y - h / 2 < 0 || y + h / 2 > height) continue;
    if (!taken.some((one) => Math.abs(one.x - x) * 2 < one.w + w && Math.abs(one.y - y) * 2 < one.h + h))
      return { x, y };
  }
  return undefined;
}

/** Without a canvas to ask: a letter of a Latin word takes a bit more than half its height, one of a Chinese word all of it. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const sign of text)
    width += /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(sign) ? 1 : /[A-Z0-9mwMW]/.test(sign) ? 0.68 : 0.56;
  return width * size;
}
