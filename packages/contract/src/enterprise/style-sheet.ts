/**
 * The enterprise's own style sheet: a small part of CSS that can change how pages look and nothing else. What is allowed is listed;
 * nothing leads out of the page (no addresses, no imports), and nothing hides, moves or covers what the product shows.
 */

export const mostStyleText = 20_000;

export type StyleProblemCode = 'unclosed' | 'selector' | 'at' | 'property' | 'value' | 'function';
export interface StyleProblem {
  code: StyleProblemCode;
  /** From one on. */
  line: number;
  what: string;
}

interface Declaration {
  property: string;
  value: string;
}
interface Rule {
  selector: string;
  declarations: Declaration[];
}
interface Block {
  /** Of a block of `@media`; '' where the rules hold always. */
  media: string;
  rules: Rule[];
}

/** Names of colours and of what a page is painted with, set on `:root`: `--fw-primary`. */
const variable = /^--fw-[a-z0-9-]{1,40}$/;
const properties = new Set([
  'color',
  'background-color',
  'background',
  'accent-color',
  'caret-color',
  'outline-color',
  'border',
  'border-color',
  'border-style',
  'border-width',
  'border-radius',
  ...['top', 'right', 'bottom', 'left'].flatMap((side) => [`border-${side}`, `border-${side}-color`]),
  'box-shadow',
  'text-shadow',
  'font',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-variant-numeric',
  'letter-spacing',
  'word-spacing',
  'line-height',
  'text-align',
  'text-decoration',
  'text-transform',
  'padding',
  ...['top', 'right', 'bottom', 'left'].map((side) => `padding-${side}`),
  'gap',
  'row-gap',
  'column-gap',
]);
const functions = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'oklch',
  'color-mix',
  'var',
  'calc',
  'min',
  'max',
  'clamp',
  'linear-gradient',
  'radial-gradient',
]);
const mediaQuery =
  /^\s*(print|screen|\((min|max)-width:\s*\d{1,5}px\)|\(prefers-color-scheme:\s*(dark|light)\)|\s+and\s+)+\s*$/;
