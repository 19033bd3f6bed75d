import { anyButBreaks, anything, charSource, classOf, escapeClass, propertyClass, type CharClass } from './classes.ts';

/** A pattern as a tree. */
export type Part =
  | { readonly kind: 'char'; readonly class: CharClass }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'all' | 'either'; readonly parts: readonly Part[] }
  | { readonly kind: 'group'; readonly number: number; readonly part: Part }
  | { readonly kind: 'same'; readonly number: number }
  | {
      readonly kind: 'repeat';
      readonly part: Part;
      readonly least: number;
      readonly most: number;
      readonly greedy: boolean;
    };

export interface Flags {
  readonly ignoreCase: boolean;
  /** The dot takes line breaks too. */
  readonly dotAll: boolean;
  /** `^` and `$` hold at every line. */
  readonly lines: boolean;
}

export interface Pattern {
  readonly part: Part;
  readonly groups: number;
}

const MAX_DEPTH = 100;
const MAX_REPEAT = 10_000;

/** Reads a pattern of XPath (that of XML Schema with anchors, groups and references); null when it is none. */
export function readPattern(text: string, flags: Flags): Pattern | null {
  const points = Array.from(text, (char) => char.codePointAt(0)!);
  const closed = new Set<number>();
  let at = 0;
  let groups = 0;
  let depth = 0;

  const peek = (): string => (at < points.length ? String.fromCodePoint(points[at]!) : '');
  const take = (): string => {
    const char = peek();
    at++;
    return char;
  };
  const eat = (char: string): boolean => peek() === char && char !== '' && ++at > 0;
  const digits = (): string => {
    let found = '';
    while (/^[0-9]$/.test(peek())) found += take();
    return found;
  };

  function either(): Part {
    if (++depth > MAX_DEPTH) throw new WrongPattern();
    const parts = [all()];
    while (eat('|')) parts.push(all());
    depth--;
    return parts.length === 1 ? parts[0]! : { kind: 'either', parts };
  }

  function all(): Part {
    const parts: Part[] = [];
    while (at < points.length && peek() !== '|' && peek() !== ')') parts.push(repeated(atom()));
    return parts.length === 1 ? parts[0]! : { kind: 'all', parts };
  }

  function repeated(part: Part): Part {
    const range = eat('*') ? [0, Infinity] : eat('+') ? [1, Infinity] : eat('?') ? [0, 1] : eat('{') ? counted() : null;
    if (!range) return part;
    return { kind: 'repeat', part, least: range[0], most: range[1], greedy: !eat('?') };
  }

  function counted(): readonly [number, number] {
    const least = digits();
    const most = eat(',') ? digits() : least;
    if (
      least === '' ||
      !eat('}') ||
      Number(least) > MAX_REPEAT ||
      Number(most) > MAX_REPEAT ||
      (most !== '' && Number(most) < Number(least))
    )
      throw new WrongPattern();
    return [Number(least), most === '' ? Infinity : Number(most)];
  }

  function atom(): Part {
    const char = take();
    switch (char) {
      case '.':
        return { kind: 'char', class: flags.dotAll ? anything : anyButBreaks() };
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '(':
        return group();
      case '[':
        return { kind: 'char', class: charClass() };
      case '\\':
        return escaped();
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new WrongPattern();
      default:
        return single(char.codePointAt(0)!);
    }
  }

  const single = (point: number): Part => ({
    kind: 'char',
    class: flags.ignoreCase
      ? classOf({ negated: false, chars: [charSource(point)], escapes: [], except: null }, true)
      : { test: (other) => other === point },
  });

  function group(): Part {
    const capturing = !eat('?');
    if (!capturing && !eat(':')) throw new WrongPattern();
    const number = capturing ? ++groups : 0;
    const part = either();
    if (!eat(')')) throw new WrongPattern();
    if (!capturing) return part;
    closed.add(number);
    return { kind: 'group', number, part };
  }

  function escaped(): Part {
    if (/^[1-9]$/.test(peek())) return reference();
    const one = escape();
    return typeof one === 'number' ? single(one) : { kind: 'char', class: one };
  }

  /** Takes as many digits as make the number of a group. */
  function reference(): Part {
    let number = Number(take());
    while (/^[0-9]$/.test(peek()) && closed.has(number * 10 + Number(peek()))) number = number * 10 + Number(take());
    if (!closed.has(number)) throw new WrongPattern();
    return { kind: 'same', number };
  }

  /** A single character by its code point, or a class. */
  function escape(): number | CharClass {
    const char = take();
    if (char === 'n') return 10;
    if (char === 'r') return 13;
    if (char === 't') return 9;
    if (char !== '' && '\\|.?*+(){}-[]^$'.includes(char)) return char.codePointAt(0)!;
    if (char !== 'p' && char !== 'P') return escapeClass(char) ?? wrong();
    if (!eat('{')) return wrong();
    let name = '';
    while (at < points.length && peek() !== '}') name += take();
    at++;
    return propertyClass(name, char === 'P') ?? wrong();
  }

  function charClass(): CharClass {
    if (++depth > MAX_DEPTH) throw new WrongPattern();
    const negated = eat('^');
    const chars: string[] = [];
    const escapes: CharClass[] = [];
    let except: CharClass | null = null;
    let first = true;
    for (; !eat(']'); first = false) {
      if (at >= points.length) throw new WrongPattern();
      if (!first && peek() === '-' && points[at + 1] === 0x5b) {
        at += 2;
        except = charClass();
        if (peek() !== ']') throw new WrongPattern();
        continue;
      }
      const low = member();
      if (typeof low !== 'number') escapes.push(low);
      else chars.push(charSource(low) + rangeEnd(low));
    }
    if (first) throw new WrongPattern();
    depth--;
    return classOf({ negated, chars, escapes, except }, flags.ignoreCase);
  }

  function member(): number | CharClass {
    const char = take();
    if (char === '\\') return escape();
    return char === '[' ? wrong() : char.codePointAt(0)!;
  }

  /** A hyphen is a range between two characters, and itself elsewhere. */
  function rangeEnd(low: number): string {
    const next = points[at + 1];
    if (peek() !== '-' || low === 0x2d || next === undefined || next === 0x5d || next === 0x5b) return '';
    at++;
    const high = member();
    if (typeof high !== 'number' || high < low) throw new WrongPattern();
    return `-${charSource(high)}`;
  }

  try {
    const part = either();
    return at === points.length ? { part, groups } : null;
  } catch (error) {
    if (error instanceof WrongPattern) return null;
    throw error;
  }
}

class WrongPattern extends Error {}

const wrong = (): never => {
  throw new WrongPattern();
};
