/** One statement that reads, with parameters by name. What stands in texts, names and remarks is none of it. */

export type NamedSqlProblem = 'unfinished' | 'two_statements' | 'unnamed' | 'not_reading';

export interface NamedSql {
  problem: NamedSqlProblem | null;
  /** In the order in which they are met first. */
  names: string[];
  /** The statement cut at its parameters: a name between two texts. */
  parts: (string | { name: string })[];
}

const name = /[A-Za-z_]\w*/y;
const dollarQuote = /\$(?:[A-Za-z_]\w*)?\$/y;

/** Reads the text once, sign by sign; `::` is a cast. */
export function readNamedSql(text: string): NamedSql {
  const parts: NamedSql['parts'] = [];
  let kept = '';
  let ended = false;
  let problem: NamedSqlProblem | null = null;
  const fail = (what: NamedSqlProblem): void => {
    problem ??= what;
  };
  for (let at = 0; at < text.length;) {
    const rest = skipped(text, at);
    if (rest < 0) {
      fail('unfinished');
      break;
    }
    if (rest > at) {
      // a remark that the other side reads as more than a remark is not for us to carry
      const piece = text.slice(at, rest);
      kept += piece.startsWith('--') || piece.startsWith('/*') ? ' ' : piece;
      if (ended && !/^(--|\/\*)/.test(piece)) fail('two_statements');
      at = rest;
      continue;
    }
    const sign = text[at]!;
    if (ended && !/\s/.test(sign)) fail('two_statements');
    if (sign === ';') {
      ended = true;
      at += 1;
    } else if (sign === ':' && text[at + 1] === ':') {
      kept += '::';
      at += 2;
    } else if (sign === ':' && matchAt(name, text, at + 1) !== undefined) {
      const found = matchAt(name, text, at + 1)!;
      parts.push(kept, { name: found });
      kept = '';
      at += 1 + found.length;
    } else {
      if (sign === '?' || (sign === '$' && /\d/.test(text[at + 1] ?? ''))) fail('unnamed');
      kept += sign;
      at += 1;
    }
  }
  parts.push(kept);
  const names = [...new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))];
  const first = typeof parts[0] === 'string' ? parts[0] : '';
  if (!/^[\s(]*(select|with|values|table)\b/i.test(first)) fail('not_reading');
  return { problem, names, parts };
}

/** `$1` in PostgreSQL, where a name that comes twice is one parameter; `?` in MySQL. */
export function withPlaces({ parts, names }: NamedSql, kind: 'postgres' | 'mysql'): { text: string; order: string[] } {
  const order: string[] = kind === 'postgres' ? names : [];
  const text = parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (kind === 'postgres') return `$${names.indexOf(part.name) + 1}`;
      order.push(part.name);
      return '?';
    })
    .join('');
  return { text, order };
}

/** The end of what begins here and is no statement by itself; `at` where nothing does, -1 where it has no end. */
function skipped(text: string, at: number): number {
  const sign = text[at];
  const before = at === 0 ? '' : text[at - 1]!;
  if (sign === "'") return endOfQuoted(text, at, "'", /[eE]/.test(before));
  if (sign === '"' || sign === '`') return endOfQuoted(text, at, sign, false);
  if (text.startsWith('--', at)) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (text.startsWith('/*', at)) return endOfRemark(text, at);
  const tag = sign === '$' ? matchAt(dollarQuote, text, at) : undefined;
  if (tag === undefined) return at;
  const end = text.indexOf(tag, at + tag.length);
  return end < 0 ? -1 : end + tag.length;
}

function endOfQuoted(text: string, at: number, quote: string, backslash: boolean): number {
  for (let i = at + 1; i < text.length; i++) {
    // a backslash ends texts in one database and not in the other: neither is trusted with it
    if (text[i] === '\\' && quote === "'" && !backslash) return -1;
    if (text[i] === '\\' && backslash) i += 1;
    else if (text[i] === quote && text[i + 1] === quote) i += 1;
    else if (text[i] === quote) return i + 1;
  }
  return -1;
}

function endOfRemark(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text.startsWith('/*', i)) {
      depth += 1;
      i += 1;
    } else if (text.startsWith('*/', i)) {
      depth -= 1;
      i += 1;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
