import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectionsApi, type Connection } from '@formwork/contract/connections/api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { sql } from 'kysely';
import mysql from 'mysql2';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { keyIdOf } from '../../platform/secrets.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { openConnection } from './public.ts';

let server: TestServer;
let admin: Client;
let user: Client;
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-connections-'));
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  user = await server.as('user');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const create = (kind: string, settings: object, secrets: object = {}): Promise<Connection> =>
  admin.ok(connectionsApi.create, {
    body: { kind, name: `${kind} ${++made}`, folder: null, settings: settings as never, secrets: secrets as never },
  });
const of = ({ id }: { id: string }) => ({ params: { connectionId: id } });
const tested = async (connection: Connection) => {
  const { state, code } = await admin.ok(connectionsApi.test, of(connection));
  return code ?? state;
};
const testOf = async (kind: string, settings: object, secrets: object = {}) =>
  tested(await create(kind, settings, secrets));
const ctxOf = (client: Client): Ctx => ({
  platform: server.platform,
  requestId: 'test',
  ip: '127.0.0.1',
  userAgent: '',
  locale: 'en',
  spaceId: 'demo',
  user: {
    id: client.id,
    name: 'x',
    login: 'x',
    role: client === admin ? 'admin' : 'user',
    homeSpaceId: 'demo',
    sessionId: '',
  },
});
const by = { kind: 'test', id: '1' };
const portOf = (listening: { address(): unknown }): number => (listening.address() as AddressInfo).port;

const eventsOf = (what: string): Promise<Record<string, unknown>[]> =>
  inControl(server.platform.control, 'demo', async (tx) => {
    const { rows } = await sql<{ data: Record<string, unknown> }>`
      select data from platform.event where type = ${`connections.connection.${what}`}`.execute(tx);
    return rows.map(({ data }) => data);
  });

