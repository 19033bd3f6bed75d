import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import { syllablesOf } from '../../organization/public.ts';
import { keyOf } from './keys.ts';

/** What is kept of a text for finding it. */
export interface Searchable {
  content: string;
  pinyin: string;
  /** Of its pieces: pairs of Chinese signs, triples of others, beginnings of words. */
  keys: number[];
}

/** A search as it is looked up: each word must be there. */
export interface SearchWords {
  words: SearchWord[];
  /** All of them have to be among the keys of what is found. */
  keys: number[];
}

interface SearchWord {
  text: string;
  /** As a regular expression over `pinyin`, where the word can be one. */
  spelled?: string;
  /** So short that only beginnings of words and initials count. */
  short: boolean;
}

const mostContent = 6_000;
const mostKeys = 2_000;
const mostSpelled = 40;
const wordSigns = /[\p{L}\p{N}]+/gu;
const latin = /^[a-z0-9]+$/;
const ascii = /^[\0-\x7f]*$/;
/** Where the parts of a code meet: plants name things P-1, 1-2, 泵-1 and 1#泵, of which no part is long enough by itself. */
const joints = /(?=([\p{L}\p{N}][-#_.][\p{L}\p{N}]))/gu;

/** `names` are spelled too; `texts` are found as they are written. */
export function searchable(names: readonly string[], texts: readonly string[]): Searchable {
  const content = plain([...names, ...texts].join('\n'))
    .slice(0, mostContent)
    .toWellFormed();
  const spelled = [...new Set(names)].flatMap((name) => spell(name.slice(0, mostSpelled)));
  const keys = new Set<number>();
  if (ascii.test(content)) addAscii(content, keys);
  else {
    for (const [word] of content.matchAll(wordSigns)) addWord(word, keys);
    addJoints(content, keys);
  }
  for (const { full, initials } of spelled) {
    addTriples(full.toLowerCase(), keys);
    const first = initials.toLowerCase();
    for (let at = 0; at + 2 <= first.length; at += 1) keys.add(keyOf(first, at, at + 2));
    addTriples(first, keys);
  }
  return {
    content,
    pinyin: spelled.map(({ full, initials }) => `${full} ${initials}`).join(' '),
    keys: [...keys].slice(0, mostKeys),
  };
}

/** Undefined where a word is too short to be looked up. */
export function wordsOf(search: string): SearchWords | undefined {
  const texts = [...new Set(plain(search).split(/\s+/u).filter(Boolean))];
  const keys = new Set<number>();
  const words = texts.map((text): SearchWord => {
    const isLatin = latin.test(text);
    if (isLatin && text.length === 2) keys.add(keyOf(text));
    else for (const [part] of text.matchAll(wordSigns)) addInner(part, keys);
    addJoints(text, keys);
    return {
      text,
      short: isLatin && text.length === 2,
      ...(/^[a-z]+$/.test(text) && { spelled: spelledPattern(text) }),
    };
  });
  return words.length === 0 || keys.size === 0 || words.some(({ text }) => [...text].length < 2)
    ? undefined
    : { words, keys: [...keys] };
}

/** The same answer as the statement's, for what a person sees of a record. */
export function fits(
  { words }: Pick<SearchWords, 'words'>,
  { content, pinyin }: Pick<Searchable, 'content' | 'pinyin'>,
): boolean {
  return words.every(
    ({ text, spelled, short }) =>
      (short ? startsWord(content, text) : content.includes(text)) ||
      (spelled !== undefined && new RegExp(spelled).test(pinyin)),
  );
}

/** Conditions over `s`; values are appended to `params`. */
export function fitsSql({ words }: SearchWords, params: unknown[]): string {
  return words
    .map(({ text, spelled, short }) => {
      const written = short
        ? `s.content ~ $${params.push(`(^|[^a-z0-9])${text}`)}`
        : `s.content like $${params.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`;
      return spelled === undefined ? written : `(${written} or s.pinyin ~ $${params.push(spelled)})`;
    })
    .join(' and ');
}

/** The specification's rule of the magnifier; letters, digits, blanks and dashes are left. */
export const isRefused = hasSpecialCharacters;

export function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function startsWord(content: string, text: string): boolean {
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + 1))
    if (at === 0 || !/[a-z0-9]/.test(content[at - 1] ?? '')) return true;
  return false;
}

/** A run of signs without blanks: pairs where one of them is no Latin letter or digit, triples and the beginning of the rest. */
function addWord(word: string, keys: Set<number>): void {
  addInner(word, keys);
  for (const [part] of word.matchAll(/[a-z0-9]+/g)) if (part.length >= 2) keys.add(keyOf(part, 0, 2));
}

/** The same keys as `addWord` of each word and `addJoints`, in one pass: where there are no other letters, all words are Latin. */
function addAscii(text: string, keys: Set<number>): void {
  let from = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (isLatinCode(code)) {
      if (from < 0) from = at;
      continue;
    }
    if (from >= 0) {
      if (at - from >= 2) keys.add(keyOf(text, from, from + 2));
      for (let start = from; start + 3 <= at; start += 1) keys.add(keyOf(text, start, start + 3));
      if (isJoint(code) && at + 1 < text.length && isLatinCode(text.charCodeAt(at + 1)))
        keys.add(keyOf(text, at - 1, at + 2));
    }
    from = -1;
  }
}

const isLatinCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
/** One of `-#_.`. */
const isJoint = (code: number): boolean => code === 45 || code === 35 || code === 95 || code === 46;

function addJoints(text: string, keys: Set<number>): void {
  for (const [, joint] of text.matchAll(joints)) keys.add(keyOf(joint!));
}

/** What stands in any text that contains the word. */
function addInner(word: string, keys: Set<number>): void {
  if (!latin.test(word)) addPairs(word, keys);
  for (const [part] of word.matchAll(/[a-z0-9]+/g)) addTriples(part, keys);
}

function addPairs(word: string, keys: Set<number>): void {
  // rare Chinese signs are two units long, and half of one is no text
  const signs = /[\ud800-\udfff]/.test(word) ? Array.from(word) : undefined;
  const ends = signs ? endsOf(signs) : undefined;
  const count = signs?.length ?? word.length;
  for (let at = 0; at + 1 < count; at += 1) {
    const [from, to] = ends ? [ends[at]!, ends[at + 2]!] : [at, at + 2];
    if (!saysLatin(word, from, to)) keys.add(keyOf(word, from, to));
  }
}

/** Where each sign begins, and the end of the last. */
function endsOf(signs: readonly string[]): number[] {
  const ends = [0];
  for (const sign of signs) ends.push(ends.at(-1)! + sign.length);
  return ends;
}

function saysLatin(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if (!isLatinCode(text.charCodeAt(at))) return false;
  }
  return true;
}

function addTriples(text: string, keys: Set<number>): void {
  for (let at = 0; at + 3 <= text.length; at += 1) keys.add(keyOf(text, at, at + 3));
}

/** Runs of Chinese signs: 设备 is `SheBei` and `SB`. */
function spell(name: string): { full: string; initials: string }[] {
  return [...plain(name).matchAll(/\p{Script=Han}+/gu)].map(([run]) => {
    const syllables = syllablesOf(run).filter((syllable) => /^[a-z]+$/.test(syllable));
    return {
      full: syllables.map((syllable) => syllable.charAt(0).toUpperCase() + syllable.slice(1)).join(''),
      initials: syllables.map((syllable) => syllable.charAt(0).toUpperCase()).join(''),
    };
  });
}

/** A word begins with a syllable and may go over several: letters of either case behind a capital. */
function spelledPattern(text: string): string {
  return [...text]
    .map((letter, at) => (at === 0 ? letter.toUpperCase() : `[${letter}${letter.toUpperCase()}]`))
    .join('');
}
