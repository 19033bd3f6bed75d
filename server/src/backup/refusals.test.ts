import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../platform/db/migrate.ts';
import { testSecret } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { openFolder } from './store-folder.ts';
import { wholeBackups } from './format.ts';
import { openSnapshot, openWatch } from './snapshot.ts';
import { run } from './testing/programs.ts';
import { emptyDatabase } from './testing/empty-database.ts';

const here = mkdtempSync(
  path.join(path.dirname(new URL(inject('templateUrl')).searchParams.get('host')!), '../formwork-refusals-'),
);
chmodSync(here, 0o711);
const folder = (name: string): string => path.join(here, name);
const backups = folder('backups');
const phrase = { FORMWORK_BACKUP_PHRASE: 'correct horse battery staple' };
let server: TestServer;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DATA: folder('own'), FORMWORK_ROLE: 'web' });
  env = { DATABASE_URL: server.databaseUrl, FORMWORK_DATA: folder('own'), FORMWORK_SECRET: testSecret };
  const user = await server.as('user');
  const form = new FormData();
  form.append('file', new File(['a drawing'], 'a.txt'));
  await user.fetch('/api/files', { method: 'POST', body: form });
});
afterAll(async () => {
  await server?.stop();
  rmSync(here, { recursive: true, force: true });
});

const times = async (place = backups): Promise<string[]> => wholeBackups(await openFolder(place, true));

async function ask<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** What the server was asked for last by one that was killed, it still does: also to commit. */
const restoreGone = (url: string) =>
  expect
    .poll(() =>
      ask(
        url,
        `select state, query from pg_stat_activity where datname = current_database() and application_name = 'formwork restore'`,
      ),
    )
    .toEqual([]);

