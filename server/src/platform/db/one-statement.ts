import { createHash } from 'node:crypto';
import type { Statement } from './space-data.ts';

/** A prepared statement that writes and whose answer nobody needs. */
export interface Part extends Statement {
  name: string;
  /** For a change of a row that must be there: what its transaction fails with where it is not. */
  orElse?: () => Error;
  /** Another of this name may be about the same row: the one that waits leaves before it. */
  sameRow?: true;
}

/**
 * Several statements that write, none of which reads or writes a row of another, as one: parts of a `with`. Their answers are
 * lost. Beginning, planning and answering cost as much as a small write itself.
 */
export function oneStatement(parts: readonly Part[]): Statement {
  const [first] = parts;
  if (parts.length === 1 && !first!.orElse) return first!;
  const key = parts.map(({ name, orElse }) => (orElse ? `${name}!` : name)).join(' ');
  let made = known.get(key);
  if (!made) known.set(key, (made = combined(parts)));
  return { ...made, values: parts.flatMap(({ values = [] }) => values) };
}

/** What a statement of these parts failed with, in the words of the part whose row was not there. */
export function failureOf(parts: readonly Part[], error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  return (code === noRow && parts[Number(message)]?.orElse?.()) || error;
}

/** `no_data_found`, raised by `platform.touched` with the number of the part. */
const noRow = 'P0002';

/** Names follow from the texts, so the same names in the same order are the same statement. */
const known = new Map<string, { name: string; text: string }>();

function combined(parts: readonly Part[]): { name: string; text: string } {
  let before = 0;
  const numbered = parts.map(({ text, values = [], orElse }, index) => {
    const shifted = text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
    before += values.length;
    return `part${index} as (${shifted}${orElse ? ' returning 1' : ''})`;
  });
  const checks = parts.flatMap(({ orElse }, index) =>
    orElse ? [`platform.touched((select count(*) from part${index}), '${index}')`] : [],
  );
  const text = `with ${numbered.join(', ')} select ${checks.join(', ')}`;
  return { name: `all_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`, text };
}
