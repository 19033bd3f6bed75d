import { expect, test } from 'vitest';
import { richLines } from './rich-lines.ts';

test('formatted text is lines of runs, with headings, lists, tables and pictures', () => {
  const file = '01a2015a-2aed-7320-8f39-8823d46049d9';
  const html = `<h2>处理 &amp; 结果</h2><p>拆下<strong>主<u>轴</u></strong>后<br>发现：</p><ul><li><p>磨损</p></li><li>老化<ol start="3"><li>油封</li></ol></li></ul><blockquote><p>注意</p></blockquote><table><tbody><tr><th><p>项</p></th><th>值</th></tr><tr><td><p>一</p><p>二</p></td><td></td></tr></tbody></table><hr><p><img data-file="${file}" /></p><p></p>`;
  expect(richLines(html)).toEqual([
    { kind: 'text', heading: 2, runs: [{ text: '处理 & 结果' }] },
    {
      kind: 'text',
      runs: [{ text: '拆下' }, { text: '主', bold: true }, { text: '轴', bold: true, underline: true }, { text: '后' }],
    },
    { kind: 'text', runs: [{ text: '发现：' }] },
    { kind: 'text', indent: 1, marker: '•', runs: [{ text: '磨损' }] },
    { kind: 'text', indent: 1, marker: '•', runs: [{ text: '老化' }] },
    { kind: 'text', indent: 2, marker: '3.', runs: [{ text: '油封' }] },
    { kind: 'text', indent: 1, runs: [{ text: '注意' }] },
    { kind: 'row', head: true, cells: [[{ text: '项' }], [{ text: '值' }]] },
    { kind: 'row', cells: [[{ text: '一' }, { text: '\n' }, { text: '二' }], []] },
    { kind: 'rule' },
    { kind: 'picture', file },
  ]);
});
