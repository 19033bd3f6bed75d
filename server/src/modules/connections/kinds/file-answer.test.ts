import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutgoing } from '../../../platform/outbox/outgoing.ts';
import { fileAnswer, type FileBehind } from './file-answer.ts';

// Servers as there are: those that know parts, those that do not, and those that answer parts of another file.

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const outgoing = openOutgoing({ outgoingAllowed: ['127.0.0.1'] });
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await outgoing.close();
  server.closeAllConnections();
  server.close();
});

const content = 'abcdefgh';
const behind: FileBehind = { version: '"one"', size: content.length, bytes: 3 };
const asked = async (from?: FileBehind) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
  const found = await fileAnswer((headers) => outgoing.stream(url, { headers }), from);
  if ('refused' in found) return found.refused.status;
  return { from: found.file.from, facts: found.file.facts, content: await text(await found.file.content()) };
};
const answers =
  (status: (part: boolean) => number, headers: (part: boolean) => Record<string, string>) =>
  ({ headers: { range } }: IncomingMessage, response: ServerResponse): void => {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const code = status(range !== undefined);
    const part = code === 206 ? content.slice(Number(first), last ? Number(last) + 1 : undefined) : content;
    const between = `bytes ${first}-${Number(first) + part.length - 1}/${content.length}`;
    const said = { 'content-length': String(part.length), ...(code === 206 && { 'content-range': between }) };
    response.writeHead(code, { ...said, ...headers(range !== undefined) });
    response.end(part);
  };
const parts = (part: boolean): number => (part ? 206 : 200);
const whole = { from: 0, content };

test('the same file is gone on with, by its tag or by its date', async () => {
  answer = answers(parts, () => ({ etag: '"one"' }));
  expect(await asked()).toMatchObject({ ...whole, facts: { version: '"one"', size: 8 } });
  expect(await asked(behind)).toMatchObject({ from: 3, content: 'defgh' });
  const date = new Date(Date.now() - 60_000).toUTCString();
  answer = answers(parts, (part): Record<string, string> => (part ? {} : { 'last-modified': date, etag: 'W/"one"' }));
  expect(await asked()).toMatchObject({ ...whole, facts: { version: date, size: 8 } });
  expect(await asked({ ...behind, version: date })).toMatchObject({ from: 3, content: 'defgh' });
});

test('another file begins anew, whatever the server makes of what it is asked', async () => {
  for (const status of [() => 200, parts]) {
    answer = answers(status, () => ({ etag: '"two"' }));
    expect(await asked(behind)).toMatchObject({ ...whole, facts: { version: '"two"', size: 8 } });
  }
  answer = answers(parts, () => ({ etag: '"one"' }));
  expect(await asked({ ...behind, size: 9 })).toMatchObject(whole);
  for (const refused of [412, 416]) {
    answer = answers(
      (part) => (part ? refused : 200),
      () => ({ etag: '"two"' }),
    );
    expect(await asked(behind)).toMatchObject(whole);
  }
  answer = answers(
    () => 404,
    () => ({}),
  );
  expect(await asked(behind)).toBe(404);
});

test('what cannot say which file it is says nothing', async () => {
  const now = new Date().toUTCString();
  for (const headers of [{}, { etag: 'W/"one"' }, { 'last-modified': now }] as Record<string, string>[]) {
    answer = answers(parts, () => headers);
    expect(await asked()).toEqual({ ...whole, facts: undefined });
  }
  answer = (_, response) => {
    response.writeHead(200, { etag: '"one"', 'content-encoding': 'gzip' });
    response.end(gzipSync(content));
  };
  expect(await asked()).toEqual({ ...whole, facts: undefined });
});