/** A port where nothing listens. */
async function shutPort(): Promise<number> {
  const socket = createSocketServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const port = portOf(socket);
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

describe('a connection', () => {
  test('keeps its secrets sealed and never gives them back', async () => {
    const connection = await create('http', { url: 'http://127.0.0.1:1/', auth: 'bearer' }, { token: 'very secret' });
    expect(connection).toMatchObject({
      secrets: ['token'],
      version: 1,
      test: { state: 'untested' },
      can: ['see', 'use', 'edit', 'own'],
    });
    const row = await inControl(server.platform.control, 'demo', (tx) =>
      tx.selectFrom('connections.connection').selectAll().where('id', '=', connection.id).executeTakeFirstOrThrow(),
    );
    expect(row.key_id).toBe(keyIdOf(server.platform.config.secret));
    expect(row.sealed).toContain(`v2.${row.key_id}.`);
    for (const answer of [
      await admin.ok(connectionsApi.get, of(connection)),
      await admin.ok(connectionsApi.list, { query: { limit: 100 } }),
    ])
      expect(JSON.stringify(answer)).not.toMatch(/very secret|v2\./);
    const told = JSON.stringify(await eventsOf('created'));
    expect(told).toContain(connection.id);
    expect(told).not.toContain('very secret');
  });

  test('says which entries are wrong, and which kind is not there', async () => {
    const wrong = await admin.call(connectionsApi.create, {
      body: {
        kind: 'postgres',
        name: 'wrong',
        folder: null,
        settings: { host: 'a b', tls: 'yes', more: 1 },
        secrets: {},
      },
    });
    expect(wrong.status).toBe(422);
    expect((wrong.body as unknown as { fields: { path: string }[] }).fields.map((field) => field.path).sort()).toEqual(
      ['database', 'host', 'more', 'tls', 'user'].map((name) => `body.settings.${name}`),
    );
    const none = await admin.call(connectionsApi.create, {
      body: { kind: 'telepathy', name: 'none', folder: null, settings: {}, secrets: {} },
    });
    expect([none.status, codeOf(none)]).toEqual([404, 'connections.kind.not_found']);
    const kinds = await admin.ok(connectionsApi.kinds);
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([
      'clickhouse',
      'disk',
      'files',
      'http',
      'mqtt',
      'mysql',
      'postgres',
      'rest',
      's3',
      'sftp',
      'smtp',
      'sqlserver',
      'webdav',
      'webhook',
    ]);
    expect(kinds.find(({ kind }) => kind === 'postgres')?.settings).toMatchObject({
      required: ['host', 'database', 'user'],
    });
  });

  test('is changed by its version, and asks for its secrets again when they would go elsewhere', async () => {
    const connection = await create('webhook', { url: 'http://127.0.0.1:1/a' }, { secret: 's1' });
    const patch = (version: number, body: object) =>
      admin.call(connectionsApi.update, { ...of(connection), body: { version, ...body } });
    expect((await patch(1, { name: 'renamed' })).body).toMatchObject({
      name: 'renamed',
      version: 2,
      secrets: ['secret'],
    });
    expect(codeOf(await patch(1, { name: 'late' }))).toBe('connections.connection.changed_meanwhile');
    const elsewhere = { settings: { url: 'http://127.0.0.1:2/b' } };
    expect(codeOf(await patch(2, elsewhere))).toBe('connections.connection.secrets_again');
    expect((await patch(2, { ...elsewhere, secrets: { secret: 's2' } })).body).toMatchObject({
      version: 3,
      secrets: ['secret'],
    });
    expect((await patch(3, { secrets: { secret: null } })).body).toMatchObject({ version: 4, secrets: [] });
    expect((await patch(4, elsewhere)).status).toBe(200);
    const taken = await admin.call(connectionsApi.create, {
      body: { kind: 'webhook', name: 'RENAMED', folder: null, settings: elsewhere.settings, secrets: {} },
    });
    expect([taken.status, codeOf(taken)]).toEqual([409, 'connections.connection.name_taken']);
  });

  test('is for administrators, until rules of its area or folder let others see, use or change it', async () => {
    const connection = await create('webhook', { url: 'http://127.0.0.1:1/' });
    const level = async () => {
      const calls = [
        user.call(connectionsApi.get, of(connection)),
        user.call(connectionsApi.test, of(connection)),
        user.call(connectionsApi.update, { ...of(connection), body: { version: 1 } }),
      ];
      return (await Promise.all(calls)).map(({ status }) => status);
    };
    const seen = async () =>
      (await user.ok(connectionsApi.list, { query: { limit: 100 } })).rows.some(({ id }) => id === connection.id);
    expect([await level(), await seen()]).toEqual([[404, 404, 404], false]);
    await expect(openConnection(ctxOf(user), connection.id, ['webhook'], by)).rejects.toMatchObject({
      code: 'connections.connection.not_found',
    });
    const rules = (of_: 'see' | 'use') =>
      admin.ok(definitionsApi.putFolderAccess, {
        params: { area: 'connections', folderId: 'top' },
        body: { rules: [{ subject: { kind: 'person', id: user.id }, level: of_ }] },
      });
    await rules('see');
    expect([await level(), await seen()]).toEqual([[200, 403, 403], true]);
    await rules('use');
    expect(await level()).toEqual([200, 200, 403]);
    expect((await user.ok(connectionsApi.get, of(connection))).can).toEqual(['see', 'use']);
    expect((await user.call(connectionsApi.remove, { ...of(connection), query: { accept: true } })).status).toBe(403);
    await admin.ok(definitionsApi.putFolderAccess, {
      params: { area: 'connections', folderId: 'top' },
      body: { rules: [] },
    });
    expect(await level()).toEqual([404, 404, 404]);
  });

  test('is not removed while something in force uses it', async () => {
    const connection = await create('webhook', { url: 'http://127.0.0.1:1/' });
    const use = (released: boolean) =>
      inControl(server.platform.control, 'demo', async (tx) => {
        await tx.deleteFrom('definitions.reference').execute();
        await tx
          .insertInto('definitions.definition')
          .values({
            space_id: 'demo',
            kind: 'x',
            id: 'x',
            area: 'x',
            name: JSON.stringify({ zh: '结算' }),
            draft: '{}',
            format: 1,
            saved_by: admin.id,
            created_by: admin.id,
          })
          .onConflict((on) => on.doNothing())
          .execute();
        await tx
          .insertInto('definitions.reference')
          .values({
            space_id: 'demo',
            from_kind: 'x',
            from_id: 'x',
            of: released ? 'release' : 'draft',
            from_part: 'a',
            to_kind: 'connection',
            to_id: connection.id,
            to_part: '',
            how: 'refuse',
          })
          .execute();
      });
    await use(true);
    expect(await admin.ok(connectionsApi.uses, of(connection))).toEqual({ uses: [], hidden: 1 });
    const refused = await admin.call(connectionsApi.remove, { ...of(connection), query: { accept: true } });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'connections.connection.in_use']);
    await inControl(server.platform.control, 'demo', (tx) => tx.deleteFrom('definitions.reference').execute());
    await admin.ok(connectionsApi.remove, { ...of(connection), query: { accept: false } });
    expect((await admin.call(connectionsApi.get, of(connection))).status).toBe(404);
  });
});

