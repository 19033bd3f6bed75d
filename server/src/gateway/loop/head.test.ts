import { describe, expect, test } from 'vitest';
import { plainPath } from '../policies/route.ts';
import { newBuffers, openShared, slotKey } from '../shared.ts';
import { BodyReader } from './body.ts';
import { readRequestHead } from './head.ts';

const head = (text: string) => {
  const read = readRequestHead(Buffer.from(text, 'latin1'));
  return typeof read === 'string' ? read : 'taken';
};
const get = (lines: string, first = 'GET /a HTTP/1.1') => head(`${first}\r\nHost: x\r\n${lines}\r\n`);

test.each([
  ['plain', get(''), 'taken'],
  ['a body by its length', get('Content-Length: 3\r\n'), 'taken'],
  ['a body in chunks', get('Transfer-Encoding: chunked\r\n'), 'taken'],
  ['length and chunks', get('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'), 'bad_request'],
  ['chunks and length', get('Transfer-Encoding: chunked\r\nContent-Length: 3\r\n'), 'bad_request'],
  ['two codings', get('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n'), 'bad_request'],
  ['another coding', get('Transfer-Encoding: gzip, chunked\r\n'), 'bad_request'],
  ['a coding in disguise', get('Transfer-Encoding: xchunked\r\n'), 'bad_request'],
  ['a space before the colon', get('Transfer-Encoding : chunked\r\n'), 'bad_request'],
  ['a folded line', get('X: a\r\n b\r\n'), 'bad_request'],
  ['two lengths', get('Content-Length: 3\r\nContent-Length: 3\r\n'), 'bad_request'],
  ['a length with a sign', get('Content-Length: +3\r\n'), 'bad_request'],
  ['a list of lengths', get('Content-Length: 3, 3\r\n'), 'bad_request'],
  ['two hosts', get('Host: y\r\n'), 'bad_request'],
  ['no host', head('GET /a HTTP/1.1\r\n\r\n'), 'bad_request'],
  ['an absolute target', get('', 'GET http://y/a HTTP/1.1'), 'bad_request'],
  ['a star', get('', 'OPTIONS * HTTP/1.1'), 'bad_request'],
  ['chunks in 1.0', get('Transfer-Encoding: chunked\r\n', 'POST /a HTTP/1.0'), 'bad_request'],
  ['HTTP/2', get('', 'GET /a HTTP/2.0'), 'bad_request'],
  ['a bare line feed', get('X: a\nY: b\r\n'), 'bad_request'],
  ['a bare carriage return', get('X: a\rY: b\r\n'), 'bad_request'],
  ['a zero', get('X: a\u0000b\r\n'), 'bad_request'],
  ['a byte beyond ASCII in its target', get('', 'GET /\u00e4 HTTP/1.1'), 'bad_request'],
  ['a coding behind a space that is none', get('Transfer-Encoding:\u00a0chunked\r\n'), 'bad_request'],
  ['no name', get(': a\r\n'), 'bad_request'],
  ['another expectation', get('Expect: the best\r\n'), 'bad_request'],
  ['ten thousand headers', get('X: a\r\n'.repeat(10_000)), 'too_long'],
  ['many headers', get('X: a\r\n'.repeat(300)), 'too_long'],
  ['no end', head(`GET /${'a'.repeat(20_000)}`), 'too_long'],
  ['TLS', head('\u0016\u0003\u0001'), 'bad_request'],
  ['not yet whole', head('GET /a HTTP/1.1\r\nHo'), 'more'],
])('a head with %s', (_, found, expected) => {
  expect(found).toBe(expected);
});

test.each([
  ['/a/b', true],
  ['/a/%E4%B8%AD', true],
  ['/a/..', false],
  ['/a/%2e%2e/b', false],
  ['/a/.%2E/b', false],
  ['/a//b', false],
  ['/a/b;c', false],
  ['/a/%3Bc', false],
  ['/a/%2Fb', false],
  ['/a/%5cb', false],
  ['/a\\b', false],
  ['/a/%00', false],
  ['/a/%252e%252e', false],
  ['/a/%c0%ae', false],
])('a path %s', (path, taken) => {
  expect(plainPath(path) !== undefined).toBe(taken);
});

describe('chunks of a request', () => {
  const read = (text: string) => {
    const body = new BodyReader('chunked', true);
    let taken = '';
    // byte by byte, as a slow caller sends it
    for (const byte of Buffer.from(text, 'latin1'))
      body.read(Buffer.from([byte]), (bytes) => ((taken += bytes.toString()), true));
    return body.broken ? 'broken' : body.done ? taken : 'more';
  };
  test.each([
    ['3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['3;x=y\r\nabc\r\n0\r\n\r\n', 'broken'],
    ['3\nabc\r\n0\r\n\r\n', 'broken'],
    ['3\r\nabcd\r\n0\r\n\r\n', 'broken'],
    ['0x3\r\nabc\r\n0\r\n\r\n', 'broken'],
    ['0\r\nX: y\r\n\r\n', 'broken'],
    ['ffffffffffff\r\n', 'broken'],
    ['3\r\nab', 'more'],
  ])('%j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

test('a burst comes in at once, and no call more', () => {
  const shared = openShared(newBuffers());
  const rule = { count: 1, seconds: 3_600, burst: 5 };
  const taken = Array.from({ length: 20 }, () => shared.takeRate(slotKey('one'), rule)).filter((wait) => wait === 0);
  expect(taken).toHaveLength(5);
  expect(shared.spend(slotKey('quota'), 3, 4)).toBe(3);
  expect(shared.spend(slotKey('quota'), 2, 4)).toBe(-1);
});
