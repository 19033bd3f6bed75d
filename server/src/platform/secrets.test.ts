import { expect, test } from 'vitest';
import { isOneOf, keyedHash, keyedHashes, keyIdOf, seal, sealedAnew, unseal } from './secrets.ts';

const config = { secret: 'a secret of this test, longer than it needs' };

test('a sealed secret opens at its place with its key, and nowhere else', () => {
  const text = seal(config, 'identity.totp:1', '口令 seed');
  expect(text).not.toContain('seed');
  expect(seal(config, 'identity.totp:1', '口令 seed')).not.toBe(text);
  expect(unseal(config, 'identity.totp:1', text)).toBe('口令 seed');
  expect(() => unseal(config, 'identity.totp:2', text)).toThrow();
  expect(() => unseal({ secret: 'another secret, just as long as it should be' }, 'identity.totp:1', text)).toThrow();
  const [version, keyId, bytes] = text.split('.');
  expect([version, keyId]).toEqual(['v2', keyIdOf(config.secret)]);
  const changed = Buffer.from(bytes!, 'base64url');
  changed[30]! ^= 1;
  expect(() => unseal(config, 'identity.totp:1', `v2.${keyId}.${changed.toString('base64url')}`)).toThrow();
});

test('keys of before open until a text is sealed anew, and so do hashes hold', () => {
  const before = { secret: 'the secret of the year before, of some length' };
  const now = { secret: 'the secret of this year, of the same length', secretOld: [config.secret, before.secret] };
  const text = seal(before, 'here', 'pump');
  expect(unseal(now, 'here', text)).toBe('pump');
  // from before keys had ids
  const unnamed = `v1.${text.split('.')[2]}`;
  expect(unseal(now, 'here', unnamed)).toBe('pump');
  expect(unseal(before, 'here', unnamed)).toBe('pump');
  expect(() => unseal({ secret: now.secret }, 'here', text)).toThrow(keyIdOf(before.secret));
  const anew = sealedAnew(now, 'here', unnamed)!;
  expect(unseal({ secret: now.secret }, 'here', anew)).toBe('pump');
  expect(sealedAnew(now, 'here', anew)).toBeUndefined();
  expect(() => sealedAnew(now, 'elsewhere', text)).toThrow();
  expect(isOneOf(keyedHash(before, 'a', '1'), keyedHashes(now, 'a', '1'))).toBe(true);
  expect(isOneOf(keyedHash(before, 'a', '2'), keyedHashes(now, 'a', '1'))).toBe(false);
  expect(isOneOf('', keyedHashes(now, 'a', '1'))).toBe(false);
});

test('a keyed hash depends on secret, purpose and text', () => {
  const hashes = [
    keyedHash(config, 'a', '123456'),
    keyedHash(config, 'b', '123456'),
    keyedHash(config, 'a', '123457'),
    keyedHash({ secret: 'another secret' }, 'a', '123456'),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(keyedHash(config, 'a', '123456')).toBe(hashes[0]);
});
