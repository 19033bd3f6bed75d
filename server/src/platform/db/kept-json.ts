/**
 * JSON as the database keeps it. What people and other systems send may hold null signs and halves of pairs, in keys too; jsonb refuses
 * both, and what cannot be written is tried for ever. They are left out.
 */
export function keptJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return refused.test(text) ? JSON.stringify(value, cleaned) : text;
}

/** As JSON writes them; a backslash that is text itself is doubled, and costs a second walk at most. */
const refused = /\\u(?:0000|d[89a-f][0-9a-f]{2})/;

function cleaned(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [clean(key), one as unknown]));
}

function clean(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
