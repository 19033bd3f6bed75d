import { spawn } from 'node:child_process';
import path from 'node:path';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { profileApi } from '@formwork/contract/profile/api.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpAt } from './modules/identity/sign-in/totp.ts';
import { madePlace, sentPlace } from './modules/review/passwords.ts';
import { readConfig } from './platform/config.ts';
import { ensureAppLogin } from './platform/db/migrate.ts';
import { keyIdOf, seal, unseal } from './platform/secrets.ts';
import { openLog } from './platform/open-log.ts';
import { startServer, type Running } from './start.ts';
import { testPassword, testSecret } from './testing/people.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

// docs/operations.md, "A new secret": what was sealed before opens, is sealed anew, and hangs on the new secret alone

const newSecret = 'another secret, that came after the first one';
const idCard = '11010519491231002X';
const empty = {
  gender: null,
  birthday: null,
  qq: null,
  address: null,
  signature: null,
  extension: null,
  entryDate: null,
  jobDescription: null,
};
let server: TestServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query(`set app.space_id = 'demo'`);
});
afterAll(async () => {
  await owner.end();
  // the role's password follows from the secret
  await ensureAppLogin(server.databaseUrl, testSecret);
  await server.stop();
});

test('a new secret takes over everything that is sealed in the database', async () => {
  const user = await server.as('user');
  await user.ok(profileApi.update, { body: { ...empty, idCard } });
  const { secret } = await user.ok(accountApi.beginTotp, { body: { password: testPassword } });
  const { recoveryCodes } = await user.ok(accountApi.confirmTotp, { body: { code: totpAt(secret, nowStep() - 1) } });
  await (await server.as('user2')).ok(accountApi.beginTotp, { body: { password: testPassword } });
  await (
    await server.as('admin')
  ).ok(connectionsApi.create, {
    body: {
      kind: 'webhook',
      name: 'hook',
      folder: null,
      settings: { url: 'https://example.com' },
      secrets: { secret: 's' },
    },
  });
  const changes = await leaveChanges();
  await owner.query(
    `update profile.profile set id_card = regexp_replace(id_card, '^v2\\.[0-9a-f]+', 'v1') where id_card is not null`,
  );
  expect((await placesOf(testSecret)).sort()).toEqual([
    'connections.connection.sealed',
    'identity.account.totp_pending',
    'identity.account.totp_secret',
    'review.change.input',
    'review.change.password',
  ]);

  // while both are there everything opens, and what is new is sealed with the new one
  const both = await startOn(newSecret, testSecret);
  const withRecovery = await signInWith(both.url!, 'recovery', recoveryCodes[0]!);
  expect(withRecovery).toBe(200);
  expect(
    await reseal({ FORMWORK_SECRET: newSecret, FORMWORK_SECRET_OLD: JSON.stringify(['nothing of ours', testSecret]) }),
  ).toEqual({ code: 1, text: expect.stringMatching(/Sealed anew: 6\.\n9 recovery codes/) as string });
  await both.stop();

  expect(await placesOf(testSecret)).toEqual([]);
  const { rows } = await owner.query<{ password: string; sent: string }>(
    `select password, input->'body'->>'password' as sent from review.change where id = $1`,
    [changes],
  );
  const now = { secret: newSecret };
  expect(unseal(now, madePlace({ spaceId: 'demo' }, changes), rows[0]!.password)).toBe('made');
  expect(unseal(now, sentPlace({ spaceId: 'demo' }, changes), rows[0]!.sent)).toBe('sent');

  // without the one before: the second step holds, recovery codes of then do not
  const alone = await startOn(newSecret);
  expect(await signInWith(alone.url!, 'recovery', recoveryCodes[1]!)).toBe(422);
  expect(await signInWith(alone.url!, 'totp', totpAt(secret, nowStep()))).toBe(200);
  const own = await (
    await fetch(`${alone.url}/api${profileApi.get.path}`, { headers: { cookie: user.cookie } })
  ).json();
  expect(own).toMatchObject({ idCard: '110***********002X' });
  await alone.stop();
  expect((await reseal({ FORMWORK_SECRET: newSecret })).text).toContain('Sealed anew: 0.');
});

test('what no key opens is counted and stays', async () => {
  await owner.query(`update identity.account set totp_pending = $1 where login = 'user2'`, [
    seal({ secret: 'a secret that nobody has any more' }, 'x', 'lost'),
  ]);
  const { code, text } = await reseal({ FORMWORK_SECRET: newSecret });
  expect([code, text]).toEqual([1, expect.stringContaining('1 texts are opened by no key')]);
});

const nowStep = (): number => Math.floor(Date.now() / 30_000);

/** A change that waits in a review, as `passwords.ts` seals it. */
async function leaveChanges(): Promise<string> {
  const id = '0198c2f0-0000-7000-8000-000000000001';
  const input = {
    params: {},
    query: {},
    body: { password: seal(server.platform.config, sentPlace({ spaceId: 'demo' }, id), 'sent') },
  };
  await owner.query(
    `insert into review.change (space_id, id, action, input, subject, before, after, prepared_by, password, password_for)
     values ('demo', $1, 'POST /people', $2, 'x', '{}', '{}', $3, $4, $3)`,
    [
      id,
      JSON.stringify(input),
      (await server.as('admin')).id,
      seal(server.platform.config, madePlace({ spaceId: 'demo' }, id), 'made'),
    ],
  );
  return id;
}

/** Columns of the whole database that hold a text sealed with this secret: nothing is left out that nobody thought of. */
async function placesOf(secret: string): Promise<string[]> {
  const { rows } = await owner.query<{ place: string; has: string }>(
    `select format('%s.%s.%s', table_schema, table_name, column_name) as place,
            format('select 1 from %I.%I where %I::text like $1 limit 1', table_schema, table_name, column_name) as has
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker') and data_type in ('text', 'jsonb', 'json')`,
  );
  const found: string[] = [];
  // the owner itself sees no rows of other spaces
  await owner.query('set role formwork_backup');
  for (const { place, has } of rows)
    if ((await owner.query(has, [`%v2.${keyIdOf(secret)}.%`])).rowCount) found.push(place);
  await owner.query('reset role');
  return found;
}

async function startOn(secret: string, old = ''): Promise<Running> {
  const config = {
    ...readConfig({
      FORMWORK_DATA: server.platform.config.dataDir,
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'error',
      FORMWORK_ROLE: 'web',
      FORMWORK_SECRET: secret,
      FORMWORK_SECRET_OLD: old,
    }),
    databaseUrl: server.databaseUrl,
  };
  return startServer(config, openLog(config));
}

async function signInWith(url: string, way: 'totp' | 'recovery', code: string): Promise<number> {
  const post = (address: string, body: object): Promise<Response> =>
    fetch(`${url}/api${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const entered = await post(signInApi.signIn.path, { login: 'user', password: testPassword });
  const { ticket } = (await entered.json()) as { ticket: string };
  return (await post(signInApi.secondStep.path, { ticket, way, code })).status;
}

function reseal(env: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'reseal.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: server.databaseUrl,
      FORMWORK_DATA: server.platform.config.dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, text }));
  });
}
