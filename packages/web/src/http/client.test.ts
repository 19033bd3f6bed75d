import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoint, takesCommandId } from '@formwork/contract/endpoint.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { chatToken } from '../live/chat-token.ts';
import type { ApiError } from './api-error.ts';
import { withCommandId } from './call.ts';
import { http } from './client.ts';

/** A server that tells what it was sent; the path says what it answers. */
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const body = await bodyOf(request);
  const { pathname } = new URL(request.url!, 'http://x');
  if (pathname === '/slow') return undefined;
  if (pathname === '/refused') {
    response.writeHead(409, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ code: 'platform.conflict', data: { name: 'x' }, requestId: 'r1' }));
  }
  if (pathname === '/broken') {
    response.writeHead(500);
    return response.end('<html>');
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  return response.end(
    JSON.stringify({
      method: request.method,
      url: request.url,
      type: request.headers['content-type'] ?? null,
      language: request.headers['accept-language'],
      body,
    }),
  );
}
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Seen {
  method: string;
  url: string;
  type: string | null;
  language: string;
  body: string;
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: ApiError) => error,
  );

it('form-encodes bodies unless told otherwise', async () => {
  expect(await http.post<Seen>(`${base}/a`, { a: { b: 1 }, c: ['x'] })).toMatchObject({
    type: 'application/x-www-form-urlencoded',
    body: 'a%5Bb%5D=1&c%5B%5D=x',
  });
  expect(await http.put<Seen>(`${base}/a`, { a: 1 }, { json: true })).toMatchObject({
    method: 'PUT',
    type: 'application/json',
    body: '{"a":1}',
  });
  expect(
    await http.post<Seen>(`${base}/a`, { a: 1 }, { headers: { 'Content-Type': 'application/json' } }),
  ).toMatchObject({ type: 'application/json', body: '{"a":1}' });
  expect(await http.post<Seen>(`${base}/a`, 'text', { headers: { 'content-type': 'text/plain' } })).toMatchObject({
    type: 'text/plain',
    body: 'text',
  });
});

it('deletes with and without a form body', async () => {
  expect(await http.delete<Seen>(`${base}/a`, { query: { ids: [1, 2] } })).toMatchObject({
    method: 'DELETE',
    type: null,
    body: '',
    url: '/a?ids%5B%5D=1&ids%5B%5D=2',
  });
  expect(await http.deleteWithForm<Seen>(`${base}/a`, { id: 7 })).toMatchObject({
    method: 'DELETE',
    type: 'application/x-www-form-urlencoded',
    body: 'id=7',
  });
});

it('writes queries bracket style and says its language', async () => {
  expect(await http.get<Seen>(`${base}/a`, { query: { a: { b: 'c d' }, n: null } })).toMatchObject({
    url: '/a?a%5Bb%5D=c%20d',
    language: 'zh-CN',
  });
});

it('fails with the texts people know', async () => {
  expect(await failure(http.get(`${base}/slow`, { timeout: 40 }))).toMatchObject({
    kind: 'timeout',
    message: 'timeout of 40ms exceeded',
    data: { ms: 40, reading: true },
  });
  expect(await failure(http.get(`${base}/broken`))).toMatchObject({
    kind: 'status',
    status: 500,
    message: 'Request failed with status code 500',
  });
  expect(await failure(http.get(`${base}/refused`))).toMatchObject({
    kind: 'refused',
    status: 409,
    code: 'platform.conflict',
    data: { name: 'x' },
    requestId: 'r1',
  });
  expect(await failure(http.get('http://127.0.0.1:9/'))).toMatchObject({ kind: 'network' });
});

it('gives commands an id, once', () => {
  const command = endpoint({
    method: 'POST',
    path: '/x',
    permission: 'signed-in',
    summary: '',
    body: z.object({ commandId: z.string(), a: z.number() }),
    response: z.null(),
  });
  const plain = endpoint({
    method: 'POST',
    path: '/x',
    permission: 'signed-in',
    summary: '',
    body: z.object({ a: z.number() }),
    response: z.null(),
  });
  expect(takesCommandId(command)).toBe(true);
  expect(withCommandId(command, { a: 1 }, 'c1')).toEqual({ a: 1, commandId: 'c1' });
  expect(withCommandId(command, { a: 1, commandId: 'mine' })).toEqual({ a: 1, commandId: 'mine' });
  expect(withCommandId(plain, { a: 1 })).toEqual({ a: 1 });
});

it('rejects a chat token that does not come', async () => {
  await expect(chatToken('u1')).rejects.toThrow('token request failed');
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
