import { loadPinyin } from '@formwork/feel/excel/pinyin.ts';
import { beforeAll, expect, it } from 'vitest';
import { functionExamples } from './function-examples.ts';
import { functionHelp } from './function-help.ts';

beforeAll(loadPinyin);

it.each(Object.keys(functionExamples))('%s has an example with a result', (name) => {
  const { example } = functionHelp(name, (key) => key)!;
  expect(example?.result).toMatch(/./);
});
