import { expect, it } from 'vitest';
import { aloneIn } from './alone.ts';

it('takes one declaration with what it needs', () => {
  const code = `import React from 'react';
import { Block, Color as RcColor } from 'colors';
const limit = 192;
const Palette = () => React.createElement(Block);
export const isBright = (value) => new RcColor(value).v > limit;
export default Palette;`;
  expect(aloneIn(code, 'isBright').split('\n')).toEqual([
    "import { Color as RcColor } from 'colors';",
    'const limit = 192;',
    'export const isBright = (value) => new RcColor(value).v > limit;',
  ]);
  expect(() => aloneIn(code, 'isDark')).toThrow('isDark');
});
