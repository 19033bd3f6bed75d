import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problemGaps } from './problems.ts';

it.each(['zh-CN', 'en'])('every code has a text that fills its gaps in %s', (locale) => {
  const texts = JSON.parse(
    readFileSync(new URL(`../../web/src/i18n/feel.${locale}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;
  const gaps = Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      code,
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!).sort(),
    ]),
  );
  expect(gaps).toEqual(
    Object.fromEntries(Object.entries(problemGaps).map(([code, names]) => [code, [...names].sort()])),
  );
});