describe('a backup', () => {
  test('that is killed is none, and the next one is whole', async () => {
    for (const phase of ['Database', 'Files', 'Manifest']) {
      const { code, text } = await run('backup', ['--to', backups], env, phase);
      expect(code, text).toBeNull();
    }
    expect(await times()).toEqual([]);
    const { code, text } = await run('backup', ['--to', backups, '--keep', '1'], env);
    expect(code, text).toBe(0);
    expect(await times()).toHaveLength(1);
    const left = readdirSync(backups, { recursive: true }).map(String);
    expect(left.filter((name) => /^\d{4}-.*Z$/.test(name))).toEqual(await times());
    expect(left.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  test('keeps so many, and lists them', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const [first] = await times();
    const { code, text } = await run('backup', ['--to', backups, '--keep', '1'], env);
    expect(code, text).toBe(0);
    expect(text).toContain('1 kept, 1 removed');
    expect(await times()).toHaveLength(1);
    expect(await times()).not.toContain(first);
    expect((await run('backup', ['--to', backups, '--list'], env)).text).toContain((await times())[0]);
  });

  test('is refused before anything is read where a table cannot be read whole', async () => {
    const { owner } = server.platform;
    await owner.query(
      'create table organization.without_policy (space_id text not null, primary key (space_id)); alter table organization.without_policy enable row level security',
    );
    try {
      const { code, text } = await run('backup', ['--to', folder('never')], env);
      expect([code, text]).toEqual([
        3,
        expect.stringContaining('organization.without_policy: row security without the policy backup_reads'),
      ]);
      await owner.query(
        'create policy backup_reads on organization.without_policy for select to formwork_backup using (true); revoke select on organization.without_policy from formwork_backup',
      );
      expect((await run('backup', ['--to', folder('never')], env)).code).toBe(3);
    } finally {
      await owner.query('drop table organization.without_policy');
    }
    expect(await times(folder('never'))).toEqual([]);
  });

  test('runs once at a time, in a place of its own, with options that there are', async () => {
    const watch = await openWatch(server.databaseUrl);
    expect((await run('backup', ['--to', backups], env)).code).toBe(5);
    await watch.end();
    expect((await run('backup', [], env)).code).toBe(2);
    expect((await run('backup', ['--to', backups, '--keep', '0'], env)).code).toBe(2);
    expect((await run('backup', ['--to', backups, '--sea'], env)).code).toBe(2);
    expect((await run('backup', ['--to', backups], { FORMWORK_DATA: folder('nowhere') })).code).toBe(2);
    await server.platform.owner.query('update platform.installation set id = gen_random_uuid()');
    expect((await run('backup', ['--to', backups], env)).code).toBe(2);
  });

  test('tells of contents that are gone, and keeps the rest', async () => {
    const { owner } = server.platform;
    await owner.query(
      `insert into space_demo.records_sheet (id, file_key, file_name, size, uploaded_by) values (gen_random_uuid(), '01890000-0000-7000-8000-000000000000', 'a.csv', 1, gen_random_uuid())`,
    );
    const { code, text } = await run('backup', ['--to', folder('gaps')], env);
    await owner.query('delete from space_demo.records_sheet');
    expect([code, text]).toEqual([
      7,
      expect.stringContaining(
        '01890000-0000-7000-8000-000000000000, named in "space_demo".records_sheet, is not in the store of files',
      ),
    ]);
    expect(await times(folder('gaps'))).toHaveLength(1);
  });

  test('notices a table that was rewritten or emptied under its snapshot', async () => {
    const { owner } = server.platform;
    await owner.query(
      'create table space_demo.rewritten (id int primary key); insert into space_demo.rewritten select generate_series(1, 100)',
    );
    const watch = await openWatch(server.databaseUrl);
    const snapshot = await openSnapshot(server.databaseUrl, watch, false);
    try {
      const table = snapshot.tables.find(({ name }) => name === 'space_demo.rewritten')!;
      expect(await snapshot.changed(table)).toBe(false);
      await owner.query('alter table space_demo.rewritten alter column id type bigint');
      // what makes the look necessary: no rows, no error
      expect((await snapshot.reader.query('select count(*)::int as n from space_demo.rewritten')).rows).toEqual([
        { n: 0 },
      ]);
      expect(await snapshot.changed(table)).toBe(true);
    } finally {
      await snapshot.end();
      await watch.end();
      await owner.query('drop table space_demo.rewritten');
    }
  });
});

describe('a sealed one', () => {
  const sealed = folder('sealed');

  test('needs its phrase, and brings the secret along', async () => {
    expect((await run('backup', ['--to', sealed, '--seal'], env)).code).toBe(6);
    const made = await run('backup', ['--to', sealed, '--seal'], { ...env, ...phrase });
    expect(made.code, made.text).toBe(0);
    expect((await run('backup', ['--to', sealed], { ...env, FORMWORK_BACKUP_PHRASE: 'another' })).code).toBe(6);
    expect(
      (await run('restore', ['--from', sealed], { FORMWORK_DATA: folder('r1'), FORMWORK_BACKUP_PHRASE: 'another' }))
        .code,
    ).toBe(6);
    for (const name of readdirSync(sealed, { recursive: true, withFileTypes: true })) {
      if (name.isFile() && !name.name.endsWith('.json'))
        expect(readFileSync(path.join(name.parentPath, name.name)).subarray(0, 7).toString()).toBe('FWSEAL1');
    }
    const restored = await run('restore', ['--from', sealed], { FORMWORK_DATA: folder('r2'), ...phrase });
    expect(restored.code, restored.text).toBe(0);
    expect(readFileSync(path.join(folder('r2'), 'secret.key'), 'utf8')).toBe(testSecret);
    expect(restored.text).not.toContain('The secret did not come along');
  });

  test('whose manifest was changed is not taken', async () => {
    const [time] = await times(sealed);
    const file = path.join(sealed, time!, 'manifest.json');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('"product":"0', '"product":"1'));
    expect((await run('restore', ['--from', sealed], { FORMWORK_DATA: folder('r3'), ...phrase })).code).toBe(7);
    writeFileSync(file, before);
  });
});

describe('a restore', () => {
  const damaged = folder('damaged');

  test('of what was damaged, or made by a newer product, is refused', async () => {
    expect((await run('backup', ['--to', damaged], env)).code).toBe(0);
    const [time] = await times(damaged);
    const manifest = path.join(damaged, time!, 'manifest.json');
    const json = readFileSync(manifest, 'utf8');
    for (const newer of [
      json.replace(/"migrations":\[\{"name":"0001_platform.sql","hash":"../, '$&x'),
      json.replace('"migrations":[', '"migrations":[{"name":"9999_later.sql","hash":"x"},'),
      json.replace('"format":1', '"format":2'),
    ]) {
      expect(newer).not.toBe(json);
      writeFileSync(manifest, newer);
      expect((await run('restore', ['--from', damaged], { FORMWORK_DATA: folder('d1') })).code).toBe(8);
    }
    writeFileSync(manifest, json);
    const part = path.join(damaged, time!, 'tables', 'identity.account.0.copy.zst');
    const bytes = readFileSync(part);
    const flipped = Buffer.from(bytes);
    flipped[flipped.length >> 1]! ^= 1;
    writeFileSync(part, flipped);
    const broken = await run('restore', ['--from', damaged], { FORMWORK_DATA: folder('d2') });
    expect(broken.code, broken.text).toBe(7);
    writeFileSync(part, bytes);
    const content = readdirSync(path.join(damaged, 'files'), { recursive: true, withFileTypes: true }).find((entry) =>
      entry.isFile(),
    )!;
    const contentFile = path.join(content.parentPath, content.name);
    const whole = readFileSync(contentFile);
    writeFileSync(contentFile, Buffer.concat([whole.subarray(1), Buffer.from('x')]));
    expect((await run('restore', ['--from', damaged, '--check'], { FORMWORK_DATA: folder('d3') })).code).toBe(7);
    writeFileSync(contentFile, whole);
    const checked = await run('restore', ['--from', damaged, '--check'], { FORMWORK_DATA: folder('d3') });
    expect(checked.code, checked.text).toBe(0);
    expect(readdirSync(here)).not.toContain('d3');
  }, 600_000);

  test('that is killed leaves nothing that starts, and is begun again by the same command', async () => {
    const url = await emptyDatabase(server);
    const own = { DATABASE_URL: url, FORMWORK_DATA: folder('killed') };
    const isHalf = async (): Promise<boolean> =>
      (await ask<{ half: boolean }>(url, `select to_regclass('platform.restoring') is not null as half`))[0]!.half;
    // each but the first begins again what the one before left
    for (const phase of ['Schemas', 'Rows', 'Indexes', 'Files']) {
      const killed = await run('restore', ['--from', damaged], own, phase);
      expect(killed.code, killed.text).toBeNull();
      expect(await isHalf()).toBe(true);
      await expect(migrate(url)).rejects.toThrow('broke off');
    }
    const killed = await run('restore', ['--from', damaged], own, 'Row security');
    // in its last step it may have been done with it before it was killed, or even have ended
    expect([null, 0], killed.text).toContain(killed.code);
    await restoreGone(url);
    if (await isHalf()) {
      await expect(migrate(url)).rejects.toThrow('broke off');
      const again = await run('restore', ['--from', damaged], own);
      expect(again.code, again.text).toBe(0);
    }
    expect(
      await ask(
        url,
        `select count(*)::int as n from pg_class where relkind in ('r', 'p') and relrowsecurity and not relforcerowsecurity`,
      ),
    ).toEqual([{ n: 0 }]);
    await migrate(url);
  }, 600_000);

  test('in a folder that broke off is begun again as well', async () => {
    const target = { FORMWORK_DATA: folder('k-folder') };
    expect((await run('restore', ['--from', damaged], target, 'Indexes')).code).toBeNull();
    expect(readdirSync(folder('k-folder'))).toEqual(['restoring']);
    expect((await run('backup', ['--to', folder('never')], target)).code).toBe(2);
    const again = await run('restore', ['--from', damaged], target);
    expect(again.code, again.text).toBe(0);
    expect(readdirSync(folder('k-folder')).sort()).toEqual(['files', 'postgres', 'postgres.password']);
    expect((await run('restore', ['--from', damaged], target)).code).toBe(9);
  });
});

test('without the secret second steps are reset, and whom that touches is told', async () => {
  const { owner } = server.platform;
  await owner.query(`update identity.account set two_step = 'totp', totp_secret = 'v1.sealed' where login = 'user3'`);
  const place = folder('two-step');
  expect((await run('backup', ['--to', place], env)).code).toBe(0);
  await owner.query(`update identity.account set two_step = null, totp_secret = null where login = 'user3'`);
  const url = await emptyDatabase(server);
  const restored = await run('restore', ['--from', place], {
    DATABASE_URL: url,
    FORMWORK_DATA: folder('other-secret'),
    FORMWORK_SECRET: 'another secret of the tests, of 32 or more',
  });
  expect(restored.code, restored.text).toBe(0);
  expect(restored.text).toMatch(/1 people without their second step.*: user3/);
  expect(await ask(url, `select two_step, totp_secret from identity.account where login = 'user3'`)).toEqual([
    { two_step: null, totp_secret: null },
  ]);
  const kept = await emptyDatabase(server);
  expect(
    (
      await run('restore', ['--from', place], {
        DATABASE_URL: kept,
        FORMWORK_DATA: folder('same-secret'),
        FORMWORK_SECRET: testSecret,
      })
    ).text,
  ).not.toContain('did not come along');
  expect(await ask(kept, `select totp_secret from identity.account where login = 'user3'`)).toEqual([
    { totp_secret: 'v1.sealed' },
  ]);
});
