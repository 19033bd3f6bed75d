import { createServer as createHttpServer } from 'node:http';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLog } from '../open-log.ts';
import { startServer } from '../../start.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { readConfig } from '../config.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const newApp = { body: { title: { zh: '应用' } } };

describe('a database without room', () => {
  test('is told with 507, and the process is not ready for a while', async () => {
    await server.platform.owner
      .query(`create function public.no_room() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$;
      create trigger no_room before insert on forms.app for each row execute function public.no_room()`);
    const answer = await admin.call(formsApi.createApp, newApp);
    expect([answer.status, codeOf(answer)]).toEqual([507, 'platform.full']);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'no storage left' }]);
    await server.platform.owner.query('drop function public.no_room() cascade');
    expect((await admin.call(formsApi.createApp, newApp)).status).toBe(200);
  });
});

describe('a database that is away', () => {
  test('is told with 503 until it is back', async () => {
    // the way to it is a socket of ours, which can be closed
    const url = new URL(server.databaseUrl);
    const folder = url.searchParams.get('host')!;
    const open = new Set<Socket>();
    const way = createServer((socket) => {
      const on = connect(path.join(folder, `.s.PGSQL.${url.port || '5432'}`));
      for (const one of [socket, on]) {
        open.add(one);
        one
          .on('error', () => undefined)
          .on('close', () => {
            open.delete(one);
            // what is broken off is not passed on by a pipe
            for (const end of [socket, on]) end.destroy();
          });
      }
      socket.pipe(on).pipe(socket);
    });
    await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
    const { port } = way.address() as AddressInfo;
    const through = new URL(server.databaseUrl);
    through.searchParams.delete('host');
    through.hostname = '127.0.0.1';
    through.port = String(port);
    const config = {
      ...readConfig({
        FORMWORK_DATA: folder.replace(/\/postgres$/, ''),
        FORMWORK_PORT: '0',
        FORMWORK_HOST: '127.0.0.1',
        FORMWORK_LOG_LEVEL: 'silent',
        FORMWORK_ROLE: 'web',
        FORMWORK_SECRET: server.platform.config.secret,
      }),
      databaseUrl: through.href,
    };
    const second = await startServer(config, openLog(config));
    try {
      const ask = () => fetch(`${second.url}/api${formsApi.listApps.path}`, { headers: { cookie: admin.cookie } });
      expect((await ask()).status).toBe(200);
      way.close();
      for (const socket of open) socket.destroy();
      const answer = await ask();
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'platform.no_database']);
      expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
      await new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
      expect((await ask()).status).toBe(200);
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    } finally {
      await second.stop();
      way.close();
    }
  });
});

describe('connections that are all taken', () => {
  test('are waited for so long, and then told with 503 in words', async () => {
    const { pool } = server.platform;
    const { connectionTimeoutMillis } = pool.options;
    expect(connectionTimeoutMillis).toBeGreaterThan(0);
    const { rows } = await pool.query<{ idle: string }>(
      "select current_setting('idle_in_transaction_session_timeout') as idle",
    );
    expect(rows[0]!.idle).not.toBe('0');
    // who is signed in is known by now, so that the call itself wants the connection
    expect((await admin.call(formsApi.createApp, newApp)).status).toBe(200);
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    // only now: opening them may itself take longer than that on a busy machine
    pool.options.connectionTimeoutMillis = 300;
    try {
      const answer = await admin.call(formsApi.createApp, newApp);
      expect([answer.status, codeOf(answer)]).toEqual([503, 'platform.busy']);
    } finally {
      for (const one of taken) one.release();
      if (connectionTimeoutMillis !== undefined) pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
    }
    expect((await admin.call(formsApi.createApp, newApp)).status).toBe(200);
  });
});

describe('a store of files', () => {
  test('without room is told with 507 on an upload, one that is away with 503', async () => {
    const store = createHttpServer((request, response) => {
      request.resume().on('end', () => response.writeHead(507).end('<Error><Code>InsufficientStorage</Code></Error>'));
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    const kept = await startTestServer({
      FORMWORK_FILES: 's3',
      FORMWORK_S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      FORMWORK_S3_BUCKET: 'files',
      FORMWORK_S3_ACCESS_KEY: 'key',
      FORMWORK_S3_SECRET_KEY: 'secret',
    });
    try {
      const client = await kept.as('admin');
      const upload = async () => {
        const body = new FormData();
        body.append('file', new Blob(['hello']), 'a.txt');
        const answer = await client.fetch('/api/files', { method: 'POST', body });
        return [answer.status, codeOf({ body: await answer.json() })];
      };
      expect(await upload()).toEqual([507, 'platform.full']);
      expect(await (await fetch(`${kept.url}/readyz`)).json()).toEqual({ status: 'no storage left' });
      store.closeAllConnections();
      await new Promise((resolve) => store.close(resolve));
      expect(await upload()).toEqual([503, 'platform.no_store']);
    } finally {
      store.close();
      await kept.stop();
    }
  });
});

describe('addresses of a database', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL, FORMWORK_SECRET: 'x'.repeat(32) }).databaseUrl;

  test('may lead to a socket, and name the setting where they do not hold', () => {
    expect(read('postgresql://me:pw@/formwork?host=/run/postgresql')).toBe(
      'postgresql://me:pw@localhost/formwork?host=/run/postgresql',
    );
    expect(read('postgres:///formwork?host=/run/postgresql')).toBe(
      'postgres://localhost/formwork?host=/run/postgresql',
    );
    expect(read('postgres://me@db.example:5433/formwork')).toBe('postgres://me@db.example:5433/formwork');
    for (const wrong of ['socket:/run/postgresql?db=formwork', 'formwork', 'mysql://db/formwork'])
      expect(() => read(wrong)).toThrow(/DATABASE_URL: postgresql:/);
  });
});

describe('figures', () => {
  test('are for this machine where there is no token, and not for whom a proxy on it calls', async () => {
    const figures = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers });
    expect((await figures({})).status).toBe(200);
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded'])
      expect((await figures({ [name]: '203.0.113.5' })).status).toBe(401);
  });

  test('are for whoever has the token where there is one, this machine or not', async () => {
    const { config } = server.platform;
    const before = config.metricsToken;
    config.metricsToken = 'figures-of-the-house';
    try {
      const figures = async (authorization?: string) =>
        (await fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } }))
          .status;
      expect(await figures()).toBe(401);
      expect(await figures('Bearer figures')).toBe(401);
      expect(await figures('Bearer figures-of-the-house')).toBe(200);
    } finally {
      config.metricsToken = before;
    }
  });

  test('stay short, whatever is called', async () => {
    for (let n = 0; n < 50; n += 1) await fetch(`${server.url}/api/nothing/${n}`);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).not.toContain('/nothing/');
    expect(text).toMatch(/formwork_http_answers_total\{method="GET",route="\/metrics",status="2xx"\}/);
  });
});

test('a body nested without end is refused at once, wherever it is sent', async () => {
  const deep = (levels: number) => `${'{"all":['.repeat(levels)}${']}'.repeat(levels)}`;
  const post = (body: string) =>
    fetch(`${server.url}/api/views/abc123`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      body,
    });
  for (const levels of [150, 3_000, 100_000])
    expect(
      (await post(`{"title":{"zh":"x"},"type":"list","scope":"personal","settings":{"filter":${deep(levels)}}}`))
        .status,
    ).toBeLessThan(500);
});
