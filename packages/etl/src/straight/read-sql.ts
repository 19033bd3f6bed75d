import { not, type Term } from './term.ts';

/** A person's SQL as terms: columns, values, arithmetic, comparisons and cases; whatever else stands in it is the engine's. */
export function readSql(text: string, names: readonly string[]): Term {
  const words = wordsOf(text);
  let at = 0;
  const peek = (): string => words[at]?.toLowerCase() ?? '';
  const take = (...wanted: string[]): boolean => {
    const found = wanted.every((word, n) => words[at + n]?.toLowerCase() === word);
    if (found) at += wanted.length;
    return found;
  };
  const need = (word: string): void => {
    if (!take(word)) not();
  };

  const either = (): Term => {
    let left = both();
    while (take('or')) left = { is: 'either', left, right: both() };
    return left;
  };
  const both = (): Term => {
    let left = negated();
    while (take('and')) left = { is: 'both', left, right: negated() };
    return left;
  };
  const negated = (): Term => (take('not') ? { is: 'not', of: negated() } : comparison());

  function comparison(): Term {
    const left = sum();
    if (take('is', 'not', 'null')) return { is: 'missing', of: left, not: true };
    if (take('is', 'null')) return { is: 'missing', of: left, not: false };
    if (take('not')) return { is: 'not', of: tested(left) ?? not() };
    const found = tested(left);
    if (found) return found;
    const sign = peek();
    const op = sign === '!=' ? '<>' : sign;
    if (op !== '=' && op !== '<>' && op !== '<' && op !== '<=' && op !== '>' && op !== '>=') return left;
    at += 1;
    return { is: 'compared', op, left, right: sum(), sure: false };
  }

  function tested(left: Term): Term | undefined {
    if (take('between')) {
      const low = sum();
      need('and');
      return {
        is: 'both',
        left: { is: 'compared', op: '>=', left, right: low, sure: false },
        right: { is: 'compared', op: '<=', left, right: sum(), sure: false },
      };
    }
    if (take('in')) {
      need('(');
      const tests: Term[] = [];
      do tests.push({ is: 'compared', op: '=', left, right: sum(), sure: false });
      while (take(','));
      need(')');
      return tests.reduce((one, next) => ({ is: 'either', left: one, right: next }));
    }
    return undefined;
  }

  function sum(): Term {
    let left = product();
    for (;;) {
      const op = peek();
      if (op === '||') {
        at += 1;
        left = { is: 'joined', left, right: product() };
      } else if (op === '+' || op === '-') {
        at += 1;
        left = { is: 'arithmetic', op, left, right: product(), asDouble: false };
      } else return left;
    }
  }
  function product(): Term {
    let left = signed();
    for (let op = peek(); op === '*' || op === '/'; op = peek()) {
      at += 1;
      left = { is: 'arithmetic', op, left, right: signed(), asDouble: false };
    }
    return left;
  }
  const signed = (): Term => (take('-') ? { is: 'minus', of: signed() } : single());

  function single(): Term {
    const word = words[at] ?? not();
    const lower = word.toLowerCase();
    at += 1;
    if (word === '(') {
      const inner = either();
      need(')');
      return inner;
    }
    if (/^[\d.]/.test(word)) return { is: 'number', digits: word };
    if (word.startsWith("'")) return { is: 'text', text: word.slice(1, -1).replaceAll("''", "'") };
    if (word.startsWith('"')) return column(word.slice(1, -1).replaceAll('""', '"'));
    if (!/^[\p{L}_]/u.test(word)) return not();
    if (lower === 'true' || lower === 'false') return { is: 'boolean', value: lower === 'true' };
    if (lower === 'null') return { is: 'null' };
    if (lower === 'case') return choice();
    if (peek() !== '(') {
      // `date '2026-01-01'`
      const next = words[at] ?? '';
      if (lower === 'date' && /^'\d{4}-\d{2}-\d{2}'$/.test(next)) {
        at += 1;
        return { is: 'moment', type: 'date', text: next.slice(1, -1) };
      }
      return column(word);
    }
    if (lower !== 'coalesce') return not();
    at += 1;
    const of: Term[] = [];
    do of.push(either());
    while (take(','));
    need(')');
    return { is: 'first', of };
  }

  function choice(): Term {
    const pairs: (readonly [Term, Term])[] = [];
    while (take('when')) {
      const when = either();
      need('then');
      pairs.push([when, either()]);
    }
    const otherwise: Term = take('else') ? either() : { is: 'null' };
    need('end');
    return pairs.length > 0 ? { is: 'choice', pairs, otherwise } : not();
  }

  function column(name: string): Term {
    const exact = names.includes(name) ? [name] : names.filter((one) => one.toLowerCase() === name.toLowerCase());
    return exact.length === 1 ? { is: 'column', name: exact[0]! } : not();
  }

  const whole = either();
  return at === words.length ? whole : not();
}

const shape =
  /\s*(?:('(?:[^']|'')*')|("(?:[^"]|"")*")|(\d+(?:\.\d*)?|\.\d+)|([\p{L}_][\p{L}\p{N}_]*)|(\|\||<>|!=|<=|>=|[-+*/=<>(),]))/uy;

function wordsOf(text: string): string[] {
  const words: string[] = [];
  shape.lastIndex = 0;
  const end = text.trimEnd().length;
  while (shape.lastIndex < end) {
    const found = shape.exec(text) ?? not();
    // comments have a meaning of their own
    if (found[0].includes('--')) not();
    words.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? found[5] ?? not());
  }
  return words.some((word, at) => (word === '-' && words[at + 1] === '-') || (word === '/' && words[at + 1] === '*'))
    ? not()
    : words;
}
