import { expect, test } from 'vitest';
import { localesPreferred } from './locale.ts';

test.each([
  [undefined, ['zh-CN']],
  ['', ['zh-CN']],
  ['en', ['en']],
  ['en-GB,en;q=0.9,zh-CN;q=0.8', ['en', 'zh-CN']],
  ['fr, zh;q=0.4, en;q=0.7', ['en', 'zh-CN']],
  ['zh-TW', ['zh-CN']],
  ['de-DE, fr', ['zh-CN']],
  ['en;q=0, zh', ['zh-CN']],
  ['english', ['zh-CN']],
])('%s prefers %j', (header, wanted) => {
  expect(localesPreferred(header)).toEqual(wanted);
});
