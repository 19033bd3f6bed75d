import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { routes, type Route } from '@formwork/contract/routes.ts';
import { spellingOf } from '../../server/src/modules/organization/people/pinyin.ts';
import { root } from './sources.ts';

const file = 'packages/contract/src/routes/spellings.ts';
const tablePath = path.join(root, 'packages/contract/src/routes/page-table.tsv');

/** Every page is found by its pinyin: those of the table, so that one to come is too, and those of the manifest. */
export function pageSpellingProblems({ write }: { write: boolean }): string[] {
  const [, ...lines] = readFileSync(tablePath, 'utf8').trimEnd().split('\n');
  const titles = [
    ...lines.map((line) => line.split('\t')[4]!),
    ...(routes as readonly Route[]).map(({ title }) => title.zh),
  ];
  const rows = [...new Set(titles)]
    .filter((title) => /\p{Script=Han}/u.test(title))
    .toSorted()
    .map((title) => {
      const { full, initials } = spellingOf(title);
      return `  ${/^[\p{Script=Han}]+$/u.test(title) ? title : `'${title}'`}: '${full} ${initials}',`;
    });
  const wanted = [
    '/** How the Chinese names of pages are typed: pinyin in full, and the first letters. Written by `npm run check -- --write`. */',
    'export const pageSpellings: Record<string, string> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
  const there = readFileSync(path.join(root, file), { encoding: 'utf8', flag: 'a+' });
  if (there === wanted) return [];
  if (!write) return [`${file} does not spell the names of the pages; npm run check -- --write mends it`];
  writeFileSync(path.join(root, file), wanted);
  return [];
}
