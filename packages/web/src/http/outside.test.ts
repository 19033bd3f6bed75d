import { expect, test } from 'vitest';
import { embeddableAddress, openableAddress } from './outside.ts';

test('opens pages of the product and https, nothing that could run', () => {
  expect(openableAddress('/app/!/a1?x=1')).toBe('/app/!/a1?x=1');
  expect(openableAddress(' https://example.org/a?b=c ')).toBe('https://example.org/a?b=c');
  for (const bad of [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'http://example.org',
    'https://',
    'https://user:pw@example.org',
    'data:text/html,x',
    '/a b',
    'ftp://x',
    '',
    null,
    7,
  ])
    expect(openableAddress(bad)).toBeUndefined();
});

test('embeds https of other places alone', () => {
  const own = 'https://work.example.org';
  expect(embeddableAddress('https://maps.example.org/x', own)).toBe('https://maps.example.org/x');
  for (const bad of [
    '/app',
    'http://maps.example.org',
    'https://work.example.org/x',
    'HTTPS://WORK.example.org:443/',
    'https://\\evil',
    undefined,
  ])
    expect(embeddableAddress(bad, own)).toBeUndefined();
});
