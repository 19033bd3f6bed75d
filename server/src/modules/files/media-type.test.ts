import { expect, test } from 'vitest';
import { mediaTypeOf } from './media-type.ts';
import { readRange } from './conditions.ts';
import { disposition } from './download.ts';
import { cleanName } from './upload.ts';

test.each([
  ['comma', Buffer.from('a,b,c\n1,2,3\n'), 'text/csv'],
  ['tab with CRLF', Buffer.from('UDI\tType\r\n1\tM\r\n2\tL\r\n'), 'text/csv'],
  ['quoted separators', Buffer.from('a,b\n"1,5",2\n"x\ny",3\n'), 'text/csv'],
  ['byte order mark', Buffer.from('\ufeffa;b\n1;2\n'), 'text/csv'],
  [
    'GB 18030',
    Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xb2, 0xbf, 0xc3, 0xc5, 0x0a, 0xd5, 0xc5, 0x2c, 0xc9, 0xfa, 0x0a]),
    'text/csv',
  ],
  ['prose', Buffer.from('Dear all,\nplease find the list.\n'), 'text/plain'],
  ['nothing', Buffer.alloc(0), 'text/plain'],
  ['HTML behind a comment', Buffer.from('<!-- x -->\n<HTML><body>'), 'text/html'],
  ['SVG', Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  ['bytes', Buffer.from([1, 2, 3, 0, 255, 254]), 'application/octet-stream'],
  ['ZIP', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'application/zip'],
  ['PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
  ['a text cut inside a character', Buffer.from('中文字符').subarray(0, 11), 'text/plain'],
])('%s', async (_, content, type) => {
  expect(await mediaTypeOf(content)).toBe(type);
});

test('names lose paths and tricks, and keep their ending', () => {
  expect(cleanName('C:\\fakepath\\报告.docx')).toBe('报告.docx');
  expect(cleanName('../../etc/passwd')).toBe('passwd');
  expect(cleanName('a\u202egnp.exe')).toBe('agnp.exe');
  expect(['', '..', '/', ' \u0000 '].map(cleanName)).toEqual(['', '', '', '']);
  const long = cleanName(`${'长'.repeat(200)}.xlsx`);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255);
  expect(long.endsWith('长.xlsx')).toBe(true);
});

test('a name in a header cannot end the header', () => {
  expect(disposition('attachment', 'a"\r\nset-cookie: x=1\\%é\'().txt')).toBe(
    `attachment; filename="a___set-cookie: x=1___'().txt"; filename*=UTF-8''a%22%0D%0Aset-cookie%3A%20x%3D1%5C%25%C3%A9%27%28%29.txt`,
  );
});

test('ranges of an empty file are outside', () => {
  expect([
    readRange('bytes=0-', 0),
    readRange('bytes=-5', 0),
    readRange('bytes=-0', 9),
    readRange(undefined, 9),
    readRange('bytes=-', 9),
  ]).toEqual(['outside', 'outside', 'outside', undefined, undefined]);
});
