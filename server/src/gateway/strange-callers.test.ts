import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, bytesOf, exchange, openUpstream, startStand, until } from './testing/stand.ts';
import type { Opened, Stand } from './testing/stand.ts';

const patience = { headMs: 400, idleMs: 2_000, bodyMs: 400, wholeBodyMs: 700 };
const line = (text: string): string => `${text}\r\n`;
const head = (first: string, ...lines: string[]): string => [first, 'Host: x', ...lines, '', ''].join('\r\n');
const statuses = (heard: string): number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe.each(['net', 'http'] as const)('callers that mean no good, over the loop %s', (loop) => {
  let stand: Stand;
  let upstream: Opened;
  const at = '/gateway/demo/a';

  beforeAll(async () => {
    upstream = await openUpstream('up', (request, response) => {
      response.end(`${request.method} ${request.url}`);
    });
    stand = await startStand(
      {
        apis: [
          api('a', upstream.url),
          api('read', upstream.url, () => ({
            limits: { rate: null, concurrency: null, bodyBytes: 1_000, allow: [], deny: [] },
            log: { requestBody: true, responseBody: false },
          })),
        ],
      },
      { settings: { FORMWORK_GATEWAY_LOOP: loop }, patience },
    );
  });
  afterAll(async () => {
    await stand.stop();
    upstream.close();
  });

  const closes = { connection: 'close' } as const;
  const hidden = head(`GET ${at}/hidden HTTP/1.1`, 'Connection: close');
  /** What the upstream was asked for by it. */
  const askedBy = async (text: string | string[]): Promise<{ statuses: number[]; asked: string[] }> => {
    const before = upstream.asked.length;
    const heard = await exchange(stand.port, text);
    return { statuses: statuses(heard), asked: upstream.asked.slice(before).map(({ url }) => url) };
  };
  const post = `POST ${at}/x HTTP/1.1`;
  const chunkedBody = '5\r\nabcde\r\n0\r\n\r\n';

  test.each<[string, string]>([
    ['CL.TE', `${head(post, 'Content-Length: 4', 'Transfer-Encoding: chunked')}${chunkedBody}${hidden}`],
    ['TE.CL', `${head(post, 'Transfer-Encoding: chunked', 'Content-Length: 4')}${chunkedBody}${hidden}`],
    ['TE.TE', `${head(post, 'Transfer-Encoding: chunked', 'Transfer-Encoding: x')}${chunkedBody}${hidden}`],
    ['a coding in disguise', `${head(post, 'Transfer-Encoding: xchunked')}${chunkedBody}${hidden}`],
    ['two lengths', `${head(post, 'Content-Length: 5', 'Content-Length: 0')}abcde${hidden}`],
    ['a space before the colon', `${head(post, 'Content-Length : 5')}abcde${hidden}`],
    ['a line break in a chunk size', `${head(post, 'Transfer-Encoding: chunked')}5\nabcde\r\n0\r\n\r\n${hidden}`],
    ['no Host', `${line(`GET ${at}/x HTTP/1.1`)}\r\n${hidden}`],
    ['two Hosts', `${head(`GET ${at}/x HTTP/1.1`, 'Host: y')}${hidden}`],
    ['an absolute target', `${head(`GET http://inside${at}/x HTTP/1.1`)}${hidden}`],
    ['a zero in a value', `${head(`GET ${at}/x HTTP/1.1`, 'X: a\u0000b')}${hidden}`],
  ])('%s is refused, and what stands behind it is no request', async (_, text) => {
    const found = await askedBy(text);
    expect(found.asked).toEqual([]);
    expect(found.statuses).toHaveLength(1);
    expect([400, 403, 404]).toContain(found.statuses[0]);
  });

  test.each<[string, string]>([
    ['a folded line', head(`GET ${at}/x HTTP/1.1`, 'X: a', ' b')],
    ['a bare line feed', `GET ${at}/x HTTP/1.1\nHost: x\r\n\r\n`],
    ['a chunk extension', `${head(post, 'Transfer-Encoding: chunked')}5;a=b\r\nabcde\r\n0\r\n\r\n`],
    ['a trailer', `${head(post, 'Transfer-Encoding: chunked')}0\r\nX: y\r\n\r\n`],
  ])('%s is refused by the own loop, and is one request at most to the other', async (_, text) => {
    const before = upstream.asked.length;
    const found = statuses(await exchange(stand.port, text));
    expect(found).toEqual(loop === 'http' ? [expect.any(Number)] : [400]);
    expect(upstream.asked.length - before).toBeLessThanOrEqual(loop === 'http' ? 1 : 0);
  });

  test.each([
    '/x/../y',
    '/%2e%2e/y',
    '/.%2e/y',
    '//y',
    '/x;a=b',
    '/x%2fy',
    '/x%5cy',
    '/x%00',
    '/%252e%252e/y',
    '/%c0%ae%c0%ae/y',
  ])('the path %s goes nowhere', async (path) => {
    const { statuses: found, asked } = await askedBy(head(`GET ${at}${path} HTTP/1.1`, 'Connection: close'));
    expect(asked).toEqual([]);
    expect(found).toEqual([400]);
  });

  test('what speaks of one connection, or of who calls, goes no further', async () => {
    await fetch(`${stand.url}/a/x`, {
      headers: {
        'x-consumer': 'me',
        'x-consumer-name': 'me',
        'x-request-id': '1',
        'x-forwarded-for': '1.2.3.4',
        forwarded: 'for=1.2.3.4',
        'x-real-ip': '1.2.3.4',
        ...closes,
      },
    });
    const { headers } = upstream.asked.at(-1)!;
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-request-id']).toMatch(/^g/);
    for (const name of ['x-consumer', 'x-consumer-name', 'forwarded', 'x-real-ip'])
      expect(headers[name]).toBeUndefined();
    await exchange(
      stand.port,
      head(
        `GET ${at}/x HTTP/1.1`,
        'Connection: close, X-Inner',
        'X-Inner: 1',
        'TE: trailers',
        'Proxy-Authorization: Basic x',
        'Keep-Alive: timeout=1',
      ),
    );
    const inner = upstream.asked.at(-1)!.headers;
    for (const name of ['x-inner', 'te', 'proxy-authorization', 'keep-alive']) expect(inner[name]).toBeUndefined();
  });

  test('heads without end are refused, slow ones are left, and others are served meanwhile', async () => {
    const many = await exchange(
      stand.port,
      head(`GET ${at}/x HTTP/1.1`, ...Array.from({ length: 10_000 }, () => 'X: a')),
    );
    expect(statuses(many)).toEqual([431]);
    const long = await exchange(stand.port, `GET ${at}/${'x'.repeat(70_000)}`);
    expect([[431], []]).toContainEqual(statuses(long));
    const slow = Array.from({ length: 20 }, () =>
      slowly(stand.port, [head(`GET ${at}/x HTTP/1.1`).slice(0, 30), 'X', ': ', 'a']),
    );
    const body = slowly(stand.port, [
      head(`POST /gateway/demo/read/x HTTP/1.1`, 'Content-Length: 500'),
      ...Array.from({ length: 26 }, () => 'a'),
    ]);
    expect((await fetch(`${stand.url}/a/x`)).status).toBe(200);
    await Promise.all([...slow, ...(loop === 'net' ? [body] : [])]);
    expect((await fetch(`${stand.url}/a/x`)).status).toBe(200);
  });

  test('a body that never ends is refused at its limit, and is never taken for a request', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const before = upstream.asked.length;
    const heard = await exchange(stand.port, [
      head(`POST /gateway/demo/read/x HTTP/1.1`, 'Transfer-Encoding: chunked'),
      ...Array.from({ length: 20 }, () => chunk),
    ]);
    expect(statuses(heard)).toEqual([413]);
    const told = await exchange(
      stand.port,
      `${head(`POST /gateway/demo/read/x HTTP/1.1`, 'Content-Length: 5000')}${hidden}`,
    );
    expect(statuses(told)).toEqual([413]);
    // refused before its body was read: what follows is the body still
    const refused = await exchange(
      stand.port,
      `${head(`POST /gateway/demo/nothing HTTP/1.1`, 'Content-Length: 5000')}${hidden}`,
    );
    expect(statuses(refused)).toEqual([404]);
    expect(upstream.asked.length).toBe(before);
  });

  test('requests behind each other are answered in order', async () => {
    const paths = ['one', 'two', 'three', 'four'];
    const text = paths
      .map((path, i) => head(`GET ${at}/${path} HTTP/1.1`, ...(i === 3 ? ['Connection: close'] : [])))
      .join('');
    const heard = await exchange(stand.port, text);
    expect([...heard.matchAll(/GET \/(one|two|three|four)/g)].map(([, path]) => path)).toEqual(paths);
  });

  test('noise harms nobody', async () => {
    await Promise.all(
      Array.from({ length: 40 }, () => exchange(stand.port, bytesOf(2_000).toString('latin1'), () => true)),
    );
    expect((await fetch(`${stand.url}/a/x`)).status).toBe(200);
  });
});

/** Part by part, until the other side ends it. */
async function slowly(port: number, parts: readonly string[]): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  let over = false;
  socket.on('error', () => {});
  socket.on('close', () => (over = true));
  socket.on('end', () => socket.end());
  socket.resume();
  for (let n = 0; !over; n += 1) {
    if (n < parts.length) socket.write(parts[n]!);
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (n > 500) break;
  }
  socket.destroy();
  await until(() => over);
}
