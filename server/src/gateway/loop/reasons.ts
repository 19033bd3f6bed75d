import { STATUS_CODES } from 'node:http';

/** Words of the first line of an answer. */
export const reasons: Readonly<Record<number, string | undefined>> = Object.fromEntries(
  Object.entries(STATUS_CODES).map(([status, reason]) => [Number(status), reason]),
);