describe('a PostgreSQL', () => {
  let database: EmbeddedPostgres;
  let at: { host: string; port: number; database: string; user: string };
  beforeAll(async () => {
    const silent = { debug() {}, info() {}, warn() {} };
    database = await startEmbeddedPostgres({ dataDir: folder, port: await shutPort(), log: silent, durable: false });
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(`create table sale (id int primary key, amount numeric, at timestamptz, note text)`);
    await owner.query(
      `insert into sale select n, n * 1.50, '2026-03-01T08:00:00Z', repeat('x', 10) from generate_series(1, 1000) n`,
    );
    await owner.query(`create role reader login password 'reads'`);
    await owner.query('grant select on sale to reader');
    await owner.query('create database shut');
    await owner.query('revoke connect on database shut from public');
    await owner.end();
    const url = new URL(database.url);
    at = { host: '127.0.0.1', port: Number(url.port), database: url.pathname.slice(1), user: 'reader' };
  });
  afterAll(() => database.stop());
  const secrets = { password: 'reads' };

  test('is tested, and says why it fails', async () => {
    expect(await testOf('postgres', at, secrets)).toBe('works');
    expect(await testOf('postgres', at, { password: 'wrong' })).toBe('connections.test.login');
    expect(await testOf('postgres', { ...at, database: 'nowhere' }, secrets)).toBe('connections.test.database');
    expect(await testOf('postgres', { ...at, database: 'shut' }, secrets)).toBe('connections.test.rights');
    expect(await testOf('postgres', { ...at, tls: true }, secrets)).toBe('connections.test.tls');
    expect(await testOf('postgres', { ...at, port: await shutPort() }, secrets)).toBe('connections.test.port');
    expect(await testOf('postgres', { ...at, host: 'no-such-host.invalid' }, secrets)).toBe('connections.test.host');
    expect(await testOf('postgres', { ...at, host: '10.1.2.3' }, secrets)).toBe('connections.test.address');
    const own = Number(new URL(server.url).port);
    expect(await testOf('postgres', { ...at, port: own }, secrets)).toBe('connections.test.address');
  });

  test('is read within limits, and never written to', async () => {
    const { id } = await create('postgres', at, secrets);
    const client = await openConnection(ctxOf(admin), id, ['postgres', 'mysql'], by);
    const { columns, rows, cut } = await client.query('select * from sale where id > $1 order by id', [998]);
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id integer',
      'amount decimal',
      'at timestamptz',
      'note text',
    ]);
    expect(rows.map(([key, amount]) => [key, amount])).toEqual([
      ['999', '1498.50'],
      ['1000', '1500.00'],
    ]);
    expect(cut).toBeNull();
    const few = await client.query('select id from sale', [], { rows: 7 });
    expect([few.rows.length, few.cut]).toEqual([7, 'rows']);
    const small = await client.query('select note from sale', [], { bytes: 95 });
    expect([small.rows.length, small.cut]).toEqual([9, 'bytes']);
    await expect(client.query('select pg_sleep(30)', [], { ms: 50 })).rejects.toMatchObject({
      code: 'connections.test.time',
    });
    for (const text of [
      `with gone as (delete from sale returning 1) select * from gone`,
      `select 1; delete from sale`,
      `select nextval('x')`,
      'drop table sale',
    ])
      await expect(client.query(text), text).rejects.toMatchObject({ code: 'connections.query.failed' });
    expect((await client.query('select count(*) from sale')).rows).toEqual([['1000']]);
    await client.close();
    await expect(openConnection(ctxOf(admin), id, ['http'], by)).rejects.toMatchObject({
      code: 'connections.connection.other_kind',
    });
    const used = (await eventsOf('used')).filter((data) => data.id === id);
    expect(used.map((data) => data.by)).toEqual([by]);
  });
});

