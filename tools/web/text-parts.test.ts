import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listedPages, textParts } from './text-parts.ts';

const list = `import type { PageList } from '@formwork/web/router/page-list.ts';
export const pages = {
  list: { load: () => import('./pages/ListPage.tsx'), texts: ['records', 'views'] },
  record: { load: () => import('./pages/RecordPage.tsx'), texts: ['records'] },
  plain: { load: () => import('./pages/PlainPage.tsx') },
} satisfies PageList<'main'>;`;

it('reads a list of pages as it is written', () => {
  expect(listedPages(list)).toEqual([
    { id: 'list', file: './pages/ListPage.tsx', texts: ['records', 'views'] },
    { id: 'record', file: './pages/RecordPage.tsx', texts: ['records'] },
    { id: 'plain', file: './pages/PlainPage.tsx', texts: [] },
  ]);
});

it('joins what every page begins with, and what the same pages name, by language', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-texts-'));
  const file = path.join(folder, 'pages.ts');
  writeFileSync(file, list);
  const modules = ['shell', 'ui', 'records', 'views', 'errors'].flatMap((area) => [
    `/i18n/${area}.zh-CN.json`,
    `/i18n/${area}.en.json`,
  ]);
  const places = textParts(modules, [file], () => 1_000);
  rmSync(folder, { recursive: true });
  const together = Object.groupBy(places.keys(), (id) => places.get(id)!);
  expect(Object.values(together).map((ids) => ids!.map((id) => id.split('/').at(-1)).sort())).toEqual([
    ['shell.zh-CN.json', 'ui.zh-CN.json'],
    ['records.zh-CN.json', 'views.zh-CN.json'],
    ['shell.en.json', 'ui.en.json'],
    ['records.en.json', 'views.en.json'],
  ]);
});
