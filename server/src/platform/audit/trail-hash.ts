import { hash as hashText } from 'node:crypto';

/** What a row of the trail says, as the texts that the database has for it: a Date would drop microseconds. */
export type TrailTexts = readonly [
  id: string,
  /** As `micros` makes it. */
  at: string,
  actor: string | null,
  type: string,
  subject: string,
  requestId: string,
  ip: string,
  /** jsonb says the same for the same, whatever was written. */
  data: string,
];

/** Covers the hash of the row before. No text of a database has a zero in it, so none reaches into the next. */
export function trailHash(before: string, texts: TrailTexts): string {
  return hashText('sha256', `${before}\0${texts.join('\0')}`, 'hex');
}

/** A moment as a session in UTC says it, with all six digits: `2031-07-09 08:15:00.120000`. */
export function micros(at: string): string {
  return `${at.slice(0, 19)}.${/\.(\d+)/.exec(at)?.[1]?.padEnd(6, '0') ?? '000000'}`;
}

/** The same of a column. */
export const microsSql = `to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;
