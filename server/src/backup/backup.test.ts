import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkChain } from '../platform/audit/chain.ts';
import { readConfig } from '../platform/config.ts';
import { inControl } from '../platform/db/db.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { sendMail } from '../platform/outbox/outbox.ts';
import { openLog } from '../platform/open-log.ts';
import { startServer, type Running } from '../start.ts';
import { dropDatabase } from '../testing/drop-database.ts';
import { testSecret } from '../testing/people.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../testing/server.ts';
import { openFolder } from './store-folder.ts';
import { contentSources } from './contents.ts';
import { readContents, readManifest, wholeBackups, type Manifest } from './format.ts';
import { furnish, type House } from './testing/house.ts';
import { run } from './testing/programs.ts';

// docs/operations.md, section "Backup and restore", word for word on both kinds of database

const here = mkdtempSync(path.join(inject('testFolder'), '../formwork-backup-'));
// as root the database runs as another user, who passes through
chmodSync(here, 0o711);
const folder = (name: string): string => path.join(here, name);
const backups = folder('backups');
const mails: string[] = [];
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  onData(stream, session, done) {
    stream
      .on('data', () => {})
      .on('end', () => {
        mails.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
  },
});
let smtpUrl: string;
let server: TestServer;
let house: House;
let ownEnv: Record<string, string>;

beforeAll(async () => {
  const listening = smtp.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => {
    listening.on('listening', resolve);
  });
  smtpUrl = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  // nobody takes mails there, so they wait
  server = await startTestServer({
    FORMWORK_DATA: folder('own'),
    FORMWORK_SMTP_URL: 'smtp://127.0.0.1:9',
    FORMWORK_LOG_LEVEL: 'fatal',
  });
  house = await furnish(server, 5_000);
  ownEnv = { DATABASE_URL: server.databaseUrl, FORMWORK_DATA: folder('own'), FORMWORK_SECRET: testSecret };
}, 600_000);
afterAll(async () => {
  await server?.stop();
  await new Promise<void>((resolve) => {
    smtp.close(resolve);
  });
  rmSync(here, { recursive: true, force: true });
});

interface Started {
  running: Running;
  url: string;
  client(login: string): Promise<Client>;
  stop(): Promise<void>;
}

async function start(env: Record<string, string>): Promise<Started> {
  const config = readConfig({
    ...env,
    FORMWORK_PORT: '0',
    FORMWORK_HOST: '127.0.0.1',
    FORMWORK_LOG_LEVEL: 'fatal',
    FORMWORK_SMTP_URL: smtpUrl,
    FORMWORK_WRONG_ENTRIES_PER_ADDRESS: '1000',
  });
  let embedded: EmbeddedPostgres | undefined;
  if (env.DATABASE_URL === undefined)
    embedded = await startEmbeddedPostgres({ dataDir: env.FORMWORK_DATA!, log: { debug() {}, info() {}, warn() {} } });
  const running = await startServer({ ...config, databaseUrl: env.DATABASE_URL ?? embedded!.url }, openLog(config));
  return {
    running,
    url: running.url!,
    client: (login) => signIn(running.url!, login),
    async stop() {
      await running.stop();
      await embedded?.stop();
    },
  };
}

/** While `work` runs, people go on making records; answers how many. */
async function whileWriting<T>(create: House['create'], work: () => Promise<T>): Promise<{ made: number; result: T }> {
  let over = false;
  let made = 0;
  const writer = (async () => {
    while (!over) {
      await create(`其间 ${made + 1}`);
      made += 1;
    }
  })();
  const result = await work().finally(() => {
    over = true;
  });
  await writer;
  return { made, result };
}

async function newestManifest(): Promise<Manifest> {
  const store = await openFolder(backups, false);
  return readManifest(store, undefined, (await wholeBackups(store)).at(-1)!);
}

/** Of every place that names contents: whether it names some here, and the backup has them. */
async function contentsOfSources(): Promise<unknown[]> {
  const store = await openFolder(backups, false);
  const kept = await readContents(store, undefined, (await wholeBackups(store)).at(-1)!, await newestManifest());
  const client = await server.platform.owner.connect();
  try {
    await client.query('begin; set local role formwork_backup');
    const found = [];
    for (const { table, column, query } of contentSources) {
      const { rows } = await client.query<{ key: string }>(query.replaceAll(':schema', 'space_demo'));
      found.push({ table, column, there: rows.length > 0, kept: rows.every(({ key }) => kept.has(key)) });
    }
    await client.query('commit');
    return found;
  } finally {
    client.release();
  }
}

