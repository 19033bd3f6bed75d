import { expect, test } from 'vitest';
import { scannedPlace } from './scanned-place.ts';

const origin = 'https://here.example';

test.each([
  [
    'https://here.example/space-demo/abc/detail/f1?record=1',
    { kind: 'page', path: '/space-demo/abc/detail/f1?record=1' },
  ],
  ['https://old-name.example/abc/detail/f1?record=1', { kind: 'page', path: '/abc/detail/f1?record=1' }],
  ['https://elsewhere.example/offer', { kind: 'foreign' }],
  ['http://', { kind: 'foreign' }],
  ['javascript:alert(1)', { kind: 'text', search: 'javascript alert 1' }],
  ['SN-2024/0012', { kind: 'text', search: 'SN-2024 0012' }],
])('%s', (text, place) => expect(scannedPlace(text, origin)).toEqual(place));
