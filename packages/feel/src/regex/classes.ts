/** Does a character, by its code point, belong? */
export interface CharClass {
  test(point: number): boolean;
}

/** The parts of a class: `chars` are sources of single characters and ranges, which follow the case flag; escapes such as `\p{Lu}` do not. */
export interface ClassParts {
  readonly negated: boolean;
  readonly chars: readonly string[];
  readonly escapes: readonly CharClass[];
  /** `[a-z-[aeiou]]` */
  readonly except: CharClass | null;
}

export function classOf({ negated, chars, escapes, except }: ClassParts, ignoreCase: boolean): CharClass {
  const own = chars.length > 0 ? new RegExp(`[${chars.join('')}]`, ignoreCase ? 'iu' : 'u') : null;
  return remembered(
    (point) =>
      (own?.test(String.fromCodePoint(point)) === true || escapes.some((escape) => escape.test(point))) !== negated &&
      except?.test(point) !== true,
  );
}

/** A character as it is written inside the square brackets of a native class. */
export const charSource = (point: number): string => `\\u{${point.toString(16)}}`;

/** `\d`, `\W`, `\i`: as in XML Schema, not as in JavaScript. Undefined when there is no such letter. */
export function escapeClass(letter: string): CharClass | undefined {
  const source = escapes[letter.toLowerCase()];
  return source === undefined ? undefined : native(source, letter !== letter.toLowerCase());
}

/** `\p{Lu}` and `\p{IsHiragana}`. Undefined when there is no such category or block. */
export function propertyClass(name: string, negated: boolean): CharClass | undefined {
  if (categories.test(name)) return native(`\\p{${name}}`, negated);
  const block = name.startsWith('Is') ? blockOf(name.slice(2)) : undefined;
  return block && native(`\\u{${block[0]}}-\\u{${block[1]}}`, negated);
}

export const anyButBreaks = (): CharClass => native('\\n\\r', true);
export const anything: CharClass = { test: () => true };

const native = (source: string, negated: boolean): CharClass => {
  const one = new RegExp(`[${negated ? '^' : ''}${source}]`, 'u');
  return remembered((point) => one.test(String.fromCodePoint(point)));
};

/** Most texts have few different characters. */
function remembered(test: (point: number) => boolean): CharClass {
  const known = new Int8Array(256);
  return {
    test(point) {
      if (point >= known.length) return test(point);
      if (known[point] === 0) known[point] = test(point) ? 1 : -1;
      return known[point] === 1;
    },
  };
}

const nameStart =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const escapes: Readonly<Record<string, string>> = {
  s: ' \\t\\n\\r',
  d: '\\p{Nd}',
  i: nameStart,
  c: `${nameStart}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}`,
  // all but punctuation, separators and others
  w: '\\p{L}\\p{M}\\p{N}\\p{S}',
};

const categories = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfon]?)$/;

/** The blocks of Unicode that XML Schema names. */
const blocks = `BasicLatin 0 7f Latin-1Supplement 80 ff LatinExtended-A 100 17f LatinExtended-B 180 24f IPAExtensions 250 2af SpacingModifierLetters 2b0 2ff CombiningDiacriticalMarks 300 36f
Greek 370 3ff GreekandCoptic 370 3ff Cyrillic 400 4ff Armenian 530 58f Hebrew 590 5ff Arabic 600 6ff Syriac 700 74f Thaana 780 7bf Devanagari 900 97f Bengali 980 9ff Gurmukhi a00 a7f Gujarati a80 aff
Oriya b00 b7f Tamil b80 bff Telugu c00 c7f Kannada c80 cff Malayalam d00 d7f Sinhala d80 dff Thai e00 e7f Lao e80 eff Tibetan f00 fff Myanmar 1000 109f Georgian 10a0 10ff HangulJamo 1100 11ff
Ethiopic 1200 137f Cherokee 13a0 13ff UnifiedCanadianAboriginalSyllabics 1400 167f Ogham 1680 169f Runic 16a0 16ff Khmer 1780 17ff Mongolian 1800 18af LatinExtendedAdditional 1e00 1eff
GreekExtended 1f00 1fff GeneralPunctuation 2000 206f SuperscriptsandSubscripts 2070 209f CurrencySymbols 20a0 20cf CombiningMarksforSymbols 20d0 20ff LetterlikeSymbols 2100 214f NumberForms 2150 218f
Arrows 2190 21ff MathematicalOperators 2200 22ff MiscellaneousTechnical 2300 23ff ControlPictures 2400 243f OpticalCharacterRecognition 2440 245f EnclosedAlphanumerics 2460 24ff BoxDrawing 2500 257f
BlockElements 2580 259f GeometricShapes 25a0 25ff MiscellaneousSymbols 2600 26ff Dingbats 2700 27bf BraillePatterns 2800 28ff CJKRadicalsSupplement 2e80 2eff KangxiRadicals 2f00 2fdf
IdeographicDescriptionCharacters 2ff0 2fff CJKSymbolsandPunctuation 3000 303f Hiragana 3040 309f Katakana 30a0 30ff Bopomofo 3100 312f HangulCompatibilityJamo 3130 318f Kanbun 3190 319f
BopomofoExtended 31a0 31bf EnclosedCJKLettersandMonths 3200 32ff CJKCompatibility 3300 33ff CJKUnifiedIdeographsExtensionA 3400 4dbf CJKUnifiedIdeographs 4e00 9fff YiSyllables a000 a48f
YiRadicals a490 a4cf HangulSyllables ac00 d7af PrivateUse e000 f8ff CJKCompatibilityIdeographs f900 faff AlphabeticPresentationForms fb00 fb4f ArabicPresentationForms-A fb50 fdff
CombiningHalfMarks fe20 fe2f CJKCompatibilityForms fe30 fe4f SmallFormVariants fe50 fe6f ArabicPresentationForms-B fe70 feff HalfwidthandFullwidthForms ff00 ffef Specials fff0 ffff`;

function blockOf(name: string): readonly [string, string] | undefined {
  const words = blocks.split(/\s+/);
  const at = words.indexOf(name);
  return at >= 0 && at % 3 === 0 ? [words[at + 1]!, words[at + 2]!] : undefined;
}
