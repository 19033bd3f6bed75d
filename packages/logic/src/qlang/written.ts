import { inText, isWordPart, stretchEnd, type Stretch } from './scan.ts';
import { wordOf } from './words.ts';

const behind: Readonly<Record<Stretch, string>> = {
  condition: ' then',
  lines: '\nend',
  line: '\nend',
  item: ', a',
  cell: ' |',
};

/**
 * A text of FEEL as it stands among the words of the language: as it is, in brackets on lines of their own, or in quotes where it is
 * so broken that it would be read on beyond its end. `unwritten` gives back every text exactly.
 */
export function written(text: string, stretch: Stretch): string {
  if (text === '') return '';
  if (!text.includes('\n') && standsAlone(text, stretch)) return text;
  const bracketed = `(\n${text}\n)`;
  if (standsAlone(bracketed, stretch) && unwritten(bracketed).text === text) return bracketed;
  return `feel${JSON.stringify(text)}`;
}

function standsAlone(text: string, stretch: Stretch): boolean {
  if (text.startsWith('feel"') || text !== text.trim()) return false;
  const lead = 'x ';
  return stretchEnd(inText(lead + text + behind[stretch]), lead.length, stretch, true) === lead.length + text.length;
}

/** The text of FEEL, and how far it begins behind what was written; null where places in it mean nothing. */
export function unwritten(raw: string): { text: string; offset: number | null } {
  if (raw.startsWith('feel"')) {
    try {
      return { text: String(JSON.parse(raw.slice('feel'.length))), offset: null };
    } catch {
      return { text: raw, offset: 0 };
    }
  }
  const wrapped = /^\(\s*\n/.exec(raw) !== null && /\n\s*\)$/.test(raw) && closesAtEnd(raw);
  return wrapped
    ? { text: raw.replace(/^\([ \t\r]*\n/, '').replace(/\n[ \t\r]*\)$/, ''), offset: raw.indexOf('\n') + 1 }
    : { text: raw, offset: 0 };
}

function closesAtEnd(raw: string): boolean {
  let depth = 0;
  for (let i = 0; i < raw.length; i++) {
    const sign = raw[i]!;
    if (sign === '"' || sign === '`') {
      const pattern = sign === '"' ? /"(?:[^"\\\n]|\\.)*"?/y : /`[^`\n]*`?/y;
      pattern.lastIndex = i;
      i += (pattern.exec(raw)?.[0].length ?? 1) - 1;
    } else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && --depth === 0) return i === raw.length - 1;
  }
  return false;
}

/** A name, in backticks where it is a word of the language or has other signs than letters. */
export function writtenName(name: string): string {
  const plain =
    name !== '' &&
    !/^[0-9]/.test(name) &&
    Array.from(name).every((sign) => isWordPart(sign.charCodeAt(0))) &&
    !wordOf.has(name);
  return plain ? name : `\`${name}\``;
}

export const unwrittenName = (raw: string): string =>
  raw.startsWith('`') ? raw.slice(1, raw.endsWith('`') && raw.length > 1 ? -1 : undefined) : raw;
