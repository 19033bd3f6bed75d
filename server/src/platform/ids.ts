import { randomBytes, randomUUIDv7 } from 'node:crypto';

/** A time-ordered id (UUID version 7) for people, records and events; those of one process are in order within a millisecond too. */
export function newId(): string {
  const id = randomUUIDv7();
  const head = id.slice(0, headLength);
  lastHead = head > lastHead ? head : following(lastHead, head);
  return lastHead + id.slice(headLength);
}

/** Milliseconds, version and the twelve bits behind it, which count here: RFC 9562, 6.2, first method. */
const headLength = 'mmmmmmmm-mmmm-7ccc'.length;
let lastHead = '';
/** A clock that was put back by more was wrong before: what it says now holds. */
const mostBackMs = 10_000;

function following(last: string, now: string): string {
  const ms = msOf(last);
  if (ms - msOf(now) > mostBackMs) return now;
  const count = Number.parseInt(last.slice(-3), 16) + 1;
  if (count < 0x1000) return last.slice(0, -3) + count.toString(16).padStart(3, '0');
  const next = (ms + 1).toString(16).padStart(12, '0');
  return `${next.slice(0, 8)}-${next.slice(8)}-7000`;
}

const msOf = (head: string): number => Number.parseInt(head.slice(0, 8) + head.slice(9, 13), 16);

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
