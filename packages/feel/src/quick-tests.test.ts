import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownNames } from './tracker.ts';
import { parseByGrammar } from './parse.ts';
import { readTestsQuickly } from './quick-tests.ts';

const names = knownNames([]);

describe('cells read by hand', () => {
  it.each([
    '"a"',
    '"甲 乙"',
    '""',
    '5',
    '-5',
    '12.50',
    '< 5',
    '>=5',
    '>= -2.5',
    '[1..5]',
    '(1.5..2.5)',
    '[-3..-1)',
    'true',
    'false',
  ])('%s are what the grammar makes of them', (text) => {
    expect(readTestsQuickly(text)).toEqual(parseByGrammar(text, names, 'tests').ast);
  });

  it('or are left to it', () => {
    const cell = fc.oneof(
      fc.stringMatching(/^"[a-z"\\ ]{0,5}"$/),
      fc.stringMatching(/^[<>=]{0,2} ?-?\d{1,4}(\.\d{0,3})?$/),
      fc.stringMatching(/^[[\](]-?\d{1,3}(\.\d)?\.\.-?\d{1,3}[[\])]$/),
    );
    fc.assert(
      fc.property(cell, (text) => {
        const quick = readTestsQuickly(text);
        if (quick) expect(quick).toEqual(parseByGrammar(text, names, 'tests').ast);
      }),
      { numRuns: 2_000 },
    );
  });
});
