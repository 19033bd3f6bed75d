import { expect, it } from 'vitest';
import { reachedByImports, reachedInBrowser } from './changed.ts';

it('runs in the browser what a change can reach', () => {
  expect(
    reachedInBrowser(['docs/x.md', 'server/src/a.test.ts', 'server/src/testing/people.ts', 'tools/check.ts']),
  ).toEqual([]);
  expect(reachedInBrowser(['e2e/main/search.e2e.ts', 'docs/x.md'])).toEqual(['e2e/main/search.e2e.ts']);
  expect(reachedInBrowser(['apps/iot/pages/DevicesPage.tsx'])).toEqual(['e2e/iot/', 'e2e/main/']);
  expect(reachedInBrowser(['apps/iot/pages.ts', 'packages/ui/src/base.css'])).toEqual(['e2e']);
});

const tests = new Map([
  ['packages/contract/src/routes/places.test.ts', "new URL('page-table.tsv', import.meta.url)"],
  ['packages/feel/src/problems.test.ts', 'new URL(`../../web/src/i18n/feel.${locale}.json`, import.meta.url)'],
  ['server/src/modules/forms/forms.test.ts', 'test()'],
]);

it('follows code through the imports, and finds the tests that read a file instead', () => {
  expect(reachedByImports(['docs/x.md', 'e2e/main/search.e2e.ts'], tests)).toEqual([]);
  expect(reachedByImports(['server/src/a.ts', 'docs/x.md'], tests)).toEqual(['server/src/a.ts']);
  expect(reachedByImports(['packages/contract/src/routes/page-table.tsv'], tests)).toEqual([
    'packages/contract/src/routes/places.test.ts',
  ]);
  expect(reachedByImports(['packages/web/src/i18n/feel.zh-CN.json'], tests)).toEqual([
    'packages/web/src/i18n/feel.zh-CN.json',
    'packages/feel/src/problems.test.ts',
  ]);
  expect(reachedByImports(['apps/iot/pages/DevicesPage.tsx'], tests)).toContain('tools/web/frames.test.ts');
});

it('runs all where the database, the libraries or the runner changed', () => {
  for (const file of [
    'server/migrations/0001_platform.sql',
    'package-lock.json',
    'packages/feel/package.json',
    'vitest.config.ts',
  ])
    expect(reachedByImports([file, 'docs/x.md'], tests)).toBeUndefined();
});