/** Elements, classes, attributes with plain values, states, and what joins them. */
const selectorText = /^[\w\-.#:()[\]='">+~*,\s]{1,400}$/;
const pseudo = /:{1,2}([\w-]+)/g;
const states = new Set([
  'root',
  'hover',
  'focus',
  'focus-visible',
  'focus-within',
  'active',
  'disabled',
  'checked',
  'first-child',
  'last-child',
  'nth-child',
  'not',
  'is',
  'where',
  'placeholder',
  'selection',
]);
const valueText = /^[\w\s#%.,()+\-*/'"\u4e00-\u9fff]{1,400}$/;

/** What the text comes to, printed anew from its parts, or what is wrong with it, each with its line. */
export function readStyleSheet(text: string): { css: string; problems: StyleProblem[] } {
  const problems: StyleProblem[] = [];
  const blocks = blocksOf(withoutComments(text), problems);
  return {
    css: problems.length > 0 ? '' : blocks.map(printed).join('\n'),
    problems: problems.toSorted((a, b) => a.line - b.line),
  };
}

/** Lines stay where they are. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
}

function blocksOf(text: string, problems: StyleProblem[]): Block[] {
  const blocks: Block[] = [];
  for (const { head, body, at, open } of braces(text, 0, problems)) {
    const line = lineAt(text, at);
    if (!head.startsWith('@')) {
      blocks.push({ media: '', rules: [ruleOf(text, head, body, at, open, problems)] });
      continue;
    }
    const query = /^@media\b([\s\S]*)$/.exec(head)?.[1];
    if (query === undefined || !mediaQuery.test(query)) problems.push({ code: 'at', line, what: short(head) });
    else
      blocks.push({
        media: squeezed(query),
        rules: braces(text.slice(0, open + body.length), open, problems).map((inner) =>
          ruleOf(text, inner.head, inner.body, inner.at, inner.open, problems),
        ),
      });
  }
  return blocks;
}

interface Braced {
  head: string;
  body: string;
  /** Where the head begins, and where the body does. */
  at: number;
  open: number;
}

/** `head { body }` one after the other, from a place on; bodies may hold such pairs in turn. */
function braces(text: string, from: number, problems: StyleProblem[]): Braced[] {
  const found: Braced[] = [];
  let begin = from;
  while (begin < text.length) {
    const open = text.indexOf('{', begin);
    const rest = text.slice(begin, open < 0 ? text.length : open);
    const at = begin + rest.length - rest.trimStart().length;
    const semicolon = rest.indexOf(';');
    if (open < 0 || semicolon >= 0) {
      if (rest.trim() === '') break;
      // `@import ...;` and the like, or words that belong to nothing
      const what = short(semicolon >= 0 ? rest.slice(0, semicolon).trim() : rest.trim());
      problems.push({ code: what.startsWith('@') ? 'at' : 'unclosed', line: lineAt(text, at), what });
      if (semicolon < 0) break;
      begin += semicolon + 1;
      continue;
    }
    const close = closing(text, open);
    if (close < 0) {
      problems.push({ code: 'unclosed', line: lineAt(text, at), what: short(rest.trim()) });
      break;
    }
    found.push({ head: rest.trim(), body: text.slice(open + 1, close), at, open: open + 1 });
    begin = close + 1;
  }
  return found;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function ruleOf(
  text: string,
  selector: string,
  body: string,
  at: number,
  open: number,
  problems: StyleProblem[],
): Rule {
  if (!isSelector(selector)) problems.push({ code: 'selector', line: lineAt(text, at), what: short(selector) });
  const declarations: Declaration[] = [];
  let begin = 0;
  for (const part of body.split(';')) {
    const line = lineAt(text, open + begin + part.length - part.trimStart().length);
    begin += part.length + 1;
    if (part.trim() === '') continue;
    const colon = part.indexOf(':');
    const property = part
      .slice(0, colon < 0 ? part.length : colon)
      .trim()
      .toLowerCase();
    const value = colon < 0 ? '' : squeezed(part.slice(colon + 1).replace(/!important\s*$/i, ''));
    const problem = problemOf(selector, property, value);
    if (problem) problems.push({ ...problem, line });
    else declarations.push({ property, value });
  }
  return { selector: squeezed(selector), declarations };
}

function isSelector(selector: string): boolean {
  return (
    selectorText.test(selector) &&
    [...selector.matchAll(pseudo)].every(([, name = '']) => states.has(name.toLowerCase()))
  );
}

function problemOf(selector: string, property: string, value: string): Omit<StyleProblem, 'line'> | undefined {
  const known = variable.test(property) ? selector === ':root' : properties.has(property);
  if (!known) return { code: 'property', what: short(property) };
  const called = [...value.matchAll(/([\w-]+)\s*\(/g)].map(([, name = '']) => name.toLowerCase());
  const foreign = called.find((name) => !functions.has(name));
  if (foreign !== undefined) return { code: 'function', what: short(foreign) };
  if (!valueText.test(value) || unbalanced(value)) return { code: 'value', what: short(`${property}: ${value}`) };
  return undefined;
}

function unbalanced(value: string): boolean {
  const count = (mark: string) => value.split(mark).length - 1;
  return count('(') !== count(')') || count('"') % 2 === 1 || count("'") % 2 === 1;
}

/** Variables of the skin stand on the root element itself, so that a sheet has to say that it means it. */
function printed({ media, rules }: Block): string {
  const text = rules
    .map(
      ({ selector, declarations }) =>
        `${selector}{${declarations.map(({ property, value }) => `${property}:${value}${property.startsWith('--') ? '!important' : ''}`).join(';')}}`,
    )
    .join('\n');
  return media === '' ? text : `@media ${media}{${text}}`;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function short(text: string): string {
  const one = squeezed(text);
  return one.length > 40 ? `${one.slice(0, 39)}…` : one;
}
