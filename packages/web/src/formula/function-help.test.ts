import { expect, it } from 'vitest';
import { functionExamples } from './function-examples.ts';
import { functionHelp } from './function-help.ts';

it.each(Object.keys(functionExamples))('%s has an example with a result', (name) => {
  const { example } = functionHelp(name, (key) => key)!;
  expect(example?.result).toMatch(/./);
  expect(example?.result).not.toBe('null');
});
