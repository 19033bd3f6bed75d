import { expect, it } from 'vitest';
import { pinyinInitials } from './pinyin.ts';

it.each([
  ['数量', 'sl'],
  ['单价', 'dj'],
  ['合计金额', 'hjje'],
  ['负责人', 'fzr'],
  ['到期日期', 'dqrq'],
  ['设备 Name 2', 'sbname2'],
  ['压力', 'yl'],
  ['巡检', 'xj'],
  ['温度（℃）', 'wd'],
  ['', ''],
])('%s is %s', (text, initials) => {
  expect(pinyinInitials(text)).toBe(initials);
});
