import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { excelBuiltins, standardBuiltins } from './table.ts';

it.each(['zh-CN', 'en'])('every function and nothing else is explained in %s', (locale) => {
  const texts = JSON.parse(
    readFileSync(new URL(`../../../web/src/i18n/functions.${locale}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;
  expect(Object.keys(texts).toSorted()).toEqual(
    [...standardBuiltins.keys(), ...excelBuiltins.keys()].map((name) => `functions.${name}`).toSorted(),
  );
});
