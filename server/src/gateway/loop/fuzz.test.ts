import { createServer, METHODS } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { BodyReader } from './body.ts';
import { readRequestHead } from './head.ts';

/** The whole count is asked by the environment; a seed finds the same inputs again. */
const inputs = Number(process.env.FORMWORK_TEST_FUZZ ?? 20_000);
const seed = Number(process.env.FORMWORK_TEST_SEED ?? 7);

interface Read {
  method: string;
  url: string;
  headers: string[];
  body: string;
}

test('what is accepted, another reader takes for the same requests', async () => {
  const random = numbers(seed);
  const wrong: { text: string; ours: Read[]; theirs: Read[] }[] = [];
  let accepted = 0;
  for (let n = 0; n < inputs; n += 1) {
    const text = inputOf(random);
    const ours = readByUs(text);
    if (ours.length === 0) continue;
    accepted += 1;
    const theirs = await readByNode(text);
    if (JSON.stringify(theirs.slice(0, ours.length)) !== JSON.stringify(ours)) wrong.push({ text, ours, theirs });
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  // else nothing was compared
  expect(accepted).toBeGreaterThan(inputs / 20);
});

/** Requests that come to their end, up to the first that is refused. */
function readByUs(text: string): Read[] {
  let rest = Buffer.from(text, 'latin1');
  const all: Read[] = [];
  for (;;) {
    const head = readRequestHead(rest);
    // what no operation can have is refused by its method
    if (typeof head === 'string' || !METHODS.includes(head.method)) return all;
    rest = rest.subarray(head.size);
    const body = new BodyReader(head.body, true);
    const parts: Buffer[] = [];
    while (!body.done && !body.broken && rest.length > 0)
      rest = rest.subarray(body.read(rest, (bytes) => parts.push(bytes) > 0));
    if (!body.done) return all;
    all.push({
      method: head.method,
      url: head.target,
      headers: head.headers.flat(),
      body: Buffer.concat(parts).toString('latin1'),
    });
    if (!head.keepAlive || head.upgrade !== undefined) return all;
  }
}

/** The platform's parser, on a connection that has all of it at once. */
function readByNode(text: string): Promise<Read[]> {
  return new Promise((resolve) => {
    const all: Read[] = [];
    const reading: Promise<void>[] = [];
    const server = createServer((request, response) => {
      const one: Read = {
        method: request.method!,
        url: request.url!,
        headers: request.rawHeaders.map((part, i) => (i % 2 === 0 ? part.toLowerCase() : part)),
        body: '',
      };
      all.push(one);
      reading.push(
        new Promise((done) => {
          request.on('data', (bytes: Buffer) => (one.body += bytes.toString('latin1')));
          request.on('close', () => done());
          request.on('end', () => {
            response.end();
            done();
          });
        }),
      );
    });
    for (const event of ['upgrade', 'connect'] as const)
      server.on(event, (request) =>
        all.push({
          method: request.method!,
          url: request.url!,
          headers: request.rawHeaders.map((part, i) => (i % 2 === 0 ? part.toLowerCase() : part)),
          body: '',
        }),
      );
    server.on('clientError', (_, socket) => socket.destroy());
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    const socket = new Duplex({ read: () => {}, write: (_, __, done) => done() });
    server.emit('connection', socket);
    socket.push(Buffer.from(text, 'latin1'));
    socket.push(null);
    // all that it reads of one piece is told within a few turns
    setImmediate(() => setImmediate(() => setImmediate(() => setImmediate(() => (socket.destroy(), resolve(all))))));
  });
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'get', 'PATCH'];
const targets = ['/', '/a', '/a?b=c', '/%2e%2e/a', '/a//b', '/a;b', 'http://x/a', '*', '/a b', '/ä'];
const versions = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1'];
const lines = [
  'Content-Length: 3',
  'Content-Length: 0',
  'Content-Length: 03',
  'Content-Length: +3',
  'Content-Length: 3, 3',
  'content-length:3',
  'Content-Length : 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked ',
  ' Transfer-Encoding: chunked',
  'Connection: close',
  'Connection: keep-alive, X',
  'Expect: 100-continue',
  'X: a\tb',
  'X:',
  'X',
  ': a',
  'X: ä',
  'X-A: 1',
  'Host: y',
  'Host: y z',
  'X\u0000: a',
  'X: \u0001',
  'Upgrade: websocket',
];
const bodies = [
  '',
  'abc',
  '3\r\nabc\r\n0\r\n\r\n',
  '3\r\nabc\r\n0\r\nX: y\r\n\r\n',
  '3;a=b\r\nabc\r\n0\r\n\r\n',
  '0\r\n\r\n',
  '3\nabc\n0\n\n',
  '003\r\nabc\r\n0\r\n\r\n',
  '0x3\r\nabc\r\n0\r\n\r\n',
  '3 \r\nabc\r\n0\r\n\r\n',
];
const ends = ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\n\r\n'];

function inputOf(random: () => number): string {
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)]!;
  let text = '';
  for (let n = 0; n < 1 + Math.floor(random() * 3); n += 1) {
    const plain = random() < 0.5;
    const end = (): string => (plain ? '\r\n' : pick(ends));
    text += `${pick(plain ? methods.slice(0, 6) : methods)} ${pick(plain ? targets.slice(0, 4) : targets)} ${pick(plain ? versions.slice(0, 3) : versions)}${end()}`;
    if (plain || random() < 0.9) text += `Host: x${end()}`;
    for (let m = Math.floor(random() * 4); m > 0; m -= 1) text += `${pick(lines)}${end()}`;
    text += `${end()}${pick(bodies)}`;
  }
  // a byte somewhere that is another
  if (random() < 0.3) {
    const at = Math.floor(random() * text.length);
    text =
      text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + (random() < 0.5 ? 1 : 0));
  }
  return text;
}

/** Mulberry32: the same numbers for the same seed. */
function numbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
