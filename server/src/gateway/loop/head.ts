import type { Header, Recall } from '../call.ts';
import { Known } from '../../platform/known.ts';

/** The head of a request that reads one way only. */
export interface RequestHead extends RequestLines {
  method: string;
  target: string;
  /** HTTP/1.0 or 1.1. */
  minor: 0 | 1;
  /** Bytes that the head took. */
  size: number;
}

/** What the lines behind the first say. */
interface RequestLines {
  headers: readonly Header[];
  body: Framing;
  keepAlive: boolean;
  upgrade: string | undefined;
  expectsContinue: boolean;
  recall?: Recall;
}

/** So many bytes, in chunks, or until the connection ends. */
export type Framing = number | 'chunked' | 'close';

export interface AnswerHead {
  status: number;
  headers: readonly Header[];
  body: Framing;
  keepAlive: boolean;
  size: number;
  recall?: Recall;
}

export type HeadProblem = 'bad_request' | 'too_long';

const mostHeadBytes = 16 * 1024;
const mostHeaders = 200;
const mostAnswerBytes = 64 * 1024;

/** By its code, what a byte is in a name: none of it, part of it, or a capital letter. */
const inName = new Uint8Array(256);
for (const sign of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz") inName[sign.charCodeAt(0)] = 1;
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') inName[sign.charCodeAt(0)] = 2;

/** `more` while the head is not there to its end. */
export function readRequestHead(buffer: Buffer): RequestHead | HeadProblem | 'more' {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) {
    if (buffer.length > mostHeadBytes) return 'too_long';
    // what can be no head is not waited for
    return looksWrong(buffer) ? 'bad_request' : 'more';
  }
  if (end > mostHeadBytes) return 'too_long';
  const lineEnd = buffer.indexOf(0x0d);
  const first = readFirst(buffer.toString('latin1', 0, lineEnd));
  if (!first) return 'bad_request';
  const lines = requestLines(buffer.toString('latin1', lineEnd, end), first.minor);
  if (typeof lines === 'string') return lines;
  const { headers, body, keepAlive, upgrade, expectsContinue, recall } = lines;
  const { method, target, minor } = first;
  return { method, target, minor, headers, body, keepAlive, upgrade, expectsContinue, recall, size: end + 4 };
}

const asGet = /^GET \/[!-~]* HTTP\/1\.1$/;

/** Most are of one kind, which takes no match to be put together. */
function readFirst(line: string): Pick<RequestHead, 'method' | 'target' | 'minor'> | undefined {
  if (asGet.test(line)) return { method: 'GET', target: line.slice(4, -9), minor: 1 };
  const first = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,30}) (\/[!-~]*) HTTP\/1\.([01])$/.exec(line);
  return first ? { method: first[1]!, target: first[2]!, minor: first[3] === '0' ? 0 : 1 } : undefined;
}

const knownLines = new Known<RequestLines>();

function requestLines(text: string, minor: 0 | 1): RequestLines | HeadProblem {
  const known = minor === 1 ? knownLines.get(text) : undefined;
  if (known) return known;
  const headers = readHeaders(text, 0);
  if (!headers) return 'bad_request';
  if (headers.length > mostHeaders) return 'too_long';
  const lines = framed(minor, headers);
  if (minor === 1 && typeof lines !== 'string') knownLines.set(text, lines);
  return lines;
}

function framed(minor: 0 | 1, headers: Header[]): RequestLines | 'bad_request' {
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
  const named = connection === '' ? [] : connection.split(',').map((name) => name.trim());
  return {
    headers,
    body: coding === undefined ? Number(length ?? 0) : 'chunked',
    keepAlive: minor === 1 && !named.includes('close'),
    upgrade: named.includes('upgrade') ? upgrade : undefined,
    expectsContinue: expect !== undefined && minor === 1,
    recall: newRecall(),
  };
}

const newRecall = (): Recall => ({ passed: undefined, without: undefined });

/**
 * The lines behind the first, which ends at `at`. Undefined where one is no header: folded, without a name, with a space before its
 * colon; or where there is what two readers might read in two ways: a bare line break, a zero or another control character.
 */
function readHeaders(text: string, at: number): Header[] | undefined {
  const headers: Header[] = [];
  while (at < text.length) {
    // each line but the last ends with both
    if (text.charCodeAt(at) !== 0x0d || text.charCodeAt(at + 1) !== 0x0a) return undefined;
    const from = at + 2;
    let colon = from;
    let hasCapitals = false;
    for (; text.charCodeAt(colon) !== 0x3a; colon += 1) {
      const kind = inName[text.charCodeAt(colon)];
      if (!kind) return undefined;
      if (kind === 2) hasCapitals = true;
    }
    if (colon === from) return undefined;
    at = colon + 1;
    while (at < text.length && isOfValue(text.charCodeAt(at))) at += 1;
    const name = text.slice(from, colon);
    headers.push([hasCapitals ? name.toLowerCase() : name, valueOf(text, colon + 1, at)]);
  }
  return headers;
}

/** Without the spaces and tabs around it; whatever else looks like a space is part of it. */
function valueOf(text: string, from: number, end: number): string {
  while (from < end && isBlank(text.charCodeAt(from))) from += 1;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(from, end);
}

const isOfValue = (code: number): boolean => (code >= 0x20 ? code !== 0x7f : code === 0x09);

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
  if (method === 'HEAD') return answerHead(text, end + 4, true);
  const known = knownAnswers.get(text);
  if (known) return known;
  const head = answerHead(text, end + 4, false);
  if (typeof head !== 'string') knownAnswers.set(text, head);
  return head;
}

const knownAnswers = new Known<AnswerHead>();

function answerHead(text: string, size: number, isOfHead: boolean): AnswerHead | 'bad' {
  const lineEnd = text.indexOf('\r\n');
  const line = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const first = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t -~\u0080-\u00ff]*)?$/.exec(line);
  const headers = first && readHeaders(text, line.length);
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
  const none = isOfHead || status < 200 || status === 204 || status === 304;
  const body: Framing = none ? 0 : chunked ? 'chunked' : (length ?? 'close');
  const closes = connection.includes('close') || (first[1] === '0' && !connection.includes('keep-alive'));
  return { status, headers, body, keepAlive: !closes && body !== 'close', size, recall: newRecall() };
}
