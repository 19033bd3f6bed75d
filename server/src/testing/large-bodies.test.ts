import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { api } from '@formwork/contract/api.ts';
import { bodyBytesOf, visitorBodyBytes, type Endpoint } from '@formwork/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isModest } from '../platform/http/bodies.ts';
import { codeOf, startTestServer, type TestServer } from './server.ts';
import { testSecret } from './people.ts';
import { measureSlowness, type Slowness } from './slowness.ts';

let server: TestServer;
/** A process of its own: what keeps it busy does not keep us. */
let web: ChildProcess;
let webUrl = '';
let slowness: Slowness;
beforeAll(async () => {
  slowness = measureSlowness();
  server = await startTestServer();
  web = spawn(process.execPath, [join(import.meta.dirname, 'web-process.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: server.databaseUrl,
      FORMWORK_ROLE: 'web',
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'error',
      FORMWORK_SECRET: testSecret,
      FORMWORK_DATA: inject('testFolder'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  webUrl = await new Promise((resolve) => {
    web.stdout!.on('data', (data: Buffer) => {
      const [, url] = /ready (\S+)/.exec(String(data)) ?? [];
      if (url) resolve(url);
    });
  });
});
afterAll(async () => {
  slowness.end();
  const ended = new Promise((resolve) => {
    web.once('exit', resolve);
  });
  web.kill('SIGTERM');
  await ended;
  await server.stop();
});

const reading = Object.entries(api)
  .flatMap(([area, all]) =>
    Object.entries(all).map(([name, one]) => ({ name: `${area}.${name}`, endpoint: one as Endpoint })),
  )
  .filter(({ endpoint: { body, transfer } }) => body !== undefined && transfer !== 'multipart');
const pathOf = ({ path }: Endpoint) => `/api${path.replace(/:\w+/g, '01890000-0000-7000-8000-000000000000')}`;

/** Texts that cost the most to read: as many different keys as one object may have, again and again, and lists of what is no text. */
function shapes(bytes: number): Map<string, string> {
  const values = Math.min(bytes / 10, 200_000);
  const object = `{${Array.from({ length: 1_900 }, (_, n) => `"k${n.toString(36)}":0`).join(',')}}`;
  const list = `[${Array.from({ length: 19_000 }, () => '0').join(',')}]`;
  const fill = (part: string, items: number) =>
    Array.from(
      { length: Math.max(Math.floor(Math.min(values / items, (bytes - 2_000) / (part.length + 6))), 1) },
      () => part,
    );
  const keyed = (parts: string[]) => `{${parts.map((part, n) => `"p${n}":${part}`).join(',')}}`;
  const fits = (texts: [string, string][]) => new Map(texts.filter(([, text]) => text.length <= bytes));
  return fits([
    ['keys', keyed(fill(object, 1_950))],
    [
      'values',
      `{"values":${object},"slaves":${keyed(fill(list, 19_050))},"ids":${list},"definition":{"fields":${list}}}`,
    ],
    ['one text', `{"values":{"a":"${'x'.repeat(bytes - 100)}"}}`],
  ]);
}

describe('the largest body that an endpoint reads', () => {
  const mostMs = 200;
  const looks = 6;

  /** How long the process does not answer while it reads one, once. */
  async function silence(endpoint: Endpoint, text: string, cookie: string): Promise<number> {
    let over = false;
    const answer = fetch(webUrl + pathOf(endpoint), {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', cookie },
      body: text,
    })
      .then(async (response) => {
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(500);
      })
      .finally(() => {
        over = true;
      });
    let longest = 0;
    while (!over) {
      const before = performance.now();
      await (await fetch(`${webUrl}/healthz`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - before);
    }
    await answer;
    return longest;
  }

  /** What is told of one that takes too long however often one looks; on a machine that is slow just now it may take as much longer. */
  async function tooLong(endpoint: Endpoint, text: string, cookie: string): Promise<string | undefined> {
    const told: string[] = [];
    for (let look = 0; look < looks; look++) {
      const before = look === 0 ? 1 : await slowness.now();
      const ms = await silence(endpoint, text, cookie);
      if (ms <= mostMs * before) return undefined;
      const times = Math.max(before, await slowness.now());
      if (ms <= mostMs * times) return undefined;
      told.push(`${Math.round(ms)} ms at ${times.toFixed(1)}`);
    }
    return told.join(', ');
  }

  test('leaves the process to others: it answers within 200 ms meanwhile, told for a quiet machine', async () => {
    const { cookie } = await server.as('admin');
    const slow: string[] = [];
    for (const { name, endpoint } of reading) {
      for (const [shape, text] of shapes(bodyBytesOf(endpoint))) {
        const told = await tooLong(endpoint, text, cookie);
        if (told !== undefined) slow.push(`${name} ${shape}: ${told}`);
      }
    }
    expect(slow).toEqual([]);
  }, 1_800_000);

  test('is 64 KB for visitors, and nothing of a larger one is read for whoever may not call', async () => {
    const large = `{"login":"${'x'.repeat(visitorBodyBytes)}","password":"x"}`;
    for (const { name, endpoint } of reading.filter((one) => one.name !== 'iot.report')) {
      const answer = await fetch(server.url + pathOf(endpoint), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json' },
        body: large,
      });
      expect([answer.status, codeOf({ body: await answer.json() })], name).toEqual(
        endpoint.permission === 'anyone' ? [413, 'platform.body_too_large'] : [401, 'platform.not_signed_in'],
      );
    }
  });
});

describe('of what is wrong', () => {
  const post = async (path: string, body: unknown, cookie = '') =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });

  test('fifty problems are told', async () => {
    const answer = await post('/api/identity/providers/return', {
      answer: Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`k${n}`, 0])),
    });
    const { fields } = (await answer.json()) as { fields: unknown[] };
    expect([answer.status, fields.length]).toEqual([422, 50]);
  });

  test.each([
    ['keys of one object', `{${Array.from({ length: 2_100 }, (_, n) => `"k${n}":0`).join(',')}}`],
    ['values', `[${Array.from({ length: 10_000 }, () => 0).join(',')}]`],
    ['levels', `${'['.repeat(2_500)}${']'.repeat(2_500)}`],
  ])('too many %s are not read at all', async (_, text) => {
    const answer = await fetch(`${server.url}/api/identity/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    expect([answer.status, codeOf({ body: await answer.json() })]).toEqual([413, 'platform.body_too_large']);
  });

  test('what stands in texts is not counted', () => {
    const text = JSON.stringify({ a: `${'[{,'.repeat(5_000)}\\"\\`, b: 'x"'.repeat(3_000) });
    expect(isModest(text, 10)).toBe(true);
  });
});
