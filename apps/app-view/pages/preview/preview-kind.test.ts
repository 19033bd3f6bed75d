import { describe, expect, test } from 'vitest';
import { previewKind } from './preview-kind.ts';
import { decodeText, guessEncoding } from './text-decoding.ts';

describe('a file is shown by its type', () => {
  test.each([
    ['image/png', 'image'],
    ['image/svg+xml', 'text'],
    ['text/html', 'text'],
    ['text/csv', 'text'],
    ['application/pdf', 'pdf'],
    ['audio/mpeg', 'audio'],
    ['video/mp4', 'video'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word'],
    ['application/vnd.ms-excel', 'sheet'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'slides'],
    ['application/zip', 'none'],
    ['application/x-cfb', 'none'],
    ['image/tiff', 'none'],
  ])('%s: %s', (type, kind) => expect(previewKind(type)).toBe(kind));
});

describe('a text is read in the encoding it was written in', () => {
  const gb = Uint8Array.from([0xc9, 0xe8, 0xb1, 0xb8, 0xb5, 0xe3, 0xbc, 0xec]);
  test.each([
    ['utf-8', new TextEncoder().encode('设备点检'), '设备点检'],
    ['gb18030', gb, '设备点检'],
    ['utf-16le', Uint8Array.from([0xff, 0xfe, 0xbe, 0x8b]), '设'],
    ['utf-8', new TextEncoder().encode('设备').subarray(0, 5), '设�'],
  ] as const)('%s', (encoding, bytes, text) => {
    expect(guessEncoding(bytes)).toBe(encoding);
    expect(decodeText(bytes, encoding)).toBe(text);
  });
});
