const token = /\s+|"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_]*|!=|<=|>=|\.\.|[-+*/<>()[\],.=]/uy;

/** What FEEL says in the words of JDM, as far as both say the same; null where a text says more. */
export function zenOfFeel(text: string, top: 'expression' | 'tests'): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '-') return '';
  const words: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed)?.[0];
    if (match === undefined) return null;
    words.push(match);
  }
  return top === 'tests' ? plain(words) : ternary(words);
}

/** Words of FEEL that mean nothing there. */
const foreign = new Set([
  'if',
  'then',
  'else',
  'for',
  'in',
  'return',
  'some',
  'every',
  'satisfies',
  'between',
  'instance',
  'function',
]);

function plain(words: readonly string[]): string | null {
  if (words.some((word) => foreign.has(word))) return null;
  return words
    .map((word) => (word === '=' ? '==' : word))
    .join('')
    .trim();
}

/** `if a then b else c` becomes `a ? b : c`. */
function ternary(words: readonly string[]): string | null {
  const from = words.findIndex((word) => word.trim() !== '');
  if (words[from] !== 'if') return plain(words);
  const [then, otherwise] = [partner(words, from + 1, 'then'), partner(words, from + 1, 'else')];
  if (then < 0 || otherwise < 0) return null;
  const parts = [
    plain(words.slice(from + 1, then)),
    ternary(words.slice(then + 1, otherwise)),
    ternary(words.slice(otherwise + 1)),
  ];
  return parts.includes(null) ? null : `${parts[0]} ? ${parts[1]} : ${parts[2]}`;
}

/** The `then` or `else` of this very `if`. */
function partner(words: readonly string[], from: number, word: 'then' | 'else'): number {
  let depth = 0;
  for (let at = from; at < words.length; at++) {
    if (words[at] === 'if') depth++;
    else if (words[at] === word && depth === 0) return at;
    else if (words[at] === 'else') depth--;
  }
  return -1;
}
