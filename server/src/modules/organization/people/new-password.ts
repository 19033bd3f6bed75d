import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Read aloud and typed once: without letters that look alike, with all kinds of characters. */
export function newPassword(): string {
  const groups = Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]!).join(''),
  );
  return `${groups.join('-')}${randomInt(2, 10)}`;
}
