import { comparedText, differenceOf, likenessOf } from '@formwork/contract/records/likeness.ts';
import { expect, test } from 'vitest';
import { alikeTexts } from './alike-texts.ts';

/** Every text with every other one, as it is meant. */
function plainly(percent: number, stored: readonly string[], text: string): number | undefined {
  const all = stored.map((other) => {
    const [a, b] = [comparedText(text), comparedText(other)];
    return likenessOf(differenceOf(a, b), a.length, b.length);
  });
  const best = Math.max(...all);
  return best >= percent ? best : undefined;
}

test('finds what comparing each with each finds, at any likeness', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const text = (): string => Array.from({ length: 1 + random(12) }, () => '离心泵阀A1'[random(6)]).join('');
  const stored = Array.from({ length: 120 }, text);
  for (const percent of [0, 30, 50, 60, 75, 80, 90, 100]) {
    const known = alikeTexts(percent, stored);
    for (let round = 0; round < 60; round += 1) {
      const asked = text();
      expect(known.find(asked)?.likeness, `${percent}: ${asked}`).toBe(plainly(percent, stored, asked));
    }
  }
});
