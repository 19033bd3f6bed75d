import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { api, bytesOf, exchange, openRaw, openUpstream, startStand, until } from './testing/stand.ts';
import type { Stand } from './testing/stand.ts';

/** So many at once; the whole count of what it has to bear is asked by the environment. */
const many = Number(process.env.FORMWORK_TEST_SOCKETS ?? 30);
const ok = 'HTTP/1.1 200 OK\r\n';
const ownOf = (name: string): Buffer => Buffer.alloc(200_000, `${name} `);

/** Answers each request with a text, whatever is asked. */
const saying = (text: string, then: (socket: Socket) => void = () => {}) =>
  openRaw((socket) => {
    socket.on('data', () => {
      socket.write(text, 'latin1');
      then(socket);
    });
  });

describe.each(['net', 'http'] as const)('upstreams that are not well, over the loop %s', (loop) => {
  let stand: Stand;
  const closing: (() => void)[] = [];
  const opened = async <One extends { close(): void }>(one: Promise<One>): Promise<One> => {
    const here = await one;
    closing.push(() => here.close());
    return here;
  };
  const upstreams = {} as Record<string, { url: string }>;
  let well: Awaited<ReturnType<typeof openUpstream>>;
  let endless: { url: string; sent(): number };
  let leaves: { url: string };
  let pieces: { url: string };

  beforeAll(async () => {
    const end = (socket: Socket): void => void socket.end();
    upstreams.nothing = await opened(saying(''));
    upstreams.closes = await opened(saying('', (socket) => void socket.destroy()));
    upstreams.garbage = await opened(saying(bytesOf(500).toString('latin1'), end));
    upstreams.half = await opened(saying('HTTP/1.1 200 OK\r\nContent-Le', end));
    upstreams.twice = await opened(saying(`${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`));
    upstreams.both = await opened(
      saying(`${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n`),
    );
    upstreams.header = await opened(saying(`${ok}X: ${'x'.repeat(100_000)}\r\n\r\n`));
    upstreams.short = await opened(saying(`${ok}Content-Length: 100\r\n\r\nabc`, end));
    upstreams.chunk = await opened(saying(`${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`, end));
    upstreams.badChunk = await opened(saying(`${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n`));
    upstreams.inject = await opened(saying(`${ok}X-A: b\rSet-Cookie: c=d\r\nContent-Length: 0\r\n\r\n`));
    upstreams.elsewhere = await opened(
      saying('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
    );
    upstreams.old = await opened(saying('HTTP/1.0 200 OK\r\n\r\nabc', end));
    upstreams.more = await opened(
      saying(`${ok}Content-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhidden`),
    );
    well = await opened(
      openUpstream('well', (request, response) => {
        if (request.url === '/events') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write('data: 1\n\n');
          return;
        }
        response.end(request.url === '/big' ? big : 'well');
      }),
    );
    let bytes = 0;
    const raw = await opened(
      openRaw((socket) => {
        const piece = Buffer.alloc(64 * 1024, 'x');
        const go = (): void => {
          while (!socket.destroyed) {
            bytes += piece.length;
            if (!socket.write(piece)) return;
          }
        };
        socket.once('data', () => {
          socket.write(`${ok}Content-Length: ${5 * 1024 ** 3}\r\n\r\n`);
          go();
        });
        socket.on('drain', go);
      }),
    );
    endless = { url: raw.url, sent: () => bytes };
    leaves = await opened(
      openRaw((socket) => {
        let patience: NodeJS.Timeout | undefined;
        socket.on('data', (asked: Buffer) => {
          clearTimeout(patience);
          const [first = ''] = asked.toString().split('\r\n');
          socket.write(`${ok}Content-Length: ${first.length}\r\n\r\n${first}`);
          patience = setTimeout(() => socket.destroy(), 50);
        });
      }),
    );
    // a head, and a body of what was asked, both over several pieces with others between them
    pieces = await opened(
      openRaw((socket) => {
        const say = async (asked: Buffer): Promise<void> => {
          const own = ownOf(/\/(n\d+) /.exec(asked.toString())![1]!);
          for (const part of [ok, 'Content-Le', `ngth: ${own.length}\r\n\r\n`, own.subarray(0, 7), own.subarray(7)]) {
            socket.write(part);
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        };
        socket.on('data', (asked: Buffer) => void say(asked));
      }),
    );
    const upstreamPatience = {
      upstream: { connectMs: 500, firstByteMs: 500, totalMs: 20_000, retries: 1, breaker: null },
    };
    const limits = { rate: null, concurrency: null, bodyBytes: 50 * 1024 * 1024, allow: [], deny: [] };
    stand = await startStand(
      {
        apis: [
          ...Object.entries(upstreams).map(([name, { url }]) => api(name, url, () => upstreamPatience)),
          api('well', well.url, () => ({ limits })),
          api('endless', endless.url),
          api('pieces', pieces.url),
          api('leaves', leaves.url, () => ({ upstream: { ...upstreamPatience.upstream, retries: 0 } })),
        ],
      },
      { settings: { FORMWORK_GATEWAY_LOOP: loop } },
    );
  });
  afterAll(async () => {
    await stand.stop();
    for (const close of closing) close();
  });

  const big = bytesOf(10 * 1024 * 1024);
  const codeOf = async (name: string): Promise<string> => {
    const answer = await fetch(`${stand.url}/${name}/x`);
    return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  };

  test.each([
    ['nothing', '504 timeout'],
    ['closes', '502 unreachable'],
    ['garbage', '502 bad_answer'],
    ['half', loop === 'net' ? '502 bad_answer' : '502 unreachable'],
    ['twice', '502 bad_answer'],
    ['both', '502 bad_answer'],
    ['header', '502 bad_answer'],
    ['inject', '502 bad_answer'],
  ])('%s: %s', async (name, code) => {
    expect(await codeOf(name)).toBe(code);
    expect(await (await fetch(`${stand.url}/well/x`)).text()).toBe('well');
  });

  test.each(['short', 'chunk', 'badChunk'])('an answer that breaks off breaks off for its caller: %s', async (name) => {
    await expect(fetch(`${stand.url}/${name}/x`).then((answer) => answer.text())).rejects.toThrow();
    await until(() => stand.rows.some(({ apiName, code }) => apiName === name && code !== ''));
    const raw = await exchange(stand.port, `GET /gateway/demo/${name}/x HTTP/1.1\r\nHost: x\r\n\r\n`);
    // neither a last chunk nor another request's answer
    expect(raw.endsWith('0\r\n\r\n')).toBe(false);
  });

  test('an answer of another manner is passed on as it is', async () => {
    expect(await (await fetch(`${stand.url}/old/x`)).text()).toBe('abc');
    const moved = await fetch(`${stand.url}/elsewhere/x`, { redirect: 'manual' });
    // where it leads is the caller's to follow, never the gateway's
    expect([moved.status, moved.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/']);
    for (let n = 0; n < 3; n += 1) expect(await (await fetch(`${stand.url}/more/x`)).text()).toBe('abc');
  });

  test('a slow caller pauses its upstream, and one that leaves ends it', async () => {
    const caller = connect({ host: '127.0.0.1', port: stand.port });
    caller.on('error', () => {});
    caller.pause();
    caller.write('GET /gateway/demo/endless/x HTTP/1.1\r\nHost: x\r\n\r\n');
    let before = -1;
    // what lies in between is full at some time, and nothing more goes in
    await until(async () => {
      const still = before === endless.sent() && before > 0;
      before = endless.sent();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return still;
    });
    expect(endless.sent()).toBeLessThan(64 * 1024 * 1024);
    expect(await (await fetch(`${stand.url}/well/x`)).text()).toBe('well');
    caller.destroy();
    await until(() => stand.rows.some(({ apiName }) => apiName === 'endless'));
  });

  test('ten megabytes both ways', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => fetch(`${stand.url}/well/big`, { method: 'POST', body: big })),
    );
    const sum = (bytes: Buffer | ArrayBuffer): string =>
      createHash('sha256')
        .update(Buffer.from(bytes as Buffer))
        .digest('hex');
    for (const answer of answers) expect(sum(await answer.arrayBuffer())).toBe(sum(big));
    for (const { body } of well.asked.filter(({ url }) => url === '/big'))
      expect(sum(Buffer.from(body, 'latin1'))).toBe(sum(big));
  });

  test('of answers that come in pieces at the same time each is its caller’s own', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `n${n}`);
    for (let round = 0; round < 2; round += 1) {
      const texts = await Promise.all(names.map(async (name) => (await fetch(`${stand.url}/pieces/${name}`)).text()));
      expect(names.filter((name, n) => texts[n] !== ownOf(name).toString())).toEqual([]);
    }
  });

  test('events come as they are sent', async () => {
    const answer = await fetch(`${stand.url}/well/events`);
    const reader = answer.body!.getReader();
    expect(Buffer.from((await reader.read()).value ?? '').toString()).toBe('data: 1\n\n');
    await reader.cancel();
  });

  test('connections that a server closes cost no call that can be sent again', async () => {
    const lanes = Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 12; n += 1) {
        const answer = await fetch(`${stand.url}/leaves/n${n}`);
        expect([answer.status, await answer.text()]).toEqual([200, `GET /n${n} HTTP/1.1`]);
        await new Promise((resolve) => setTimeout(resolve, 46 + (n % 4) * 2));
      }
    });
    await Promise.all(lanes);
  });

  test('websockets echo, each its own', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    server.on('connection', (socket) => socket.on('message', (data, binary) => socket.send(data, { binary })));
    await new Promise<void>((resolve) => server.on('listening', () => resolve()));
    const address = server.address() as { port: number };
    await stand.serve((snapshot) => ({
      ...snapshot,
      apis: [...snapshot.apis.filter(({ id }) => id !== 'ws'), api('ws', `http://127.0.0.1:${address.port}`)],
    }));
    const echo = (lane: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${stand.url.replace('http', 'ws')}/ws/x`);
        let n = 0;
        let wrong = 0;
        socket.on('error', reject);
        socket.on('open', () => socket.send(`${lane} 0`));
        socket.on('message', (data: Buffer) => {
          if (data.toString() !== `${lane} ${n}`) wrong += 1;
          n += 1;
          if (n < 20) socket.send(`${lane} ${n}`);
          else {
            socket.close();
            resolve(wrong);
          }
        });
      });
    const wrong = await Promise.all(Array.from({ length: many }, (_, lane) => echo(lane)));
    expect(wrong).toEqual(wrong.map(() => 0));
    server.close();
  });
});