describe('a MySQL', () => {
  const asked: string[] = [];
  const mysqlServer = mysql.createServer((connection) => {
    connection.on('error', () => {});
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '11.4.2-MariaDB',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xffffff ^ 0x0800 ^ 0x20,
      authCallback: (
        params: { user: string; database: string },
        done: (error: Error | null, denied?: object) => void,
      ) => {
        if (params.user !== 'reader') done(null, { message: 'Access denied for user', code: 1045 });
        else if (params.database !== 'plant')
          done(null, { message: `Unknown database '${params.database}'`, code: 1049 });
        else done(null);
      },
    });
    const answer = (text: string): void => {
      // each answer begins at one, which this server leaves to whoever writes it
      (connection as unknown as { sequenceId: number }).sequenceId = 1;
      asked.push(text);
      const column = (name: string, columnType: number) => ({
        catalog: 'def',
        schema: '',
        table: '',
        orgTable: '',
        name,
        orgName: name,
        characterSet: 45,
        columnLength: 100,
        columnType,
        flags: 0,
        decimals: 0,
      });
      const wire = connection as unknown as {
        writeTextResult(rows: object[], columns: object[]): void;
        writeOk(): void;
        writeError(error: object): void;
      };
      if (text.startsWith('select version')) wire.writeTextResult([{ v: '11.4.2-MariaDB' }], [column('v', 253)]);
      else if (text.startsWith('select broken')) wire.writeError({ message: "Unknown column 'broken'", code: 1054 });
      else if (text.startsWith('select'))
        wire.writeTextResult(
          Array.from({ length: 20 }, (_, n) => ({ id: String(n), amount: '1.50' })),
          [column('id', 8), column('amount', 246)],
        );
      else wire.writeOk();
      (connection as unknown as { sequenceId: number }).sequenceId = 0;
    };
    connection.on('query', answer);
    // what this server takes for the text of a prepared statement
    connection.on('stmt_prepare', answer);
  });
  let at: { host: string; port: number; database: string; user: string };
  beforeAll(async () => {
    const port = await shutPort();
    mysqlServer.listen(port);
    at = { host: '127.0.0.1', port, database: 'plant', user: 'reader' };
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        for (const connection of mysqlServer.connections) connection.destroy();
        mysqlServer.close(() => resolve());
      }),
  );

  test('is tested, and says why it fails', async () => {
    expect(await testOf('mysql', at)).toBe('works');
    expect(await testOf('mysql', { ...at, user: 'stranger' })).toBe('connections.test.login');
    expect(await testOf('mysql', { ...at, database: 'nowhere' })).toBe('connections.test.database');
    expect(await testOf('mysql', { ...at, tls: true })).toBe('connections.test.tls');
    expect(await testOf('mysql', { ...at, port: await shutPort() })).toBe('connections.test.port');
  });

  test('is read within limits in a transaction that is read only', async () => {
    const { id } = await create('mysql', at);
    const client = await openConnection(ctxOf(admin), id, ['mysql'], by);
    asked.length = 0;
    const all = await client.query('select id, amount from sale where note = ?', ["it's"], { ms: 2_000 });
    expect(all.columns).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'amount', type: 'decimal' },
    ]);
    expect([all.rows.length, all.rows[3], all.cut]).toEqual([20, ['3', '1.50'], null]);
    expect(asked).toEqual([
      "set session sql_mode = 'STRICT_TRANS_TABLES'",
      'select version()',
      'set session max_statement_time = 2',
      'start transaction read only',
      String.raw`select id, amount from sale where note = 'it\'s'`,
      'rollback',
    ]);
    const few = await client.query('select id from sale', [], { rows: 4 });
    expect([few.rows.length, few.cut]).toEqual([4, 'rows']);
    // the next reading has a new connection
    expect((await client.query('select id from sale')).rows.length).toBe(20);
    await expect(client.query('select broken from sale')).rejects.toMatchObject({ code: 'connections.query.failed' });
    await client.close();
  });
});

