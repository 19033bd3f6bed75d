import type { Header } from '../call.ts';

/** The head of a request that reads one way only. */
export interface RequestHead {
  method: string;
  target: string;
  /** HTTP/1.0 or 1.1. */
  minor: 0 | 1;
  headers: Header[];
  body: Framing;
  keepAlive: boolean;
  upgrade: string | undefined;
  expectsContinue: boolean;
  /** Bytes that the head took. */
  size: number;
}

/** So many bytes, in chunks, or until the connection ends. */
export type Framing = number | 'chunked' | 'close';

export interface AnswerHead {
  status: number;
  headers: Header[];
  body: Framing;
  keepAlive: boolean;
  size: number;
}

export type HeadProblem = 'bad_request' | 'too_long';

const mostHeadBytes = 16 * 1024;
const mostHeaders = 200;
const mostAnswerBytes = 64 * 1024;

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// bare line breaks, zeros and other control characters: whatever two readers might read in two ways
// eslint-disable-next-line no-control-regex -- they are what is refused
const unclean = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)|(?:^|[^\r])\n/;

/** `more` while the head is not there to its end. */
export function readRequestHead(buffer: Buffer): RequestHead | HeadProblem | 'more' {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) {
    if (buffer.length > mostHeadBytes) return 'too_long';
    // what can be no head is not waited for
    return looksWrong(buffer) ? 'bad_request' : 'more';
  }
  if (end > mostHeadBytes) return 'too_long';
  const text = buffer.toString('latin1', 0, end);
  if (unclean.test(text)) return 'bad_request';
  const lines = text.split('\r\n');
  const first = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,30}) (\/[!-~]*) HTTP\/1\.([01])$/.exec(lines[0]!);
  if (!first) return 'bad_request';
  if (lines.length - 1 > mostHeaders) return 'too_long';
  const headers = readHeaders(lines);
  if (!headers) return 'bad_request';
  return framed(first[1]!, first[2]!, first[3] === '0' ? 0 : 1, headers, end + 4);
}

function framed(
  method: string,
  target: string,
  minor: 0 | 1,
  headers: Header[],
  size: number,
): RequestHead | 'bad_request' {
  let hosts = 0;
  let length: string | undefined;
  let coding: string | undefined;
  let connection = '';
  let upgrade: string | undefined;
  let expect: string | undefined;
  for (const [name, value] of headers) {
    switch (name) {
      case 'host':
        hosts += 1;
        if (!/^[\w.:[\]-]*$/.test(value)) return 'bad_request';
        break;
      case 'content-length':
        // twice is refused even where both say the same
        if (length !== undefined || !/^\d{1,15}$/.test(value)) return 'bad_request';
        length = value;
        break;
      case 'transfer-encoding':
        if (coding !== undefined) return 'bad_request';
        coding = value;
        break;
      case 'connection':
        connection += `,${value.toLowerCase()}`;
        break;
      case 'upgrade':
        upgrade = value.toLowerCase();
        break;
      case 'expect':
        if (expect !== undefined) return 'bad_request';
        expect = value.toLowerCase();
    }
  }
  if (hosts > 1 || (minor === 1 && hosts === 0)) return 'bad_request';
  if (coding !== undefined && (length !== undefined || minor === 0 || coding.toLowerCase() !== 'chunked'))
    return 'bad_request';
  if (expect !== undefined && expect !== '100-continue') return 'bad_request';
  const named = connection.split(',').map((name) => name.trim());
  return {
    method,
    target,
    minor,
    headers,
    body: coding === undefined ? Number(length ?? 0) : 'chunked',
    keepAlive: minor === 1 && !named.includes('close'),
    upgrade: named.includes('upgrade') ? upgrade : undefined,
    expectsContinue: expect !== undefined && minor === 1,
    size,
  };
}

/** Undefined where a line is no header: folded, without a name, with a space before its colon. */
function readHeaders(lines: readonly string[]): Header[] | undefined {
  const headers: Header[] = [];
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!;
    const colon = line.indexOf(':');
    if (colon <= 0) return undefined;
    const name = line.slice(0, colon);
    if (!token.test(name)) return undefined;
    headers.push([name.toLowerCase(), valueOf(line, colon + 1)]);
  }
  return headers;
}

/** Without the spaces and tabs around it; whatever else looks like a space is part of it. */
function valueOf(line: string, from: number): string {
  let end = line.length;
  while (from < end && isBlank(line.charCodeAt(from))) from += 1;
  while (end > from && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(from, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** The first line has to begin with a method; TLS, or another protocol, does not. */
function looksWrong(buffer: Buffer): boolean {
  const line = buffer.toString('latin1', 0, Math.min(buffer.length, 2_000));
  return (
    !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{0,30}( |$)/.test(line) ||
    (line.includes('\n') && !/^\S+ \S+ HTTP\/1\.[01]\r\n/.test(line))
  );
}

/** The head of an answer to a request of this method; interim ones have a status below 200. */
export function readAnswerHead(buffer: Buffer, method: string): AnswerHead | 'bad' | 'more' {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) {
    const begins = buffer.toString('latin1', 0, 9);
    if (!'HTTP/1.1 '.startsWith(begins) && !'HTTP/1.0 '.startsWith(begins)) return 'bad';
    return buffer.length > mostAnswerBytes ? 'bad' : 'more';
  }
  if (end > mostAnswerBytes) return 'bad';
  const text = buffer.toString('latin1', 0, end);
  if (unclean.test(text)) return 'bad';
  const lines = text.split('\r\n');
  const first = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: .*)?$/.exec(lines[0]!);
  const headers = first && readHeaders(lines);
  if (!first || !headers) return 'bad';
  const status = Number(first[2]);
  let length: number | undefined;
  let chunked = false;
  let connection = '';
  for (const [name, value] of headers) {
    if (name === 'content-length') {
      if (!/^\d{1,15}$/.test(value) || (length !== undefined && length !== Number(value))) return 'bad';
      length = Number(value);
    } else if (name === 'transfer-encoding') {
      if (chunked || value.toLowerCase() !== 'chunked') return 'bad';
      chunked = true;
    } else if (name === 'connection') connection += `,${value.toLowerCase()}`;
  }
  if (chunked && length !== undefined) return 'bad';
  const none = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const body: Framing = none ? 0 : chunked ? 'chunked' : (length ?? 'close');
  const closes = connection.includes('close') || (first[1] === '0' && !connection.includes('keep-alive'));
  return { status, headers, body, keepAlive: !closes && body !== 'close', size: end + 4 };
}
