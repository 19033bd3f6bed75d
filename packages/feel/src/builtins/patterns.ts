import { compileRegex, type Effort, type Regex } from '../regex/regex.ts';
import { spend, type Run } from '../run.ts';
import { fault, isFault, type Fault, type Val } from '../values.ts';

const MAX_PATTERN = 1000;
const MAX_KEPT = 200;
/** Steps of one call; a run pays a part of them from its budget. */
const MAX_EFFORT = 5_000_000;
const STEPS_PER_EFFORT = 32;

interface Compiled {
  readonly regex: Regex;
  /** The flag q: neither pattern nor replacement has signs of its own. */
  readonly literal: boolean;
}

const kept = new Map<string, Compiled | Fault>();

export function matches(run: Run, text: string, pattern: string, flags: string): Val | Fault {
  return using(run, pattern, flags, text, (search) => search(0) !== 'none');
}

/** In the replacement `$1` is a group, `$0` the whole, and a backslash takes a dollar or another backslash as it is. */
export function replace(run: Run, text: string, pattern: string, replacement: string, flags: string): Val | Fault {
  return using(run, pattern, flags, text, (search, { regex, literal }) => {
    const parts = literal ? [replacement] : readReplacement(replacement, regex.groups);
    if (!parts) return fault('feel.wrong_replacement', { text: shortened(replacement) });
    let result = '';
    const rest = eachMatch(text, search, (between, ends) => {
      result += between;
      for (const part of parts)
        result +=
          typeof part === 'string' ? part : text.slice(Math.max(ends[2 * part]!, 0), Math.max(ends[2 * part + 1]!, 0));
      return result.length <= MAX_RESULT;
    });
    return rest === null
      ? fault('feel.matches_nothing', { pattern: shortened(pattern) })
      : result.length > MAX_RESULT
        ? fault('feel.too_much_work')
        : result + rest;
  });
}

export function split(run: Run, text: string, pattern: string): Val | Fault {
  return using(run, pattern, '', text, (search) => {
    const parts: string[] = [];
    const rest = eachMatch(text, search, (between) => parts.push(between) > 0);
    return rest === null ? fault('feel.matches_nothing', { pattern: shortened(pattern) }) : [...parts, rest];
  });
}

/** A replacement may repeat groups; a text that grows without end would be no better than a search without one. */
const MAX_RESULT = 10_000_000;

class Tired extends Error {}

function using(
  run: Run,
  pattern: string,
  flags: string,
  text: string,
  use: (search: (from: number) => readonly number[] | 'none', compiled: Compiled) => Val | Fault,
): Val | Fault {
  const compiled = compilePattern(pattern, flags);
  if (isFault(compiled as Fault)) return compiled as Fault;
  const effort: Effort = { left: MAX_EFFORT };
  const search = (compiled as Compiled).regex.over(text, effort);
  try {
    const result = use((from) => {
      const found = search(from);
      if (found === 'tired') throw new Tired();
      return found;
    }, compiled as Compiled);
    spend(run, Math.ceil((MAX_EFFORT - effort.left) / STEPS_PER_EFFORT));
    return result;
  } catch (error) {
    if (error instanceof Tired) {
      spend(run, MAX_EFFORT / STEPS_PER_EFFORT);
      return fault('feel.pattern_too_slow', { pattern: shortened(pattern) });
    }
    throw error;
  }
}

/** Hands on what stands before each match; answers what stands behind the last one, or null when the pattern is content with nothing. */
function eachMatch(
  text: string,
  search: (from: number) => readonly number[] | 'none',
  use: (between: string, ends: readonly number[]) => boolean,
): string | null {
  let from = 0;
  for (let ends = search(0); ends !== 'none'; ends = search(from)) {
    if (ends[0] === ends[1]) return null;
    if (!use(text.slice(from, ends[0]), ends)) return '';
    from = ends[1]!;
  }
  return text.slice(from);
}

/** Texts and numbers of groups; null when it is no replacement. */
function readReplacement(text: string, groups: number): readonly (string | number)[] | null {
  const parts: (string | number)[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    const next = text[at + 1];
    if (sign === '\\') {
      if (next !== '\\' && next !== '$') return null;
      parts.push(next);
      at++;
    } else if (sign === '$') {
      let digits = /^\d+/.exec(text.slice(at + 1, at + 5))?.[0];
      if (digits === undefined) return null;
      // as many digits as there are groups for
      while (digits.length > 1 && Number(digits) > groups) digits = digits.slice(0, -1);
      parts.push(Number(digits) > groups ? '' : Number(digits));
      at += digits.length;
    } else parts.push(sign);
  }
  return parts;
}

function compilePattern(pattern: string, flags: string): Compiled | Fault {
  const key = `${flags}/${pattern}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
  const compiled = compiledPattern(pattern, flags) ?? fault('feel.wrong_pattern', { pattern: shortened(pattern) });
  kept.set(key, compiled);
  return compiled;
}

function compiledPattern(pattern: string, flags: string): Compiled | null {
  if (pattern.length > MAX_PATTERN || !/^[smixq]*$/.test(flags)) return null;
  const literal = flags.includes('q');
  const source = literal
    ? pattern.replace(/[\\|.?*+(){}[\]^$]/g, '\\$&')
    : flags.includes('x')
      ? withoutSpace(pattern)
      : pattern;
  const regex = compileRegex(source, {
    ignoreCase: flags.includes('i'),
    dotAll: flags.includes('s'),
    lines: flags.includes('m'),
  });
  return regex && { regex, literal };
}

/** Spaces count only inside of square brackets. */
function withoutSpace(pattern: string): string {
  let result = '';
  let depth = 0;
  let escaped = false;
  for (const sign of pattern) {
    if (depth === 0 && ' \t\n\r'.includes(sign)) continue;
    result += sign;
    if (!escaped && sign === '[') depth++;
    if (!escaped && sign === ']' && depth > 0) depth--;
    escaped = !escaped && sign === '\\';
  }
  return result;
}

const shortened = (text: string): string => text.slice(0, 60);
