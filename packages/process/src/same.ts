/** Whether two settings say the same: a database may give their keys back in another order. */
export function same(one: unknown, other: unknown): boolean {
  return stableText(one) === stableText(other);
}

function stableText(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      isPlain(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
    ) ?? ''
  );
}

function isPlain(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