describe('services over HTTP', () => {
  let web: Server;
  let here: string;
  const seen: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  let tokens = 0;
  let valid = '';
  beforeAll(async () => {
    web = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      request.on('end', () => {
        const { url = '', method = '', headers } = request;
        seen.push({ method, path: url, headers, body });
        const authorization = headers.authorization ?? '';
        if (url === '/token') {
          if (authorization !== `Basic ${Buffer.from('client:shh').toString('base64')}`)
            return void response.writeHead(401).end();
          valid = `token-${++tokens}`;
          return void response.end(JSON.stringify({ access_token: valid, expires_in: 3600, token_type: 'bearer' }));
        }
        if (url.startsWith('/oauth'))
          return void response.writeHead(authorization === `Bearer ${valid}` ? 200 : 401).end('fine');
        if (url.startsWith('/basic'))
          return void response
            .writeHead(authorization === `Basic ${Buffer.from('me:pw').toString('base64')}` ? 200 : 401)
            .end();
        if (url.startsWith('/bucket')) {
          if (!authorization.includes('Credential=key/'))
            return void response.writeHead(403).end('<Code>InvalidAccessKeyId</Code>');
          return void response.end(method === 'GET' ? 'content' : '');
        }
        if (url.startsWith('/denied')) return void response.writeHead(403).end('<Code>AccessDenied</Code>');
        if (url.startsWith('/none')) return void response.writeHead(404).end();
        if (url.startsWith('/broken')) return void response.writeHead(500).end();
        response.end('ok');
      });
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    here = `http://127.0.0.1:${portOf(web)}`;
  });
  afterAll(() => {
    web.closeAllConnections();
    web.close();
  });

  test('sign in with name and password, token, or client credentials', async () => {
    expect(await testOf('http', { url: `${here}/basic`, auth: 'basic', user: 'me' }, { password: 'pw' })).toBe('works');
    expect(await testOf('http', { url: `${here}/basic`, auth: 'basic', user: 'me' }, { password: 'no' })).toBe(
      'connections.test.login',
    );
    expect(await testOf('http', { url: `${here}/broken` })).toBe('connections.test.answer');
    expect(await testOf('http', { url: here, auth: 'bearer' })).toBe('connections.test.secret');
    const oauth = { url: `${here}/oauth/`, auth: 'oauth2', tokenUrl: `${here}/token`, clientId: 'client' };
    expect(await testOf('http', oauth, { clientSecret: 'no' })).toBe('connections.test.login');
    const { id } = await create('http', oauth, { clientSecret: 'shh' });
    const client = await openConnection(ctxOf(admin), id, ['http'], by);
    tokens = 0;
    await client.call('a');
    expect((await client.call('/b?x=1')).status).toBe(200);
    expect([tokens, seen.at(-1)?.path]).toEqual([1, '/oauth/b?x=1']);
    valid = 'taken back';
    expect((await client.call('c')).status).toBe(200);
    expect(tokens).toBe(2);
    for (const away of ['../secret', '//example.com/x', 'http://example.com/', '%2e%2e/secret'])
      await client.call(away).then(
        ({ status }) => expect([away, seen.at(-1)?.path.startsWith('/oauth/'), status]).toEqual([away, true, 200]),
        (error: { code: string }) => expect(error.code).toBe('connections.test.address'),
      );
    await client.close();
  });

  test('a webhook is signed over time and body', async () => {
    const { id } = await create('webhook', { url: `${here}/hook` }, { secret: 'shared' });
    const hook = await openConnection(ctxOf(admin), id, ['webhook'], by);
    await hook.send({ order: 7 }, 'run:1:1');
    const { headers, body } = seen.at(-1)!;
    const [, at, signature] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(headers['x-formwork-signature']))!;
    expect(signature).toBe(createHmac('sha256', 'shared').update(`${at}.${body}`).digest('hex'));
    expect([body, headers['idempotency-key']]).toEqual(['{"order":7}', 'run:1:1']);
    expect(await testOf('webhook', { url: `${here}/broken` })).toBe('connections.test.answer');
  });

  test('a bucket is read and written with signed calls', async () => {
    const at = { endpoint: here, bucket: 'bucket', accessKey: 'key' };
    expect(await testOf('s3', at, { secretKey: 'k' })).toBe('works');
    expect(await testOf('s3', { ...at, accessKey: 'other' }, { secretKey: 'k' })).toBe('connections.test.login');
    expect(await testOf('s3', { ...at, bucket: 'denied' }, { secretKey: 'k' })).toBe('connections.test.rights');
    expect(await testOf('s3', { ...at, bucket: 'none' }, { secretKey: 'k' })).toBe('connections.test.database');
    const { id } = await create('s3', at, { secretKey: 'k' });
    const store = await openConnection(ctxOf(admin), id, ['s3'], by);
    await store.put('a b/c.txt', Buffer.from('content'));
    expect([seen.at(-1)?.method, seen.at(-1)?.path, seen.at(-1)?.body]).toEqual([
      'PUT',
      '/bucket/a%20b/c.txt',
      'content',
    ]);
    expect((await store.get('a b/c.txt'))?.toString()).toBe('content');
    await store.close();
  });
});

describe('a mail server', () => {
  const received: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'pw'
        ? done(null, { user: 'me' })
        : done(new Error('Invalid username or password')),
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  let at: object;
  beforeAll(async () => {
    const listening = smtp.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    at = { host: '127.0.0.1', port: portOf(listening), security: 'none', user: 'me', from: 'plant@example.com' };
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

  test('is tested and sends, behind the same guard', async () => {
    expect(await testOf('smtp', at, { password: 'pw' })).toBe('works');
    expect(await testOf('smtp', at, { password: 'no' })).toBe('connections.test.login');
    expect(await testOf('smtp', { ...at, security: 'starttls' }, { password: 'pw' })).toBe('connections.test.tls');
    expect(await testOf('smtp', { ...at, host: '127.0.0.2' }, { password: 'pw' })).toBe('connections.test.address');
    const { id } = await create('smtp', at, { password: 'pw' });
    const mailer = await openConnection(ctxOf(admin), id, ['smtp'], by);
    await mailer.send({ to: 'you@example.com', subject: 's', text: 't' }, 'm1');
    expect(received).toEqual(['you@example.com']);
    await mailer.close();
  });
});
