import { expect, test } from 'vitest';
import { NodeName } from './documents/api.ts';
import { PersonName } from './organization/people.ts';
import { nameText, Title } from './text.ts';

test('a name shows what it says: marks that turn its direction are taken out', () => {
  const turned = '\u202Egnp.exe\u2066 \u200F';
  expect(nameText().parse(turned)).toBe('gnp.exe');
  expect([NodeName.parse(turned), PersonName.parse(turned)]).toEqual(['gnp.exe', 'gnp.exe']);
  expect(Title.parse({ zh: `表${turned}`, en: turned })).toEqual({ zh: '表gnp.exe ', en: 'gnp.exe ' });
  expect(NodeName.safeParse('\u202E').success).toBe(false);
});
