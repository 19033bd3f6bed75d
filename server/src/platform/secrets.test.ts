import { expect, test } from 'vitest';
import { keyedHash, seal, unseal } from './secrets.ts';

const config = { secret: 'a secret of this test, longer than it needs' };

test('a sealed secret opens at its place with its key, and nowhere else', () => {
  const text = seal(config, 'identity.totp:1', '口令 seed');
  expect(text).not.toContain('seed');
  expect(seal(config, 'identity.totp:1', '口令 seed')).not.toBe(text);
  expect(unseal(config, 'identity.totp:1', text)).toBe('口令 seed');
  expect(() => unseal(config, 'identity.totp:2', text)).toThrow();
  expect(() => unseal({ secret: 'another secret, just as long as it should be' }, 'identity.totp:1', text)).toThrow();
  const changed = Buffer.from(text.slice(3), 'base64url');
  changed[30]! ^= 1;
  expect(() => unseal(config, 'identity.totp:1', `v1.${changed.toString('base64url')}`)).toThrow();
});

test('a keyed hash depends on secret, purpose and text', () => {
  const hashes = [keyedHash(config, 'a', '123456'), keyedHash(config, 'b', '123456'), keyedHash(config, 'a', '123457'), keyedHash({ secret: 'another secret' }, 'a', '123456')];
  expect(new Set(hashes).size).toBe(4);
  expect(keyedHash(config, 'a', '123456')).toBe(hashes[0]);
});
