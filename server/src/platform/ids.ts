import { randomBytes, randomUUIDv7 } from 'node:crypto';

/** A time-ordered id (UUID version 7) for people, records and events. */
export function newId(): string {
  return randomUUIDv7();
}

/** Whether the database can read it as a uuid. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const lettersAndDigits = `${letters}0123456789`;

/** A ten-character id of spaces, apps, forms and fields: it stands in URLs and, behind a prefix, in SQL names. */
export function newShortId(): string {
  const bytes = randomBytes(10);
  let id = letters[bytes[0]! % letters.length]!;
  for (let i = 1; i < 10; i++) id += lettersAndDigits[bytes[i]! % lettersAndDigits.length]!;
  return id;
}
