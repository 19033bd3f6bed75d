import { parse } from '@formwork/feel/parse.ts';

/**
 * The language of JDM in the words of FEEL, as far as both say the same: comparisons, calculations, and, or, not, `?:`, quotes. Null where
 * a text says more; it is never guessed.
 */
export function feelOfZen(text: string, top: 'expression' | 'tests' = 'expression'): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '-') return top === 'tests' ? '-' : '';
  const words = tokensOf(trimmed);
  if (!words) return null;
  const feel = top === 'tests' ? joined(words) : ternary(words);
  if (feel === null) return null;
  return parse(feel, { top }).problems.length === 0 ? feel : null;
}

const token =
  /\s+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_]*|==|!=|<=|>=|\.\.|[-+*/<>()[\],.?:]/uy;

/** Null where a sign has no meaning in both languages: `#`, `%`, `^`, `$`, `?.`. */
function tokensOf(text: string): string[] | null {
  const found: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text)?.[0];
    if (match === undefined) return null;
    found.push(word(match));
  }
  return found;
}

function word(text: string): string {
  if (text === '==') return '=';
  if (text.startsWith("'")) return JSON.stringify(text.slice(1, -1).replaceAll("\\'", "'"));
  return text;
}

const joined = (words: readonly string[]): string | null =>
  words.includes('?') || words.includes(':') ? null : words.join('').trim();

/** `a ? b : c`, also one within another, outside of brackets. */
function ternary(words: readonly string[]): string | null {
  const at = topLevel(words, '?', 0);
  if (at < 0) return joined(words);
  let depth = 0;
  for (let i = at + 1; i < words.length; i++) {
    if (words[i] === '?') depth++;
    if (words[i] !== ':' || depth-- > 0) continue;
    const parts = [joined(words.slice(0, at)), ternary(words.slice(at + 1, i)), ternary(words.slice(i + 1))];
    return parts.includes(null) ? null : `if ${parts[0]} then ${parts[1]} else ${parts[2]}`;
  }
  return null;
}

function topLevel(words: readonly string[], sign: string, from: number): number {
  let depth = 0;
  for (let i = from; i < words.length; i++) {
    if (words[i] === '(' || words[i] === '[') depth++;
    if (words[i] === ')' || words[i] === ']') depth--;
    if (depth === 0 && words[i] === sign) return i;
  }
  return -1;
}
