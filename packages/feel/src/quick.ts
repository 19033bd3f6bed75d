import type { Argument, ArithmeticOp, Iterator, Node } from './ast.ts';
import { code, give, isDigit, leave, Scanner } from './scanner.ts';
import type { KnownNames } from './tracker.ts';

/**
 * Reads what most formulas are made of, by hand and in a quarter of the time that the grammar takes: literals, names, paths, calls, filters,
 * operators, ranges behind `in`, if, for, some and every, on one line. Whatever else a text holds, and whatever is wrong with it, is left to
 * the grammar: then the answer is undefined. quick.test.ts holds both against each other.
 */
export function readQuickly(text: string, known: KnownNames): Node | undefined {
  if (text.length > MAX_TEXT) return undefined;
  try {
    return new Reader(text, known).whole();
  } catch (error) {
    if (error === leave) return undefined;
    throw error;
  }
}

/** Longer texts, and deeper ones, are measured against the limits of the package before they are read. */
const MAX_TEXT = 2_000;
const MAX_DEPTH = 40;

/** `to` of a node is where the last token ended, so brackets around a part count for what it is part of. */
class Reader extends Scanner {
  private depth = 0;

  whole(): Node {
    const node = this.expression();
    return this.at === this.text.length ? node : give();
  }

  private expression(): Node {
    if (++this.depth > MAX_DEPTH) give();
    const word = this.peekWord();
    const node =
      word === 'if'
        ? this.condition()
        : word === 'for'
          ? this.loop()
          : word === 'some' || word === 'every'
            ? this.quantified(word === 'every')
            : this.disjunction();
    this.depth--;
    return node;
  }

  private condition(): Node {
    const from = this.at;
    this.word('if');
    const condition = this.expression();
    this.word('then');
    const then = this.expression();
    this.word('else');
    const otherwise = this.expression();
    return { kind: 'if', condition, then, otherwise, from, to: this.end };
  }

  private loop(): Node {
    const from = this.at;
    this.word('for');
    const iterators = this.iterators();
    this.word('return');
    const body = this.expression();
    return { kind: 'for', iterators, body, from, to: this.end };
  }

  private quantified(every: boolean): Node {
    const from = this.at;
    this.word(every ? 'every' : 'some');
    const iterators = this.iterators();
    this.word('satisfies');
    const body = this.expression();
    return { kind: 'quantified', every, iterators, body, from, to: this.end };
  }

  private iterators(): Iterator[] {
    const found: Iterator[] = [];
    do {
      const from = this.at;
      const name = this.name();
      const span = { from, to: this.end };
      this.word('in');
      const over = this.expression();
      if (this.sign(code['.'])) {
        this.expect(code['.']);
        found.push({ name, span, over, upTo: this.expression() });
      } else found.push({ name, span, over });
    } while (this.sign(code[',']));
    return found;
  }

  private disjunction(): Node {
    const from = this.at;
    let left = this.conjunction();
    for (let n = 0; this.peekWord() === 'or'; n++) {
      if (n > MAX_DEPTH) give();
      this.word('or');
      const right = this.conjunction();
      left = { kind: 'or', left, right, from, to: this.end };
    }
    return left;
  }

  private conjunction(): Node {
    const from = this.at;
    let left = this.comparison();
    for (let n = 0; this.peekWord() === 'and'; n++) {
      if (n > MAX_DEPTH) give();
      this.word('and');
      const right = this.comparison();
      left = { kind: 'and', left, right, from, to: this.end };
    }
    return left;
  }

  private comparison(): Node {
    const from = this.at;
    const left = this.sum();
    const op = this.compareOp();
    if (op) {
      const right = this.sum();
      // chains of comparisons are for the grammar
      if (this.compareOp()) give();
      this.noWord('in', 'between', 'instance');
      return { kind: 'compare', op, left, right, from, to: this.end };
    }
    const word = this.peekWord();
    if (word === 'between') {
      this.word('between');
      const low = this.sum();
      this.word('and');
      const high = this.sum();
      if (this.compareOp()) give();
      this.noWord('in', 'between', 'instance');
      return { kind: 'between', value: left, low, high, from, to: this.end };
    }
    if (word !== 'in') return left;
    this.word('in');
    const tests = [this.interval()];
    if (this.compareOp()) give();
    this.noWord('in', 'between', 'instance');
    return { kind: 'in', value: left, tests, from, to: this.end };
  }

