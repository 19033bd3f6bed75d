/** An object or a list; lists travel as such, so this names both. */
export interface JsonDocument {
  readonly [key: string]: unknown;
}

const deepest = 100;

/** The document in the order of keys the database keeps, so that equal ones have equal text; undefined where it cannot be stored. */
export function jsonDocument(value: unknown): JsonDocument | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return ordered(value, 0) as JsonDocument;
  } catch {
    return undefined;
  }
}

/** As the database writes it: one line, a space behind commas and colons. */
export function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)}: ${jsonText(inner)}`)
      .join(', ')}}`;
  return JSON.stringify(value) ?? 'null';
}

function ordered(value: unknown, depth: number): unknown {
  if (depth > deepest) throw new RangeError('too deep');
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => ordered(item, depth + 1));
  const keys = Object.keys(value).map((key) => ({
    key: storable(key),
    points: Array.from(key, (sign) => sign.codePointAt(0) ?? 0),
  }));
  keys.sort((left, right) => bytesOf(left.points) - bytesOf(right.points) || compare(left.points, right.points));
  // no prototype: a key may have any name
  const result = Object.create(null) as Record<string, unknown>;
  for (const { key } of keys) result[key] = ordered((value as Record<string, unknown>)[key], depth + 1);
  return result;
}

/** The database knows no text with a zero character or half a character. */
function storable(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) throw new RangeError('not text');
  return text;
}

/** In UTF-8, whose order is that of its characters. */
function bytesOf(points: readonly number[]): number {
  return points.reduce((sum, point) => sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4), 0);
}

function compare(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
