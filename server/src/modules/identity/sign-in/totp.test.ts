import { expect, test } from 'vitest';
import { newTotpSecret, totpAt, totpStepOf } from './totp.ts';

/** The secret of RFC 6238, appendix B, whose codes it lists with eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d it is %s', (seconds, code) => {
  expect(totpAt(secret, Math.floor(seconds / 30))).toBe(code);
});

test('a code holds for its step and those beside it', () => {
  const at = 1_234_567_890_000;
  const step = Math.floor(at / 30_000);
  for (const near of [step - 1, step, step + 1]) expect(totpStepOf(secret, totpAt(secret, near), at)).toBe(near);
  for (const far of [step - 2, step + 2]) expect(totpStepOf(secret, totpAt(secret, far), at)).toBeUndefined();
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
});
