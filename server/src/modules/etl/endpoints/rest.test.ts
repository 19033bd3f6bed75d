import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { asPerson } from '../../identity/public.ts';
import { collected, readingSuite, weather } from '../testing/endpoint-suite.ts';
import { doubleQuoted } from './names.ts';
import { openEndpoint } from './open.ts';

// A service that answers page by page, and fails in between.

let server: TestServer;
let admin: Client;
let service: Server;
let url: string;
type Answer = (request: IncomingMessage, at: URL, response: ServerResponse) => void;
let answer: Answer;
let calls: string[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    calls.push(request.url!);
    answer(request, new URL(request.url!, 'http://x'), response);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api`;
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  calls = [];
});

let made = 0;
async function open(settings: object, secrets: Record<string, string> = {}): Promise<Endpoint> {
  const { id } = await admin.ok(connectionsApi.create, {
    body: { kind: 'rest', name: `rest ${++made}`, folder: null, settings: { url, ...settings }, secrets },
  });
  const ctx = await asPerson({ platform: server.platform, spaceId: 'demo' }, admin.id, 'a test');
  return openEndpoint(ctx, id, { kind: 'test', id: '1' });
}

const json = (response: ServerResponse, body: unknown, head: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...head });
  response.end(JSON.stringify(body));
};
const refuse = (response: ServerResponse, status: number, head: Record<string, string> = {}): void => {
  response.writeHead(status, head);
  response.end('not now');
};

const rowsOf = async (endpoint: Endpoint): Promise<(string | null)[][]> =>
  collected(await endpoint.read({ table: { schema: '', name: 'rows' } }));

const read = async (settings: object, secrets: Record<string, string> = {}): Promise<(string | null)[][]> => {
  const endpoint = await open(settings, secrets);
  try {
    return await rowsOf(endpoint);
  } finally {
    await endpoint.close();
  }
};

describe('CSV by pages', () => {
  const pages = [
    'id,"place ""a""",rain,day\r\n1,"Köln, ""Süd""",1.50,2026-01-02\r\n2,"北京\nline two",-0.25,\r\n',
    'id,"place ""a""",rain,day\r\n3,,,2026-03-04\r\n4,,99999999.99,1999-12-31',
    'id,"place ""a""",rain,day\r\n5,\\N,0.00,\r\n',
  ];
  let endpoint: Endpoint;
  let failures = 1;
  beforeAll(async () => {
    answer = (_request, at, response) => {
      const page = Number(at.searchParams.get('page'));
      if (page === 2 && failures-- > 0) return refuse(response, 503);
      response.end(pages[page - 1] ?? 'id,"place ""a""",rain,day\r\n');
    };
    endpoint = await open({ path: 'weather.csv', table: 'weather', format: 'csv', paging: 'page' });
    await endpoint.tables('');
  });
  afterAll(() => endpoint?.close());
  readingSuite(() => ({
    endpoint,
    table: { schema: '', name: 'weather' },
    quote: doubleQuoted,
    rows: weather.rows.map(([id, place, rain, day]) => [id!, place ?? '', rain!, day!]),
  }));
});

describe('JSON', () => {
  const items = [1, 2, 3, 4, 5].map((id) => ({ id, name: `n${id}` }));
  const all = items.map(({ id, name }) => [String(id), name]);

  test('by offset, with what is always asked, under a token', async () => {
    answer = (request, at, response) => {
      if (request.headers.authorization !== 'Bearer token of mine') return refuse(response, 401);
      const from = Number(at.searchParams.get('start'));
      json(response, { data: { items: items.slice(from, from + Number(at.searchParams.get('count'))) } });
    };
    const settings = {
      auth: 'bearer',
      path: 'items?state=open',
      rowsAt: 'data.items',
      paging: 'offset',
      pageParam: 'start',
      sizeParam: 'count',
      pageSize: 2,
    };
    expect(await read(settings, { token: 'token of mine' })).toEqual(all);
    expect(calls).toEqual([0, 2, 4, 6].map((start) => `/api/items?state=open&start=${start}&count=2`));
    await expect(read(settings, { token: 'another' })).rejects.toMatchObject({ code: 'connections.test.login' });
  });

  test('by a cursor, through what is busy in between', async () => {
    let busy = 2;
    answer = (_request, at, response) => {
      const from = Number(at.searchParams.get('cursor') ?? 0);
      if (from === 2 && busy-- > 0) return refuse(response, 429, { 'retry-after': '0' });
      if (from === 4 && busy-- > -2) return void response.destroy();
      json(response, { items: items.slice(from, from + 2), meta: { next: from + 2 < items.length ? from + 2 : null } });
    };
    expect(
      await read({ path: 'items', rowsAt: 'items', paging: 'cursor', pageParam: 'cursor', nextAt: 'meta.next' }),
    ).toEqual(all);
  });

  test('by links, below the address alone', async () => {
    answer = (_request, at, response) => {
      const page = Number(at.searchParams.get('p') ?? 1);
      json(
        response,
        items.slice((page - 1) * 2, page * 2),
        page < 3 ? { link: `<${url}/items?p=${page + 1}>; rel="next", <${url}/items?p=3>; rel="last"` } : {},
      );
    };
    expect(await read({ path: 'items', paging: 'link' })).toEqual(all);
    answer = (_request, _at, response) => json(response, { rows: items, next: 'http://127.0.0.1:1/api/items?p=2' });
    await expect(read({ path: 'items', paging: 'link', rowsAt: 'rows', nextAt: 'next' })).rejects.toMatchObject({
      code: 'etl.http.elsewhere',
      data: { page: 1 },
    });
  });

  const broken: [string, object, Answer, object][] = [
    [
      'a page that fails however often it is asked',
      { paging: 'page' },
      (_request, at, response) => (at.searchParams.get('page') === '2' ? refuse(response, 500) : json(response, items)),
      { code: 'etl.http.answer', data: { page: 2, status: 500 } },
    ],
    [
      'a page that is not there',
      {},
      (_request, _at, response) => refuse(response, 404),
      { code: 'etl.http.answer', data: { page: 1, status: 404 } },
    ],
    [
      'what is no JSON',
      {},
      (_request, _at, response) => void response.end('<html>'),
      { code: 'etl.http.not_json', data: { page: 1 } },
    ],
    [
      'no list where the rows should be',
      { rowsAt: 'data' },
      (_request, _at, response) => json(response, { rows: [] }),
      { code: 'etl.http.no_rows', data: { page: 1, at: 'data' } },
    ],
    [
      'a cursor that goes round',
      { paging: 'cursor', pageParam: 'c', rowsAt: 'rows', nextAt: 'next' },
      (_request, _at, response) => json(response, { rows: items, next: 'again' }),
      { code: 'etl.http.circle', data: { page: 3 } },
    ],
    [
      'pages without end',
      { paging: 'page', mostPages: 3 },
      (_request, _at, response) => json(response, items),
      { code: 'etl.http.too_many', data: { pages: 3 } },
    ],
    [
      'another head in between',
      { format: 'csv', paging: 'page' },
      (_request, at, response) => void response.end(at.searchParams.get('page') === '1' ? 'a,b\n1,2\n' : 'a\n1\n'),
      { code: 'etl.http.head', data: { page: 2 } },
    ],
  ];
  test.each(broken)('%s is told, and nothing is taken', async (_name, settings, how, refusal) => {
    answer = how;
    await expect(read(settings)).rejects.toMatchObject(refusal);
  });

  test('a test of the connection looks at the first page alone', async () => {
    answer = (_request, _at, response) => json(response, items);
    const { id } = await admin.ok(connectionsApi.create, {
      body: { kind: 'rest', name: 'tested', folder: null, settings: { url, paging: 'page' }, secrets: {} },
    });
    const params = { connectionId: id };
    expect(await admin.ok(connectionsApi.test, { params })).toMatchObject({ state: 'works' });
    expect(calls).toHaveLength(1);
    answer = (_request, _at, response) => json(response, { none: true });
    expect(await admin.ok(connectionsApi.test, { params })).toMatchObject({ state: 'fails', code: 'etl.http.no_rows' });
  });
});
