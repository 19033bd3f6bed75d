import { fault, type Fault } from '../values.ts';

const MAX_PATTERN = 1000;
const MAX_KEPT = 200;
const kept = new Map<string, RegExp | Fault>();

/** A pattern of the standard as a JavaScript one; the letters of `flags` are i, m, s and x, and our own g. */
export function compilePattern(pattern: string, flags: string): RegExp | Fault {
  const key = `${flags}/${pattern}`;
  const known = kept.get(key);
  if (known) {
    if (known instanceof RegExp) known.lastIndex = 0;
    return known;
  }
  if (kept.size >= MAX_KEPT) kept.clear();
  const compiled = compiledPattern(pattern, flags);
  kept.set(key, compiled);
  return compiled;
}

function compiledPattern(pattern: string, flags: string): RegExp | Fault {
  if (pattern.length > MAX_PATTERN || !/^[imsxg]*$/.test(flags)) return fault('feel.wrong_pattern', { pattern: pattern.slice(0, 60) });
  const source = flags.includes('x') ? pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\s+/gs, (part) => (/^\s/.test(part) ? '' : part)) : pattern;
  const letters = [...new Set(flags.replace('x', ''))].join('');
  try {
    return new RegExp(source, `${letters}u`);
  } catch {
    return fault('feel.wrong_pattern', { pattern: pattern.slice(0, 60) });
  }
}

/** In the standard `$1` is a group, `$0` the whole and a backslash takes a sign as it is. */
export const readReplacement = (text: string): string =>
  text.replace(/\\(.)|\$(\d)|\$/gs, (_, literal?: string, group?: string) => (literal !== undefined ? (literal === '$' ? '$$' : literal) : group === '0' ? '$&' : group !== undefined ? `$${group}` : '$$'));
