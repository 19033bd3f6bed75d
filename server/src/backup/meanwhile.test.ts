import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { makeSchemas, migrate, readMigrationHashes } from '../platform/db/migrate.ts';
import { newId } from '../platform/ids.ts';
import { testSecret } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { backUp, type BackupOptions } from './backup.ts';
import { exitOf } from './failure.ts';
import { readContents, readManifest, wholeBackups } from './format.ts';
import { openFolder } from './store-folder.ts';
import { run } from './testing/programs.ts';
import type { Store } from './store.ts';
import { emptyDatabase } from './testing/empty-database.ts';

// what happens while a backup reads, and between products of different age

const here = mkdtempSync(path.join(inject('testFolder'), '../formwork-meanwhile-'));
chmodSync(here, 0o711);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DATA: path.join(here, 'own'), FORMWORK_ROLE: 'web' });
});
afterAll(async () => {
  await server?.stop();
  rmSync(here, { recursive: true, force: true });
});

async function inProcess(store: Store): Promise<string[]> {
  const said: string[] = [];
  const options: BackupOptions = {
    store,
    databaseUrl: server.databaseUrl,
    files: server.platform.files,
    secret: testSecret,
    seal: false,
    phrase: () => Promise.reject(new Error('nothing is sealed here')),
    keep: undefined,
    lanes: 1,
    progress: { phase: () => {}, at: () => {}, say: (text) => said.push(text) },
  };
  await backUp(options);
  return said;
}

test('a form released, a table rewritten and a file removed while it reads leave it whole', async () => {
  const { owner, files } = server.platform;
  const admin = await server.as('admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '其间' } } });
  const title = { zh: '其间发布' };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: {
      title,
      definition: {
        format: 1,
        title,
        layout: [],
        titleField: 'name',
        tables: [],
        fields: [newField('text', { zh: '名称' }, 'name')],
      } as never,
    },
  });
  await owner.query(
    'create table space_demo.rewritten (id int primary key); insert into space_demo.rewritten select generate_series(1, 100)',
  );
  onTestFinished(() => void owner.query('drop table space_demo.rewritten'));
  const { key } = await files.put(Readable.from([Buffer.from('a drawing')]));
  await owner.query(
    `insert into space_demo.records_sheet (id, file_key, file_name, size, uploaded_by) values (gen_random_uuid(), $1, 'a.csv', 9, gen_random_uuid())`,
    [key],
  );
  const folder = await openFolder(path.join(here, 'meanwhile'), true);
  let first = true;
  const said = await inProcess({
    ...folder,
    async put(name, content) {
      // the first thing that is stored: the snapshot is taken, and no table is read yet
      if (first) {
        first = false;
        await owner.query('alter table space_demo.rewritten alter column id type bigint');
        await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
        await files.remove(key);
      }
      await folder.put(name, content);
    },
  });
  expect(said[0]).toContain('rewritten meanwhile');
  expect(said[1]).toMatch(/^Whole/);
  const [time] = await wholeBackups(folder);
  const manifest = await readManifest(folder, undefined, time!);
  const rowsOf = (table: string): number | undefined => manifest.parts.find((part) => part.table === table)?.rows;
  expect(rowsOf('space_demo.rewritten')).toBe(100);
  expect(rowsOf(`space_demo.f_${formId}`)).toBe(0);
  expect([...(await readContents(folder, undefined, time!, manifest)).keys()]).toContain(key);
});

test('a place without room is refused before anything is written', async () => {
  const folder = await openFolder(path.join(here, 'full'), true);
  const failure = await inProcess({ ...folder, free: () => Promise.resolve(10_000) }).catch((error: unknown) => error);
  expect(exitOf(failure)).toBe(4);
  expect((failure as Error).message).toMatch(/9\.8 KB left; this backup needs about/);
  expect((await folder.list('')).size).toBe(0);
  // one that fills up on the way
  const broken = await inProcess({
    ...folder,
    put: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
  }).catch((error: unknown) => error);
  expect(exitOf(broken)).toBe(4);
});

test('what an older product backed up comes back, and goes on with this one', async () => {
  const then = (names: Iterable<string>, last: string): Set<string> =>
    new Set([...names].filter((name) => name.slice(0, 4) <= last));
  const known = readMigrationHashes();
  const control = then(known.control.keys(), '0311');
  const space = then(known.space.keys(), '0270');
  expect(control.size).toBeLessThan(known.control.size);
  expect(space.size).toBeLessThan(known.space.size);
  const old = await emptyDatabase(server);
  const client = new pg.Client({ connectionString: old });
  await client.connect();
  try {
    await makeSchemas(client, { control, spaces: new Map([['old', space]]) });
    await client.query(`insert into identity.space (id, name) values ('old', '老企业')`);
    await client.query(
      `insert into identity.account (id, login, password_hash, home_space) values ($1, 'veteran', 'x', 'old')`,
      [newId()],
    );
    await client.query(
      `insert into space_old.records_counter (form_id, field_id, period, value) values ('form', 'number', '', 41)`,
    );
  } finally {
    await client.end();
  }

  const env = { FORMWORK_DATA: path.join(here, 'old'), FORMWORK_SECRET: testSecret };
  const place = path.join(here, 'backups-of-old');
  const made = await run('backup', ['--to', place], { ...env, DATABASE_URL: old });
  expect(made.code, made.text).toBe(0);
  const url = await emptyDatabase(server);
  const back = await run('restore', ['--from', place, '--numbers', '+100'], { ...env, DATABASE_URL: url });
  expect(back.code, back.text).toBe(0);
  expect(back.text).toContain('1 accounts that sign in with the password they had then');
  await migrate(url);
  const restored = new pg.Client({ connectionString: url });
  await restored.connect();
  try {
    const { rows } = await restored.query(
      `select (select count(*)::int from platform.migration) as control, (select held from platform.installation) as held,
        (select login from identity.account) as login, (select value::int from space_old.records_counter) as counter`,
    );
    expect(rows).toEqual([{ control: known.control.size, held: true, login: 'veteran', counter: 141 }]);
    await restored.query(`set app.space_id = 'old'`);
    expect((await restored.query('select count(*)::int as n from platform.space_migration')).rows).toEqual([
      { n: known.space.size },
    ]);
  } finally {
    await restored.end();
  }
});
