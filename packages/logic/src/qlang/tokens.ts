import { ExternalTokenizer, type InputStream, type Stack } from '@lezer/lr';
import * as terms from './parser.terms.ts';
import { isFirstOnLine, stretchEnd, type Stretch } from './scan.ts';
import { wordOf } from './words.ts';

const stretches: readonly (readonly [term: number, stretch: Stretch])[] = [
  [terms.Condition, 'condition'],
  [terms.Lines, 'lines'],
  [terms.Line, 'line'],
  [terms.Item, 'item'],
];
const BAR = '|'.charCodeAt(0);

/** Stretches of FEEL, which the grammar does not look into, and rows of decision tables. */
export const feel = new ExternalTokenizer(
  (input, stack) => {
    if (input.next === BAR && stack.canShift(terms.Row) && isFirstOnLine((place) => input.peek(place), 0))
      return accept(input, terms.Row, rowEnd(input));
    for (const [term, stretch] of stretches) {
      if (!stack.canShift(term)) continue;
      const end = stretchEnd((place) => input.peek(place), 0, stretch);
      if (end > 0) return accept(input, term, end);
    }
  },
  { contextual: true },
);

function accept(input: InputStream, term: number, length: number): void {
  input.advance(length);
  input.acceptToken(term);
}

function rowEnd(input: InputStream): number {
  const at = (place: number) => input.peek(place);
  let end = 1;
  for (;;) {
    let place = end;
    while (at(place) === 32 || at(place) === 9) place++;
    if (at(place) === BAR) end = place + 1;
    else {
      const to = stretchEnd(at, place, 'cell');
      if (to === place) return end;
      end = to;
    }
  }
}

const keywords = terms as unknown as Readonly<Record<string, number>>;

/** Both languages are known at once. */
export function keyword(text: string, _stack: Stack): number {
  const word = wordOf.get(text);
  // words that JavaScript keeps for itself have an underscore in the generated names
  return word === undefined ? -1 : (keywords[word] ?? keywords[`_${word}`] ?? -1);
}
