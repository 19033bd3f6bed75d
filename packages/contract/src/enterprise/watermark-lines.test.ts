import { expect, it } from 'vitest';
import { watermarkParts } from './appearance.ts';
import { watermarkLines } from './watermark-lines.ts';

const words = { enterprise: '江城机械', name: '周明', login: 'zhou', phone: '13900001234', time: '2026-03-01 08:00' };

it('says who looks with the tail of their phone, and never more of it', () => {
  expect(watermarkLines({ parts: [...watermarkParts], text: '内部' }, words)).toEqual([
    '内部',
    '江城机械',
    '周明 zhou 1234',
    '2026-03-01 08:00',
  ]);
  expect(watermarkLines({ parts: ['phone'], text: '' }, words)).toEqual(['1234']);
  expect(watermarkLines({ parts: ['name'], text: '' }, words)).toEqual(['周明']);
});

it('leaves out what nobody knows', () => {
  const unknown = { ...words, phone: null, enterprise: undefined };
  expect(watermarkLines({ parts: [...watermarkParts], text: '' }, unknown)).toEqual(['周明 zhou', '2026-03-01 08:00']);
});
