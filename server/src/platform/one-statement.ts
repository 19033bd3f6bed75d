import { createHash } from 'node:crypto';
import type { Statement } from './space-data.ts';

/**
 * Several statements that write, none of which reads or writes a row of another, as one: parts of a `with`. Their answers are
 * lost. Beginning, planning and answering cost as much as a small write itself.
 */
export function oneStatement(parts: readonly (Statement & { name: string })[]): Statement {
  if (parts.length === 1) return parts[0]!;
  const key = parts.map(({ name }) => name).join(' ');
  let made = known.get(key);
  if (!made) known.set(key, (made = combined(parts)));
  return { ...made, values: parts.flatMap(({ values = [] }) => values) };
}

/** Names follow from the texts, so the same names in the same order are the same statement. */
const known = new Map<string, { name: string; text: string }>();

function combined(parts: readonly Statement[]): { name: string; text: string } {
  let before = 0;
  const numbered = parts.map(({ text, values = [] }, index) => {
    const shifted = text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
    before += values.length;
    return `part${index} as (${shifted})`;
  });
  const text = `with ${numbered.join(', ')} select`;
  return { name: `all_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`, text };
}
