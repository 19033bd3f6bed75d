import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import { syllablesOf } from '../../organization/public.ts';

/** What is kept of a text for finding it. */
export interface Searchable {
  content: string;
  pinyin: string;
  terms: string[];
}

/** A search as it is looked up: each word must be there. */
export interface SearchWords {
  words: SearchWord[];
  /** All of them have to be among the terms of what is found. */
  terms: string[];
}

interface SearchWord {
  text: string;
  /** As a regular expression over `pinyin`, where the word can be one. */
  spelled?: string;
  /** So short that only beginnings of words and initials count. */
  short: boolean;
}

const mostContent = 6_000;
const mostTerms = 2_000;
const mostSpelled = 40;
const wordSigns = /[\p{L}\p{N}]+/gu;
const latin = /^[a-z0-9]+$/;

/** `names` are spelled too; `texts` are found as they are written. */
export function searchable(names: readonly string[], texts: readonly string[]): Searchable {
  const content = plain([...names, ...texts].join('\n')).slice(0, mostContent).toWellFormed();
  const spelled = [...new Set(names)].flatMap((name) => spell(name.slice(0, mostSpelled)));
  const terms = new Set<string>();
  for (const [word] of content.matchAll(wordSigns)) addTerms(word, terms);
  for (const { full, initials } of spelled) {
    addTriples(full.toLowerCase(), terms);
    for (let at = 0; at + 2 <= initials.length; at += 1) terms.add(initials.slice(at, at + 2).toLowerCase());
    addTriples(initials.toLowerCase(), terms);
  }
  return { content, pinyin: spelled.map(({ full, initials }) => `${full} ${initials}`).join(' '), terms: [...terms].slice(0, mostTerms) };
}

/** Undefined where a word is too short to be looked up. */
export function wordsOf(search: string): SearchWords | undefined {
  const texts = [...new Set(plain(search).split(/\s+/u).filter(Boolean))];
  const terms = new Set<string>();
  const words = texts.map((text): SearchWord => {
    const isLatin = latin.test(text);
    if (isLatin && text.length === 2) terms.add(text);
    else for (const [part] of text.matchAll(wordSigns)) addInner(part, terms);
    return { text, short: isLatin && text.length === 2, ...(/^[a-z]+$/.test(text) && { spelled: spelledPattern(text) }) };
  });
  return words.length === 0 || terms.size === 0 || words.some(({ text }) => signsOf(text).length < 2) ? undefined : { words, terms: [...terms] };
}

/** The same answer as the statement's, for what a person sees of a record. */
export function fits({ words }: SearchWords, { content, pinyin }: Pick<Searchable, 'content' | 'pinyin'>): boolean {
  return words.every(({ text, spelled, short }) => (short ? startsWord(content, text) : content.includes(text)) || (spelled !== undefined && new RegExp(spelled).test(pinyin)));
}

/** Conditions over `s`; values are appended to `params`. */
export function fitsSql({ words }: SearchWords, params: unknown[]): string {
  return words.map(({ text, spelled, short }) => {
    const written = short ? `s.content ~ $${params.push(`(^|[^a-z0-9])${text}`)}` : `s.content like $${params.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`;
    return spelled === undefined ? written : `(${written} or s.pinyin ~ $${params.push(spelled)})`;
  }).join(' and ');
}

/** The specification's rule of the magnifier; letters, digits, blanks and dashes are left. */
export const isRefused = hasSpecialCharacters;

export function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function startsWord(content: string, text: string): boolean {
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + 1)) if (at === 0 || !/[a-z0-9]/.test(content[at - 1] ?? '')) return true;
  return false;
}

/** A run of signs without blanks: pairs where one of them is no Latin letter or digit, triples and the beginning of the rest. */
function addTerms(word: string, terms: Set<string>): void {
  addInner(word, terms);
  for (const [part] of word.matchAll(/[a-z0-9]+/g)) if (part.length >= 2) terms.add(part.slice(0, 2));
}

/** What stands in any text that contains the word. */
function addInner(word: string, terms: Set<string>): void {
  const signs = signsOf(word);
  for (let at = 0; at + 1 < signs.length; at += 1) {
    const pair = signs[at]! + signs[at + 1]!;
    if (!latin.test(pair)) terms.add(pair);
  }
  for (const [part] of word.matchAll(/[a-z0-9]+/g)) addTriples(part, terms);
}

/** Rare Chinese signs are two units long, and half of one is no text. */
function signsOf(word: string): string | string[] {
  return /[\ud800-\udfff]/.test(word) ? Array.from(word) : word;
}

function addTriples(text: string, terms: Set<string>): void {
  for (let at = 0; at + 3 <= text.length; at += 1) terms.add(text.slice(at, at + 3));
}

/** Runs of Chinese signs: 设备 is `SheBei` and `SB`. */
function spell(name: string): { full: string; initials: string }[] {
  return [...plain(name).matchAll(/\p{Script=Han}+/gu)].map(([run]) => {
    const syllables = syllablesOf(run).filter((syllable) => /^[a-z]+$/.test(syllable));
    return { full: syllables.map((syllable) => syllable.charAt(0).toUpperCase() + syllable.slice(1)).join(''), initials: syllables.map((syllable) => syllable.charAt(0).toUpperCase()).join('') };
  });
}

/** A word begins with a syllable and may go over several: letters of either case behind a capital. */
function spelledPattern(text: string): string {
  return [...text].map((letter, at) => (at === 0 ? letter.toUpperCase() : `[${letter}${letter.toUpperCase()}]`)).join('');
}
