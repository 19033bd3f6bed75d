import { z } from 'zod';

const Run = z.object({
  text: z.string(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
});
export type RichRun = z.infer<typeof Run>;

/** One line of formatted text on paper; rows of a table stand one behind the other. */
export const RichLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    runs: z.array(Run),
    /** 1 to 4. */ heading: z.number().optional(),
    /** Levels of lists and quotations around it. */ indent: z.number().optional(),
    marker: z.string().optional(),
  }),
  z.object({ kind: z.literal('row'), cells: z.array(z.array(Run)), head: z.boolean().optional() }),
  z.object({ kind: z.literal('picture'), file: z.uuid() }),
  z.object({ kind: z.literal('rule') }),
]);
export type RichLine = z.infer<typeof RichLine>;

const marks = { b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', s: 'strike' } as const;
type Mark = (typeof marks)[keyof typeof marks];
const blocks = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'li',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'table',
  'tr',
  'td',
  'th',
  'hr',
  'img',
  'br',
]);

/** Formatted text as the server stores it, line by line: browser and PDF draw the same. */
export function richLines(html: string): RichLine[] {
  const lines: RichLine[] = [];
  const on: Record<Mark, number> = { bold: 0, italic: 0, underline: 0, strike: 0 };
  const lists: { ordered: boolean; next: number }[] = [];
  let [heading, quotes, kept] = [0, 0, 0];
  let marker: string | undefined;
  let runs: RichRun[] = [];
  let row: { cells: RichRun[][]; head: boolean } | undefined;

  const end = (): void => {
    const text = trimmed(runs);
    runs = [];
    if (row) {
      // a cell holds lines of its own
      if (text.length > 0) row.cells.at(-1)?.push(...(row.cells.at(-1)!.length > 0 ? [{ text: '\n' }] : []), ...text);
      return;
    }
    if (text.length === 0) return;
    const indent = lists.length + quotes;
    lines.push({
      kind: 'text',
      runs: text,
      ...(heading > 0 && { heading }),
      ...(indent > 0 && { indent }),
      ...(marker !== undefined && { marker }),
    });
    marker = undefined;
  };
  const say = (given: string): void => {
    const text = kept > 0 ? given : given.replace(/\s+/g, ' ');
    if (text !== '')
      runs.push({
        text,
        ...Object.fromEntries(
          Object.entries(on)
            .filter(([, times]) => times > 0)
            .map(([mark]) => [mark, true]),
        ),
      });
  };

  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    const tag = /^<(\/?)([a-z0-9]+)/.exec(token);
    if (!tag) {
      say(decoded(token));
      continue;
    }
    const [, close, name = ''] = tag;
    const step = close ? -1 : 1;
    if (name in marks) on[marks[name as keyof typeof marks]] += step;
    if (!blocks.has(name)) continue;
    end();
    if (/^h[1-4]$/.test(name)) heading = close ? 0 : Number(name[1]);
    else if (name === 'blockquote') quotes += step;
    else if (name === 'pre') kept += step;
    else if (name === 'ul' || name === 'ol') {
      if (close) lists.pop();
      else lists.push({ ordered: name === 'ol', next: Number(/ start="(\d+)"/.exec(token)?.[1] ?? 1) });
    } else if (name === 'li') {
      const list = lists.at(-1);
      marker = close ? undefined : list?.ordered ? `${list.next++}.` : '•';
    } else if (name === 'tr') {
      if (close && row) lines.push({ kind: 'row', cells: row.cells, ...(row.head && { head: true }) });
      row = close ? undefined : { cells: [], head: false };
    } else if ((name === 'td' || name === 'th') && row && !close) {
      row.cells.push([]);
      row.head ||= name === 'th';
    } else if (name === 'hr') lines.push({ kind: 'rule' });
    else if (name === 'img') {
      const file = / data-file="([0-9a-f-]{36})"/.exec(token)?.[1];
      if (file) lines.push({ kind: 'picture', file });
    }
  }
  end();
  return lines;
}

/** Without the blanks at both ends of the line. */
function trimmed(runs: readonly RichRun[]): RichRun[] {
  const kept = runs.map((run) => ({ ...run }));
  while (kept[0] && kept[0].text.trimStart() === '') kept.shift();
  while (kept.length > 0 && kept.at(-1)!.text.trimEnd() === '') kept.pop();
  if (kept[0]) kept[0].text = kept[0].text.trimStart();
  const last = kept.at(-1);
  if (last) last.text = last.text.trimEnd();
  return kept;
}

function decoded(text: string): string {
  return text
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
