import type { ByteRange } from '../../platform/files/files.ts';

/** What is asked of a content besides itself (RFC 9110, 13 and 14). */

interface Representation {
  /** With its quotes. */
  tag: string;
  modified: Date;
  size: number;
}

type Judged =
  | { status: 200 }
  | { status: 206; range: ByteRange }
  /** It is what the caller has; it is not what the caller thinks; there is no such range, or more than one is asked for. */
  | { status: 304 | 412 | 416 };

/** What is to be answered to a GET or HEAD with such headers, in the order of the standard. */
export function judge(
  { tag, modified, size }: Representation,
  method: string,
  header: (name: string) => string | undefined,
): Judged {
  const since = Math.floor(modified.getTime() / 1_000) * 1_000;
  const at = (name: string): number => Date.parse(header(name) ?? '');
  const ifMatch = header('if-match');
  if (ifMatch === undefined ? since > at('if-unmodified-since') : !matches(ifMatch, tag, true)) return { status: 412 };
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch === undefined ? since <= at('if-modified-since') : matches(ifNoneMatch, tag)) return { status: 304 };
  const asked = header('range');
  const ifRange = header('if-range');
  if (method !== 'GET' || asked === undefined || !/^bytes=/i.test(asked)) return { status: 200 };
  if (ifRange !== undefined && ifRange !== tag && Date.parse(ifRange) !== since) return { status: 200 };
  // several at once would have to be written as parts, and are how a small call asks for a very large answer
  if (asked.includes(',')) return { status: 416 };
  const range = readRange(asked, size);
  if (range === 'outside') return { status: 416 };
  return range ? { status: 206, range } : { status: 200 };
}

/** One range; several at once, or a header that is no range, mean the whole file, as the RFC allows. */
export function readRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const last = Number(match[2]);
    return last === 0 || size === 0 ? 'outside' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= size ? 'outside' : { start, end };
}

/** Whether one of the tags is meant; a weak one is none where it must be the same to the byte. */
export function matches(header: string | undefined, tag: string, strong = false): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' ||
      header.split(',').some((one) => (strong ? one.trim() : one.trim().replace(/^W\//, '')) === tag))
  );
}