  /** `[10..50)`, the range that mostly stands behind `in`. */
  private interval(): Node {
    const from = this.at;
    const lowIn = this.peek() === code['['];
    if (!this.sign(code['[']) && !this.sign(code['('])) give();
    const low = this.sum();
    this.expect(code['.']);
    this.expect(code['.']);
    const high = this.sum();
    const highIn = this.peek() === code[']'];
    if (!this.sign(code[']']) && !this.sign(code[')'])) give();
    return { kind: 'range', low, high, lowIn, highIn, from, to: this.end };
  }

  private sum(): Node {
    const from = this.at;
    let left = this.product();
    for (let n = 0; ; n++) {
      const op: ArithmeticOp | undefined = this.sign(code['+']) ? '+' : this.sign(code['-']) ? '-' : undefined;
      if (!op) return left;
      if (n > MAX_DEPTH) give();
      const right = this.product();
      left = { kind: 'arithmetic', op, left, right, from, to: this.end };
    }
  }

  private product(): Node {
    const from = this.at;
    let left = this.power();
    for (let n = 0; ; n++) {
      const op: ArithmeticOp | undefined = this.sign(code['*']) ? '*' : this.sign(code['/']) ? '/' : undefined;
      if (!op) return left;
      // powers written with two stars do not come here; comments begin like a division
      if (n > MAX_DEPTH || this.peek() === code['*'] || this.peek() === code['/']) give();
      const right = this.power();
      left = { kind: 'arithmetic', op, left, right, from, to: this.end };
    }
  }

  private power(): Node {
    const from = this.at;
    const left = this.operand();
    if (!this.peekPower()) return left;
    this.sign(code['*']);
    this.sign(code['*']);
    const right = this.operand();
    if (left.kind === 'negate' || right.kind === 'negate' || this.peekPower()) give();
    return { kind: 'arithmetic', op: '**', left, right, from, to: this.end };
  }

  private operand(): Node {
    const from = this.at;
    if (this.peek() !== code['-'] || this.isNegativeNumber()) return this.postfix();
    this.pass(this.at + 1);
    if (this.peek() === code['-']) give();
    const value = this.postfix();
    return { kind: 'negate', value, from, to: this.end };
  }

  /** A value with the paths, filters and calls behind it. */
  private postfix(): Node {
    const from = this.at;
    let node = this.primary();
    for (let n = 0; ; n++) {
      if (n > MAX_DEPTH) give();
      const next = this.peek();
      if (next === code['.'] && this.text.charCodeAt(this.at + 1) !== code['.']) {
        this.sign(code['.']);
        const nameFrom = this.at;
        const name = this.name();
        node = { kind: 'path', of: node, name, nameSpan: { from: nameFrom, to: this.end }, from, to: this.end };
      } else if (next === code['[']) {
        this.sign(next);
        const by = this.expression();
        this.expect(code[']']);
        node = { kind: 'filter', of: node, by, from, to: this.end };
      } else if (next === code['(']) {
        if (node.kind !== 'name' || node.from !== from) give();
        node = { kind: 'call', callee: node, args: this.args(), named: false, from, to: this.end };
      } else return node;
    }
  }

  private args(): Argument[] {
    this.expect(code['(']);
    const found: Argument[] = [];
    if (this.sign(code[')'])) return found;
    do found.push({ value: this.expression() });
    while (this.sign(code[',']));
    this.expect(code[')']);
    return found;
  }

  private primary(): Node {
    const from = this.at;
    const next = this.peek();
    if (isDigit(next) || next === code['-']) return this.number();
    if (next === code['"']) return this.string();
    if (this.sign(code['('])) {
      const inner = this.expression();
      this.expect(code[')']);
      return inner;
    }
    if (this.sign(code['['])) return this.list(from);
    const word = this.peekWord();
    if (word === 'true' || word === 'false') {
      this.word(word);
      return { kind: 'boolean', value: word === 'true', from, to: this.end };
    }
    if (word === 'null') {
      this.word(word);
      return { kind: 'null', from, to: this.end };
    }
    if (word === 'not') {
      this.word(word);
      if (this.peek() !== code['(']) give();
      return { kind: 'name', name: word, from, to: this.end };
    }
    const name = this.name();
    return { kind: 'name', name, from, to: this.end };
  }

  private list(from: number): Node {
    const items: Node[] = [];
    if (!this.sign(code[']'])) {
      do items.push(this.expression());
      while (this.sign(code[',']));
      this.expect(code[']']);
    }
    return { kind: 'list', items, from, to: this.end };
  }
}
