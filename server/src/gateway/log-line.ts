import type { LogPlace, LogRow } from './log-row.ts';

/**
 * What `JSON.parse` reads as the row, a line of its own. By hand, as it is made for every call: times as whole thousandths, since
 * fractions take longer to be written than all the rest, and what is common to many rows is there as text.
 */
export function lineOf(row: LogRow, { lead }: LogPlace): string {
  // ids, methods, codes and policies have nothing in them that JSON writes otherwise
  const { at, status, ms, upstreamMs, sourceMs, bytesIn, bytesOut } = row;
  const asked = `${lead},"at":${at},"id":"${row.id}","method":"${row.method}","path":${text(row.path)}`;
  const upstream = upstreamMs === null ? 'null' : thousandths(upstreamMs);
  const times = `"ms":${thousandths(ms)},"upstreamMs":${upstream},"sourceMs":${thousandths(sourceMs)}`;
  const answered = `"status":${status},"code":"${row.code}","policy":${row.policy === null ? 'null' : `"${row.policy}"`},${times}`;
  const bodies = `"requestBody":${orNull(row.requestBody)},"responseBody":${orNull(row.responseBody)}`;
  return `${asked},${answered},"bytesIn":${bytesIn},"bytesOut":${bytesOut},"address":${text(row.address)},"detail":${object(row.detail)},${bodies}}\n`;
}

const plain = /^[ !#-[\]-~]*$/;

/** What needs no signs before its signs needs quotes alone. */
const text = (value: string): string => (plain.test(value) ? `"${value}"` : JSON.stringify(value));

const orNull = (value: string | null): string => (value === null ? 'null' : text(value));

const thousandths = (value: number): string => `${Math.round(value * 1_000)}e-3`;

function object(values: Record<string, unknown>): string {
  let parts = '';
  for (const name in values) {
    const value = values[name];
    const said = typeof value === 'string' ? text(value) : JSON.stringify(value);
    // as `JSON.stringify` leaves it out
    if (said !== undefined) parts += `${parts === '' ? '' : ','}${text(name)}:${said}`;
  }
  return `{${parts}}`;
}
