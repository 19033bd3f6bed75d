import { type Definition, fn } from '../builtins/builtin.ts';
import { fault, type Fault } from '../values.ts';

/** Cuts a text into what is spoken: a syllable without its tone for each Chinese character, all else in one piece. */
type Speller = (text: string) => readonly string[];

let speller: Speller | undefined;

/** The table of characters is larger than the language. Whoever meets a text that `readsPinyin` waits for this before it runs; later calls cost nothing. */
export async function loadPinyin(): Promise<void> {
  const { pinyin } = await import('pinyin-pro');
  speller = (text) => pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
}

export const readsPinyin = (text: string): boolean => /\bpinyin\s*\(/i.test(text);

function spell(text: string, write: (syllables: readonly string[]) => string): string | Fault {
  return speller
    ? write(
        speller(text)
          .map((piece) => piece.trim())
          .filter((piece) => piece !== ''),
      )
    : fault('feel.no_pinyin');
}

const initial = (piece: string): string => (/^[a-z]+$/.test(piece) ? piece[0]! : piece);

export const spelling: Readonly<Record<string, Definition>> = {
  PINYIN: fn<[string, (string | boolean)?]>(
    ['(text: string, separator?: string) -> string', '(text: string, initials: boolean) -> string'],
    (_, text, how) =>
      spell(text, (pieces) =>
        how === true ? pieces.map(initial).join('') : pieces.join(typeof how === 'string' ? how : ' '),
      ),
  ),
};
