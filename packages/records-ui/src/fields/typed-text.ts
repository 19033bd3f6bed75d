/** What stands in an input: text as typed, numbers as their text, nothing for anything else. */
export function typedText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The ids a value holds, while it may still be anything. */
export function typedIds(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((id): id is string => typeof id === 'string')
    : typeof value === 'string' && value !== ''
      ? [value]
      : [];
}
