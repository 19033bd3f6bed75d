import type { CompareOp, Node } from './ast.ts';
import { parseNumber } from './number.ts';
import { isReserved, type KnownNames } from './tracker.ts';

/** Thrown where the grammar has to take over. */
export const leave = new Error('left to the grammar');

export function give(): never {
  throw leave;
}

export const code = Object.fromEntries(Array.from('"()*+,-./<=>[]', (sign) => [sign, sign.charCodeAt(0)])) as Record<
  '"' | '(' | ')' | '*' | '+' | ',' | '-' | '.' | '/' | '<' | '=' | '>' | '[' | ']',
  number
>;

export const isDigit = (ch: number): boolean => ch >= 48 && ch <= 57;

/** The words, signs and literals of a text for `readQuickly`, one after the other. */
export class Scanner {
  protected at = 0;
  /** Where the last token ended. */
  protected end = 0;
  protected readonly text: string;
  private readonly known: KnownNames;

  constructor(text: string, known: KnownNames) {
    this.text = text;
    this.known = known;
    this.skipSpaces();
  }

  protected isNegativeNumber(): boolean {
    let next = this.at + 1;
    while (this.text.charCodeAt(next) === SPACE) next++;
    return isDigit(this.text.charCodeAt(next));
  }

  protected number(): Node {
    const { text, at: from } = this;
    const minus = this.sign(code['-']) ? '-' : '';
    let to = this.at;
    while (isDigit(text.charCodeAt(to))) to++;
    if (text.charCodeAt(to) === code['.'] && isDigit(text.charCodeAt(to + 1)))
      for (to++; isDigit(text.charCodeAt(to));) to++;
    if (isWordPart(text.charCodeAt(to))) give();
    const value = parseNumber(minus + text.slice(this.at, to));
    if (value === null) return give();
    this.pass(to);
    return { kind: 'number', value, from, to };
  }

  protected string(): Node {
    const { text, at: from } = this;
    const to = text.indexOf('"', from + 1) + 1;
    if (to === 0) return give();
    const value = text.slice(from + 1, to - 1);
    if (unusualInStrings.test(value)) return give();
    this.pass(to);
    return { kind: 'string', value, from, to };
  }

  /** One word, or as many as a known name has. Names with signs in them are left to the grammar. */
  protected name(): string {
    let name = this.identifier();
    if (isReserved(name)) give();
    let whole = true;
    for (;;) {
      if (!this.known.prefixes.has(name) && !dateTimeWords.has(name)) return whole ? name : give();
      const next = this.peek();
      const word = isWordPart(next) ? this.peekPart() : Number.isNaN(next) ? undefined : this.text[this.at];
      if (word === undefined) return whole ? name : give();
      const longer = `${name} ${word}`;
      if (longer.startsWith('date and')) give();
      if (!this.known.prefixes.has(longer)) return whole ? name : give();
      if (!isWordPart(next)) give();
      name = longer;
      whole = this.known.keys.has(name);
      this.pass(this.at + word.length);
    }
  }

  private identifier(): string {
    if (!isWordStart(this.peek())) give();
    const word = this.peekPart();
    this.pass(this.at + word.length);
    return word;
  }

  protected compareOp(): CompareOp | undefined {
    const { text, at } = this;
    const first = text[at];
    if (first !== '=' && first !== '<' && first !== '>' && first !== '!') return undefined;
    const op = text[at + 1] === '=' && first !== '=' ? `${first}=` : first;
    if (op === '!') return give();
    this.pass(at + op.length);
    const next = text[this.at];
    if (next === '=' || next === '<' || next === '>') give();
    return op as CompareOp;
  }

  protected peekPower(): boolean {
    return this.text.charCodeAt(this.at) === code['*'] && this.text.charCodeAt(this.at + 1) === code['*'];
  }

  protected peek(): number {
    return this.text.charCodeAt(this.at);
  }

  /** The word that stands here, or nothing. */
  protected peekWord(): string | undefined {
    return isWordStart(this.peek()) ? this.peekPart() : undefined;
  }

  private peekPart(): string {
    let to = this.at + 1;
    while (isWordPart(this.text.charCodeAt(to))) to++;
    return this.text.slice(this.at, to);
  }

  protected word(expected: string): void {
    if (this.peekWord() !== expected) give();
    this.pass(this.at + expected.length);
  }

  protected noWord(...refused: readonly string[]): void {
    const word = this.peekWord();
    if (word !== undefined && refused.includes(word)) give();
  }

  protected sign(sign: number): boolean {
    if (this.peek() !== sign) return false;
    this.pass(this.at + 1);
    return true;
  }

  protected expect(sign: number): void {
    if (!this.sign(sign)) give();
  }

  protected pass(to: number): void {
    this.end = to;
    this.at = to;
    this.skipSpaces();
  }

  private skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === SPACE) this.at++;
  }
}

const SPACE = 32;

/** Words that begin a function of the standard with several words, known or not. */
const dateTimeWords = new Set(['date']);

/** Escapes, and characters beyond the first plane, which come in halves. */
const unusualInStrings = /[\\\ud800-\udfff]/;

/** Latin letters without accents and Chinese characters. */
const isWordStart = (ch: number): boolean =>
  (ch >= 97 && ch <= 122) || (ch >= 65 && ch <= 90) || ch === 95 || (ch >= 0x4e00 && ch <= 0x9fff);
const isWordPart = (ch: number): boolean => isWordStart(ch) || isDigit(ch);
