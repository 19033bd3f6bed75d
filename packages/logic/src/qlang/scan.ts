import { beginning, wordOf, type Word } from './words.ts';

/** What a stretch of FEEL stands in, and so where it ends. */
export type Stretch =
  /** Behind `when` and `each ... in`: up to `then` or `do`. */
  | 'condition'
  /** Behind `let` and `set`: up to a line that begins something else. */
  | 'lines'
  /** The rest of a line. */
  | 'line'
  /** One of several with commas between. */
  | 'item'
  /** Up to the next `|`. */
  | 'cell';

/** The character at a place, -1 in front of the text and behind it. */
export type At = (place: number) => number;

export const inText =
  (text: string): At =>
  (place) =>
    place < 0 || place >= text.length ? -1 : text.charCodeAt(place);

const [NEWLINE, SPACE, TAB, RETURN, QUOTE, BACKSLASH, BACKTICK, SLASH, DOT, COMMA, BAR] = Array.from(
  '\n \t\r"\\`/.,|',
  (sign) => sign.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number, number, number];
const opening = new Set(Array.from('([{', (sign) => sign.charCodeAt(0)));
const closing = new Set(Array.from(')]}', (sign) => sign.charCodeAt(0)));

const isBlank = (ch: number): boolean => ch === SPACE || ch === TAB || ch === RETURN;
export const isWordPart = (ch: number): boolean =>
  (ch >= 48 && ch <= 57) || (ch >= 65 && ch <= 90) || ch === 95 || (ch >= 97 && ch <= 122) || ch > 160;

/**
 * Where a stretch of FEEL ends that begins at a place; the place itself where none begins there. `strict`: nor where its end hangs on
 * what follows it, as with a bracket that is never closed.
 */
export function stretchEnd(at: At, from: number, stretch: Stretch, strict = false): number {
  if (!begins(at, from, stretch)) return from;
  if (isQuoted(at, from)) return endOfString(at, from + 'feel'.length);
  return scan(at, from, stretch, true) ?? (strict ? undefined : scan(at, from, stretch, false)) ?? from;
}

function begins(at: At, from: number, stretch: Stretch): boolean {
  const first = at(from);
  if (first === -1 || first === NEWLINE || isBlank(first) || (first === SLASH && at(from + 1) === SLASH)) return false;
  if (stretch === 'cell') return first !== BAR;
  const firstOnLine = isFirstOnLine(at, from);
  if (firstOnLine && stretch !== 'condition' && stretch !== 'lines') return false;
  const word = wordAt(at, from);
  return (
    word === undefined ||
    (stretch === 'condition' ? !(firstOnLine && beginning.has(word)) && word !== 'then' && word !== 'do' : false)
  );
}

export function isFirstOnLine(at: At, from: number): boolean {
  let place = from - 1;
  while (isBlank(at(place))) place--;
  return at(place) === NEWLINE || at(place) === -1;
}

/** A text that nothing else can hold: `feel"..."`. */
const isQuoted = (at: At, from: number): boolean =>
  Array.from('feel"').every((sign, i) => at(from + i) === sign.charCodeAt(0));

function endOfString(at: At, from: number): number {
  let place = from + 1;
  while (at(place) !== QUOTE) {
    if (at(place) === -1 || at(place) === NEWLINE) return place;
    place += at(place) === BACKSLASH ? 2 : 1;
  }
  return place + 1;
}

/** Undefined where brackets that are never closed would swallow what follows: then they are not counted. */
function scan(at: At, from: number, stretch: Stretch, counting: boolean): number | undefined {
  let depth = 0;
  let ifs = 0;
  let end = from;
  for (let place = from; ;) {
    const ch = at(place);
    const free = depth === 0;
    if (ch === -1) return free ? end : undefined;
    if (ch === NEWLINE) {
      if (free && endsLine(at, place, stretch)) return end;
      if (!free && beginsRule(at, place)) return undefined;
      place++;
    } else if (isBlank(ch)) place++;
    else if (ch === QUOTE) end = place = endOfString(at, place);
    else if (ch === BACKTICK) end = place = endOfName(at, place);
    else if (ch === SLASH && at(place + 1) === SLASH) {
      if (free) return end;
      while (at(place) !== NEWLINE && at(place) !== -1) place++;
    } else if (free && ((ch === COMMA && stretch === 'item') || (ch === BAR && stretch === 'cell'))) return end;
    else if (isWordPart(ch)) {
      const to = endOfWord(at, place);
      if (free && stretch === 'condition') {
        const word = at(before(at, place)) === DOT ? '' : textAt(at, place, to);
        if (word === 'if') ifs++;
        else if (word === 'then' && ifs > 0) ifs--;
        else if (['then', 'do'].includes(wordOf.get(word) ?? '')) return end;
      }
      end = place = to;
    } else {
      if (counting && opening.has(ch)) depth++;
      if (counting && closing.has(ch) && depth > 0) depth--;
      end = ++place;
    }
  }
}

function before(at: At, place: number): number {
  let back = place - 1;
  while (isBlank(at(back))) back--;
  return back;
}

function endOfName(at: At, from: number): number {
  let place = from + 1;
  while (at(place) !== BACKTICK && at(place) !== NEWLINE && at(place) !== -1) place++;
  return at(place) === BACKTICK ? place + 1 : place;
}

function endsLine(at: At, newline: number, stretch: Stretch): boolean {
  if (stretch !== 'condition' && stretch !== 'lines') return true;
  const next = firstBehind(at, newline);
  const ch = at(next);
  if (ch === -1 || ch === NEWLINE || (ch === SLASH && at(next + 1) === SLASH)) return true;
  const word = wordAt(at, next);
  return word !== undefined && beginning.has(word);
}

const beginsRule = (at: At, newline: number): boolean => wordAt(at, firstBehind(at, newline)) === 'rule';

function firstBehind(at: At, newline: number): number {
  let place = newline + 1;
  while (isBlank(at(place))) place++;
  return place;
}

function wordAt(at: At, place: number): Word | undefined {
  return isWordPart(at(place)) ? wordOf.get(textAt(at, place, endOfWord(at, place))) : undefined;
}

function endOfWord(at: At, from: number): number {
  let place = from;
  while (isWordPart(at(place))) place++;
  return place;
}

function textAt(at: At, from: number, to: number): string {
  let text = '';
  for (let place = from; place < to; place++) text += String.fromCharCode(at(place));
  return text;
}
