/** Longest text that is read at all. */
export const MAX_LENGTH = 100_000;

/** Levels of nesting, chains of operators included. Below every limit that is compiled into the grammar, so its errors are true ones. */
export const MAX_DEPTH = 250;

/** Words in a row that can still be one name. */
const MAX_WORDS = 200;

export interface Outline {
  /** Upper bound of the depth of the syntax tree. */
  readonly depth: number;
  /** Brackets that were opened and never closed. */
  readonly unclosed: readonly { readonly at: number; readonly bracket: string }[];
}

const tokens =
  /"(?:[^"\\]|\\.)*"?|`[^`]*`?|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[()[\]{},;]|\*\*|[-+*/]|[<>!]?=|[<>]|\.(?!\d)|[\p{L}_][\p{L}\p{N}_]*/gsu;

/** Binding strength, weakest first: a weaker operator ends the chains of all stronger ones. */
const strength: Readonly<Record<string, number>> = {
  if: 0,
  for: 0,
  some: 0,
  every: 0,
  function: 0,
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  between: 3,
  instance: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '**': 6,
  '.': 7,
};

/** Measures a text before the grammar sees it. */
export function outline(text: string): Outline {
  const open: { at: number; bracket: string; chains: number[] }[] = [];
  let chains = newChains();
  let outside = 0;
  let depth = 0;
  let words = 0;
  for (const match of text.matchAll(tokens)) {
    const token = match[0];
    words = isWord(token) ? words + 1 : 0;
    if (words > MAX_WORDS) return { depth: Infinity, unclosed: [] };
    if (token === '(' || token === '[' || token === '{') {
      // a filter or a call is one step of a path
      bind(chains, 7);
      outside += sum(chains);
      open.push({ at: match.index, bracket: token, chains });
      chains = newChains();
    } else if (token === ')' || token === ']' || token === '}') {
      const outer = open.pop();
      if (!outer) continue;
      chains = outer.chains;
      outside -= sum(chains);
    } else if (token === ',' || token === ';') chains = newChains();
    else if (Object.hasOwn(strength, token)) bind(chains, strength[token]!);
    else continue;
    depth = Math.max(depth, outside + sum(chains));
  }
  return { depth, unclosed: open };
}

const isWord = (token: string): boolean => /^[\p{L}_]/u.test(token) && !Object.hasOwn(strength, token);

const newChains = (): number[] => [0, 0, 0, 0, 0, 0, 0, 0];
const sum = (chains: readonly number[]): number => chains.reduce((total, n) => total + n, 0);

function bind(chains: number[], level: number): void {
  chains[level]!++;
  chains.fill(0, level + 1);
}
