import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password', 'Password1!', 'p@ssw0rd', 'P@$$w0rd123', 'passw0rd2026', '12345678', '123456789a', '87654321', 'qwertyuiop', 'Qwerty123!', '1qaz2wsx', '1q2w3e4r5t', 'zaq12wsx', 'qweasdzxc', 'abcd1234', 'abc123456', 'aaaa1111',
  '11111111', '12341234', 'abcabcabc', '19900101', '1990-01-01', '20260228', 'iloveyou1', 'Welcome123', 'admin123', 'Admin@2026', 'administrator', 'letmein!!', 'trustno1', 'sunshine99', 'football7', 'superman123', 'woaini1314', 'woaini520', '5201314a', 'asdf1234', 'zxcvbnm123', 'test1234', 'changeme1', 'qwer1234', '147258369',
])('%s is one that everybody tries', (password) => { expect(isCommonPassword(password)).toBe(true); });

test.each(['Test-password-1', 'First-password-7', 'Quite-another-1', 'Browser-test-1', 'correct horse battery', 'Pumpe-7-Leckt-wieder', 'three wet owls', '离心泵要换油了吧', 'A-fresh-Secret-7', 'Zorblax-91-mend', 'mKw7!pQz2x'])('%s is not', (password) => { expect(isCommonPassword(password)).toBe(false); });
