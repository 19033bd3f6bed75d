import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutgoing } from '../../../platform/outbox/outgoing.ts';
import type { Platform } from '../../../platform/platform.ts';
import { clickhouseKind, type ClickhouseClient } from './clickhouse.ts';

// A server that greets, and of what it is asked then says nothing, or the first rows and no more.

const outgoing = openOutgoing({ outgoingAllowed: ['127.0.0.1'] });
let server: Server;
let client: ClickhouseClient;
const asked: string[] = [];
const answers: ServerResponse[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then(
      (sql) => {
        asked.push(sql);
        if (sql.startsWith('select version()')) return response.end('"25.8.1","0",""\n');
        if (sql.startsWith('kill query')) return response.end();
        answers.push(response);
        if (sql.startsWith('some')) response.write('1\n'.repeat(20_000));
      },
      () => {},
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = await clickhouseKind.open({
    platform: { outgoing } as Platform,
    spaceId: 'demo',
    version: 1,
    id: '1',
    settings: {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      database: 'default',
      user: 'x',
      tls: false,
    },
    secrets: {},
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await outgoing.close();
});

const killed = () => asked.filter((sql) => sql.startsWith('kill query')).length;

test('whoever waits for an answer that does not come may stop', async () => {
  const stop = new AbortController();
  const waiting = client.ask('nothing', { signal: stop.signal });
  const ended = expect(waiting).rejects.toThrow('stopped');
  await expect.poll(() => answers.length).toBe(1);
  const gone = once(answers[0]!, 'close');
  stop.abort(new Error('stopped'));
  await ended;
  await gone;
  await expect.poll(killed).toBe(1);
});

test('and whoever waits for the rest of one', async () => {
  const stop = new AbortController();
  const stream = await client.stream('some', { signal: stop.signal });
  const gone = once(answers[1]!, 'close');
  const reading = text(stream);
  const ended = expect(reading).rejects.toThrow('stopped');
  stop.abort(new Error('stopped'));
  await ended;
  await gone;
  await expect.poll(killed).toBe(2);
});

test('an answer that nobody reads is closed', async () => {
  const stream = await client.stream('some');
  const gone = once(answers[2]!, 'close');
  stream.destroy();
  await gone;
  await expect.poll(killed).toBe(3);
});