/** Rows of each table now against those that the manifest counts. */
async function expectCounts(platform: Running['platform'], manifest: Manifest): Promise<void> {
  const client = await platform.owner.connect();
  try {
    const rows = new Map<string, number>();
    for (const part of manifest.parts) rows.set(part.table, (rows.get(part.table) ?? 0) + part.rows);
    await client.query('begin; set local role formwork_backup');
    for (const [table, count] of rows) {
      // these move as soon as the product starts
      if (
        /\.event_cursor$|\.event_cluster$|\.event(_w\d+|_rest|_before)?$|\.trail(_position)?$|platform\.installation|platform\.migration|space_migration|records_search|platform\.job|\.run(_step)?(_m\d+|_rest)?$|identity\.operation/.test(
          table,
        )
      )
        continue;
      const {
        rows: [found],
      } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${table
          .split('.')
          .map((name) => `"${name}"`)
          .join('.')}`,
      );
      expect([table, found!.n]).toEqual([table, count]);
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** What people do goes on where it was. */
async function expectInUse(started: Started): Promise<void> {
  const admin = await started.client('admin');
  for (const { id, bytes } of house.files) {
    const answer = await admin.fetch(`/api/files/${id}`);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
  const { platform } = started.running;
  const made = await admin.ok(recordsApi.create, {
    params: { formId: house.formId },
    body: { values: { name: '恢复之后的水轮机' } },
  });
  const numbers = (
    await platform.pool.query<{ number: string }>(
      `select "${house.numberColumn}" as number from space_demo."f_${house.formId}"`,
    )
  ).rows
    .map(({ number }) => number)
    .sort();
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(made.values.number).toBe(numbers.at(-1));
  await expect
    .poll(async () =>
      (await admin.ok(searchApi.records, { query: { search: '水轮机' } })).rows.map(({ title }) => title),
    )
    .toContain('恢复之后的水轮机');
  const auditor = await started.client('audit');
  await expect
    .poll(async () => (await auditor.ok(auditApi.list, { query: { object: made.id } as never })).rows.length)
    .toBe(1);
  expect((await checkChain(platform, 'demo')).firstBroken).toBeUndefined();
}

async function expectTimersOnce(started: Started): Promise<void> {
  const admin = await started.client('admin');
  const history = async (): Promise<string[]> =>
    (await admin.ok(workflowApi.history, { params: { formId: house.flow.clocked, recordId: house.flow.timed } })).map(
      ({ kind }) => kind,
    );
  await expect
    .poll(async () => (await history()).filter((kind) => kind === 'waited').length, { timeout: 90_000, interval: 500 })
    .toBe(1);
  const worker = await started.client('user2');
  const {
    myTasks: [task],
  } = await worker.ok(workflowApi.process, { params: { formId: house.flow.asked, recordId: house.flow.waiting } });
  await worker.ok(workflowApi.submit, {
    params: { taskId: task!.id },
    body: { commandId: crypto.randomUUID(), version: task!.version },
  });
}

describe('a backup of the running product on a database of its own', () => {
  test('is whole, with everything that was there at one moment, and comes back in an empty folder', async () => {
    // a second try begins with nothing
    for (const name of ['backups', 'elsewhere', 'second', 'own-restored'])
      rmSync(folder(name), { recursive: true, force: true });
    mails.length = 0;
    const { platform } = server;
    await inControl(platform.control, 'demo', (tx) =>
      sendMail(
        { platform, spaceId: 'demo', requestId: 'test', ip: '', tx },
        { to: 'waiting@example.com', subject: '待发', text: '...' },
      ),
    );
    const { made, result } = await whileWriting(house.create, () => run('backup', ['--to', backups], ownEnv));
    expect(result, result.text).toMatchObject({ code: 0 });
    expect(result.text).toMatch(/Whole: \d{4}-\d\d-\d\dT\d{6}Z, .* 1 kept, 0 removed/);
    expect(made).toBeGreaterThan(0);
    const manifest = await newestManifest();
    expect(await contentsOfSources()).toEqual(
      contentSources.map(({ table, column }) => ({ table, column, there: true, kept: true })),
    );

    const target = { FORMWORK_DATA: folder('elsewhere') };
    const restored = await run('restore', ['--from', backups], { ...target, FORMWORK_SECRET: testSecret });
    expect(restored, restored.text).toMatchObject({ code: 0 });

    const started = await start({ ...target, FORMWORK_SECRET: testSecret });
    try {
      await expectCounts(started.running.platform, manifest);
      await started.running.platform.pool.query(
        `update space_demo.workflow_timer set due = now() where state = 'waiting'`,
      );
      await expectInUse(started);
      // the log was read to its end, and still nothing left the house
      expect(mails).toEqual([]);
      const { rows } = await started.running.platform.pool.query(`select state from space_demo.workflow_timer`);
      expect(rows).toEqual([{ state: 'waiting' }]);

      const gone = await run('restore', ['--go'], target);
      expect(gone, gone.text).toMatchObject({ code: 0 });
      await expect.poll(() => mails).toEqual(['waiting@example.com']);
      await expectTimersOnce(started);

      // and the embedded one the other way: found by its folder while it runs, restored into a database of one's own
      const second = folder('second');
      const again = await run('backup', ['--to', second], { ...target, FORMWORK_SECRET: testSecret });
      expect(again, again.text).toMatchObject({ code: 0 });
    } finally {
      await started.stop();
    }
    expect(mails).toEqual(['waiting@example.com']);

    const name = `restored_${process.pid}`;
    await onServer((client) => client.query(`create database ${name}`));
    try {
      const url = new URL(server.databaseUrl);
      url.pathname = `/${name}`;
      const own = { DATABASE_URL: url.href, FORMWORK_DATA: folder('own-restored'), FORMWORK_SECRET: testSecret };
      const back = await run('restore', ['--from', folder('second'), '--go'], own);
      expect(back, back.text).toMatchObject({ code: 0 });
      const startedOwn = await start(own);
      try {
        await expectInUse(startedOwn);
      } finally {
        await startedOwn.stop();
      }
      expect((await run('restore', ['--from', folder('second')], own)).code).toBe(9);
    } finally {
      await onServer((client) => dropDatabase(client, name));
    }
    expect((await run('restore', ['--from', backups], target)).code).toBe(9);
  }, 600_000);
});

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
